import { describe, expect, it } from 'vitest';
import type { Cluster } from '../../../src/demo/fleet/cluster';
import type { Fleet } from '../../../src/demo/fleet/fleet';
import type { ScriptedService } from '../../support/demo/service';
import { answer, clusterNamed, listMachines, metricsPath, projectsPath, repavesPath, start } from './helper';

const minute = 60_000;
const day = 24 * 60 * minute;
const started = Date.parse('2026-03-01T09:30:15Z');

type MachineMetrics = ReturnType<Fleet['metrics']>[number];

/** A service whose clock only `goTo` moves: to some minutes after its start. */
async function startWithClock() {
  let now = started;
  const service = await start({ isUnsteady: true, now: () => new Date(now), projects: 8 });
  const goTo = async (minutes: number) => {
    now = started + minutes * minute;
    // Changes are made when a request arrives.
    await answer(service, `${projectsPath}/metadata`);
  };
  return { service, now: () => now, goTo };
}

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
});

it('a machine of checkout-eu fails and recovers in each quarter of an hour, as events say', async () => {
  const { service, goTo } = await startWithClock();
  const cluster = clusterNamed(service, 'checkout-eu');
  const states: string[] = [];
  for (const minutes of [0.5, 2, 5, 16.5, 20]) {
    await goTo(minutes);
    const machines = await listMachines(service, cluster.configUid, 'workers');
    states.push(
      machines
        .map(({ status }) => status.health?.state === 'unhealthy')
        .indexOf(true)
        .toString(),
    );
  }
  expect(states).toEqual(['-1', '2', '-1', '2', '-1']);
  const events = service.fleet.clusterEvents(cluster).slice(0, 4);
  expect(
    events.map(
      (event) => `${(entryTime(event) - started) / minute} ${event.involvedObject.name} ${event.severity}`,
    ),
  ).toEqual([
    '19 checkout-eu-workers-3 Normal',
    '16 checkout-eu-workers-3 Warning',
    '4 checkout-eu-workers-3 Normal',
    '1 checkout-eu-workers-3 Warning',
  ]);
});

it('nothing is in the future, however long the demo runs', async () => {
  const { service, goTo, now } = await startWithClock();
  for (const at of [0, 16.5, 6_000]) {
    await goTo(at);
    for (const cluster of clustersOf(service)) {
      const { packs, conditions, upgrades } = service.fleet.overview(cluster).status;
      const transitions = [packs, conditions, upgrades].flatMap(timesIn);
      expect(Math.max(...transitions), `${cluster.name} at ${at}`).toBeLessThanOrEqual(now());
    }
    for (const dated of [service.fleet.audits({}), service.fleet.events(service.fleet.projects)])
      expect(Math.max(...dated.map(entryTime))).toBeLessThanOrEqual(now());
  }
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
