import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ItemPath } from '../../../src/items/item';
import { type SelectedItem, timelineSources } from '../../../src/timeline/entry';
import type { ServiceClient } from '../../../src/service/client';
import { withoutMailDomains } from '../../../src/service/mailAddress';
import { ServiceError } from '../../../src/service/errors';
import { requestTime } from '../../../src/service/requestTime';
import { changeOf } from '../../support/fakeChanges';
import { attacks, hostileText } from '../support/hostile';
import { ada, ago, eventAt, failsWith, listOf, now, timelineOf } from './support';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  return () => vi.useRealTimers();
});

const clusterObject = { kind: 'spectrocluster', name: 'payments-eu', uid: 'c1' };

/** What each source says of an incident. */
const incident: Partial<ServiceClient> = {
  listEvents: listOf(
    eventAt(ago(29), { message: 'disk is full', severity: 'Warning' }),
    eventAt(ago(25 * 60), { message: 'too old' }),
  ),
  listAudits: listOf(
    eventAt(ago(60), {
      reason: 'update',
      message: 'Upgraded fluent-bit',
      involvedObject: clusterObject,
      actor: ada,
    }),
  ),
  readClusterOverview: () =>
    Promise.resolve({
      status: {
        packs: [
          {
            name: 'fluent-bit',
            version: '0.48.5',
            startTime: ago(59),
            condition: {
              type: 'Error',
              status: 'True',
              reason: 'CrashLoopBackOff',
              lastTransitionTime: ago(31),
            },
          },
        ],
        conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: ago(27) }],
      },
    } as never),
  readRepave: () =>
    Promise.resolve({
      spec: { reasons: [{ message: 'Upgrading Kubernetes' }] },
      status: { state: 'Pending', repaveTransitionTime: ago(10) },
    } as never),
};

test('what happened is one list, newest first, whatever source it is from', async () => {
  const { timeline, cluster } = await timelineOf({
    client: incident,
    changes: ({ machine }) => [
      changeOf(1, {
        item: machine,
        after: ago(30),
        before: ago(28),
      }),
      changeOf(2, {
        item: { kind: 'machine', id: 'Test/project:p/c2/w/m', names: ['other'] },
        before: ago(1),
      }),
    ],
  });
  await timeline.read();
  const ofCluster = { kind: 'cluster', id: cluster.id, names: ['payments', 'payments-eu'] };
  const ofMachine = { kind: 'machine', names: ['payments', 'payments-eu', 'workers-5'] };
  const none = { who: '', reason: '' };
  expect(timeline.entries.map(({ id: _, ...entry }) => entry)).toEqual([
    {
      ...none,
      source: 'repave',
      time: ago(10),
      level: 'info',
      item: ofCluster,
      what: 'Pending: Upgrading Kubernetes',
    },
    { ...none, source: 'pack', time: ago(27), level: 'warning', item: ofCluster, what: 'Ready False' },
    {
      ...none,
      source: 'change',
      time: ago(28),
      after: ago(30),
      level: 'warning',
      item: expect.objectContaining({
        names: ['payments', 'payments-eu', 'workers', 'workers-5'],
      }) as unknown,
      what: 'Healthy → DiskPressure',
    },
    {
      ...none,
      source: 'event',
      time: ago(29),
      level: 'warning',
      item: ofMachine,
      reason: 'NotReady',
      what: 'NotReady: disk is full',
    },
    {
      ...none,
      source: 'pack',
      time: ago(31),
      level: 'error',
      item: ofCluster,
      what: 'pack fluent-bit 0.48.5: Error: CrashLoopBackOff',
      pack: { name: 'fluent-bit', version: '0.48.5' },
    },
    {
      ...none,
      source: 'pack',
      time: ago(59),
      level: 'info',
      item: ofCluster,
      what: 'pack fluent-bit 0.48.5: Started',
      pack: { name: 'fluent-bit', version: '0.48.5' },
    },
    {
      source: 'audit',
      time: ago(60),
      level: 'info',
      item: ofCluster,
      who: 'Ada Lovelace',
      what: 'Upgraded fluent-bit',
      reason: '',
      isCause: true,
    },
  ]);
  expect(timeline.eventOf(timeline.entries.at(-1)?.id ?? '')?.actor?.mail).toBe('ada@acme.example');
  const whole = { readTo: ago(1440), isWhole: true, isUnsorted: false };
  expect(timeline.state).toMatchObject({
    isReading: false,
    shownTo: ago(1440),
    hasMore: false,
    isTruncated: false,
    sources: Object.fromEntries(timelineSources.map((source) => [source, whole])),
  });
});

test('the fleet and a project have what was read of their clusters, without a request for it', async () => {
  const { timeline, inventory, texts } = await timelineOf({
    client: incident,
    item: () => undefined,
    since: ago(30),
  });
  const requests: string[] = [];
  inventory.clusterReads.onDidRead(({ name }) => requests.push(name));
  await timeline.read();
  expect([texts(), requests]).toEqual([['event: NotReady: disk is full'], []]);
  const { pack, repave } = timeline.state.sources;
  expect([pack, repave]).toEqual(Array(2).fill({ readTo: Infinity, isWhole: false, isUnsorted: false }));
  let changes = 0;
  timeline.onDidChange(() => changes++);
  await inventory.clusterReads.read('repave', { uid: 'c1', projectUid: 'p1' });
  await inventory.clusterReads.read('overview', { uid: 'c1', projectUid: 'p1' });
  expect(changes).toBe(2);
  expect(texts()).toEqual([
    'repave: Pending: Upgrading Kubernetes',
    'pack: Ready False',
    'event: NotReady: disk is full',
  ]);
  // There are no others.
  expect(timeline.state.sources.pack).toMatchObject({ isWhole: true });
});

test('a machine has the events that involve it, and the causes in its cluster', async () => {
  const { timeline, texts } = await timelineOf({
    item: ({ machine }) => machine,
    client: {
      ...incident,
      listEvents: listOf(
        eventAt(ago(1)),
        eventAt(ago(2), { involvedObject: { kind: 'machine', name: 'workers-6', uid: 'm6' } }),
      ),
    },
  });
  await timeline.read();
  expect(texts()).toEqual([
    'event: NotReady',
    'repave: Pending: Upgrading Kubernetes',
    'pack: Ready False',
    'pack: pack fluent-bit 0.48.5: Error: CrashLoopBackOff',
    'pack: pack fluent-bit 0.48.5: Started',
    'audit: Upgraded fluent-bit',
  ]);
});

test('of entries at the same time, what may be the cause is last', async () => {
  const { timeline, texts } = await timelineOf({
    changes: ({ cluster }) => [
      changeOf(1, {
        item: { kind: 'cluster', id: cluster.id, names: ['payments-eu'] },
        before: ago(5),
      }),
    ],
    client: {
      listEvents: listOf(...['a', 'b'].map((reason) => eventAt(ago(5), { reason }))),
      listAudits: listOf(eventAt(ago(5), { actor: ada, involvedObject: clusterObject })),
    },
  });
  await timeline.read();
  expect(texts()).toEqual(['change: Healthy → DiskPressure', 'event: a', 'event: b', 'audit: NotReady']);
});

test.each<[string, (item: ItemPath) => SelectedItem | undefined, object | undefined, object]>([
  ['the fleet', () => undefined, { projectUid: undefined }, {}],
  [
    'a project',
    ({ id, ...item }) => ({ ...item, kind: 'project', id: id.split('/', 2).join('/') }),
    { projectUid: 'p1', clusterUid: undefined },
    { projectUid: 'p1' },
  ],
  ['a cluster', (item) => item, { projectUid: 'p1', clusterUid: 'c1' }, { projectUid: 'p1' }],
  [
    'a cluster of no known project',
    (item) => ({ ...item, id: item.id.replace('project:p1', 'project~payments') }),
    { projectUid: undefined, clusterUid: 'c1' },
    { resourceUid: 'c1' },
  ],
  [
    'a pool',
    (item) => ({ ...item, kind: 'pool', id: `${item.id}/pool:w` }),
    { projectUid: 'p1', clusterUid: 'c1' },
    { projectUid: 'p1' },
  ],
  [
    'a pool that the user added to a project, and not those of a cluster',
    ({ id }) => ({
      kind: 'pool',
      id: id.replace('cluster:c1', 'pool:c:w'),
      names: ['payments', 'w'],
    }),
    { projectUid: 'p1', clusterUid: undefined },
    { projectUid: 'p1' },
  ],
  [
    'a machine in such a pool',
    ({ id }) => ({
      kind: 'machine',
      id: id.replace('cluster:c1', 'pool:c:w/machine:m'),
      names: ['payments', 'w', 'm'],
    }),
    { projectUid: 'p1', clusterUid: undefined },
    { projectUid: 'p1' },
  ],
  ['a team', () => ({ kind: 'team', id: 't1', names: ['Platform'] }), undefined, { resourceUid: 't1' }],
])('the logs of %s are asked for, and nothing else', async (_what, itemOf, events, audits) => {
  const asked: object[] = [];
  const record = (query: object) => {
    asked.push(query);
    return Promise.resolve({ items: [] });
  };
  const { timeline } = await timelineOf({
    client: { listEvents: record, listAudits: record },
    item: ({ cluster }) => itemOf(cluster),
  });
  await timeline.read();
  const period = { startTime: ago(1440), endTime: now + 86_400_000, continue: undefined };
  expect(asked).toEqual([...(events ? [{ ...events, continue: undefined }] : []), { ...audits, ...period }]);
});

test('only the sources that are asked for are read', async () => {
  const { timeline, texts } = await timelineOf({
    client: { ...incident, listEvents: () => expect.fail(), readRepave: () => expect.fail() },
    sources: ['audit', 'pack'],
  });
  await timeline.read();
  expect(Object.keys(timeline.state.sources)).toEqual(['audit', 'pack']);
  expect(texts()).toHaveLength(4);
});

test('without a UID to ask for, nothing is requested, because it would be about everything', async () => {
  const { timeline } = await timelineOf({
    client: { listEvents: () => expect.fail(), listAudits: () => expect.fail() },
    item: ({ cluster }) => ({ ...cluster, id: cluster.id.replace('cluster:c1', 'cluster~x') }),
  });
  await timeline.read();
  const unread = { problem: 'The service reported no UID.', isWhole: false };
  expect(timeline.state.sources).toMatchObject({ event: unread, audit: unread });
});

test('what cannot be read is named, and hides nothing else', async () => {
  let pages = 0;
  const { timeline, texts } = await timelineOf({
    client: {
      listEvents: () =>
        ++pages === 1
          ? Promise.resolve({ items: [eventAt(ago(1)), eventAt(ago(2), { reason: 'b' })], continue: 'next' })
          : failsWith('timedOut', 'listEvents')(),
      listAudits: failsWith('forbidden', 'listAudits', 'audit.list'),
      readClusterOverview: incident.readClusterOverview ?? expect.fail(),
      readRepave: () =>
        Promise.reject(new ServiceError({ kind: 'unsupported', operation: 'readRepave', status: 404 })),
    },
  });
  await timeline.read();
  // Four requests: the log goes on later, and others may have the time of its last entry.
  expect([texts(), pages]).toEqual([['event: NotReady'], 1]);
  await timeline.readMore();
  expect(pages).toBe(2);
  expect(texts().slice(0, 2)).toEqual(['event: NotReady', 'event: b']);
  expect(texts()).toHaveLength(5);
  const { sources, hasMore } = timeline.state;
  expect(sources.audit?.problem).toContain(
    "Couldn't load the audit log. The API key probably lacks the audit.list permission",
  );
  expect(sources.event?.problem).toContain("Couldn't load events. The service didn't respond in time");
  expect(sources.repave?.problem).toContain("The service doesn't support this (404).");
  expect(sources.pack?.problem).toBeUndefined();
  expect(hasMore).toBe(true);
});

test('entries of the future are shown, and those without a time are counted', async () => {
  const { timeline, texts } = await timelineOf({
    client: {
      listEvents: listOf(eventAt(undefined), eventAt(now + 90_000_000), eventAt(undefined, { reason: 'x' })),
      listAudits: listOf(eventAt(undefined, { actor: ada })),
    },
  });
  await timeline.read();
  expect([texts(), timeline.entries[0]?.time]).toEqual([['event: NotReady'], now + 90_000_000]);
  const { event, audit } = timeline.state.sources;
  expect(event).toMatchObject({ isWhole: false, problem: '2 entries have no valid time and are not shown.' });
  expect(audit).toMatchObject({ isWhole: false, problem: '1 entry has no valid time and is not shown.' });
});

/** Pages of 50 entries, each a number of minutes before the one before it. */
function endless(minutes: number) {
  const asked: (string | undefined)[] = [];
  const list: ServiceClient['listEvents'] = ({ continue: token }) => {
    asked.push(token);
    const page = Number(token ?? 0);
    const items = Array.from({ length: 50 }, (_, index) => eventAt(ago(minutes * (50 * page + index))));
    return Promise.resolve({ items, continue: String(page + 1) });
  };
  return { asked, list };
}

test('a log is read only as far as needed, and others are shown down to there', async () => {
  const { asked, list } = endless(10);
  const { timeline } = await timelineOf({
    client: {
      listEvents: list,
      listAudits: listOf(eventAt(ago(3), { actor: ada }), eventAt(ago(600), { actor: ada })),
    },
    item: () => undefined,
  });
  await timeline.read();
  expect(asked).toEqual([undefined, '1', '2']);
  expect(timeline.state).toMatchObject({ shownTo: ago(1440), hasMore: false });
  const short = endless(1);
  const other = await timelineOf({
    client: {
      listEvents: short.list,
      listAudits: listOf(eventAt(ago(3), { actor: ada }), eventAt(ago(600), { actor: ada })),
    },
    item: () => undefined,
  });
  await other.timeline.read();
  expect(short.asked).toHaveLength(3);
  expect(other.timeline.state).toMatchObject({ shownTo: ago(149) + 1, hasMore: true });
  // The last one of the page is not shown: others may have its time.
  expect(other.timeline.entries).toHaveLength(150);
  await other.timeline.readMore();
  expect(short.asked).toHaveLength(13);
  expect(other.timeline.entries).toHaveLength(651);
});

test('the log that was read the least far is read first', async () => {
  const [fast, slow] = [endless(1), endless(0.01)];
  const { timeline } = await timelineOf({
    client: { listEvents: fast.list, listAudits: slow.list as never },
    item: () => undefined,
  });
  await timeline.read();
  expect([fast.asked.length, slow.asked.length]).toEqual([1, 3]);
});

test('at most 5,000 entries of a log are kept, and what is older is not shown', async () => {
  const events = Array.from({ length: 6000 }, (_, index) => eventAt(ago(index / 100)));
  const { timeline } = await timelineOf({
    client: {
      listEvents: ({ continue: token }) =>
        Promise.resolve({ items: token === undefined ? events : [], continue: 'more' }),
      listAudits: listOf(eventAt(ago(55), { actor: ada })),
    },
  });
  await timeline.read();
  expect(timeline.entries).toHaveLength(5000);
  expect(timeline.state).toMatchObject({ isTruncated: true, hasMore: false, shownTo: ago(50) + 1 });
  expect(timeline.eventOf(timeline.entries.at(-1)?.id ?? '')).toBeDefined();
});

test('pages are read in their order, the first one again by a refresh, and it tells that it is reading', async () => {
  const { list, asked } = endless(1);
  const { timeline } = await timelineOf({ client: { listEvents: list }, item: () => undefined });
  for (const name of ['read', 'readMore', 'refresh', 'readMore'] as const) {
    const reading = timeline[name]();
    expect(timeline.state.isReading).toBe(true);
    await reading;
    expect(timeline.state.isReading).toBe(false);
  }
  const inOrder = Array.from({ length: 23 }, (_, page) => (page === 0 ? undefined : String(page)));
  expect(asked.toSpliced(13, 1)).toEqual(inOrder);
  expect(asked[13]).toBeUndefined();
});

test('canceling ends all reads, and is no problem of a source', async () => {
  const controller = new AbortController();
  const { timeline } = await timelineOf({ client: { readRepave: () => new Promise(() => undefined) } });
  const read = timeline.read(controller);
  controller.abort();
  await expect(read).rejects.toThrow(/aborted/i);
  await expect(timeline.refresh(controller)).rejects.toThrow(/aborted/i);
  expect(Object.values(timeline.state.sources).filter(({ problem }) => problem !== undefined)).toEqual([]);
  expect(await timeline.refresh()).toBe(true);
});

test('changes of another connection are not shown', async () => {
  const { timeline, changes, inventory, texts } = await timelineOf({ item: () => undefined });
  await timeline.read();
  changes.add(changeOf(1, { before: ago(1) }));
  expect(texts()).toHaveLength(1);
  inventory.dispose();
  changes.replace([changeOf(2, { before: ago(1) }), changeOf(3, { before: ago(1) })]);
  expect(texts()).toHaveLength(1);
});

test('an item that is known only later is shown then, and nothing else changes', async () => {
  const other = { kind: 'spectrocluster', name: 'ledger', uid: 'c2' };
  const { timeline, inventory } = await timelineOf({
    item: () => undefined,
    client: { listEvents: listOf(eventAt(ago(1), { involvedObject: other }), eventAt(ago(2))) },
  });
  await timeline.read();
  const { entries } = timeline;
  expect(entries[0]?.item).toEqual({ kind: 'cluster', names: ['ledger'] });
  const add = (uid: string, name: string) =>
    inventory.takeClusters(
      [{ metadata: { name, uid }, specSummary: { projectMeta: { name: 'books', uid: 'p2' } } } as never],
      requestTime(),
      false,
    );
  await add('c3', 'unrelated');
  expect(timeline.entries).toBe(entries);
  await add('c2', 'ledger');
  expect(timeline.entries[0]?.item).toEqual({
    kind: 'cluster',
    id: inventory.clusterOf('c2')?.id,
    names: ['books', 'ledger'],
  });
  expect(timeline.entries[1]).toBe(entries[1]);
});

/** Of the service everywhere where it can write texts. */
function saying(text: string): Partial<ServiceClient> {
  const involvedObject = { kind: text, name: text, uid: text };
  const event = eventAt(ago(1), { reason: text, message: text, severity: text, involvedObject });
  const condition = { type: text, status: text, reason: text, message: text, lastTransitionTime: ago(1) };
  return {
    listEvents: listOf(event),
    listAudits: listOf({ ...event, actor: { name: text, type: text, mail: text } }),
    readClusterOverview: () =>
      Promise.resolve({
        status: {
          conditions: [condition],
          packs: [{ name: text, version: text, condition, endTime: ago(2) }],
        },
      } as never),
    readRepave: () =>
      Promise.reject(
        new ServiceError({ kind: 'serviceFault', operation: 'readRepave', serviceMessage: text }),
      ),
  };
}

test('texts of the service are one line without invisible characters', async () => {
  for (const text of [...attacks, 'a\nb\u202ec\u0000']) {
    const { timeline } = await timelineOf({ client: saying(text) });
    await timeline.read();
    expect(JSON.stringify([timeline.entries, timeline.state])).not.toMatch(/\\u00[01]|\\[nr]|\u202e/);
  }
});

test('mail addresses are never in a timeline [guarantee: mail-addresses]', async () => {
  await fc.assert(
    fc.asyncProperty(
      hostileText,
      fc.constantFrom('', '\ufeff', '\u200b'),
      hostileText,
      async (before, hidden, after) => {
        const text = `${before}ada.lovelace@${hidden}acme.exam${hidden}ple ${after}`.slice(-400);
        const { timeline } = await timelineOf({ client: saying(text) });
        await timeline.read();
        expect(JSON.stringify([timeline.entries, timeline.state])).not.toMatch(/@acme/);
      },
    ),
    { numRuns: 50 },
  );
  expect(withoutMailDomains('ada.lovelace@acme…')).toBe('ada.lovelace');
  // Where a text is cut off.
  for (const length of Array.from({ length: 60 }, (_, index) => 450 + index)) {
    const { timeline } = await timelineOf({ client: saying(`${'x '.repeat(length / 2)}ada@acme.example`) });
    await timeline.read();
    expect(JSON.stringify([timeline.entries, timeline.state])).not.toMatch(/@acme/);
  }
});
