import { describe, expect, it } from 'vitest';
import type { TimelineMessage } from '../../../../src/fleet/messages';
import {
  chosenSince,
  filterEntries,
  groupRows,
  noEntryFilter,
  openRows,
  sinceChoices,
  sortRows,
  startOf,
  storyOf,
  timelineAfter,
} from '../../../../src/fleet/page/timelineRows';
import { columns } from '../../../../src/fleet/page/timelineColumns';
import { foldText, repeatText, stateTexts } from '../../../../src/fleet/timelineText';
import type { SourceState, TimelineEntry } from '../../../../src/timeline/entry';
import { foldEntries } from '../../../../src/timeline/story';
import { formatMoment } from '../../../../src/text/format';
import { entryOf, stateOf } from '../../../support/fakeTimeline';
import { fleetOf, item } from './support';

const now = new Date(2026, 10, 24, 9, 30).getTime();
const minute = 60_000;
const hour = 60 * minute;

const ids = (entries: readonly { readonly id: string }[]): readonly string[] => entries.map(({ id }) => id);

function message(changed: readonly TimelineEntry[], rest: Partial<TimelineMessage> = {}): TimelineMessage {
  return {
    type: 'timeline',
    scope: '',
    since: 0,
    state: stateOf(),
    isWhole: false,
    changed,
    removed: [],
    ...rest,
  };
}

describe('messages', () => {
  const first = timelineAfter(undefined, message([entryOf('b', 2), entryOf('a', 1)], { isWhole: true }));

  it('add, change and remove entries, which stay sorted', () => {
    const changed = [entryOf('c', 3), entryOf('a', 4)];
    expect(ids(timelineAfter(first, message(changed, { removed: ['b'] })).entries)).toEqual(['a', 'c']);
  });

  it('begin another timeline', () => {
    const whole = message([entryOf('x', 1)], { isWhole: true, scope: 'eu · Cluster' });
    expect(timelineAfter(first, whole)).toMatchObject({ scope: 'eu · Cluster', entries: [{ id: 'x' }] });
  });
  it('keep the entries, as the same object, if only the state has changed', () => {
    expect(timelineAfter(first, message([])).entries).toBe(first.entries);
  });

  it('have what may be the cause last, of what happened at the same time', () => {
    const audit = entryOf('audit', 5, { source: 'audit' });
    const change = entryOf('change', 5, { source: 'change' });
    const { entries } = timelineAfter(undefined, message([audit, entryOf('event', 5), change]));
    expect(ids(entries)).toEqual(['change', 'event', 'audit']);
  });
});

describe('a filter', () => {
  const fleet = fleetOf(
    item('project', 'v/p', undefined, { name: 'payments' }),
    item('cluster', 'v/p/eu', 'v/p', { name: 'payments-eu', cloudType: 'aws', tags: ['env:prod'] }),
    item('pool', 'v/p/eu/w', 'v/p/eu', { name: 'workers' }),
    item('machine', 'v/p/eu/w/5', 'v/p/eu/w', {
      name: 'workers-5',
      addresses: ['10.2.0.5'],
      state: 'failed',
    }),
    item('cluster', 'v/p/us', 'v/p', { name: 'payments-us', cloudType: 'gcp' }),
  );
  const path = ['payments', 'payments-eu'];
  const entries = [
    entryOf('error', 4, {
      level: 'error',
      item: { kind: 'machine', id: 'v/p/eu/w/5', names: [...path, 'workers-5'] },
      what: 'Crash loop',
    }),
    entryOf('warning', 3, { level: 'warning', reason: 'DiskPressure' }),
    // A machine that is gone, or was not read.
    entryOf('gone', 3, {
      source: 'change',
      item: { kind: 'machine', id: 'v/p/eu/w/9', names: [...path, 'w-9'] },
    }),
    entryOf('us', 3, {
      source: 'change',
      item: { kind: 'cluster', id: 'v/p/us', names: ['payments-us'] },
    }),
    entryOf('audit', 2, { source: 'audit', who: 'Ann Lee', what: 'Upgrade' }),
    entryOf('unknown', 1, {
      level: 'unknown',
      source: 'pack',
      item: { kind: 'pack', names: [...path, 'cilium'] },
    }),
    // Nobody knows what it is in.
    entryOf('lost', 0, { source: 'repave', item: { kind: 'cluster', names: ['other', 'edge'] } }),
  ];

  it.each([
    [{}, '', ['error', 'warning', 'gone', 'us', 'audit', 'unknown', 'lost'], 0],
    [{ levels: 'warnings' }, '', ['error', 'warning'], 0],
    [{ levels: 'errors' }, '', ['error'], 0],
    [{ sources: ['audit'] }, '', ['audit'], 0],
    [{ sources: ['audit', 'pack'] }, '', ['audit', 'unknown'], 0],
    [{ sources: ['audit'], levels: 'errors' }, '', [], 0],
    // Words are in the texts of an entry, or of its item.
    [{}, 'lee UPGRADE', ['audit'], 0],
    [{}, ' payments  crash', ['error'], 0],
    [{}, 'diskpressure', ['warning'], 0],
    [{}, 'lee crash', [], 0],
    [{}, '10.2.0.5 crash', ['error'], 0],
    [{}, '-payments', ['warning', 'audit', 'lost'], 0],
    // Terms are about the item. What is not known itself, or no item, is told by what contains it.
    [{}, 'cloud:aws', ['error', 'gone', 'unknown'], 1],
    [{}, 'cluster:payments-eu', ['error', 'gone', 'unknown'], 1],
    [{}, 'kind:machine', ['error', 'gone'], 1],
    [{}, 'state:failed', ['error'], 2],
    [{}, 'pool:workers', ['error'], 2],
    [{}, 'cluster:payments-us', ['us'], 1],
    [{}, '-env:prod', [], 2],
    [{}, 'project:payments', ['error', 'gone', 'us', 'unknown'], 1],
    [{}, 'cloud:aws crash', ['error'], 0],
    [{ sources: ['change'] }, 'cloud:aws', ['gone'], 0],
  ] as const)('%j and %j show %j, and %d may match', (part, query, shown, count) => {
    const { found, unanswered } = filterEntries(entries, { ...noEntryFilter, ...part }, query, fleet);
    expect(ids(found)).toEqual(shown);
    expect(unanswered).toBe(count);
  });
});

describe('repeated events', () => {
  const item = { kind: 'machine', id: 'v/p/c/q/m', names: ['m'] } as const;
  const repeated = (id: string, time: number, rest: Partial<TimelineEntry> = {}): TimelineEntry =>
    entryOf(id, time, { item, reason: 'BackOff', ...rest });

  it('of an item and a reason fold into the row of the newest, with the first and the last time', () => {
    const [row, ...others] = foldEntries([
      repeated('c', now),
      repeated('b', now - hour),
      repeated('a', now - 2 * hour),
    ]);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ entry: { id: 'c' }, entries: [{ id: 'c' }, { id: 'b' }, { id: 'a' }] });
    expect(row && repeatText(row, (time) => formatMoment(time, now))).toBe('3 times since 07:30');
  });

  it('have the same row after another one of them', () => {
    const before = foldEntries([repeated('a', 1)]);
    expect(ids(foldEntries([repeated('b', 2), repeated('a', 1)]))).toEqual(ids(before));
  });

  it.each<[string, Partial<TimelineEntry>]>([
    ['another item', { item: { ...item, id: 'v/p/c/q/n' } }],
    ['no known item, of another name', { item: { kind: 'pod', names: ['n'] } }],
    ['another reason', { reason: 'Killing' }],
    ['no reason', { reason: '' }],
    ['another severity', { level: 'error' }],
    ['another source', { source: 'audit' }],
  ])('do not include what has %s', (_, rest) => {
    const rows = foldEntries([repeated('b', 2, rest), repeated('a', 1)]);
    expect(rows.map(({ entry }) => entry.id)).toEqual(['b', 'a']);
  });

  it('without a reason are rows of their own', () => {
    expect(foldEntries([repeated('b', 2, { reason: '' }), repeated('a', 1, { reason: '' })])).toHaveLength(2);
  });
});

it('every entry is in exactly one row', () => {
  const entries = Array.from({ length: 200 }, (_, index) =>
    entryOf(String(index), 1000 - index, { reason: index % 3 === 0 ? 'BackOff' : '' }),
  );
  const shown = foldEntries(entries).flatMap((row) => row.entries);
  expect(ids(shown).toSorted()).toEqual(ids(entries).toSorted());
});

describe('rows', () => {
  const rowsOf = (...entries: readonly TimelineEntry[]) => foldEntries(entries);
  const titles = (...given: Parameters<typeof groupRows>) => groupRows(...given).map(({ title }) => title);

  it('are grouped by day, with dates before yesterday and in the future', () => {
    const rows = rowsOf(...[-24, 1, 10, 34].map((hours) => entryOf(String(hours), now - hours * hour)));
    expect(titles(rows, now)).toEqual(['Wed, Nov 25', 'Today', 'Yesterday', 'Sun, Nov 22']);
  });

  it('are newest first, and can be sorted by the others', () => {
    const rows = rowsOf(
      entryOf('c', 3, { level: 'info', who: 'user 10' }),
      entryOf('b', 2, { level: 'error', who: 'user 9' }),
      entryOf('a', 1, { level: 'info', who: 'user 10' }),
    );
    const order = (column: 'time' | 'level' | 'who', isDescending: boolean) =>
      ids(sortRows(rows, { column, isDescending })).join('');
    expect([order('time', true), order('time', false)]).toEqual(['cba', 'abc']);
    expect([order('level', false), order('level', true)]).toEqual(['bca', 'cab']);
    expect([order('who', false), order('who', true)]).toEqual(['bca', 'cab']);
  });

  it('have columns for item, who and source where what happened has room beside them', () => {
    expect(columns.fitting([], 456)).toEqual(['time', 'level', 'what']);
    expect(columns.fitting([], 760)).toEqual(['time', 'level', 'item', 'who', 'what']);
    expect(columns.fitting([], 1176)).toHaveLength(6);
  });
});

describe('the story', () => {
  const path = ['payments', 'payments-eu', 'workers'];
  const eu = { kind: 'cluster', id: 'eu', names: ['payments', 'payments-eu'] };
  const what = 'Repaired machine payments-eu-workers-5';
  const upgrade = entryOf('upgrade', now, { source: 'audit', item: eu, what, isCause: true });
  const crash = entryOf('crash', now + minute, {
    level: 'error',
    item: eu,
    reason: 'CrashLoopBackOff',
    what: 'CrashLoopBackOff: Pack fluent-bit 0.48.5 crashes on payments-eu-workers-5',
  });
  const full = entryOf('full', now + 2 * minute, {
    level: 'warning',
    item: { kind: 'machine', names: [...path, 'payments-eu-workers-5'] },
    reason: 'DiskPressure',
    what: 'DiskPressure: 93% full',
  });
  const other = entryOf('other', now - minute, { item: eu });
  const entries = [full, crash, upgrade, other];
  const shown = (found: readonly TimelineEntry[], ...turned: readonly string[]) =>
    ids(openRows(storyOf(entries, found), { opened: turned, closed: turned }).map(({ entry }) => entry));

  it('shows what followed from an entry when the user opens it, and hides it again', () => {
    expect(shown(entries)).toEqual(['upgrade', 'other']);
    expect(shown(entries, 'upgrade')).toEqual(['upgrade', 'crash', 'full', 'other']);
  });

  it('shows what was found below what it followed from, and nothing else, until the user closes it', () => {
    expect(shown([full])).toEqual(['upgrade', 'full']);
    expect(shown([full], 'found upgrade')).toEqual(['upgrade']);
    // It is open, whatever the user opened before.
    expect(shown([full], 'upgrade')).toEqual(['upgrade', 'full']);
  });

  it('tells what followed from what was found', () => {
    expect(shown([upgrade])).toEqual(['upgrade']);
    expect(shown([upgrade], 'upgrade')).toEqual(['upgrade', 'crash', 'full']);
  });

  it('shows nothing if nothing was found', () => {
    expect(shown([])).toEqual([]);
  });

  it('says how many followed and which, the worst first, without what is clear', () => {
    const [row] = storyOf(entries, entries);
    expect(row && foldText(row)).toBe('and 2 more: CrashLoopBackOff, workers-5 DiskPressure');
    const machine = (number: number) =>
      entryOf(String(number), now - number, {
        ...full,
        id: String(number),
        item: { kind: 'machine', names: [...path, `payments-eu-workers-${number}`] },
      });
    const alike = [1, 2, 3, 4, 5].map(machine);
    const [first] = storyOf(alike, alike);
    expect(first && foldText(first)).toBe('and 4 more: workers-2, workers-3, workers-4, …');
    expect(foldText({ id: 'a', entry: other, entries: [other] })).toBeUndefined();
  });

  it('is sorted by the worst, and is in the day of what it followed from', () => {
    const rows = storyOf(entries, entries);
    expect(ids(sortRows(rows, { column: 'level', isDescending: false }).map(({ entry }) => entry))).toEqual([
      'upgrade',
      'other',
    ]);
    const midnight = new Date(2026, 10, 24, 23, 59).getTime();
    const over = [
      { ...full, time: midnight + 5 * minute },
      { ...upgrade, time: midnight },
    ];
    const days = groupRows(openRows(storyOf(over, over), { opened: ['upgrade'], closed: [] }), now);
    expect(days.map(({ title, rows: { length } }) => [title, length])).toEqual([['Today', 2]]);
  });
});

describe('a period', () => {
  it('begins at a full hour of today or yesterday that has passed', () => {
    const choices = sinceChoices('', now);
    expect(choices).toHaveLength(10 + 24);
    expect([choices[0]?.name, choices[10]?.name, choices.at(-1)?.name]).toEqual([
      'Today 09:00',
      'Yesterday 23:00',
      'Yesterday 00:00',
    ]);
    const chosen = String(new Date(2026, 10, 23, 16).getTime());
    expect(startOf('since', chosen, now)).toBe(Number(chosen));
  });

  it('is the same on the days after, for a week', () => {
    const chosen = String(new Date(2026, 10, 22, 16).getTime());
    expect(sinceChoices(chosen, now).at(-1)).toMatchObject({ id: chosen, name: 'Nov 22, 16:00' });
    expect(chosenSince(chosen, now)?.name).toBe('Nov 22, 16:00');
    expect(chosenSince(chosen, now + 168 * hour)?.name).toBe('Yesterday 18:00');
  });

  it.each(['', 'today 18:00', '99999999999999'])('begins yesterday evening if %j was chosen', (choice) => {
    expect(chosenSince(choice, now)?.name).toBe('Yesterday 18:00');
  });

  it.each([
    ['hour', hour],
    ['day', 24 * hour],
    ['week', 168 * hour],
  ] as const)('of one %s ends now', (period, length) => {
    expect(startOf(period, '', now)).toBe(now - length);
  });
});

describe('the end of the timeline', () => {
  const whole: SourceState = { readTo: 0, isWhole: true, isUnsorted: false };
  const textsOf = (event: SourceState, rest = {}) =>
    stateTexts({ ...stateOf(), sources: { event }, ...rest }, now);

  it.each<[Partial<SourceState>, string]>([
    [{}, 'Events: all read'],
    [{ isWhole: false, readTo: now - 18 * minute }, 'Events: read to 09:12'],
    [{ isWhole: false, readTo: Infinity }, 'Events: not read'],
    [
      { isWhole: false, readTo: Infinity, problem: 'the API key lacks audit.list' },
      'Events: the API key lacks audit.list',
    ],
    [
      { isWhole: false, readTo: now, problem: 'The service failed.' },
      'Events: The service failed. · read to 09:30',
    ],
    [{ isUnsorted: true }, 'Events: all read · not sorted by time, the newest may be missing'],
  ])('says of %j: %s', (part, text) => {
    expect(textsOf({ ...whole, ...part })).toEqual([text]);
    // As messages arrive: JSON has no infinite times.
    expect(textsOf(JSON.parse(JSON.stringify({ ...whole, ...part })) as SourceState)).toEqual([text]);
  });

  it('says that entries were dropped', () => {
    expect(textsOf(whole, { isTruncated: true }).at(-1)).toMatch('Older entries were left out');
  });
});
