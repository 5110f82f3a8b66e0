import { describe, expect, it } from 'vitest';
import type { Event } from '../../../src/demo/fleet/events';
import { hostileTexts } from '../../support/demo/hostile';
import { hostileEvents } from '../../support/demo/hostileEvents';
import type { ScriptedService } from '../../support/demo/service';
import { createTestClient } from '../support/service';
import { answer, clusterNamed, errorBody, eventsPath, start } from './helper';

interface EventPage {
  readonly items: readonly Event[];
  readonly listmeta: { readonly continue: string; readonly count: number };
}

async function list(service: ScriptedService, path: string, headers = {}): Promise<EventPage> {
  const { status, body } = await answer(service, path, { headers });
  expect(status).toBe(200);
  return body as EventPage;
}

const uidsOf = ({ items }: EventPage) => items.map(({ metadata }) => metadata.uid);

const eventsOf = (service: ScriptedService, name: string) =>
  service.fleet.clusterEvents(clusterNamed(service, name));

describe('the events of a cluster', () => {
  it('have the published fields', async () => {
    const service = await start();
    const cluster = clusterNamed(service, 'payments-eu');
    const { items } = await list(service, eventsPath(cluster));
    const related = { kind: 'spectrocluster', name: 'payments-eu', uid: cluster.uid };
    expect(items[0]).toEqual({
      metadata: { uid: expect.any(String) as string, creationTimestamp: expect.any(String) as string },
      involvedObject: {
        kind: 'machine',
        name: 'payments-eu-workers-5',
        uid: service.fleet.machine(cluster, service.fleet.pool('payments-eu', 'workers').pool, 4).metadata
          .uid,
      },
      relatedObject: related,
      message: 'kubelet has disk pressure: /var/lib/containerd is 93% full',
      reason: 'KubeletHasDiskPressure',
      severity: 'Warning',
      source: { component: 'kubelet', host: 'payments-eu-workers-5' },
    });
    expect(items.find(({ involvedObject }) => involvedObject.kind === 'spectrocluster')).toMatchObject({
      involvedObject: related,
      source: { host: '' },
    });
  });

  it('fill at least two pages in the featured projects, and are few elsewhere', async () => {
    const service = await start();
    for (const name of ['payments-eu', 'ledger-us', 'identity-eu', 'chaos-lab-eu']) {
      const count = eventsOf(service, name).length;
      expect(count).toBeGreaterThan(50);
      expect(count).toBeLessThan(160);
    }
    const others = service.fleet.projects.slice(30).flatMap(({ clusters }) => clusters);
    expect(others.length).toBeGreaterThan(50);
    const running = others.filter(({ state }) => state === 'Running');
    expect(Math.max(...running.map((cluster) => service.fleet.clusterEvents(cluster).length))).toBeLessThan(
      20,
    );
  });

  it('are listed in pages, without a gap and newest first', async () => {
    const service = await start();
    const path = eventsPath(clusterNamed(service, 'payments-eu'));
    const first = await list(service, `${path}?limit=50`);
    const second = await list(service, `${path}?limit=50&continue=${first.listmeta.continue}`);
    expect(first.items).toHaveLength(50);
    expect(second.listmeta.continue).toBe('');
    const all = [...first.items, ...second.items];
    expect(all).toHaveLength(first.listmeta.count);
    expect(new Set([...uidsOf(first), ...uidsOf(second)]).size).toBe(all.length);
    const times = all.map(({ metadata }) => metadata.creationTimestamp);
    expect(times).toEqual([...times].sort().reverse());
    const day = 86_400_000;
    expect(Date.now() - Date.parse(times.at(-1) ?? '')).toBeLessThan(day);
  });

  it('are the same each time and for the same seed only', async () => {
    const now = () => new Date('2026-01-01T00:00:00Z');
    const services = await Promise.all([start({ now }), start({ now }), start({ now, seed: 7 })]);
    const [first, same, other] = services.map((service) => eventsOf(service, 'payments-eu'));
    expect(same).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('explain the state of every machine', async () => {
    const { fleet } = await start();
    for (const cluster of fleet.projects.slice(0, 40).flatMap(({ clusters }) => clusters)) {
      const events = fleet.clusterEvents(cluster);
      for (const machine of cluster.pools.flatMap((pool) => fleet.machines(cluster, pool))) {
        const { health, instanceState } = machine.status;
        const [latest] = events.filter(({ involvedObject }) => involvedObject.uid === machine.metadata.uid);
        const trouble = health?.conditions.find(
          ({ type, status }) => status !== (type === 'Ready' ? 'True' : 'False'),
        );
        if (trouble) {
          expect(latest).toMatchObject({ reason: trouble.reason, message: trouble.message });
          expect(latest?.severity).toBe(instanceState === 'Failed' ? 'Error' : 'Warning');
        } else if (instanceState !== 'Running') {
          expect(latest?.reason).toBe(`Machine${instanceState}`);
        } else if (machine.status.maintenanceStatus) {
          expect(latest).toMatchObject({ message: machine.status.maintenanceStatus.message });
        } else if (latest?.severity === 'Warning') {
          expect(latest.reason).toBe('HeartbeatMissing');
        }
      }
    }
  });

  it('explain the state of a cluster that is not running', async () => {
    const service = await start();
    const about = (name: string) =>
      eventsOf(service, name)
        .filter(({ involvedObject }) => involvedObject.kind === 'spectrocluster')
        .map(({ reason, severity }) => `${severity} ${reason}`);
    expect(about('payments-br')).toEqual(['Normal ClusterProvisioning']);
    expect(about('inventory-eu')).toEqual(['Error ClusterCreateFailed']);
    expect(about('ml-training-gpu-2')).toEqual(['Normal ClusterDeleting']);
  });
});

describe('listing events', () => {
  it('can be in another order, and can fail', async () => {
    const service = await start();
    const path = eventsPath(clusterNamed(service, 'payments-eu'));
    const { items } = await list(service, path);
    service.faults.add({ kind: 'reversed', operation: 'listEvents' });
    service.faults.add({ kind: 'status', operation: 'listEvents', status: 503 });
    expect((await list(service, path)).items).toEqual([...items].reverse());
    expect((await answer(service, path)).status).toBe(503);
    expect((await list(service, path)).items).toEqual(items);
  });

  it('can return hostile events, of which the client keeps those that are objects', async () => {
    const service = await start();
    const { cluster, pool } = service.fleet.pool('payments-eu', 'workers');
    const events = hostileEvents(service.fleet.machine(cluster, pool, 0).metadata);
    service.faults.add({ kind: 'wrongJson', operation: 'listEvents', body: { items: events } });
    const { items } = await createTestClient(service.baseUrl).client.listEvents({ projectUid: undefined });
    expect(items.length).toBeGreaterThan(20);
    expect(items.length).toBeLessThan(events.length);
    const messages = items.map(({ message = '' }) => message);
    expect(messages).toEqual(expect.arrayContaining(Object.values(hostileTexts)));
    expect(Math.max(...messages.map(({ length }) => length))).toBeGreaterThan(100_000);
    const uids = items.map(({ metadata }) => metadata?.uid);
    expect(new Set(uids).size).toBeLessThan(uids.length - 1);
  });

  it('of a project or of all projects includes those of each cluster', async () => {
    const service = await start({ projects: 3 });
    const [payments, ledger] = service.fleet.projects;
    const count = async (headers: object) => (await list(service, eventsPath(), headers)).listmeta.count;
    const sum = (events: readonly (readonly Event[])[]) => events.flat().length;
    const clustersOf = (project: typeof payments) =>
      (project?.clusters ?? []).map((cluster) => service.fleet.clusterEvents(cluster));
    expect(await count({ ProjectUid: payments?.uid })).toBe(sum(clustersOf(payments)));
    expect(await count({})).toBe(sum(service.fleet.projects.flatMap(clustersOf)));
    const ofLedger = await list(service, eventsPath(), { ProjectUid: ledger?.uid });
    expect(ofLedger.items.every(({ relatedObject }) => relatedObject.name.startsWith('ledger-'))).toBe(true);
  });

  it('needs the project of the cluster, or none', async () => {
    const service = await start();
    const cluster = clusterNamed(service, 'payments-eu');
    const status = async (path: string, ProjectUid?: string) => {
      const headers = ProjectUid === undefined ? {} : { ProjectUid };
      return (await answer(service, path, { headers })).status;
    };
    const [payments, ledger] = service.fleet.projects.map(({ uid }) => uid);
    expect(await status(eventsPath(cluster))).toBe(200);
    expect(await status(eventsPath(cluster), payments)).toBe(200);
    expect(await status(eventsPath(cluster), ledger)).toBe(404);
    expect(await status(eventsPath(), 'x')).toBe(404);
    const { body } = await answer(service, eventsPath({ uid: 'x' }));
    expect(body).toEqual(errorBody('ResourceNotFound'));
  });

  it('takes at most 50 per page, and a token only from the same list', async () => {
    const service = await start();
    const path = eventsPath(clusterNamed(service, 'payments-eu'));
    const { listmeta } = await list(service, path);
    const status = async (given: string) => (await answer(service, given)).status;
    expect(await status(`${path}?limit=51`)).toBe(400);
    expect(
      await status(`${eventsPath(clusterNamed(service, 'ledger-eu'))}?continue=${listmeta.continue}`),
    ).toBe(400);
    expect(await status(`${eventsPath()}?continue=${listmeta.continue}`)).toBe(400);
  });
});
