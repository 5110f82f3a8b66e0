import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../../support/demo/hostile';
import type { DemoService } from '../../../src/demo/server';
import { answer, listMachines, listPage, overviewPath, projectsPath, start } from './helper';

const texts = Object.values(hostileTexts);

/** The fields that are needed for further requests. */
const leadsOn = ['uid', 'continue', 'cloudType', 'creationTimestamp'];

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
      `/v1/spectroclusters/${cluster.uid}`,
      `${pool}/machinePools/workers/machines`,
      `/v1/teams/${team?.uid ?? ''}/resourceRoles`,
      '/v1/audits?limit=10',
      overviewPath(cluster),
    ];
    for (const path of paths) {
      const { status, body } = await answer(service, path);
      expect(status).toBe(200);
      expect(textsIn(body).length).toBeGreaterThan(5);
      expect(tame(body)).toEqual([]);
    }
  });

  it('allows the same navigation as an ordinary service', async () => {
    const [service, honest] = [await start({ hostile: true }), await start()];
    const page = await listPage(service);
    const next = await listPage(service, `continue=${page.listmeta.continue}`);
    const uids = [...page.items, ...next.items].map(({ metadata }) => metadata.uid);
    expect(uids).toEqual(honest.fleet.projects.slice(0, 100).map(({ uid }) => uid));

    const { configUid } = honest.fleet.pool('payments-eu', 'workers').cluster;
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
