import { describe, expect, it, vi } from 'vitest';
import type { ServiceEvent } from '../../../src/service/resources/event';
import {
  eventAt,
  eventFrom,
  failure,
  eventListsOf,
  scriptOf,
  sessionWith,
  auditFailure,
} from '../events/support';
import { eventually } from '../support/eventually';

const uids = (events: readonly ServiceEvent[] | undefined) => events?.map(({ metadata }) => metadata?.uid);

describe('the events of a cluster', () => {
  it('are known after they were read, newest first and without duplicates', async () => {
    const script = scriptOf(() => [eventAt(1, 'a'), eventAt(3, 'c'), eventFrom({}), eventAt(2, 'b')]);
    const { events } = eventListsOf(sessionWith(script));
    const read = vi.fn();
    events.onDidRead(read);
    expect(events.known('c1')).toBeUndefined();
    await events.read('c1', 'p1');
    expect(uids(events.known('c1'))).toEqual(['c', 'b', 'a', undefined]);
    expect(events.known('c2')).toBeUndefined();
    script.answer = () => [eventAt(4, 'd'), eventAt(3, 'c'), eventFrom({})];
    await events.read('c1', 'p1');
    expect(uids(events.known('c1'))).toEqual(['d', 'c', 'b', 'a', undefined]);
    expect(read).toHaveBeenCalledTimes(2);
    expect(script.requests).toEqual([
      { clusterUid: 'c1', projectUid: 'p1' },
      { clusterUid: 'c1', projectUid: 'p1' },
    ]);
  });

  it('are requested once if they are needed twice at the same time', async () => {
    const script = scriptOf(() => [eventAt(1, 'a')]);
    const { events } = eventListsOf(sessionWith(script));
    await Promise.all([events.read('c1', 'p1'), events.read('c1', 'p1')]);
    expect(script.requests).toHaveLength(1);
  });

  it('are the newest 200 of the 50 clusters that were read last', async () => {
    const many = Array.from({ length: 250 }, (_, index) => eventAt(index, String(index)));
    const { events } = eventListsOf(sessionWith(scriptOf(() => many)));
    for (let cluster = 0; cluster < 50; cluster++) await events.read(`c${cluster}`, 'p1');
    await events.read('c0', 'p1');
    await events.read('c50', 'p1');
    expect(uids(events.known('c0'))?.length).toBe(200);
    expect(uids(events.known('c0'))?.[0]).toBe('249');
    expect(events.known('c1')).toBeUndefined();
    expect(events.known('c2')).toBeDefined();
  });

  it('are forgotten when another connection becomes active, or the same one with another API key', async () => {
    const session = sessionWith(scriptOf(() => [eventAt(1, 'a')]));
    const { events, connect } = eventListsOf(session);
    for (const other of [session, sessionWith(scriptOf(() => [])), undefined]) {
      connect(session);
      await events.read('c1', 'p1');
      expect(uids(events.known('c1'))).toEqual(['a']);
      connect(other);
      expect(events.known('c1')).toBeUndefined();
    }
  });

  it('are forgotten with the connection, even if they arrive late', async () => {
    let arrive: (events: readonly ServiceEvent[]) => void = () => undefined;
    const script = scriptOf(() => new Promise<readonly ServiceEvent[]>((resolve) => (arrive = resolve)));
    const { events, connect } = eventListsOf(sessionWith(script));
    const reading = events.read('c1', 'p1');
    await eventually(() => {
      expect(script.requests).toHaveLength(1);
    });
    connect(sessionWith(scriptOf(() => [])));
    arrive([eventAt(1, 'a')]);
    await reading;
    expect(events.known('c1')).toBeUndefined();
    connect(undefined);
    await events.read('c1', 'p1');
    expect(events.known('c1')).toBeUndefined();
  });

  it.each(['forbidden', 'unreachable', 'serviceFault'] as const)(
    'stay as they are if they cannot be read: %s',
    async (kind) => {
      const script = scriptOf(() => [eventAt(1, 'a')]);
      const { events } = eventListsOf(sessionWith(script));
      await events.read('c1', 'p1');
      script.answer = () => failure(kind);
      await events.read('c1', 'p1');
      expect(uids(events.known('c1'))).toEqual(['a']);
      expect(events.isOffered).toBe(true);
    },
  );
});

describe('a service without events', () => {
  it.each([404, 405, 501])('is not asked again while it is connected: %i', async (status) => {
    const script = scriptOf(() => failure('unsupported', status));
    const session = sessionWith(script);
    const { events, connect } = eventListsOf(session);
    await events.read('c1', 'p1');
    const { length } = script.requests;
    await events.read('c2', 'p1');
    expect(script.requests).toHaveLength(length);
    session.refusals.refuse(failure('unsupported', status), { operation: 'listAudits' });
    expect(events.isOffered).toBe(false);
    for (const other of [undefined, sessionWith(scriptOf(() => []))]) {
      connect(other);
      expect(events.isOffered).toBe(true);
    }
  });

  it('has its view again once events can be read, because what it refused is asked again', async () => {
    const script = scriptOf(() => failure('unsupported', 405));
    const session = sessionWith(script);
    const { events } = eventListsOf(session);
    const offers: (boolean | undefined)[] = [];
    events.onDidChangeOffer(() => offers.push(events.isOffered));
    session.refusals.refuse(auditFailure('unsupported', 405));
    await events.read('c1', 'p1');
    // Until it is known, the view does not come and go.
    session.refusals.forget();
    expect(offers).toEqual([false]);
    script.answer = () => [];
    await events.read('c1', 'p1');
    expect(offers).toEqual([false, true]);
  });

  it('is asked for those of the tenant, because a project that is not found says nothing about others', async () => {
    const script = scriptOf(() => failure('unsupported', 404));
    const session = sessionWith(script);
    const { events } = eventListsOf(session);
    expect(await events.list(session, { projectUid: 'p1' })).toBeUndefined();
    expect(await events.list(session, { projectUid: 'p2' })).toBeUndefined();
    expect(script.requests).toEqual([{ projectUid: 'p1' }, { projectUid: undefined }]);
  });

  it.each([() => [], () => failure('forbidden', 403)])(
    'is not mistaken for one that only lacks the cluster: %s',
    async (answer) => {
      const script = scriptOf(({ clusterUid }) =>
        clusterUid === undefined ? answer() : failure('unsupported', 404),
      );
      const session = sessionWith(script);
      const { events } = eventListsOf(session);
      await expect(events.list(session, { clusterUid: 'c1', projectUid: 'p1' })).rejects.toMatchObject({
        kind: 'notFound',
      });
      expect(events.isOffered).toBe(true);
    },
  );

  it('is not assumed once events could be read', async () => {
    const script = scriptOf(({ clusterUid }) => (clusterUid === 'c1' ? [] : failure('unsupported', 404)));
    const session = sessionWith(script);
    const { events } = eventListsOf(session);
    await events.read('c1', 'p1');
    await expect(events.list(session, { projectUid: 'p2' })).rejects.toMatchObject({ kind: 'notFound' });
    expect(script.requests).toHaveLength(2);
  });
});
