import { describe, expect, it } from 'vitest';
import type { Cluster } from '../../../src/demo/fleet/cluster';
import type { Fleet } from '../../../src/demo/fleet/fleet';
import { compareVersions } from '../../../src/items/packs';
import { activeHour } from '../../../src/demo/server';
import type { ScriptedService } from '../../support/demo/service';
import { answer, clusterNamed, metricsPath, projectsPath, repavesPath, start } from './helper';

const minute = 60_000;
const day = 24 * 60 * minute;
const started = Date.parse('2026-03-01T09:30:15Z');

type MachineMetrics = ReturnType<Fleet['metrics']>[number];

/** A service with activity, whose clock only `goTo` moves: to some minutes after its start. */
async function startWithClock() {
  let now = started;
  const service = await start({ activity: activeHour, now: () => new Date(now), projects: 8 });
  const goTo = async (minutes: number) => {
    now = started + minutes * minute;
    // Changes are made when a request arrives.
    await answer(service, `${projectsPath}/metadata`);
  };
  return { service, now: () => now, goTo };
}

/** Before, during and after every change of the incident in data-platform-eu, in the first, second and third hour. */
const moments = [0, 15.5, 16.5, 18, 28, 34, 45, 56, 57.5, 76.5, 125];

const clustersOf = ({ fleet }: ScriptedService): readonly Cluster[] =>
  fleet.projects.flatMap(({ clusters }) => clusters);

/** All times in a response. */
const timesIn = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g)].map(([, time = '']) =>
    Date.parse(time),
  );

const entryTime = ({ metadata }: { readonly metadata: { readonly creationTimestamp: string } }) =>
  Date.parse(metadata.creationTimestamp);

/** The metrics of all machines of a cluster, by default in the last hour. */
const metricsOf = async (service: ScriptedService, cluster: Cluster, query = '') =>
  (await answer(service, metricsPath(cluster, query))).body as { readonly items: readonly MachineMetrics[] };

const valuesOf = (machine: MachineMetrics | undefined, wanted: string) =>
  machine?.metrics.find(({ kind }) => kind === wanted)?.points?.map(({ value }) => value) ?? [];

describe('the incident in payments-eu', () => {
  it('begins with an upgrade by a user, which fails before the disk is full', async () => {
    const { service, now } = await startWithClock();
    const cluster = clusterNamed(service, 'payments-eu');
    const [pressure, error, upgrade] = service.fleet.clusterEvents(cluster);
    expect([pressure, error, upgrade].map((event) => [event?.involvedObject.name, event?.reason])).toEqual([
      ['payments-eu-workers-5', 'KubeletHasDiskPressure'],
      ['payments-eu', 'CrashLoopBackOff'],
      ['payments-eu', 'UpgradeStarted'],
    ]);
    if (!pressure || !error || !upgrade) return;
    expect(entryTime(pressure) - entryTime(error)).toBe(2 * minute);
    expect(error.message).toContain('payments-eu-workers-5');

    const { packs } = service.fleet.overview(cluster).status;
    expect(packs.find(({ name }) => name === 'fluent-bit')).toMatchObject({
      version: '0.48.5',
      condition: {
        type: 'Error',
        reason: 'CrashLoopBackOff',
        lastTransitionTime: error.metadata.creationTimestamp,
      },
      startTime: upgrade.metadata.creationTimestamp,
    });
    expect(packs.filter(({ condition }) => condition.type !== 'Ready')).toHaveLength(1);

    const [entry] = service.fleet.audits({ resourceUid: cluster.uid });
    expect(entry?.spec).toMatchObject({
      actionMsg: 'Upgraded pack fluent-bit from 0.47.10 to 0.48.5',
      actionType: 'update',
      actor: { actorType: 'user', project: { name: 'payments' } },
      resource: { kind: 'spectrocluster', name: 'payments-eu', uid: cluster.uid },
    });
    const delay = entryTime(upgrade) - (entry ? entryTime(entry) : 0);
    expect(delay).toBeGreaterThan(0);
    expect(delay).toBeLessThan(minute);

    const { items } = await metricsOf(service, cluster);
    const disk = valuesOf(
      items.find(({ metadata }) => metadata.name === 'payments-eu-workers-5'),
      'disk',
    );
    expect(disk[0]).toBeLessThan(0.6 * 80 * 1024);
    expect(disk.at(-1)).toBeGreaterThan(0.92 * 80 * 1024);
    // It was full when the kubelet said so, and only this machine is.
    const sincePressure = Math.floor((now() - entryTime(pressure)) / minute);
    expect(Math.min(...disk.slice(-sincePressure))).toBeGreaterThan(0.92 * 80 * 1024);
    expect(items.filter((item) => Math.max(...valuesOf(item, 'disk')) > 0.7 * 80 * 1024)).toHaveLength(1);
  });

  it('stays as it is, however long the demo runs: one upgrade, by one user', async () => {
    const { service, goTo } = await startWithClock();
    const cluster = clusterNamed(service, 'payments-eu');
    const story = () => {
      const { packs, health } = service.fleet.overview(cluster).status;
      const upgrades = [
        ...service.fleet.clusterEvents(cluster),
        ...service.fleet
          .audits({ resourceUid: cluster.uid })
          .map(({ metadata, spec }) => ({ metadata, ...spec })),
      ].filter((entry) => JSON.stringify(entry).includes('fluent-bit'));
      return { packs, health: { ...health, lastHeartBeatTimestamp: '' }, upgrades };
    };
    const before = story();
    expect(before.upgrades.filter((entry) => 'actor' in entry)).toMatchObject([
      {
        actionMsg: 'Upgraded pack fluent-bit from 0.47.10 to 0.48.5',
        actor: { user: { firstName: 'Kwame' } },
      },
    ]);
    expect(before.health.conditions.map(({ message }) => message)).toEqual([
      'kubelet has disk pressure: /var/lib/containerd is 93% full',
    ]);
    for (let minutes = 1; minutes < 180; minutes++) {
      await goTo(minutes);
      expect(story(), `after ${minutes} minutes`).toEqual(before);
    }
    for (const hours of [25, 100.3, 500.9]) {
      await goTo(60 * hours);
      expect(story(), `after ${hours} hours`).toEqual(before);
    }
  });
});

describe('the incident in data-platform-eu', () => {
  it('ends when somebody rolls the pack back', async () => {
    const { service, goTo } = await startWithClock();
    await goTo(18.5);
    const cluster = clusterNamed(service, 'data-platform-eu');
    const newest = service.fleet.clusterEvents(cluster).slice(0, 3);
    expect(newest.map(({ reason }) => reason)).toEqual([
      'KubeletHasSufficientMemory',
      'RollbackCompleted',
      'RollbackStarted',
    ]);
    const [entry] = service.fleet.audits({ resourceUid: cluster.uid });
    expect(entry?.spec.actionMsg).toBe('Rolled back pack prometheus to 65.5.1');
    const { packs } = service.fleet.overview(cluster).status;
    expect(packs.find(({ name }) => name === 'prometheus')).toMatchObject({
      version: '65.5.1',
      condition: { type: 'Ready' },
    });
    const { items } = await metricsOf(service, cluster);
    const memory = valuesOf(
      items.find(({ metadata }) => metadata.name === 'data-platform-eu-workers-10'),
      'memory',
    );
    expect(Math.max(...memory)).toBeGreaterThan(0.9 * 16 * 1024);
    expect(memory.at(-1)).toBeLessThan(0.9 * 16 * 1024);
  });
});

describe('at every moment', () => {
  it('nothing is in the future', async () => {
    const { service, goTo, now } = await startWithClock();
    for (const at of [0, 16.5, 34, 57.5]) {
      await goTo(at);
      for (const cluster of clustersOf(service)) {
        const { packs, conditions, upgrades } = service.fleet.overview(cluster).status;
        const transitions = [packs, conditions, upgrades].flatMap(timesIn);
        expect(Math.max(...transitions), `${cluster.name} at ${at}`).toBeLessThanOrEqual(now());
        const isReversed = packs.some(({ startTime, endTime = startTime }) => endTime < startTime);
        expect(isReversed).toBe(false);
      }
      const { projects } = service.fleet;
      for (const dated of [service.fleet.audits({}), service.fleet.events(projects)]) {
        expect(Math.max(...dated.map(entryTime))).toBeLessThanOrEqual(now());
      }
    }
  });

  it('a machine is under pressure because of a pack that failed before, which somebody upgraded before', async () => {
    const { service, goTo } = await startWithClock();
    const packOf: Readonly<Record<string, string>> = {
      DiskPressure: 'fluent-bit',
      MemoryPressure: 'prometheus',
    };
    let found = 0;
    for (const at of moments) {
      await goTo(at);
      for (const cluster of clustersOf(service)) {
        const machines = cluster.pools.flatMap((pool) => service.fleet.machines(cluster, pool));
        const troubled = machines.flatMap(({ metadata, status }) =>
          (status.health?.conditions ?? [])
            .filter(({ type, status }) => type !== 'Ready' && status === 'True')
            .map(({ type, reason }) => ({ uid: metadata.uid, type, reason })),
        );
        if (troubled.length === 0) continue;
        const events = service.fleet.clusterEvents(cluster);
        // A pack that was rolled back is ready a minute before the machine.
        if (events[0]?.reason === 'RollbackCompleted') continue;
        const entries = service.fleet.audits({ resourceUid: cluster.uid });
        const { packs } = service.fleet.overview(cluster).status;
        for (const { uid, type, reason } of troubled) {
          const wanted = packOf[type];
          const pack = packs.find(({ name }) => name === wanted);
          expect(pack?.condition).toMatchObject({ type: 'Error', status: 'True' });
          const since = events.find(({ involvedObject }) => involvedObject.uid === uid);
          expect(since?.reason).toBe(reason);
          const failed = Date.parse(pack?.condition.lastTransitionTime ?? '');
          expect(failed).toBeLessThan(since ? entryTime(since) : 0);
          const upgrade = entries.find(({ spec }) => spec.actionMsg.startsWith(`Upgraded pack ${wanted} `));
          expect(upgrade?.spec.actor.actorType).toBe('user');
          expect(upgrade ? entryTime(upgrade) : Infinity).toBeLessThan(failed);
          found++;
        }
      }
    }
    expect(found).toBeGreaterThan(15);
  });

  it('the past is the same as before', async () => {
    const { service, goTo } = await startWithClock();
    const cluster = clusterNamed(service, 'data-platform-eu');
    const query = `&startTime=${new Date(started).toISOString()}&period=3`;
    const seen = new Map<string, string>();
    for (const at of moments) {
      await goTo(at);
      const { items } = await metricsOf(service, cluster, query);
      const points = items
        // Other machines with these names come and go.
        .filter(({ metadata }) => !/-1[34]$/.test(metadata.name))
        .flatMap(({ metadata, metrics }) =>
          metrics.flatMap(({ kind, points = [] }) =>
            points.map(
              ({ timestamp, value }) => [`${metadata.name} ${kind} ${timestamp}`, `${value}`] as const,
            ),
          ),
        );
      const dated = [
        ...service.fleet.clusterEvents(cluster),
        ...service.fleet.audits({ resourceUid: cluster.uid }),
      ];
      const entries = dated.map((one) => [one.metadata.uid, JSON.stringify(one)] as const);
      const current = new Map([...points, ...entries]);
      for (const [key, value] of seen) expect(current.get(key), `${key} at ${at}`).toBe(value);
      for (const [key, value] of current) seen.set(key, value);
    }
    expect(seen.size).toBeGreaterThan(1_500);
  });
});

describe('audit entries', () => {
  it('can be of a time, a resource, a kind, a project and an action type', async () => {
    const service = await start({ projects: 3 });
    const [payments] = service.fleet.projects;
    const { uid } = clusterNamed(service, 'payments-eu');
    const audits = async (query: Readonly<Record<string, string>>, headers = {}) => {
      const path = `/v1/audits?${new URLSearchParams(query).toString()}`;
      const { body } = await answer(service, path, { headers });
      return (body as { readonly items: ReturnType<Fleet['audits']> }).items;
    };
    const all = await audits({ resourceUid: uid });
    expect(all).toEqual(service.fleet.audits({ resourceUid: uid }).slice(0, 50));
    expect(all.every(({ spec }) => spec.resource.uid === uid)).toBe(true);
    const time = all[1]?.metadata.creationTimestamp ?? '';
    expect(await audits({ resourceUid: uid, startTime: time, endTime: time })).toEqual([all[1]]);
    expect(await audits({ resourceUid: uid, resourceKind: 'team' })).toEqual([]);
    const updates = await audits({ resourceUid: uid, actionType: 'update' });
    expect(new Set(updates.map(({ spec }) => spec.actionType))).toEqual(new Set(['update']));
    const ofProject = await audits({ projectUid: payments?.uid ?? '' });
    expect(new Set(ofProject.map(({ spec }) => spec.actor.project?.name))).toEqual(new Set(['payments']));
    expect(await audits({}, { ProjectUid: payments?.uid })).toEqual(ofProject);
  });

  it('include at once that a resource role was added to a team or removed from it', async () => {
    const service = await start();
    const { teams, users } = service.fleet.directory;
    const [team] = teams;
    const [role] = team?.resourceRoles ?? [];
    const path = `/v1/teams/${team?.uid ?? ''}/resourceRoles`;
    const latest = () => service.fleet.audits({ resourceUid: team?.uid })[0]?.spec;
    await answer(service, `${path}/${role?.uid ?? ''}`, { method: 'DELETE' });
    expect(latest()).toMatchObject({
      actionType: 'update',
      actionMsg:
        'Removed the resource role Resource Cluster Admin on payments, ledger with the filter pci-dss',
      actor: { user: { emailId: users[0]?.emailId } },
      resource: { kind: 'team', name: 'Platform' },
    });
    const body = { roles: [role?.roles[0]?.uid], projectUids: [], filterRefs: [] };
    await answer(service, path, { method: 'POST', body });
    const messages = service.fleet.audits({ resourceUid: team?.uid }).map(({ spec }) => spec.actionMsg);
    expect(messages).toContain('Added the resource role Resource Cluster Admin');
  });
});

describe('the overview of a cluster', () => {
  it('says what every kind of unhealthy machine suffers from', async () => {
    const service = await start();
    const { packs, conditions } = service.fleet.overview(clusterNamed(service, 'chaos-lab-eu')).status;
    const failed = packs.filter(({ condition }) => condition.type === 'Error');
    expect(failed.map(({ name, condition }) => [name, condition.reason])).toEqual([
      ['cni-cilium-oss', 'ImagePullBackOff'],
      ['prometheus', 'OOMKilled'],
      ['fluent-bit', 'CrashLoopBackOff'],
    ]);
    expect(
      conditions.filter(({ status }) => status === 'False').map(({ type, reason }) => [type, reason]),
    ).toEqual([['WorkerNodeAdditionDone', 'InstanceCreateFailed']]);
  });

  it('agrees with search: one cluster has an old network plugin, whose upgrade fails', async () => {
    const service = await start();
    const { fleet } = service;
    const found = fleet.projects.flatMap((project) =>
      project.clusters.map((cluster) => {
        const { clusterProfileTemplates } = fleet.summarizeCluster(cluster, project).specSummary;
        const packs = clusterProfileTemplates.flatMap((one) => one.packs);
        const versionOf = (layer: string) => packs.find((pack) => pack.layer === layer)?.version ?? '';
        return { cluster, kubernetes: versionOf('k8s'), network: versionOf('cni') };
      }),
    );
    expect([...new Set(found.map(({ kubernetes }) => kubernetes))].sort()).toEqual([
      '1.29.9',
      '1.31.8',
      '1.32.4',
    ]);
    for (const { cluster, kubernetes } of found.slice(0, 40)) {
      expect(fleet.overview(cluster).status.kubeMeta.kubernetesVersion).toBe(kubernetes);
    }
    const [old, ...others] = found.filter(({ network }) => (compareVersions(network, '1.16') ?? 0) < 0);
    expect([old?.cluster.name, others]).toEqual(['atlas-gke', []]);
    const { packs, health } = fleet.overview(clusterNamed(service, 'atlas-gke')).status;
    const failed = packs.filter(({ condition }) => condition.type === 'Error');
    expect(failed.map(({ name, version }) => [name, version])).toEqual([['cni-cilium-oss', old?.network]]);
    expect(health.state).toBe('Unhealthy');
  });

  it('says why a cluster is not running', async () => {
    const service = await start();
    const cluster = clusterNamed(service, 'inventory-eu');
    const events = service.fleet.clusterEvents(cluster);
    const event = events.find(({ reason }) => reason === 'ClusterCreateFailed');
    const { conditions, packs } = service.fleet.overview(cluster).status;
    expect(conditions[0]).toEqual({
      type: 'ClusterInfrastructureReady',
      status: 'False',
      reason: 'ClusterCreateFailed',
      message: event?.message,
      lastTransitionTime: event?.metadata.creationTimestamp,
    });
    expect(new Set(packs.map(({ condition }) => condition.type))).toEqual(
      new Set(['ReadyForInstall', 'WaitingForOtherLayers']),
    );
  });
});

it('a repave waits for approval in one cluster, because of an upgrade by a user', async () => {
  const service = await start();
  const cluster = clusterNamed(service, 'ledger-us');
  expect((await answer(service, repavesPath)).body).toMatchObject({
    items: [{ metadata: { name: 'ledger-us' }, status: { repave: { state: 'Pending' } } }],
    listmeta: { count: 1, continue: '' },
  });
  const approved = await answer(service, `${repavesPath}?repaveState=Approved`);
  expect(approved.body).toMatchObject({ listmeta: { count: clustersOf(service).length - 1 } });
  const { spec, status } = service.fleet.repave(cluster);
  const { kubeMeta, upgrades } = service.fleet.overview(cluster).status;
  const { current, target } = spec.reasons[0]?.pack ?? {};
  expect([status.state, current?.version]).toEqual(['Pending', kubeMeta.kubernetesVersion]);
  expect(upgrades[0]?.timestamp).toBe(status.repaveTransitionTime);
  const upgrade = `from ${current?.version ?? ''} to ${target?.version ?? ''}`;
  expect(upgrades[0]?.reason).toEqual([`Upgrading Kubernetes ${upgrade}`]);
  expect(service.fleet.audits({ resourceUid: cluster.uid }).map((entry) => entry.spec.actionMsg)).toContain(
    `Upgraded Kubernetes ${upgrade} in the cluster profile`,
  );
});

it('certificates of the control plane are renewed in time, except in one cluster', async () => {
  const { service } = await startWithClock();
  const early = clustersOf(service).flatMap((cluster) =>
    service.fleet
      .certificates(cluster)
      .machineCertificates.flatMap(({ certificateAuthorities }) => certificateAuthorities)
      .flatMap(({ name, certificates }) => certificates.map(({ expiry }) => ({ name, expiry })))
      .map(({ name, expiry }) => ({ name, days: Math.floor((Date.parse(expiry) - started) / day) }))
      .filter(({ days }) => days < 30)
      .map(({ name, days }) => `${cluster.name} ${name} ${days}`),
  );
  expect(new Set(early)).toEqual(new Set(['ledger-dr etcd-ca 6']));
  const dr = clusterNamed(service, 'ledger-dr');
  const reason = 'CertificateRenewalFailed';
  expect(service.fleet.clusterEvents(dr)).toContainEqual(
    expect.objectContaining({ reason, severity: 'Error' }),
  );
  expect(service.fleet.overview(dr).status.conditions.at(-1)).toMatchObject({ status: 'False', reason });
});

describe('metrics', () => {
  const from = new Date(started - 4 * 60 * minute).toISOString();
  const span = `&startTime=${from}&endTime=${new Date(started).toISOString()}`;

  it('have the time, period and kinds that are asked for', async () => {
    const { service } = await startWithClock();
    const cluster = clusterNamed(service, 'payments-us');
    const [machine] = (await metricsOf(service, cluster, `${span}&period=15`)).items;
    const times = machine?.metrics[0]?.points?.map(({ timestamp }) => timestamp) ?? [];
    expect(times).toHaveLength(16);
    expect(new Set(times.map((time) => time % (15 * minute)))).toEqual(new Set([0]));
    for (const { aggregation, points = [] } of machine?.metrics ?? []) {
      const values = points.map(({ value }) => value);
      expect([aggregation.min, aggregation.max]).toEqual([Math.min(...values), Math.max(...values)]);
    }
    const [discrete] = (await metricsOf(service, cluster, `${span}&discrete=true&metricKind=memory`)).items;
    expect(discrete?.metrics.map(({ kind, unit }) => [kind, unit])).toEqual([['memory', 'MiB']]);
    expect(discrete?.metrics[0]).not.toHaveProperty('points');
  });
});
