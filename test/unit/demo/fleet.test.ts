import { describe, expect, it } from 'vitest';
import { Fleet } from '../../../src/demo/fleet/fleet';
import { defaultOptions, type FleetOptions } from '../../../src/demo/options';
import { listMachines, listPage, start } from './helper';

const now = () => new Date('2026-01-01T00:00:00Z');

const fleet = (options: Partial<FleetOptions> = {}) => new Fleet({ ...defaultOptions, now, ...options });

/** The whole content of a fleet, including machines. */
const everything = (from: Fleet) => ({
  directory: from.directory,
  events: from.events(from.projects),
  projects: from.projects.map((project) => ({
    summary: from.summarize(project),
    machines: project.clusters.map((cluster) => cluster.pools.map((pool) => from.machines(cluster, pool))),
  })),
});

describe('a fleet', () => {
  it('is the same for the same seed only', () => {
    const first = everything(fleet({ projects: 30 }));
    expect(everything(fleet({ projects: 30 }))).toEqual(first);
    expect(everything(fleet({ projects: 30, seed: 7 }))).not.toEqual(first);
  });

  it('has unique names and UIDs within a project and among projects', () => {
    const { projects } = fleet({ projects: 5_000 });
    expect(new Set(projects.map(({ name }) => name)).size).toBe(5_000);
    expect(new Set(projects.map(({ uid }) => uid)).size).toBe(5_000);
    const uids = projects
      .slice(0, 100)
      .flatMap(({ clusters }) => clusters.flatMap((one) => [one.uid, one.configUid]));
    expect(new Set(uids).size).toBe(uids.length);
  });

  it('contains cases that are hard to show', () => {
    const names = fleet().projects.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['決済基盤', 'منصة المدفوعات', '数据平台', '🚀 launchpad']));
    expect(names.some((name) => name.includes('<b>') && name.includes('$('))).toBe(true);
    expect(names.some((name) => name.length > 190)).toBe(true);
  });

  it('has clusters in each environment, of which names say the same', () => {
    const { projects } = fleet();
    const clusters = projects.flatMap((project) => project.clusters);
    expect(clusters).toHaveLength(280);
    const inEnvironment = (env: string) => clusters.filter(({ labels }) => labels['env'] === env);
    for (const [env, about] of [
      ['prod', 180],
      ['staging', 60],
      ['test', 40],
    ] as const) {
      const { length } = inEnvironment(env);
      expect(Math.abs(length - about), `${length} in ${env}`).toBeLessThanOrEqual(6);
    }
    const prod = inEnvironment('prod').map(({ name }) => name);
    expect(prod.filter((name) => /-(staging|tests?)(-|$)/.test(name))).toEqual([]);
    expect(prod).toEqual(
      expect.arrayContaining(['payments-eu', 'payments-us', 'ledger-eu', 'ledger-us', 'identity-eu']),
    );
  });

  it('has consistent numbers', () => {
    const all = fleet();
    for (const project of all.projects) {
      const { clustersHealth, usage } = all.summarize(project).status;
      const sick = project.clusters.filter(
        (cluster) =>
          cluster.state === 'Running' &&
          cluster.pools.some((pool) =>
            all.machines(cluster, pool).some(({ status: { health, instanceState } }) => {
              const age = now().getTime() - Date.parse(health?.lastHeartBeatTimestamp ?? now().toISOString());
              return health?.state === 'unhealthy' || (instanceState === 'Running' && age > 600_000);
            }),
          ),
      );
      expect(clustersHealth.unhealthy).toBe(sick.length);
      expect(clustersHealth.healthy + clustersHealth.unhealthy).toBe(clustersHealth.running);
      const cores = project.clusters.flatMap((one) =>
        one.pools.map((pool) => all.machines(one, pool).length * pool.flavor.numCPUs),
      );
      expect(usage.pureCpuCores).toBe(cores.reduce((sum, count) => sum + count, 0));
    }
  });

  it('has exactly the specified sizes everywhere', () => {
    const all = fleet({
      projects: 30,
      clustersPerProject: { exactly: 20 },
      poolsPerCluster: { exactly: 9 },
      machinesPerPool: { exactly: 2 },
    });
    const clusters = all.projects.map((project) => project.clusters);
    expect(clusters.every((some) => new Set(some.map(({ name }) => name)).size === 20)).toBe(true);
    expect(clusters.flat().every(({ pools }) => new Set(pools.map(({ name }) => name)).size === 9)).toBe(
      true,
    );
    expect(clusters.flat().every(({ pools }) => pools.every(({ size }) => size === 2))).toBe(true);
  });
});

describe('a fleet that changes while the service runs', () => {
  it('can change the situation of a machine, which the project counts', async () => {
    const service = await start();
    const { cluster, pool } = service.fleet.pool('payments-uk', 'workers');
    pool.situations.set(2, 'failed');
    const machines = await listMachines(service, cluster.configUid, 'workers');
    expect(machines.map(({ status }) => status.instanceState)).toEqual([
      'Running',
      'Running',
      'Failed',
      'Running',
    ]);
    const [payments] = (await listPage(service, 'limit=1')).items;
    expect(payments?.status.clustersHealth.unhealthy).toBe(2);
  });
});
