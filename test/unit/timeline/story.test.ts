import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryItem, TimelineEntry } from '../../../src/timeline/entry';
import {
  foldAlike,
  foldConsequences,
  foldEntries,
  rowsIn,
  worstLevel,
  type TimelineRow,
} from '../../../src/timeline/story';
import { entryOf } from '../../support/fakeTimeline';

const noon = new Date(2026, 10, 24, 12).getTime();
const at = (minutes: number): number => noon + minutes * 60_000;

const eu: EntryItem = { kind: 'cluster', id: 'eu', names: ['payments', 'payments-eu'] };
const us: EntryItem = { kind: 'cluster', id: 'us', names: ['payments', 'payments-us'] };
const machine = (number: number, path = ['payments', 'payments-eu', 'workers']): EntryItem => ({
  kind: 'machine',
  id: `${path.join('/')}/${number}`,
  names: [...path, `payments-eu-workers-${number}`],
});

type Part = Partial<TimelineEntry>;
const audit = (minutes: number, what: string, rest: Part = {}): TimelineEntry =>
  entryOf(what, at(minutes), {
    source: 'audit',
    who: 'Kwame Mensah',
    item: eu,
    what,
    isCause: true,
    ...rest,
  });
const event = (minutes: number, reason: string, message: string, rest: Part = {}): TimelineEntry =>
  entryOf(`${reason} ${minutes}`, at(minutes), { reason, what: `${reason}: ${message}`, item: eu, ...rest });
const change = (minutes: number, what: string, rest: Part = {}): TimelineEntry =>
  entryOf(`${what} ${rest.item?.names.at(-1) ?? ''}`, at(minutes), {
    source: 'change',
    what,
    level: 'warning',
    ...rest,
  });

const upgrade = audit(0, 'Upgraded pack fluent-bit from 0.47.10 to 0.48.5');
const started = event(1, 'UpgradeStarted', 'Upgrading pack fluent-bit from 0.47.10 to 0.48.5');
const crash = event(
  22,
  'CrashLoopBackOff',
  'Pack fluent-bit 0.48.5: Pod x7k2p on payments-eu-workers-5 crashes',
  {
    level: 'error',
  },
);
const full = event(24, 'KubeletHasDiskPressure', '/var is 93% full', { level: 'warning', item: machine(5) });

/** What a cluster says of a pack. */
const packEntry = (minutes: number, name: string, version: string, state: string): TimelineEntry =>
  entryOf(`${name} ${state} ${minutes}`, at(minutes), {
    source: 'pack',
    item: eu,
    what: `pack ${name} ${version}: ${state}`,
    pack: { name, version },
  });
const pack = packEntry(1, 'fluent-bit', '0.48.5', 'Started');

const newestFirst = (entries: readonly TimelineEntry[]) =>
  entries.toSorted((one, other) => other.time - one.time);
const rowsOf = (entries: readonly TimelineEntry[]) => foldConsequences(foldEntries(newestFirst(entries)));
const tree = (rows: readonly TimelineRow[]) =>
  rows.map(({ entry, folded = [] }) => [entry.id, ...folded.map((row) => row.entry.id)]);
const story = (...entries: readonly TimelineEntry[]) => tree(rowsOf(entries));
const ids = (...entries: readonly TimelineEntry[]) => entries.map(({ id }) => id);

describe('what followed from something', () => {
  it('is folded below who did it, in order: an upgrade, the pack that fails, the machine that it fails on', () => {
    const failed: TimelineEntry = { ...packEntry(22, 'fluent-bit', '0.48.5', 'Error'), level: 'error' };
    expect(story(upgrade, started, crash, failed, full)).toEqual([
      ids(upgrade, started, failed, crash, full),
    ]);
  });

  it('makes its row as bad as the worst of it', () => {
    expect(rowsOf([upgrade, pack, crash, full]).map(worstLevel)).toEqual(['error']);
    expect(rowsOf([upgrade, pack]).map(worstLevel)).toEqual(['info']);
  });

  it('is not folded below an event, which says nothing of who did what', () => {
    expect(story(pack, started, crash, full)).toHaveLength(4);
  });

  it('includes what happens to the machine that somebody acted on', () => {
    const repair = audit(0, 'Repaired machine payments-eu-workers-4');
    const replacing = event(1, 'MachineReplacing', 'The instance is replaced', { item: machine(4) });
    expect(story(repair, replacing)).toEqual([ids(repair, replacing)]);
  });

  it('includes what a cluster says of that machine', () => {
    const repair = audit(0, 'Repaired machine payments-eu-workers-4');
    const failed = entryOf('failed', at(4), {
      source: 'pack',
      item: eu,
      what: 'WorkerNodeAdditionDone False: InstanceCreateFailed: payments-eu-workers-4: No valid host was found.',
    });
    const replacing = event(1, 'MachineReplacing', 'The instance is replaced', { item: machine(4) });
    expect(story(repair, replacing, failed)).toEqual([ids(repair, replacing, failed)]);
    expect(story(repair, replacing, { ...failed, what: failed.what.replace('-4', '-40') })).toHaveLength(2);
  });

  it('includes what follows from a rollback, and nothing of another pack', () => {
    const back = audit(2, 'Rolled back pack fluent-bit to 0.47.10');
    const ends = event(3, 'RollbackCompleted', 'Rolled back pack fluent-bit to 0.47.10');
    const ready = packEntry(4, 'fluent-bit', '0.47.10', 'Ready');
    const other = packEntry(5, 'cilium', '0.47.10', 'Ready');
    expect(story(upgrade, back, ends, ready, other)).toEqual([
      [other.id],
      ids(back, ends, ready),
      [upgrade.id],
    ]);
  });

  it('is about the version that a cluster named last, if it names two of one pack', () => {
    const before = packEntry(-30, 'fluent-bit', '0.47.10', 'Ready');
    expect(story(before, upgrade, pack, crash)).toEqual([ids(upgrade, pack, crash), [before.id]]);
  });

  it.each<[string, Part]>([
    ['another cluster', { item: us }],
    ['a cluster that is not known', { item: { kind: 'machine', names: ['payments-eu-workers-5'] } }],
    ['no item', { item: undefined }],
    ['a time before it', { time: at(-1) }],
    ['a time long after it', { time: at(61) }],
    ['a time that may be before it', { after: at(-1) }],
    ['another version', { what: 'CrashLoopBackOff: Pack fluent-bit 0.48.6 crashes' }],
    ['another pack of the same version', { what: 'CrashLoopBackOff: Pack cilium 0.48.5 crashes' }],
    ['no version', { what: 'BackupFailed: the connection timed out' }],
    ['somebody who did it', { source: 'audit' }],
  ])('does not include what has %s', (_, rest) => {
    expect(story(upgrade, pack, { ...crash, ...rest })).toHaveLength(2);
  });

  it.each<[string, TimelineEntry]>([
    ['of another machine', { ...full, item: machine(50) }],
    ['before it', { ...full, time: at(20) }],
    ['that is no problem', { ...full, level: 'info' }],
    [
      'of a machine with this name in another cluster',
      { ...full, item: machine(5, ['payments', 'payments-us', 'workers']) },
    ],
  ])('does not include an event %s', (_, other) => {
    expect(story(upgrade, pack, crash, other)).toHaveLength(2);
  });

  it('includes a repeated event only if all of it came later, and soon', () => {
    const repeated = (minutes: number): TimelineEntry => ({
      ...crash,
      id: `crash ${minutes}`,
      time: at(minutes),
    });
    expect(story(upgrade, pack, repeated(30), repeated(10))).toHaveLength(1);
    expect(story(upgrade, pack, repeated(30), repeated(-10))).toHaveLength(2);
    expect(story(upgrade, pack, repeated(70), repeated(10))).toHaveLength(2);
  });
});

describe('changes', () => {
  const found = { after: at(24), item: machine(5) };
  const ofMachine = change(30, 'Healthy → DiskPressure', found);

  it('of a machine are folded below what led to its event', () => {
    expect(story(upgrade, pack, crash, full, ofMachine)).toEqual([
      ids(upgrade, pack, crash, full, ofMachine),
    ]);
  });

  it.each<[string, TimelineEntry]>([
    ['of its cluster', change(30, 'Healthy → DiskPressure: 1 of 12', { ...found, item: eu })],
    ['for the better', change(30, 'DiskPressure → Healthy', { ...found, level: 'info' })],
    ['that may have happened before', { ...ofMachine, after: at(-5) }],
  ])('%s are rows of their own', (_, other) => {
    expect(story(upgrade, pack, crash, full, other)).toEqual([[other.id], ids(upgrade, pack, crash, full)]);
  });

  it('are not folded below the event of the same machine', () => {
    expect(story(full, ofMachine)).toHaveLength(2);
  });
});

describe('a change that another one explains', () => {
  const ofMachine = change(5, 'Healthy → DiskPressure', { item: machine(5), after: at(0) });
  const worse = change(4, 'Healthy → Unhealthy', { item: eu, after: at(-1), explainedBy: ofMachine.id });
  const counted = change(4, '1 of 5 unhealthy', { item: eu, after: at(-1), explainedBy: worse.id });

  it('is folded below it, and below what that is folded below', () => {
    expect(story(counted, worse, ofMachine)).toEqual([ids(ofMachine, worse, counted)]);
    const repair = audit(-2, 'Repaired machine payments-eu-workers-5');
    expect(story(repair, ofMachine, worse)).toEqual([ids(repair, ofMachine, worse)]);
  });

  it('is a row if that is not shown', () => {
    expect(story(counted, worse)).toEqual([ids(worse, counted)]);
    expect(story(worse)).toEqual([ids(worse)]);
  });
});

describe('events that are like others', () => {
  const alike = (...entries: readonly TimelineEntry[]) => tree(foldAlike(rowsOf(entries)));
  const memory = (minutes: number, number: number, rest: Part = {}) =>
    event(minutes, 'NoMemory', '88Mi left', { level: 'warning', item: machine(number), ...rest });

  it('are folded: problems of one reason, and what is no problem, of a cluster and a day', () => {
    const scan = event(5, 'ScanCompleted', 'none failed');
    const backup = event(3, 'BackupCompleted', '14 namespaces');
    expect(alike(memory(6, 1), scan, memory(4, 2), backup)).toEqual([
      ids(memory(6, 1), memory(4, 2)),
      ids(scan, backup),
    ]);
  });

  it.each<[string, TimelineEntry]>([
    ['another reason', memory(4, 2, { reason: 'DiskFull' })],
    ['another severity', memory(4, 2, { level: 'error' })],
    ['no reason', memory(4, 2, { reason: '' })],
    ['another cluster', memory(4, 2, { item: us })],
    ['another day', memory(-1000, 2)],
    ['another source', memory(4, 2, { source: 'pack' })],
  ])('do not include what has %s', (_, other) => {
    expect(alike(memory(6, 1), other)).toHaveLength(2);
  });

  it('do not include an unknown severity, an upgrade, and what something followed from', () => {
    const scan = event(50, 'ScanCompleted', 'none failed');
    expect(alike(scan, started)).toHaveLength(2);
    expect(alike(scan, event(40, 'Odd', '?', { level: 'unknown' }))).toHaveLength(2);
    const later = { ...crash, id: 'other', time: at(90), item: us };
    expect(alike(later, { ...crash, item: us }, upgrade, pack, crash, full)).toHaveLength(2);
  });

  it('have the same row when there is another one', () => {
    const idOf = (...entries: readonly TimelineEntry[]) => foldAlike(rowsOf(entries)).map(({ id }) => id);
    expect(idOf(memory(8, 3), memory(6, 1), memory(4, 2))).toEqual(idOf(memory(6, 1), memory(4, 2)));
  });
});

it('every entry is in exactly one place, whatever it says, and shows the worst of it', () => {
  const words = ['pack', 'fluent-bit', '0.47.10', '0.48.5', 'to', 'payments-eu-workers-5', '→', 'Failed', ''];
  const some = fc.record({
    source: fc.constantFrom('change', 'event', 'audit', 'pack', 'repave'),
    level: fc.constantFrom('error', 'warning', 'info', 'unknown'),
    minutes: fc.integer({ min: -600, max: 600 }),
    item: fc.constantFrom(undefined, eu, us, machine(5), machine(6)),
    reason: fc.constantFrom('', 'A', 'B'),
    what: fc.array(fc.constantFrom(...words), { maxLength: 6 }),
    pack: fc.constantFrom(undefined, { name: 'fluent-bit', version: '0.48.5' }),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 40 }), (parts) => {
      const entries = parts.map(({ minutes, what, ...rest }, index) =>
        entryOf(String(index), at(minutes), {
          ...rest,
          what: what.join(' '),
          isCause: rest.source === 'audit',
        } as Part),
      );
      const rows = foldAlike(rowsOf(entries));
      const shown = rows.flatMap(rowsIn).flatMap((row) => row.entries);
      expect(ids(...shown).toSorted()).toEqual(ids(...entries).toSorted());
      expect(
        rows.flatMap(({ folded = [] }) => folded).filter(({ folded = [] }) => folded.length > 0),
      ).toEqual([]);
      for (const row of rows) {
        const worst = worstLevel(row);
        for (const { entry } of rowsIn(row))
          expect(['error', 'warning', 'info', 'unknown'].indexOf(entry.level)).toBeGreaterThanOrEqual(
            ['error', 'warning', 'info', 'unknown'].indexOf(worst),
          );
      }
    }),
  );
});
