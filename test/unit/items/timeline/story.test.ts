import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryItem, TimelineEntry } from '../../../../src/items/timeline/entry';
import {
  foldAlike,
  foldConsequences,
  foldEntries,
  rowsIn,
  worstLevel,
  type TimelineRow,
} from '../../../../src/items/timeline/story';
import { entryOf } from '../../../support/fakeTimeline';

const noon = new Date(2026, 10, 24, 12).getTime();
const at = (minutes: number): number => noon + minutes * 60_000;

const eu: EntryItem = { kind: 'cluster', id: 'eu', name: 'payments-eu', path: ['payments'] };
const us: EntryItem = { kind: 'cluster', id: 'us', name: 'payments-us', path: ['payments'] };
const machine = (number: number, path = ['payments', 'payments-eu', 'workers']): EntryItem => ({
  kind: 'machine',
  id: `${path.join('/')}/${number}`,
  name: `payments-eu-workers-${number}`,
  path,
});

type Part = Partial<TimelineEntry>;
const audit = (minutes: number, what: string, rest: Part = {}): TimelineEntry =>
  entryOf(what, at(minutes), { source: 'audit', who: 'Kwame Mensah', item: eu, what, ...rest });
const event = (minutes: number, reason: string, message: string, rest: Part = {}): TimelineEntry =>
  entryOf(`${reason} ${minutes}`, at(minutes), { reason, what: `${reason}: ${message}`, item: eu, ...rest });
const change = (minutes: number, what: string, rest: Part = {}): TimelineEntry =>
  entryOf(`${what} ${rest.item?.name ?? ''}`, at(minutes), {
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

const newestFirst = (entries: readonly TimelineEntry[]) =>
  entries.toSorted((one, other) => other.time - one.time);
const rowsOf = (entries: readonly TimelineEntry[]) => foldConsequences(foldEntries(newestFirst(entries)));
const tree = (rows: readonly TimelineRow[]) =>
  rows.map(({ entry, folded = [] }) => [entry.id, ...folded.map((row) => row.entry.id)]);
const story = (...entries: readonly TimelineEntry[]) => tree(rowsOf(entries));
const ids = (...entries: readonly TimelineEntry[]) => entries.map(({ id }) => id);

describe('what followed from something', () => {
  it('is folded below who did it, in order: an upgrade, the pack that fails, the machine that it fails on', () => {
    const pack = entryOf('pack', at(22), {
      source: 'pack',
      level: 'error',
      item: eu,
      what: 'pack fluent-bit 0.48.5: Error',
    });
    expect(story(upgrade, started, crash, pack, full)).toEqual([ids(upgrade, started, pack, crash, full)]);
  });

  it('makes its row as bad as the worst of it', () => {
    expect(rowsOf([upgrade, started, crash, full]).map(worstLevel)).toEqual(['error']);
    expect(rowsOf([upgrade, started]).map(worstLevel)).toEqual(['info']);
  });

  it('is folded below the upgrade, if nobody may read who did it', () => {
    expect(story(started, crash, full)).toEqual([ids(started, crash, full)]);
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
    expect(story(repair, failed)).toEqual([ids(repair, failed)]);
    expect(story(repair, { ...failed, what: failed.what.replace('-4', '-40') })).toHaveLength(2);
  });

  it('includes what happens to one of several pods that somebody acted on', () => {
    const budget = audit(0, 'Changed minAvailable of the disruption budget ledger-db from 2 to 3');
    const blocked = event(20, 'NodeDrainFailed', "Cannot evict pod 'ledger-db-0'", { item: machine(1) });
    expect(story(budget, blocked)).toEqual([ids(budget, blocked)]);
    expect(story(budget, { ...blocked, what: "Cannot evict pod 'other-db-0'" })).toHaveLength(2);
  });

  it('includes the end of a rollback, which names one version', () => {
    const back = audit(0, 'Rolled back pack fluent-bit to 0.47.10');
    const begins = event(1, 'RollbackStarted', 'Rolling back pack fluent-bit from 0.48.5 to 0.47.10');
    const ends = event(2, 'RollbackCompleted', 'Rolled back pack fluent-bit to 0.47.10');
    const ready = entryOf('ready', at(3), {
      source: 'pack',
      item: eu,
      what: 'pack fluent-bit 0.47.10: Ready',
    });
    const other = entryOf('other', at(4), { source: 'pack', item: eu, what: 'pack cilium 0.47.10: Ready' });
    expect(story(upgrade, { ...back, time: at(0.5) }, begins, ends, ready, other)).toEqual([
      [other.id],
      ids(back, begins, ends, ready),
      [upgrade.id],
    ]);
  });

  it.each<[string, Part]>([
    ['another cluster', { item: us }],
    ['a cluster that is not known', { item: { kind: 'machine', name: 'payments-eu-workers-5', path: [] } }],
    ['no item', { item: undefined }],
    ['a time before it', { time: at(-1) }],
    ['a time long after it', { time: at(61) }],
    ['another version', { what: 'CrashLoopBackOff: Pack fluent-bit 0.48.6 crashes' }],
    ['another pack of the same version', { what: 'CrashLoopBackOff: Pack cilium 0.48.5 crashes' }],
    ['no version', { what: 'BackupFailed: the connection timed out' }],
    ['somebody who did it', { source: 'audit' }],
  ])('does not include what has %s', (_, rest) => {
    expect(story(upgrade, { ...crash, ...rest })).toHaveLength(2);
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
    expect(story(crash, other)).toHaveLength(2);
  });

  it('does not include another problem of the same machine, which names itself', () => {
    const lost = { ...full, id: 'lost', time: at(30), what: 'NotReady', reason: 'NotReady' };
    expect(story({ ...full, what: 'payments-eu-workers-5 has no disk' }, lost)).toHaveLength(2);
  });

  it('includes a repeated event only if all of it came later', () => {
    const repeated = (minutes: number): TimelineEntry => ({
      ...crash,
      id: `crash ${minutes}`,
      time: at(minutes),
    });
    expect(story(upgrade, repeated(30), repeated(10))).toHaveLength(1);
    expect(story(upgrade, repeated(30), repeated(-10))).toHaveLength(2);
  });
});

describe('changes', () => {
  const ofMachine = change(30, 'Healthy → DiskPressure', { item: machine(5) });
  const ofCluster = change(29.9, 'Healthy → DiskPressure: 1 of 12', { item: eu });

  it('are folded below the event of the same machine', () => {
    expect(story(full, ofMachine)).toEqual([ids(full, ofMachine)]);
  });

  it('of a cluster are folded below that of its machine that they repeat, whichever was found first', () => {
    expect(story(ofMachine, ofCluster)).toEqual([ids(ofMachine, ofCluster)]);
    expect(story(upgrade, crash, full, ofMachine, ofCluster)).toEqual([
      ids(upgrade, crash, full, ofMachine, ofCluster),
    ]);
  });

  it.each<[string, Part]>([
    ['says something else', { what: 'Healthy → Upgrade failed' }],
    ['was found at another time', { time: at(33) }],
    ['is of another cluster', { item: us }],
    ['is a recovery', { what: 'DiskPressure → Healthy', level: 'info' }],
  ])('of a cluster are no repetition if it %s', (_, rest) => {
    expect(story(ofMachine, { ...ofCluster, ...rest })).toHaveLength(2);
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
    expect(
      alike({ ...crash, id: 'other', time: at(90), what: 'CrashLoopBackOff' }, crash, full),
    ).toHaveLength(2);
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
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 40 }), (parts) => {
      const entries = parts.map(({ minutes, what, ...rest }, index) =>
        entryOf(String(index), at(minutes), { ...rest, what: what.join(' ') } as Part),
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
