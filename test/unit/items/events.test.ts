import { describe, expect, it } from 'vitest';
import { factOf, type DetailReading } from '../../../src/items/cluster';
import { eventsOf as shownEvents } from '../../../src/items/details/events';
import { Inventory } from '../../../src/items/inventory';
import { requestTime } from '../../../src/service/requestTime';
import type { ServiceEvent } from '../../../src/service/resources/logs';
import { eventAt, eventFrom, failure, scriptOf, sessionWith, type EventScript } from '../support/events';
import { atEnd } from '../support/service';

const uids = (events: readonly ServiceEvent[] | undefined) => events?.map(({ metadata }) => metadata?.uid);

/** The inventory of a service with these events. */
function inventoryWith(script: EventScript) {
  const session = sessionWith(script);
  const inventory = new Inventory(session);
  atEnd(() => {
    inventory.dispose();
  });
  const project = { metadata: { uid: 'p1' }, status: { usage: { clusters } }, source: {} };
  inventory.takeProjects([project], requestTime(), true);
  const read = (uid = 'c1') => inventory.clusterReads.read('events', { uid, projectUid: 'p1' });
  const eventsOf = (uid = 'c1'): DetailReading<readonly ServiceEvent[]> | undefined => {
    const cluster = inventory.clusterOf(uid);
    return cluster && factOf(cluster, 'events');
  };
  const known = (uid = 'c1') => {
    const cluster = inventory.clusterOf(uid);
    return cluster && uids(shownEvents(cluster));
  };
  return { session, read, eventsOf, known };
}

const clusters = Array.from({ length: 3 }, (_, index) => ({ uid: `c${index}`, name: `c${index}` }));

describe('the events of a cluster', () => {
  it('are the newest ones that the service has, newest first', async () => {
    const script = scriptOf(() => [eventAt(1, 'a'), eventAt(3, 'c'), eventFrom({}), eventAt(2, 'b')]);
    const { read, known } = inventoryWith(script);
    expect(known()).toEqual([]);
    await read();
    expect(known()).toEqual(['c', 'b', 'a', undefined]);
    expect(known('c2')).toEqual([]);
    script.answer = () => [eventAt(4, 'd'), eventAt(3, 'c')];
    await read();
    expect(known()).toEqual(['d', 'c']);
    expect(script.requests).toEqual([
      { clusterUid: 'c1', projectUid: 'p1' },
      { clusterUid: 'c1', projectUid: 'p1' },
    ]);
  });

  it('are requested once if they are needed twice at the same time', async () => {
    const script = scriptOf(() => [eventAt(1, 'a')]);
    const { read } = inventoryWith(script);
    await Promise.all([read(), read()]);
    expect(script.requests).toHaveLength(1);
  });

  it.each(['forbidden', 'unreachable', 'serviceFault'] as const)(
    'stay as they are if they cannot be read: %s',
    async (kind) => {
      const script = scriptOf(() => [eventAt(1, 'a')]);
      const { session, read, known } = inventoryWith(script);
      await read();
      script.answer = () => failure(kind);
      await read();
      expect(known()).toEqual(['a']);
      expect(session.refusals.of('listEvents')?.kind).not.toBe('unsupported');
    },
  );
});

describe('a service without events', () => {
  it.each([404, 405, 501])('is not asked again while it is connected: %i', async (status) => {
    const script = scriptOf(() => failure('unsupported', status));
    const { read, session } = inventoryWith(script);
    await read();
    const { length } = script.requests;
    await read('c2');
    expect(script.requests).toHaveLength(length);
    expect(session.refusals.of('listEvents')?.kind).toBe('unsupported');
  });

  it('is asked again after a refresh, because what it refused is forgotten', async () => {
    const script = scriptOf(() => failure('unsupported', 405));
    const { read, known, session } = inventoryWith(script);
    await read();
    session.refusals.forget();
    script.answer = () => [eventAt(1, 'a')];
    await read();
    expect(known()).toEqual(['a']);
  });

  it('is asked for those of the tenant, because a project that is not found says nothing about others', async () => {
    const script = scriptOf(() => failure('unsupported', 404));
    const client = await sessionWith(script).client();
    for (const projectUid of ['p1', 'p2']) {
      await expect(client.listEvents({ projectUid })).rejects.toMatchObject({ kind: 'unsupported' });
    }
    expect(script.requests).toEqual([{ projectUid: 'p1' }, { projectUid: undefined }]);
  });

  it.each([() => [], () => failure('forbidden', 403)])(
    'is not mistaken for one that only lacks the cluster: %s',
    async (answer) => {
      const script = scriptOf(({ clusterUid }) =>
        clusterUid === undefined ? answer() : failure('unsupported', 404),
      );
      const { read, session, eventsOf } = inventoryWith(script);
      await read();
      expect(eventsOf()?.error).toMatchObject({ kind: 'notFound' });
      expect(session.refusals.of('listEvents')?.kind).not.toBe('unsupported');
    },
  );

  it('is not assumed once events could be read', async () => {
    const script = scriptOf(({ clusterUid }) => (clusterUid === 'c1' ? [] : failure('unsupported', 404)));
    const client = await sessionWith(script).client();
    await client.listEvents({ clusterUid: 'c1', projectUid: 'p1' });
    await expect(client.listEvents({ projectUid: 'p2' })).rejects.toMatchObject({ kind: 'notFound' });
    expect(script.requests).toHaveLength(2);
  });
});
