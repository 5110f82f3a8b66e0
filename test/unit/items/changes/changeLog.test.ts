import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangeLog } from '../../../../src/items/changes/changeLog';
import {
  comparedValues,
  type Change,
  type ItemReading,
  type ListReading,
} from '../../../../src/items/changes/change';
import { isAtOrBelow, parentIdOf } from '../../../../src/items/store/row';
import { item, list } from './readings';

function logOf(...readings: readonly ListReading[]): ChangeLog {
  const log = new ChangeLog();
  for (const reading of readings) log.add(reading);
  return log;
}

/** The changes in short, oldest first. */
function textsOf(changes: readonly Change[]): readonly string[] {
  return [...changes].reverse().map(({ item: { id }, what, from, to, after, before }) => {
    const values = from === undefined ? '' : ` ${from}→${to ?? ''}`;
    return `${id} ${what}${values} ${after}-${before}`;
  });
}

function changesOf(...readings: readonly ListReading[]): readonly string[] {
  return textsOf(logOf(...readings).changes);
}

const [project, cluster, machine] = ['v/p', 'v/p/c', 'v/p/c/w/m'];

describe('a value', () => {
  it('has changed if a later reading differs', () => {
    const log = logOf(
      list(1, [item(cluster, { health: 'Healthy', state: 'Running' })]),
      list(2, [item(cluster, { health: 'Healthy', state: 'Running' })]),
      list(3, [item(cluster, { health: 'Unhealthy', state: 'Running' })]),
    );
    expect(log.changes).toEqual([
      {
        number: 1,
        item: { kind: 'cluster', id: cluster, name: 'c', uid: undefined, path: ['p'] },
        what: 'health',
        from: 'Healthy',
        to: 'Unhealthy',
        severityBefore: 'healthy',
        severityAfter: 'unhealthy',
        after: 2,
        before: 3,
      },
    ]);
  });

  it('is not compared with a reading that was requested later', () => {
    expect(
      changesOf(
        list(1, [item(machine)]),
        list(3, [item(machine)]),
        list(2, [item(machine, { health: 'DiskPressure' })]),
        list(4, [item(machine)]),
      ),
    ).toEqual([]);
  });

  it('keeps its severity while readings do not tell it', () => {
    const log = logOf(
      list(1, [item(cluster, { health: 'Unhealthy', size: '3' })]),
      list(2, [item(cluster, {}, 'unknown')]),
      list(3, [item(cluster, { health: 'Unhealthy', size: '4' })]),
    );
    expect(log.changes).toMatchObject([{ severityBefore: 'unhealthy', severityAfter: 'unhealthy' }]);
  });
});

describe('an item', () => {
  it('has disappeared if the whole list does not contain it any more', () => {
    const log = logOf(
      list(1, [item(cluster), item('v/p/d', { health: 'Failed' }, 'failed')]),
      list(2, [item(cluster)], { isWhole: false }),
      list(3, [item(cluster)]),
      list(4, [item(cluster)]),
    );
    expect(textsOf(log.changes)).toEqual(['v/p/d disappeared 1-3']);
    expect(log.changes[0]).toMatchObject({ severityBefore: 'failed', severityAfter: undefined });
  });

  it('has not disappeared from a list that was requested before the item was read', () => {
    expect(
      changesOf(
        list(1, [item('v/p/a')]),
        list(4, [item('v/p/b')], { isWhole: false }),
        list(3, [item('v/p/a')]),
        list(5, [item('v/p/a'), item('v/p/b')]),
      ),
    ).toEqual(['v/p/b appeared 1-4']);
  });

  it('appears, changes and disappears in the order of the requests, even if the clock was set back', () => {
    expect(
      changesOf(
        list(9000, [item('v/p/a')], { requestNumber: 1 }),
        list(5000, [item('v/p/a', { health: 'Failed' }), item('v/p/b')], { requestNumber: 2 }),
        list(6000, [item('v/p/b')], { requestNumber: 3 }),
        // A response to the first request, which the clock calls the latest.
        list(9500, [item('v/p/a')], { requestNumber: 0 }),
      ),
    ).toEqual([
      'v/p/a health Healthy→Failed 9000-5000',
      'v/p/b appeared 9000-5000',
      'v/p/a disappeared 5000-6000',
    ]);
  });

  it('takes the items below it along', () => {
    const log = logOf(
      list(1, [item('v/p/c'), item('v/p/cc')]),
      list(2, [item('v/p/c/w')]),
      list(3, [item('v/p/c/w/m1'), item('v/p/c/w/m2')]),
      list(4, [item('v/p/cc/w')]),
      list(5, [item('v/p/cc')]),
      // Back again, with other machines.
      list(6, [item('v/p/c'), item('v/p/cc')]),
      list(7, [item('v/p/c/w')]),
      list(8, [item('v/p/c/w/m3')]),
    );
    expect(textsOf(log.changes)).toEqual(['v/p/c disappeared 1-5', 'v/p/c appeared 5-6']);
    expect(log.coverage.items).toMatchObject({ pool: { read: 2 }, machine: { read: 1 } });
  });

  it('that is gone is not known from late readings, nor are the items below it', () => {
    const log = logOf(
      list(1, [item(cluster)]),
      list(4, [], { parent: project }),
      list(2, [item(cluster)]),
      list(3, [item(machine)]),
      list(5, [], { parent: project }),
    );
    expect(textsOf(log.changes)).toEqual([`${cluster} disappeared 1-4`]);
    expect(log.coverage.items).toMatchObject({ cluster: { read: 0 }, machine: { read: 0 } });
  });

  it('that a list contains twice is read once', () => {
    expect(
      changesOf(
        list(1, [item(cluster), item(cluster, { health: 'Unhealthy' })]),
        list(2, [item(cluster), item(cluster, { health: 'Unhealthy' })]),
      ),
    ).toEqual([]);
  });

  it('is not compared while only the order of the list tells it from another one', () => {
    const [first, second] = ['v/p/cluster~web', 'v/p/cluster~web#1'];
    expect(
      changesOf(
        list(1, [item(first, { health: 'Healthy' })]),
        list(2, [item(first, { health: 'Healthy' }), item(second, { health: 'Unhealthy' })]),
        list(3, [item(first, { health: 'Unhealthy' }), item(second, { health: 'Healthy' })]),
        list(4, [item(first, { health: 'Unhealthy' })]),
        list(5, [item(first, { health: 'Healthy' })]),
      ),
    ).toEqual([
      `${second} appeared 1-2`,
      `${second} disappeared 3-4`,
      `${first} health Unhealthy→Healthy 4-5`,
    ]);
  });
});

describe('coverage', () => {
  it('counts the items with values that were read once, and at least twice', () => {
    expect(new ChangeLog().coverage).toEqual({
      since: undefined,
      comparedAt: undefined,
      items: {
        project: { read: 0, compared: 0 },
        cluster: { read: 0, compared: 0 },
        pool: { read: 0, compared: 0 },
        machine: { read: 0, compared: 0 },
      },
      isTruncated: false,
    });
    const log = logOf(
      list(1, [], { parent: project }),
      list(2, [item('v/p/a'), item('v/p/b'), item('v/p/namedOnly', {})]),
      list(3, [item('v/p/a'), item('v/p/b'), item('v/p/namedOnly', {})], { isWhole: false }),
      list(4, [item('v/p/a'), item('v/p/b'), item('v/p/late')], { isWhole: false }),
    );
    expect(log.coverage).toMatchObject({
      since: 2,
      comparedAt: 4,
      items: { cluster: { read: 3, compared: 2 } },
    });
    log.add(list(5, [item('v/p/b')]));
    expect(log.coverage.items.cluster).toEqual({ read: 1, compared: 1 });
  });

  it('says whether changes were dropped', () => {
    const items = Array.from({ length: 600 }, (_, index) => item(`v/p/${index}`, { size: '1' }));
    const larger = items.map(({ id }) => item(id, { size: '2' }));
    const log = logOf(list(1, items), list(2, larger));
    expect([log.changes.length, log.coverage.isTruncated]).toEqual([600, false]);
    log.add(list(3, items));
    expect([log.changes.length, log.coverage.isTruncated]).toEqual([1000, true]);
    expect(log.changes.map(({ number }) => number)).toEqual(
      Array.from({ length: 1000 }, (_, index) => 1200 - index),
    );
  });
});

it('ignores late readings below an item that has disappeared and appeared again', () => {
  const log = logOf(
    list(10, [], { parent: 'v/p/c', isWhole: true }),
    list(40, [], { isWhole: true }),
    list(50, [item('v/p')]),
  );
  const before = log.changes;
  log.add(list(9, [], { parent: 'v/p/c', isWhole: true }));
  log.add(list(19, [item('v/p/c/m')], { parent: 'v/p/c' }));
  expect(log.changes).toEqual(before);
});

describe('any sequence of readings', () => {
  const ids = ['v/p', 'v/q', 'v/p/c', 'v/p/d', 'v/q/e', 'v/p/c/m', 'v/p/c/n', 'v/p/d/o'];
  const parents = ['v', 'v/p', 'v/q', 'v/p/c', 'v/p/d'];
  const text = fc.constantFrom('a', 'b');
  const values = fc.record(
    { state: text, health: text, size: text, maintenance: text },
    { requiredKeys: [] },
  );
  const reading = fc.constantFrom(...parents).chain((parent) => {
    const below = ids.filter((id) => parentIdOf(id) === parent);
    return fc
      .tuple(fc.subarray(below), fc.array(values, { minLength: 3, maxLength: 3 }), fc.boolean())
      .map(([present, told, isWhole]) => (readAt: number) => {
        const items = present.map((id, index) => item(id, told[index]));
        return list(readAt, items, { isWhole, parent });
      });
  });
  const history = fc.array(reading, { maxLength: 30 }).map((all) => all.map((at, index) => at(10 * index)));

  it('results in the differences between them', () => {
    fc.assert(
      fc.property(history, (readings) => {
        expect(new Set(changesOf(...readings))).toEqual(new Set(expectedChanges(readings)));
      }),
      { numRuns: 500 },
    );
  });

  it('results in the same changes whatever the order within a list', () => {
    fc.assert(
      fc.property(history, (readings) => {
        const reversed = readings.map((each) => ({ ...each, items: [...each.items].reverse() }));
        expect(new Set(changesOf(...reversed))).toEqual(new Set(changesOf(...readings)));
      }),
    );
  });

  it('results in the same changes if some responses arrive again, late', () => {
    fc.assert(
      fc.property(history, fc.array(fc.nat()), (readings, repeated) => {
        const log = logOf(...readings);
        const before = log.changes;
        for (const index of repeated) {
          const late = readings[index % Math.max(1, readings.length - 1)];
          if (late !== undefined && late !== readings.at(-1))
            log.add({ ...late, requestNumber: late.requestNumber - 1 });
        }
        expect(log.changes).toEqual(before);
      }),
    );
  });
});

/** What is expected of {@link ChangeLog}, found by searching all earlier readings for each one. */
function expectedChanges(readings: readonly ListReading[]): readonly string[] {
  return readings.flatMap((reading, index) => {
    const earlier = readings.slice(0, index);
    const inList = reading.items.flatMap((each) => {
      const last = lastReadings(earlier, each.id);
      if (last.items.length === 0) {
        return last.absentAt === undefined ? [] : [`${each.id} appeared ${last.absentAt}-${reading.readAt}`];
      }
      return comparedValues.flatMap((what) => {
        const old = last.items.findLast(({ values }) => values[what] !== undefined);
        const [from, to] = [old?.values[what], each.values[what]];
        return old === undefined || to === undefined || from === to
          ? []
          : [`${each.id} ${what} ${from ?? ''}→${to} ${old.readAt}-${reading.readAt}`];
      });
    });
    return [...inList, ...goneIn(reading, earlier)];
  });
}

function goneIn(reading: ListReading, earlier: readonly ListReading[]): readonly string[] {
  if (!reading.isWhole) return [];
  const known = new Set(
    earlier
      .filter((each) => each.parent === reading.parent)
      .flatMap(({ items }) => items.map(({ id }) => id)),
  );
  for (const { id } of reading.items) known.delete(id);
  return [...known].flatMap((id) => {
    const last = lastReadings(earlier, id).items.at(-1);
    return last === undefined ? [] : [`${id} disappeared ${last.readAt}-${reading.readAt}`];
  });
}

/** The readings of an item since it or something above it was last gone, and when a whole list was last without it. */
function lastReadings(readings: readonly ListReading[], id: string) {
  let items: readonly (ItemReading & { readonly readAt: number })[] = [];
  let absentAt: number | undefined;
  readings.forEach((reading, index) => {
    const gone = goneIn(reading, readings.slice(0, index)).map((change) => change.split(' ')[0] ?? '');
    if (gone.some((above) => above !== id && isAtOrBelow(id, above))) [items, absentAt] = [[], undefined];
    if ((reading.parent ?? 'v') !== parentIdOf(id)) return;
    const own = reading.items.find((each) => each.id === id);
    if (own !== undefined) items = [...items, { ...own, readAt: reading.readAt }];
    else if (reading.isWhole) items = [];
    if (reading.isWhole) absentAt = reading.readAt;
  });
  return { items, absentAt };
}
