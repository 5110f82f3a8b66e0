import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../../src/items/changes/change';
import { ClusterReads } from '../../../src/items/details/clusterReads';
import type { ClusterRow, MachineRow } from '../../../src/items/kinds';
import { readTimeline } from '../../../src/items/timeline';
import { timelineText } from '../../../src/projects/rowCommands/timeline';
import type { ServiceClient } from '../../../src/service/client';
import { ServiceError, type ServiceErrorKind } from '../../../src/service/errors';
import type { ServiceEvent } from '../../../src/service/resources/event';
import { changeOf, noCoverage } from '../../support/fakeChanges';
import { attacks, hostileText } from '../support/hostile';
import { renderText } from '../support/markdown';
import { connected, sourceOf } from '../support/service';

const now = Date.parse('2026-11-24T12:00:00Z');
const minute = 60_000;
const ago = (minutes: number): number => now - minutes * minute;

const project = { kind: 'project', id: 'v/p', project: { metadata: { uid: 'p1' } } };
const cluster = {
  kind: 'cluster',
  id: 'v/p/c',
  parent: project,
  usage: { name: 'payments-eu', uid: 'c1' },
} as unknown as ClusterRow;
const machine = {
  kind: 'machine',
  id: 'v/p/c/w/m',
  parent: { kind: 'pool', id: 'v/p/c/w', parent: cluster },
  machine: { metadata: { name: 'workers-5', uid: 'm5' } },
} as unknown as MachineRow;

const nothing = { items: [] };

/** A service that offers everything, and that nothing happened. */
const quiet = {
  listEvents: () => Promise.resolve(nothing),
  listAudits: () => Promise.resolve(nothing),
  readClusterOverview: () => Promise.resolve({}),
  readRepave: () => Promise.resolve({}),
} satisfies Partial<ServiceClient>;

interface Setup {
  readonly row?: ClusterRow | MachineRow;
  readonly client?: Partial<ServiceClient>;
  readonly changes?: readonly Change[];
  readonly signal?: AbortSignal;
}

async function timelineOf({ row = cluster, client, changes = [], signal }: Setup) {
  const session = sourceOf({ ...quiet, ...client } as ServiceClient);
  const inventory = { session, clusterReads: new ClusterReads(session) };
  const context = {
    inventory,
    changes: { changes, coverage: noCoverage },
    now,
    signal: signal ?? new AbortController().signal,
  };
  const read = await readTimeline(row, context, ago(24 * 60));
  return { ...read, texts: read.entries.map(({ source, text }) => `${source}: ${text}`) };
}

const listOf =
  (...items: readonly ServiceEvent[]) =>
  () =>
    Promise.resolve({ items });

function eventAt(time: number | undefined, rest: Partial<ServiceEvent> = {}): ServiceEvent {
  return {
    metadata: { uid: undefined, creationTimestamp: time },
    involvedObject: { kind: 'machine', name: 'workers-5', uid: 'm5' },
    relatedObject: undefined,
    message: undefined,
    reason: 'NotReady',
    severity: undefined,
    source: undefined,
    ...rest,
  };
}

const failsWith =
  (kind: ServiceErrorKind, operation: 'listEvents' | 'listAudits', permission?: string) => () =>
    Promise.reject(new ServiceError({ kind, operation, permission }));

test('what happened is one list, newest first, whatever source it is from', async () => {
  const { entries, texts } = await timelineOf({
    changes: [
      changeOf(1, {
        item: { kind: 'machine', id: machine.id, name: 'workers-5', path: [] },
        after: ago(30),
        before: ago(28),
      }),
      changeOf(2, { item: { kind: 'machine', id: 'v/p/c2/w/m', name: 'other', path: [] }, before: ago(1) }),
    ],
    client: {
      listEvents: listOf(
        eventAt(ago(29), { message: 'disk is full', severity: 'Warning' }),
        eventAt(ago(25 * 60), { message: 'too old' }),
      ),
      listAudits: () =>
        Promise.resolve({
          items: [
            eventAt(ago(60), {
              reason: 'update',
              message: 'Upgraded fluent-bit',
              involvedObject: { kind: 'spectrocluster', name: 'payments-eu', uid: 'c1' },
              actor: { name: 'Ada Lovelace', type: 'user', mail: 'ada@acme.example' },
            }),
          ],
        }),
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
    },
  });
  expect(texts).toEqual([
    'Repave: cluster payments-eu: Pending: Upgrading Kubernetes',
    'Status: cluster payments-eu: Ready False',
    'Change: machine workers-5: Healthy → DiskPressure: not before 2026-11-24 11:30:00 UTC',
    'Event: Warning: machine workers-5: NotReady: disk is full',
    'Status: pack fluent-bit 0.48.5: Error: CrashLoopBackOff',
    'Status: pack fluent-bit 0.48.5: Started',
    'Audit: Ada Lovelace: cluster payments-eu: update: Upgraded fluent-bit',
  ]);
  expect(entries[0]?.time).toBe(ago(10));
});

test('a machine has the events that involve it, and the causes in its cluster', async () => {
  const { texts } = await timelineOf({
    row: machine,
    client: {
      listEvents: listOf(
        eventAt(ago(1)),
        eventAt(ago(2), { involvedObject: { kind: 'machine', name: 'workers-6', uid: 'm6' } }),
      ),
      listAudits: listOf(eventAt(ago(3), { actor: { name: 'Ada', type: 'user', mail: undefined } })),
    },
  });
  expect(texts).toEqual(['Event: machine workers-5: NotReady', 'Audit: Ada: machine workers-5: NotReady']);
});

test('of entries at the same time, what may be the cause is last', async () => {
  const { texts } = await timelineOf({
    changes: [
      changeOf(1, {
        item: { kind: 'cluster', id: cluster.id, name: 'payments-eu', path: [] },
        before: ago(5),
      }),
    ],
    client: {
      listEvents: listOf(
        ...['a', 'b'].map((reason) => eventAt(ago(5), { reason, involvedObject: undefined })),
      ),
      listAudits: listOf(eventAt(ago(5), { actor: { name: 'Ada', type: 'user', mail: undefined } })),
    },
  });
  expect(texts.map((text) => text.slice(0, 8))).toEqual(['Change: ', 'Event: a', 'Event: b', 'Audit: A']);
});

test('what cannot be read is a note, and hides nothing else', async () => {
  let pages = 0;
  const { texts, notes } = await timelineOf({
    client: {
      listEvents: () =>
        ++pages === 1
          ? Promise.resolve({ items: [eventAt(ago(1))], continue: 'next' })
          : failsWith('timedOut', 'listEvents')(),
      listAudits: failsWith('forbidden', 'listAudits', 'audit.list'),
      readRepave: () =>
        Promise.reject(new ServiceError({ kind: 'unsupported', operation: 'readRepave', status: 404 })),
    },
  });
  expect(texts).toEqual(['Event: machine workers-5: NotReady']);
  expect(notes).toEqual([
    'Nothing has been read yet, so there is nothing to compare.',
    expect.stringContaining(
      "Couldn't load the audit log. The API key probably lacks the audit.list permission",
    ),
    expect.stringContaining("Couldn't load events. The service didn't respond in time"),
    expect.stringContaining("The service doesn't support this (404)."),
  ]);
  expect(timelineText('Timeline', { entries: [], notes }, now)).toContain(
    'Nothing happened, as far as was read.',
  );
});

test('a machine whose cluster is not known has only changes, and a note', async () => {
  const row = { ...machine, id: 'v/p/w/m', parent: { kind: 'pool', id: 'v/p/w', parent: project } };
  const { service, client } = await connected({ projects: 1 });
  const { texts, notes } = await timelineOf({
    row: row as unknown as MachineRow,
    client,
    changes: [changeOf(1, { item: { kind: 'machine', id: row.id, name: 'm', path: [] }, before: ago(1) })],
  });
  expect(texts).toEqual([expect.stringContaining('Change: machine m: Healthy → DiskPressure')]);
  expect(notes[1]).toContain("Couldn't load events.");
  expect(service.requests).toEqual([]);
});

test('canceling ends all reads', async () => {
  const controller = new AbortController();
  const read = timelineOf({
    client: { readRepave: () => new Promise(() => undefined) },
    signal: controller.signal,
  });
  controller.abort();
  await expect(read).rejects.toThrow(/aborted/i);
});

test('a log is read only as far as needed and, if it is endless, in part', async () => {
  let asked = 0;
  const pagesOf = (minutes: number) => () => {
    asked++;
    const items = Array.from({ length: 50 }, (_, index) => eventAt(ago(minutes * (50 * asked + index))));
    return Promise.resolve({ items, continue: `page-${asked}` });
  };
  const { notes } = await timelineOf({ client: { listEvents: pagesOf(10) } });
  expect([asked, notes.length]).toEqual([2, 1]);
  // In another order, or if a time is missing, later pages may have recent entries.
  for (const times of [
    [20, 1600, 30, 1700],
    [20, 1600, undefined],
  ]) {
    const pages = [
      times.map((minutes) => eventAt(minutes === undefined ? undefined : ago(minutes))),
      [eventAt(ago(5))],
    ];
    const { entries } = await timelineOf({
      client: {
        listEvents: (query) =>
          Promise.resolve({
            items: pages[query.continue === undefined ? 0 : 1] ?? [],
            continue: query.continue === undefined ? 'next' : undefined,
          }),
      },
    });
    expect(entries[0]?.time).toBe(ago(5));
  }
  asked = 0;
  const endless = await timelineOf({ client: { listEvents: pagesOf(0.01) } });
  expect(asked).toBe(10);
  expect(endless.notes).toContain('A log has more entries than the 500 that were read.');
});

test('the text stays short with 3,000 entries, and entries without a valid time are counted', async () => {
  const events = Array.from({ length: 3000 }, (_, index) =>
    eventAt(ago(index / 100), { message: 'x'.repeat(900) }),
  );
  const { entries, notes } = await timelineOf({
    client: { listEvents: () => Promise.resolve({ items: [eventAt(undefined), eventAt(8e15), ...events] }) },
  });
  expect(entries).toHaveLength(1000);
  expect(notes).toContain('Entries left out (no valid time, or too many): 2,002');
  expect(timelineText('Timeline', { entries, notes }, now).length).toBeLessThan(1_000_000);
});

/** Of the service everywhere where it can write texts. */
function saying(text: string): Partial<ServiceClient> {
  const involvedObject = { kind: text, name: text, uid: text };
  const event = eventAt(ago(1), { reason: text, message: text, severity: text, involvedObject });
  const condition = { type: text, status: text, reason: text, message: text, lastTransitionTime: ago(1) };
  return {
    listEvents: () => Promise.resolve({ items: [event] }),
    listAudits: () =>
      Promise.resolve({ items: [{ ...event, actor: { name: text, type: text, mail: text } }] }),
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

test('texts of the service stay text', async () => {
  for (const text of [
    ...attacks,
    'https://evil.example/x',
    '//evil.example',
    '![x](https://evil.example/x.png)',
  ]) {
    const read = await timelineOf({ client: saying(text) });
    const markdown = timelineText(text, read, now);
    expect(markdown.split('\n').filter((line) => !/^(### |> |- \*\*|>?$)/.test(line))).toEqual([]);
    for (const line of markdown.split('\n'))
      expect(() => renderText(line.replace(/^(### |> ?|- )/, ''))).not.toThrow();
    expect(markdown).not.toContain('//');
  }
});

test('mail addresses are never in a timeline', async () => {
  await fc.assert(
    fc.asyncProperty(
      hostileText,
      fc.constantFrom('', '\ufeff', '\u200b'),
      hostileText,
      async (before, hidden, after) => {
        const text = `${before}ada.lovelace@${hidden}acme.exam${hidden}ple ${after}`.slice(-400);
        const { entries, notes } = await timelineOf({ client: saying(text) });
        expect(JSON.stringify([entries, notes])).not.toMatch(/@acme\.example/);
      },
    ),
    { numRuns: 50 },
  );
});
