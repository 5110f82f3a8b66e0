import { describe, expect, it } from 'vitest';
import type { ScriptedService } from '../../support/demo/service';
import { answer, clusterNamed, errorBody, machinesPath, start, type Machine, type Page } from './helper';

interface Machines {
  readonly items: Machine[];
  readonly listmeta?: Page['listmeta'];
}

/** A service with 120 machines in every pool, and the path of the first pool of atlas' cluster in this cloud. */
async function many(cloudType: string) {
  const service = await start({ projects: 3, machinesPerPool: { exactly: 120 } });
  const cluster = clusterNamed(service, `atlas-${cloudType}`);
  const pools = cluster.pools.map(({ name }) => machinesPath(cluster, name));
  return { service, path: pools[0] ?? '', other: pools[1] ?? '' };
}

const list = async (service: ScriptedService, path: string) => (await answer(service, path)).body as Machines;

const uids = ({ items }: Machines) => items.map(({ metadata }) => metadata.uid);

describe.each([
  'aks',
  'aws',
  'azure',
  'eks',
  'gcp',
  'generic',
  'gke',
  'maas',
  'nutanix',
  'virtual',
  'vsphere',
])('the machines of a pool in %s', (cloudType) => {
  it('are listed in pages of 50, each once', async () => {
    const { service, path } = await many(cloudType);
    const first = await list(service, path);
    const second = await list(service, `${path}?continue=${first.listmeta?.continue ?? ''}`);
    const third = await list(service, `${path}?continue=${second.listmeta?.continue ?? ''}`);
    expect([first, second, third].map(({ listmeta }) => listmeta)).toEqual([
      { continue: expect.stringMatching(/./) as string, count: 120, limit: 50, offset: 50 },
      { continue: expect.stringMatching(/./) as string, count: 120, limit: 50, offset: 100 },
      { continue: '', count: 120, limit: 20, offset: 120 },
    ]);
    expect(new Set([first, second, third].flatMap(uids)).size).toBe(120);
  });
});

describe('paginated machines', () => {
  it('accept a limit and an offset', async () => {
    const { service, path } = await many('aws');
    const all = await list(service, path);
    const some = await list(service, `${path}?limit=7&offset=3`);
    expect(uids(some)).toEqual(uids(all).slice(3, 10));
    expect(some.listmeta).toMatchObject({ limit: 7, offset: 10, count: 120 });
  });

  it('are at most 50 per page, and accept their own tokens only', async () => {
    const { service, path, other } = await many('aws');
    const token = (await list(service, path)).listmeta?.continue ?? '';
    for (const wrong of [`${path}?limit=51`, `${path}?continue=x`, `${other}?continue=${token}`]) {
      expect(await answer(service, wrong)).toEqual({ status: 400, body: errorBody('InvalidRequest') });
    }
  });

  it('are subject to pagination faults', async () => {
    const { service, path } = await many('aws');
    service.faults.add({ kind: 'endlessTokens', operation: 'listMachines', times: 2 });
    const first = await list(service, path);
    const second = await list(service, `${path}?continue=${first.listmeta?.continue ?? ''}`);
    expect(uids(second)).toEqual(uids(first));
    expect(second.listmeta?.continue).not.toBe(first.listmeta?.continue);
  });
});

describe.each(['apache-cloudstack', 'edge-native', 'openstack'])(
  'the machines of a pool in %s',
  (cloudType) => {
    it('are listed all at once, whatever the query', async () => {
      const { service, path } = await many(cloudType);
      const all = await list(service, path);
      expect([all.items.length, Object.keys(all)]).toEqual([120, ['items']]);
      expect(await list(service, `${path}?limit=x&offset=5&continue=y`)).toEqual(all);
    });
  },
);
