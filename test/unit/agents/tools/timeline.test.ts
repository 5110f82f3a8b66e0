import { expect, test } from 'vitest';
import { fakeChanges } from '../../../support/fakeChanges';
import { startTools, wholeList, type Listed } from '../support';

interface Moment {
  readonly time: string;
}

interface Source {
  readonly isWhole: boolean;
  readonly readBackTo?: Moment;
  readonly problem?: string;
}

interface Entry {
  readonly time: Moment;
  readonly source: string;
  readonly who: string;
  readonly what: string;
  readonly item?: { readonly name: string; readonly path: readonly string[] };
}

interface Timeline extends Listed<Entry> {
  readonly of: { readonly kind: string; readonly name?: string };
  readonly readBackTo?: Moment;
  readonly sources: Readonly<Record<string, Source>>;
}

/** The tools of the demo, in which a machine has disk pressure, with all of its cluster known. */
async function startTimeline(options: Parameters<typeof startTools>[0] = {}) {
  const changes = fakeChanges(undefined);
  const started = await startTools({ projects: 8, ...options }, { changes });
  const { fleet, model, service, call } = started;
  await model.rows.children();
  const idOf = (name: string) => fleet.items().find((item) => item.name === name)?.id ?? '';
  await fleet.readBelow(idOf('payments'), {});
  for (const id of await fleet.readBelow(idOf('payments-eu'), {})) await fleet.readBelow(id, {});
  service.clearRequests();
  const read = (input: object) => call<Timeline>('poolview_timeline', input);
  return { ...started, changes, idOf, read };
}

/** How many requests that a call sent. */
const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

test('the timeline of a machine leads from its problem back to the one who caused it, with at most 4 requests', async () => {
  const { read, idOf, asked } = await startTimeline();
  const { data } = await read({ id: idOf('payments-eu-workers-5') });
  expect(sum(asked())).toBeLessThanOrEqual(4);
  expect(data.of).toEqual({ kind: 'machine', name: 'payments-eu-workers-5' });
  const found = ['KubeletHasDiskPressure', 'pack fluent-bit', ': Started', 'Upgraded pack'].map((text) =>
    data.items.findIndex(({ what }) => what.includes(text)),
  );
  expect(found).toEqual(found.toSorted((one, other) => one - other));
  expect(found[0]).toBe(0);
  expect(data.items[found[3] ?? -1]).toMatchObject({
    source: 'audit',
    who: expect.stringMatching(/^\w+ \w+$/) as unknown,
  });
});

test('without an id, it is the last hour of the fleet, with at most 4 requests', async () => {
  const { read, asked } = await startTimeline();
  const { data } = await read({});
  expect(sum(asked())).toBeLessThanOrEqual(4);
  expect(data.of).toEqual({ kind: 'fleet' });
  const names = new Set(data.items.map(({ item }) => item?.path[1] ?? item?.name));
  expect(names.size).toBeGreaterThan(1);
  const oldest = Date.parse(data.items.at(-1)?.time.time ?? '');
  expect(oldest).toBeGreaterThan(Date.now() - 61 * 60_000);
});

test.each(['payments', 'payments-eu'])(
  'the whole timeline of %s has each entry once, newest first',
  async (name) => {
    const { read, idOf, service } = await startTimeline();
    const week = await wholeList((skip) => read({ id: idOf(name), sinceMinutes: 10_080, skip }));
    const times = week.map(({ time }) => Date.parse(time.time));
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    const text = JSON.stringify(week);
    expect(text).not.toContain('@');
    const count = (source: string) => week.filter((entry) => entry.source === source).length;
    const { cluster } = service.fleet.pool('payments-eu', 'workers');
    const project = service.fleet.projects.filter(({ uid }) => uid === cluster.projectUid);
    const [events, audits] =
      name === 'payments'
        ? [service.fleet.events(project), service.fleet.audits({ projectUid: cluster.projectUid })]
        : [service.fleet.clusterEvents(cluster), service.fleet.audits({ resourceUid: cluster.uid })];
    const since = Date.now() - 10_080 * 60_000;
    const inTime = audits.filter(({ metadata }) => Date.parse(metadata.creationTimestamp) >= since);
    expect([count('event'), count('audit')]).toEqual([events.length, inTime.length]);
  },
);

test('only the sources that are asked for are requested', async () => {
  const { read, idOf, asked } = await startTimeline();
  const { data } = await read({ id: idOf('payments-eu'), sources: ['audit', 'repave'] });
  expect(asked()).toEqual({ listAudits: 1, readRepave: 1 });
  expect(Object.keys(data.sources)).toEqual(['audit', 'repave']);
  await read({ sources: ['change'] });
  expect(asked()).toEqual({});
});

test('a source that cannot be read is named, in the data of the service, and the others are there', async () => {
  const { read, idOf, service } = await startTimeline();
  service.faults.add({ kind: 'status', operation: 'listAudits', status: 403, times: Infinity });
  const { data, notes } = await read({ id: idOf('payments-eu') });
  expect(data.sources['audit']?.problem).toContain('audit.list');
  expect(data.sources['audit']?.isWhole).toBe(false);
  expect(data.items.some(({ source }) => source === 'event')).toBe(true);
  expect(JSON.stringify({ notes })).not.toContain('audit.list');
});

test('a service without events and an audit log has the rest', async () => {
  const { read, idOf } = await startTimeline({ profile: 'full', without: ['listEvents', 'listAudits'] });
  const { data } = await read({ id: idOf('payments-eu') });
  expect(data.sources['event']?.problem).toContain("doesn't support this");
  expect(data.items.some(({ source }) => source === 'pack')).toBe(true);
});

test('a log that is not sorted, or endless, is told', async () => {
  const { read, service } = await startTimeline();
  const at = (minutes: number) => ({
    metadata: {
      uid: `e${minutes}`,
      creationTimestamp: new Date(Date.now() - minutes * 60_000).toISOString(),
    },
    reason: 'Ping',
  });
  const body = { items: [at(5), at(3)], listmeta: { continue: 'more' } };
  service.faults.add({ kind: 'wrongJson', operation: 'listEvents', body, times: 3 });
  const { data, notes } = await read({ sources: ['event'] });
  expect(data.items.map(({ what }) => what)).toEqual(['Ping', 'Ping']);
  expect(data.sources['event']?.problem).toContain('repeated page token');
  expect(notes).toEqual(['A log is not sorted: its newest entries may be missing.']);
});

test('canceling ends it', async () => {
  const { call, service, idOf } = await startTimeline();
  service.faults.add({ kind: 'hang', operation: 'listEvents' });
  const controller = new AbortController();
  const canceled = call('poolview_timeline', { id: idOf('payments-eu') }, { signal: controller.signal });
  controller.abort();
  await expect(canceled).rejects.toThrow();
});
