import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../src/demo/fleet/audits';
import type { Cluster } from '../../../src/demo/fleet/cluster';
import type { Fleet } from '../../../src/demo/fleet/fleet';
import { activeHour } from '../../../src/demo/server';
import type { ScriptedOptions, ScriptedService } from '../../support/demo/service';
import {
  answer,
  certificatesPath,
  clusterNamed,
  eventsPath,
  metricsPath,
  overviewPath,
  projectsPath,
  repavePath,
  repavesPath,
  start,
} from './helper';
import { fieldsOf, parseFields } from './publishedFields';

const minute = 60_000;
const day = 24 * 60 * minute;
const started = Date.parse('2026-03-01T09:30:15Z');

type Overview = ReturnType<Fleet['overview']>;
type MachineMetrics = ReturnType<Fleet['metrics']>[number];

interface Listing<T> {
  readonly items: readonly T[];
  readonly listmeta: { readonly continue: string; readonly count: number };
}

async function read<T>(service: ScriptedService, path: string, headers = {}): Promise<T> {
  const { status, body } = await answer(service, path, { headers });
  expect(status, path).toBe(200);
  return body as T;
}

const statusOf = async (service: ScriptedService, path: string, headers = {}) =>
  (await answer(service, path, { headers })).status;

const overviewOf = (service: ScriptedService, name: string) =>
  read<Overview>(service, overviewPath(clusterNamed(service, name)));

const auditsPath = (query: Readonly<Record<string, string>> = {}) =>
  `/v1/audits?${new URLSearchParams(query).toString()}`;

const auditsOf = async (service: ScriptedService, query: Readonly<Record<string, string>>) =>
  (await read<Listing<AuditEntry>>(service, auditsPath(query))).items;

/** A service with activity, whose clock only `goTo` moves: to some minutes after its start. */
async function startWithClock(options: Partial<ScriptedOptions> = {}) {
  let now = started;
  const service = await start({ activity: activeHour, now: () => new Date(now), projects: 8, ...options });
  const goTo = async (minutes: number) => {
    now = started + minutes * minute;
    // Changes are made when a request arrives.
    await answer(service, `${projectsPath}/metadata`);
  };
  return { service, now: () => now, goTo };
}

/** Before, during and after every change of the incident in payments-eu, in the first, second and third hour. */
const moments = [0, 4.5, 5.5, 7, 17, 31, 45, 53, 54.5, 65.5, 115];

const clustersOf = ({ fleet }: ScriptedService): readonly Cluster[] =>
  fleet.projects.flatMap(({ clusters }) => clusters);

/** All times in a response. */
const timesIn = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g)].map(([, time = '']) =>
    Date.parse(time),
  );

const entryTime = ({ metadata }: { readonly metadata: { readonly creationTimestamp: string } }) =>
  Date.parse(metadata.creationTimestamp);

const rollouts = (time: number) => ({ startTime: new Date(time).toISOString() });

/** The metrics of all machines of a cluster in the last hour. */
const metricsOf = (service: ScriptedService, cluster: Cluster, query = '') =>
  read<{ readonly items: readonly MachineMetrics[] }>(service, metricsPath(cluster, query));

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

    const { packs } = (await overviewOf(service, 'payments-eu')).status;
    expect(packs.find(({ name }) => name === 'fluent-bit')).toMatchObject({
      version: '0.48.5',
      condition: {
        type: 'Error',
        reason: 'CrashLoopBackOff',
        lastTransitionTime: error.metadata.creationTimestamp,
      },
      ...rollouts(entryTime(upgrade)),
    });
    expect(packs.filter(({ condition }) => condition.type !== 'Ready')).toHaveLength(1);

    const [entry] = await auditsOf(service, { resourceUid: cluster.uid });
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

  it('ends when somebody rolls the pack back', async () => {
    const { service, goTo } = await startWithClock();
    await goTo(7.5);
    const cluster = clusterNamed(service, 'payments-eu');
    const newest = service.fleet.clusterEvents(cluster).slice(0, 3);
    expect(newest.map(({ reason }) => reason)).toEqual([
      'KubeletHasNoDiskPressure',
      'RollbackCompleted',
      'RollbackStarted',
    ]);
    const [entry] = await auditsOf(service, { resourceUid: cluster.uid });
    expect(entry?.spec.actionMsg).toBe('Rolled back pack fluent-bit to 0.47.10');
    const { packs } = (await overviewOf(service, 'payments-eu')).status;
    expect(packs.find(({ name }) => name === 'fluent-bit')).toMatchObject({
      version: '0.47.10',
      condition: { type: 'Ready' },
    });
    const { items } = await metricsOf(service, cluster);
    const disk = valuesOf(
      items.find(({ metadata }) => metadata.name === 'payments-eu-workers-5'),
      'disk',
    );
    expect(disk.at(-1)).toBeLessThan(0.6 * 80 * 1024);
  });
});

describe('at every moment', () => {
  it('nothing is in the future', async () => {
    const { service, goTo, now } = await startWithClock();
    for (const at of moments) {
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

  it('a pack that has failed is what an event says, and all others are well', async () => {
    const { service, goTo } = await startWithClock();
    const seen = new Set<string>();
    for (const at of moments) {
      await goTo(at);
      for (const cluster of clustersOf(service).filter(({ state }) => state === 'Running')) {
        const { packs } = service.fleet.overview(cluster).status;
        const others = packs.filter(({ condition }) => condition.type !== 'Ready');
        const events = others.length === 0 ? [] : service.fleet.clusterEvents(cluster);
        for (const { name, version, startTime, condition } of others) {
          seen.add(condition.type);
          const hasFailed = condition.type === 'Error';
          const message = hasFailed
            ? `Pack ${name} ${version}: ${condition.message}`
            : `Upgrading pack ${name}`;
          const event = events.find((one) => one.message.startsWith(message));
          expect(event?.metadata.creationTimestamp).toBe(
            hasFailed ? condition.lastTransitionTime : startTime,
          );
          if (hasFailed) expect(event?.reason).toBe(condition.reason);
        }
      }
    }
    expect(seen).toEqual(new Set(['Error', 'Installed']));
  });

  it('the past is the same as before', async () => {
    const { service, goTo } = await startWithClock();
    const cluster = clusterNamed(service, 'payments-eu');
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
  it('have the published fields', async () => {
    const service = await start();
    const { items } = await read<Listing<AuditEntry>>(service, auditsPath());
    expect(fieldsOf(items)).toEqual(
      parseFields(`metadata{uid creationTimestamp} spec{actionMsg actionType
        actor{actorType user{uid emailId firstName lastName org} project{name uid} serviceName} contentMsg userMsg
        resource{kind name uid label}}`),
    );
  });

  it('have the names and mail addresses of users', async () => {
    const service = await start();
    const { users } = service.fleet.directory;
    const known = users.map(({ uid, name, emailId }) => `${uid} ${name} ${emailId}`);
    const actors = service.fleet.audits({}).map(({ spec }) => spec.actor);
    const named = actors.flatMap((actor) => ('user' in actor ? [actor.user] : []));
    const found = new Set(
      named.map(({ uid, firstName, lastName, emailId }) => `${uid} ${firstName} ${lastName} ${emailId}`),
    );
    expect([...found].filter((one) => !known.includes(one))).toEqual([]);
    expect(found.size).toBe(users.filter(({ isActive }) => isActive).length);
    expect(named.length).toBeLessThan(actors.length);
  });

  it('are listed in pages, and can be of a time, a resource, a kind, a project and an action type', async () => {
    const service = await start({ projects: 3 });
    const [payments] = service.fleet.projects;
    const cluster = clusterNamed(service, 'payments-eu');
    const about = { resourceUid: cluster.uid };
    const first = await read<Listing<AuditEntry>>(service, auditsPath({ ...about, limit: '10' }));
    expect(first.items).toHaveLength(10);
    expect(first.listmeta.count).toBeGreaterThan(10);
    const next = { ...about, limit: '10', continue: first.listmeta.continue };
    const second = await auditsOf(service, next);
    expect(entryTime(second[0] ?? { metadata: { creationTimestamp: '' } })).toBeLessThan(
      Math.min(...first.items.map(entryTime)),
    );
    expect([...first.items, ...second].every(({ spec }) => spec.resource.uid === cluster.uid)).toBe(true);

    const [, middle] = first.items;
    const time = middle?.metadata.creationTimestamp ?? '';
    const inTime = await auditsOf(service, { ...about, startTime: time, endTime: time });
    expect(inTime).toEqual([middle]);
    expect(await auditsOf(service, { ...about, resourceKind: 'team' })).toEqual([]);
    const updates = await auditsOf(service, { ...about, actionType: 'update' });
    expect(new Set(updates.map(({ spec }) => spec.actionType))).toEqual(new Set(['update']));
    const ofProject = await auditsOf(service, { projectUid: payments?.uid ?? '' });
    expect(new Set(ofProject.map(({ spec }) => spec.actor.project?.name))).toEqual(new Set(['payments']));
    const scoped = await read<Listing<AuditEntry>>(service, auditsPath(), { ProjectUid: payments?.uid });
    expect(scoped.items).toEqual(ofProject);
    expect(await auditsOf(service, { resourceUid: 'x' })).toEqual([]);
  });

  it.each([
    { startTime: 'yesterday' },
    { endTime: '12' },
    { actionType: 'read' },
    { limit: '51' },
    { continue: 'x' },
  ])('are not listed for %j', async (query) => {
    expect(await statusOf(await start({ projects: 1 }), auditsPath(query))).toBe(400);
  });

  it('include at once that a resource role was added to a team or removed from it', async () => {
    const service = await start();
    const [team] = service.fleet.directory.teams;
    const [user] = service.fleet.directory.users;
    const about = { resourceUid: team?.uid ?? '' };
    const [role] = team?.resourceRoles ?? [];
    expect((await auditsOf(service, about)).length).toBeGreaterThan(0);
    const path = `/v1/teams/${team?.uid ?? ''}/resourceRoles`;
    await answer(service, `${path}/${role?.uid ?? ''}`, { method: 'DELETE' });
    const [entry] = await auditsOf(service, about);
    expect(entry?.spec).toMatchObject({
      actionType: 'update',
      actionMsg:
        'Removed the resource role Resource Cluster Admin on payments, ledger with the filter pci-dss',
      actor: { user: { emailId: user?.emailId } },
      resource: { kind: 'team', name: 'Platform' },
    });
    const body = { roles: [role?.roles[0]?.uid], projectUids: [], filterRefs: [] };
    await answer(service, path, { method: 'POST', body });
    expect((await auditsOf(service, about)).map(({ spec }) => spec.actionMsg)).toContain(
      'Added the resource role Resource Cluster Admin',
    );
    expect(await auditsOf(service, { ...about, resourceKind: 'spectrocluster' })).toEqual([]);
  });

  it('can be refused', async () => {
    const service = await start({ projects: 1 });
    service.faults.add({ kind: 'status', operation: 'listAudits', status: 403, times: Infinity });
    expect(await statusOf(service, auditsPath())).toBe(403);
    expect(await statusOf(service, eventsPath())).toBe(200);
  });
});

describe('the overview of a cluster', () => {
  it('has the published fields, and the packs of its profiles', async () => {
    const service = await start();
    const { status, spec, metadata } = await overviewOf(service, 'chaos-lab-eu');
    expect(fieldsOf(status.packs)).toEqual(
      parseFields(
        'name type version profileUid startTime endTime condition{type status reason message lastTransitionTime}',
      ),
    );
    expect(fieldsOf(status.conditions)).toEqual(parseFields('type status reason message lastTransitionTime'));
    expect(metadata.name).toBe('chaos-lab-eu');
    const inProfiles = spec.clusterProfileTemplates.flatMap(({ uid, packs }) =>
      packs.map(({ name, version }) => [name, version, uid]),
    );
    expect(status.packs.map(({ name, version, profileUid }) => [name, version, profileUid])).toEqual(
      inProfiles,
    );
    expect(status.packs.find(({ name }) => name === 'kubernetes')?.version).toBe(
      status.kubeMeta.kubernetesVersion,
    );
    expect(JSON.stringify(status.packs)).not.toContain('values');
  });

  it('says what every kind of unhealthy machine suffers from', async () => {
    const service = await start();
    const { packs, conditions } = (await overviewOf(service, 'chaos-lab-eu')).status;
    expect(
      packs
        .filter(({ condition }) => condition.type === 'Error')
        .map(({ name, condition }) => [name, condition.reason]),
    ).toEqual([
      ['cni-cilium', 'ImagePullBackOff'],
      ['prometheus', 'OOMKilled'],
      ['fluent-bit', 'CrashLoopBackOff'],
    ]);
    expect(
      conditions.filter(({ status }) => status === 'False').map(({ type, reason }) => [type, reason]),
    ).toEqual([['WorkerNodeAdditionDone', 'InstanceCreateFailed']]);
  });

  it('says why a cluster is not running', async () => {
    const service = await start();
    const event = service.fleet
      .clusterEvents(clusterNamed(service, 'inventory-eu'))
      .find(({ reason }) => reason === 'ClusterCreateFailed');
    const { conditions, packs } = (await overviewOf(service, 'inventory-eu')).status;
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

  it('needs the project of the cluster, or none', async () => {
    const service = await start({ projects: 2 });
    const [payments, ledger] = service.fleet.projects;
    const cluster = clusterNamed(service, 'payments-eu');
    for (const path of [overviewPath, repavePath, certificatesPath, metricsPath]) {
      expect(await statusOf(service, path(cluster), { ProjectUid: payments?.uid })).toBe(200);
      expect(await statusOf(service, path(cluster), { ProjectUid: ledger?.uid })).toBe(404);
      expect(await statusOf(service, path({ uid: 'x' }))).toBe(404);
    }
  });
});

describe('a repave', () => {
  it('waits for approval in one cluster, because of an upgrade by a user', async () => {
    const service = await start();
    const cluster = clusterNamed(service, 'ledger-us');
    const { items, listmeta } = await read<Listing<ReturnType<Fleet['summarizeCluster']>>>(
      service,
      `${repavesPath}?repaveState=Pending`,
    );
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['ledger-us']);
    expect(items[0]).toMatchObject({
      specSummary: { projectMeta: { name: 'ledger' } },
      status: { repave: { state: 'Pending' } },
    });
    expect(listmeta.continue).toBe('');
    const repave = await read<ReturnType<Fleet['repave']>>(service, repavePath(cluster));
    const [reason] = repave.spec.reasons;
    expect(repave.status.state).toBe('Pending');
    const { kubeMeta, upgrades } = (await overviewOf(service, 'ledger-us')).status;
    expect(reason?.pack).toMatchObject({
      current: { name: 'kubernetes', version: kubeMeta.kubernetesVersion },
      target: { name: 'kubernetes' },
    });
    expect(upgrades[0]?.timestamp).toBe(repave.status.repaveTransitionTime);
    const entries = await auditsOf(service, { resourceUid: cluster.uid });
    const { current, target } = reason?.pack ?? {};
    const upgrade = `from ${current?.version ?? ''} to ${target?.version ?? ''}`;
    expect(upgrades[0]?.reason).toEqual([`Upgrading Kubernetes ${upgrade}`]);
    expect(entries.map(({ spec }) => spec.actionMsg)).toContain(
      `Upgraded Kubernetes ${upgrade} in the cluster profile`,
    );
  });

  it('is over in all others', async () => {
    const service = await start();
    const repave = await read<ReturnType<Fleet['repave']>>(
      service,
      repavePath(clusterNamed(service, 'payments-eu')),
    );
    expect(repave).toMatchObject({ spec: { reasons: [] }, status: { state: 'Approved' } });
    const all = clustersOf(service).length;
    const others = await read<Listing<unknown>>(service, `${repavesPath}?repaveState=Approved`);
    expect(others.listmeta.count).toBe(all - 1);
    expect((await read<Listing<unknown>>(service, `${repavesPath}?repaveState=Reverted`)).items).toEqual([]);
  });

  it('can wait in so many clusters that they have several pages', async () => {
    const service = await start();
    for (const cluster of clustersOf(service).slice(0, 60)) cluster.isRepavePending = true;
    const first = await read<Listing<unknown>>(service, repavesPath);
    const second = await read<Listing<unknown>>(
      service,
      `${repavesPath}?continue=${first.listmeta.continue}`,
    );
    expect([first.items.length, second.items.length, second.listmeta.continue]).toEqual([50, 10, '']);
  });
});

describe('certificates', () => {
  const expiries = (service: ScriptedService, cluster: Cluster) =>
    service.fleet
      .certificates(cluster)
      .machineCertificates.flatMap(({ certificateAuthorities }) =>
        certificateAuthorities.flatMap(({ name, certificates }) =>
          certificates.map(({ expiry }) => ({ name, left: Date.parse(expiry) - started })),
        ),
      );

  it('of the control plane are renewed in time, except in one cluster', async () => {
    const { service } = await startWithClock();
    const early = clustersOf(service).filter((cluster) =>
      expiries(service, cluster).some(({ left }) => left < 30 * day),
    );
    expect(early.map(({ name }) => name)).toEqual(['ledger-dr']);
    const dr = clusterNamed(service, 'ledger-dr');
    const failing = expiries(service, dr).filter(({ left }) => left < 30 * day);
    expect(new Set(failing.map(({ name, left }) => `${name} ${Math.floor(left / day)}`))).toEqual(
      new Set(['etcd-ca 6']),
    );
    expect(service.fleet.clusterEvents(dr)).toContainEqual(
      expect.objectContaining({ reason: 'CertificateRenewalFailed', severity: 'Error' }),
    );
    expect(service.fleet.overview(dr).status.conditions.at(-1)).toMatchObject({
      status: 'False',
      reason: 'CertificateRenewalFailed',
    });
  });

  it('have the published fields, for each machine of the control plane', async () => {
    const service = await start();
    const { machineCertificates } = await read<ReturnType<Fleet['certificates']>>(
      service,
      certificatesPath(clusterNamed(service, 'payments-eu')),
    );
    expect(fieldsOf(machineCertificates)).toEqual(
      parseFields('name certificateAuthorities{name expiry certificates{name expiry}}'),
    );
    expect(machineCertificates.map(({ name }) => name)).toEqual([1, 2, 3].map((n) => `payments-eu-cp-${n}`));
    const managed = clusterNamed(service, 'atlas-eks');
    expect(await read(service, certificatesPath(managed))).toEqual({ machineCertificates: [] });
  });
});

describe('metrics', () => {
  it('have the published fields, for each machine that reports', async () => {
    const service = await start();
    const cluster = clusterNamed(service, 'chaos-lab-eu');
    const { items } = await metricsOf(service, cluster);
    expect(fieldsOf(items)).toEqual(
      parseFields('metadata{name uid} metrics{kind unit aggregation{avg max min} points{timestamp value}}'),
    );
    expect(items).toHaveLength(cluster.pools.reduce((sum, { size }) => sum + size, 0));
    const states = new Map(
      cluster.pools
        .flatMap((pool) => service.fleet.machines(cluster, pool))
        .map(({ metadata, status }) => [metadata.uid, status]),
    );
    for (const { metadata, metrics } of items) {
      const state = states.get(metadata.uid);
      const isReporting = Date.now() - Date.parse(state?.health?.lastHeartBeatTimestamp ?? '') < 2 * minute;
      const [latest] = metrics.map(({ points }) => points?.at(-1)?.timestamp ?? 0);
      if (state?.ready && isReporting) expect(Date.now() - (latest ?? 0)).toBeLessThan(2 * minute);
      if (!state?.health) expect(metrics.flatMap(({ points }) => points).length).toBeLessThan(60 * 3);
    }
  });

  it('have the time, period and kinds that are asked for', async () => {
    const { service } = await startWithClock();
    const cluster = clusterNamed(service, 'payments-us');
    const span = `&startTime=${new Date(started - 4 * 60 * minute).toISOString()}&endTime=${new Date(started).toISOString()}`;
    const [machine] = (await metricsOf(service, cluster, `${span}&period=15`)).items;
    const times = machine?.metrics[0]?.points?.map(({ timestamp }) => timestamp) ?? [];
    expect(times).toHaveLength(16);
    expect(new Set(times.map((time) => time % (15 * minute)))).toEqual(new Set([0]));
    for (const { aggregation, points = [] } of machine?.metrics ?? []) {
      const values = points.map(({ value }) => value);
      expect([aggregation.min, aggregation.max]).toEqual([Math.min(...values), Math.max(...values)]);
      expect(aggregation.avg).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 1);
    }
    const [discrete] = (await metricsOf(service, cluster, `${span}&discrete=true&metricKind=memory`)).items;
    expect(discrete?.metrics.map(({ kind, unit }) => [kind, unit])).toEqual([['memory', 'MiB']]);
    expect(discrete?.metrics[0]).not.toHaveProperty('points');
    const workers = await read<{ readonly items: readonly MachineMetrics[] }>(
      service,
      `/v1/metrics/machine/values?spectroClusterUid=${cluster.uid}`,
    );
    expect(workers.items).toHaveLength(11);
  });

  it('of all machines together are the usage of the cluster', async () => {
    const { service } = await startWithClock();
    const [payments] = service.fleet.projects;
    if (!payments) return;
    for (const name of ['payments-us', 'payments-uk', 'payments-staging']) {
      const cluster = clusterNamed(service, name);
      const { cpu, memory } = service.fleet.summarizeCluster(cluster, payments).status.metrics;
      const { items } = await metricsOf(service, cluster);
      const sum = (kind: string) =>
        items.reduce((total, machine) => total + (valuesOf(machine, kind).at(-1) ?? 0), 0);
      expect(Math.abs(sum('cpu') / 1_000 - cpu.usage)).toBeLessThan(0.15 * cpu.total);
      expect(Math.abs(sum('memory') - memory.usage)).toBeLessThan(0.15 * memory.total);
    }
  });

  it('stay within the size of the machine', async () => {
    const { service } = await startWithClock();
    for (const cluster of clustersOf(service)) {
      const times = Array.from({ length: 24 }, (_, hour) => started - hour * 60 * minute);
      for (const pool of cluster.pools) {
        const { numCPUs, memoryMiB, diskGiB } = pool.flavor;
        const most: Readonly<Record<string, number>> = {
          cpu: numCPUs * 1_000,
          memory: memoryMiB,
          disk: diskGiB * 1_024,
        };
        const samples = { kinds: Object.keys(most), times, isDiscrete: true };
        for (const { metrics } of service.fleet.metrics(cluster, [pool], samples)) {
          for (const { kind, aggregation } of metrics) {
            expect(aggregation.min).toBeGreaterThan(0);
            expect(aggregation.max).toBeLessThanOrEqual(most[kind] ?? 0);
          }
        }
      }
    }
  });

  it.each(['&period=0', '&startTime=now', '&startTime=2020-01-01T00:00:00Z'])(
    'are not listed for %s',
    async (query) => {
      const service = await start({ projects: 1 });
      expect(await statusOf(service, metricsPath(clusterNamed(service, 'payments-eu'), query))).toBe(400);
    },
  );
});
