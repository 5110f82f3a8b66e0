import { describe, expect, it } from 'vitest';
import { hostile, hostileTexts } from '../../support/demo/hostile';
import type { DemoService } from '../../../src/demo/server';
import {
  answer,
  ask,
  certificatesPath,
  clusterNamed,
  listMachines,
  listPage,
  metricsPath,
  overviewPath,
  projectsPath,
  repavePath,
  repavesPath,
  start,
} from './helper';

const texts = Object.values(hostileTexts);

/** The fields that are needed for further requests. */
const leadsOn = ['uid', 'continue', 'cloudType'];

/** Every text in `value`, with its key. */
function textsIn(value: unknown, key = ''): { key: string; text: string }[] {
  if (typeof value === 'string') {
    return [{ key, text: value }];
  }
  return Object.entries(value ?? {}).flatMap(([name, inner]) =>
    textsIn(inner, Array.isArray(value) ? key : name),
  );
}

const lacking = (text: string) => texts.filter((part) => !text.includes(part));

/** The texts that should contain all attacks, but do not. */
const tame = (value: unknown) =>
  textsIn(value).filter(({ key, text }) => !leadsOn.includes(key) && lacking(text).length > 0);

const clusterOf = (service: DemoService) => service.fleet.pool('payments-eu', 'workers').cluster;

describe('a hostile service', () => {
  it('sends only hostile texts in responses', async () => {
    const service = await start({ hostile: true });
    const cluster = clusterOf(service);
    const [team] = service.fleet.directory.teams;
    const pool = `/v1/cloudconfigs/openstack/${cluster.configUid}`;
    const paths = [
      projectsPath,
      `${projectsPath}/metadata`,
      `/v1/spectroclusters/${cluster.uid}`,
      `${pool}/machinePools/workers/machines`,
      '/v1/teams',
      `/v1/teams/${team?.uid ?? ''}/resourceRoles`,
      '/v1/audits?limit=10',
      overviewPath(cluster),
      repavesPath,
      repavePath(clusterNamed(service, 'ledger-us')),
      certificatesPath(cluster),
      metricsPath(cluster),
    ];
    for (const path of paths) {
      const { status, body } = await answer(service, path);
      expect(status).toBe(200);
      expect(textsIn(body).length).toBeGreaterThan(5);
      expect(tame(body)).toEqual([]);
    }
  });

  it('sends only hostile texts in errors, with the usual status', async () => {
    const service = await start({ hostile: true, limits: { teams: { perSecond: 1, burst: 0 } } });
    for (const [path, status] of [
      ['/v1/nothing', 404],
      [`${projectsPath}?limit=x`, 400],
      ['/v1/teams/x/resourceRoles', 429],
    ] as const) {
      const refusal = await answer(service, path);
      expect(refusal.status).toBe(status);
      expect(Object.keys(refusal.body as object)).toEqual(['code', 'message', 'details', 'ref']);
      expect(tame(refusal.body)).toEqual([]);
    }
    expect((await fetch(service.baseUrl + projectsPath)).status).toBe(401);
  });

  it('allows the same navigation as an ordinary service', async () => {
    const [service, honest] = [await start({ hostile: true }), await start()];
    const page = await listPage(service);
    const next = await listPage(service, `continue=${page.listmeta.continue}`);
    const uids = [...page.items, ...next.items].map(({ metadata }) => metadata.uid);
    expect(uids).toEqual(honest.fleet.projects.slice(0, 100).map(({ uid }) => uid));

    const uid = page.items[0]?.status.usage.clusters[0]?.uid ?? '';
    const cluster = (await answer(service, `/v1/spectroclusters/${uid}`)).body as {
      spec: { cloudType: string; cloudConfigRef: { uid: string } };
    };
    expect(cluster.spec.cloudType).toBe('openstack');
    const configUid = cluster.spec.cloudConfigRef.uid;
    const config = (await answer(service, `/v1/cloudconfigs/openstack/${configUid}`)).body as {
      spec: { machinePoolConfig: { name: string }[] };
    };
    const pools = config.spec.machinePoolConfig.map(({ name }) => name);
    const machines = await Promise.all(pools.map((name) => listMachines(service, configUid, name)));
    const honestly = ['control-plane', 'workers'].map((name) => listMachines(honest, configUid, name));
    const uidsOf = (lists: typeof machines) =>
      lists.map((list) => list.map((machine) => machine.metadata.uid));
    expect(uidsOf(machines)).toEqual(uidsOf(await Promise.all(honestly)));
  });
});
