import { describe, expect, it } from 'vitest';
import { situationAt } from '../../../src/demo/fleet/pools';
import { activeHour, profiles, type Step } from '../../../src/demo/server';
import type { ScriptedOptions, ScriptedService } from '../../support/demo/service';
import { answer, clusterNamed, listMachines, projectsPath, start } from './helper';

const minute = 60_000;
const hour = 60 * minute;

/** A service whose clock only `pass` moves. */
async function startWithClock(options: Partial<ScriptedOptions> = {}) {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const service = await start({ now: () => new Date(now), ...options });
  const pass = async (milliseconds: number) => {
    now += milliseconds;
    // Changes are made when a request arrives.
    await answer(service, `${projectsPath}/metadata`);
  };
  return { service, pass, now: () => new Date(now).toISOString() };
}

/** Names, states and sizes: everything that activity changes, except for times. */
const stateOf = ({ fleet }: ScriptedService) =>
  fleet.projects
    .slice(0, 60)
    .map(({ name, clusters }) => [
      name,
      clusters.map((cluster) => [
        cluster.name,
        cluster.state,
        cluster.pools.map((pool) =>
          Array.from({ length: pool.size }, (_, place) => situationAt(pool, place)),
        ),
      ]),
    ]);

const statesIn = async (service: ScriptedService, cluster: string, pool: string) =>
  (await listMachines(service, clusterNamed(service, cluster).configUid, pool)).map(
    ({ status: { instanceState, health, maintenanceStatus } }) =>
      `${instanceState} ${health?.state ?? ''} ${maintenanceStatus?.action ?? ''}`.trim(),
  );

describe('the active hour', () => {
  it.each(profiles)('ends as it began, and every step changes the fleet: %s', async (profile) => {
    const { service, pass } = await startWithClock({ profile });
    const before = stateOf(service);
    let last = before;
    for (const step of activeHour) {
      service.fleet.apply(step, 0);
      const state = stateOf(service);
      expect(state, JSON.stringify(step)).not.toEqual(last);
      last = state;
    }
    expect(last).toEqual(before);
    await pass(0);
  });

  it('begins again after an hour, and is the same however often the service is asked', async () => {
    const [often, seldom] = [
      await startWithClock({ activity: activeHour }),
      await startWithClock({ activity: activeHour }),
    ];
    const before = stateOf(often.service);
    for (let passed = 0; passed < 150; passed++) await often.pass(minute);
    await seldom.pass(150 * minute);
    expect(stateOf(often.service)).toEqual(stateOf(seldom.service));
    expect(stateOf(often.service)).not.toEqual(before);
    const events = ({ fleet }: ScriptedService) => fleet.events(fleet.projects);
    expect(events(often.service)).toEqual(events(seldom.service));
    await often.pass(30 * minute);
    expect(stateOf(often.service)).toEqual(before);
  });

  it('keeps a limited number of events', async () => {
    const { service, pass } = await startWithClock({ activity: activeHour, projects: 8 });
    const count = () => service.fleet.events(service.fleet.projects).length;
    const before = count();
    await pass(hour);
    expect(count()).toBeGreaterThan(before + 25);
    await pass(100 * hour);
    expect(count()).toBeLessThan(before + 2_100);
  });
});

describe('a step', () => {
  const run = async (...activity: readonly Step[]) => {
    const the = await startWithClock({ activity });
    /** The events that happened since the start. */
    const events = (cluster: string) =>
      the.service.fleet
        .clusterEvents(clusterNamed(the.service, cluster))
        .filter(({ metadata }) => metadata.creationTimestamp > '2026-01-01T00:00:00')
        .map(({ severity, reason, involvedObject }) => `${severity} ${reason} ${involvedObject.name}`);
    return { ...the, events };
  };

  it('can let machines fail and recover, and says when', async () => {
    const step = { cluster: 'payments-uk', pool: 'workers', machines: [4] };
    const { service, pass, events, now } = await run(
      { ...step, minute: 1, situation: 'lost' },
      { ...step, minute: 3, situation: 'running' },
    );
    const { configUid } = clusterNamed(service, 'payments-uk');
    await pass(minute);
    const lostAt = now();
    const [machine] = (await listMachines(service, configUid, 'workers')).slice(3);
    expect(machine?.status).toMatchObject({
      instanceStateLastUpdate: lostAt,
      health: { state: 'unhealthy', lastHeartBeatTimestamp: lostAt },
    });
    await pass(2 * minute);
    expect((await statesIn(service, 'payments-uk', 'workers'))[3]).toBe('Running healthy');
    expect(events('payments-uk')).toEqual([
      'Normal KubeletReady payments-uk-workers-4',
      'Warning NodeStatusUnknown payments-uk-workers-4',
    ]);
  });

  it('can add machines and remove them', async () => {
    const step = { cluster: 'payments-uk', pool: 'workers' };
    const { service, pass, events, now } = await run(
      { ...step, minute: 1, size: 5 },
      { ...step, minute: 2, size: 3 },
    );
    const { configUid } = clusterNamed(service, 'payments-uk');
    await pass(minute);
    const grown = await listMachines(service, configUid, 'workers');
    expect(grown).toHaveLength(5);
    expect(grown[4]).toMatchObject({
      metadata: { creationTimestamp: now() },
      status: { instanceState: 'Provisioning' },
    });
    await pass(minute);
    expect(await listMachines(service, configUid, 'workers')).toHaveLength(3);
    expect(events('payments-uk')).toEqual([
      'Normal ScaledDown payments-uk',
      'Normal MachineDeleted payments-uk-workers-4',
      'Normal MachineDeleted payments-uk-workers-5',
      'Normal ScaledUp payments-uk',
      'Normal MachineCreated payments-uk-workers-5',
    ]);
  });

  it('can create a cluster and delete it', async () => {
    const { service, pass, now } = await run(
      { minute: 1, project: 'payments', plan: { suffix: 'new', state: 'Provisioning' } },
      { minute: 2, cluster: 'payments-new', state: 'Running' },
      { minute: 3, cluster: 'payments-new', isDeleted: true },
    );
    const [payments] = service.fleet.projects;
    const names = () => payments?.clusters.map(({ name }) => name) ?? [];
    const latest = () => service.fleet.events(payments ? [payments] : [])[0]?.reason;
    const before = names();
    await pass(minute);
    expect(names()).toEqual([...before, 'payments-new']);
    const created = clusterNamed(service, 'payments-new');
    expect([new Date(created.created).toISOString(), latest()]).toEqual([now(), 'ClusterCreated']);
    await pass(minute);
    expect(created.state).toBe('Running');
    expect(new Set(await statesIn(service, 'payments-new', 'control-plane'))).toEqual(
      new Set(['Running healthy']),
    );
    await pass(minute);
    expect([names(), latest()]).toEqual([before, 'ClusterDeleted']);
    expect((await answer(service, `/v1/spectroclusters/${created.uid}`)).status).toBe(404);
  });
});
