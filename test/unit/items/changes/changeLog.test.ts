import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangeLog } from '../../../../src/items/changes/changeLog';
import { comparedValues, type Change } from '../../../../src/items/changes/change';
import type { Inventory } from '../../../../src/items/inventory';
import { emptyInventory } from '../../agents/support';
import { learn, type Answer, type Said } from './history';

const connection = { name: 'v', baseUrl: 'https://api.example.com' };

function follow(inventory: Inventory, log = new ChangeLog()): ChangeLog {
  inventory.store.onDidRead((read) => {
    log.take(read);
  });
  return log;
}

/** The changes that requests show of the clusters of project p, and of others. */
function logOf(...answers: readonly Answer[]): ChangeLog {
  const inventory = emptyInventory(connection);
  const log = follow(inventory);
  learn(inventory.store, { at: 0, requestNumber: 0.5, below: '', items: [['p']] }, ...answers);
  return log;
}

/** The changes in short, oldest first. */
function textsOf(changes: readonly Change[]): readonly string[] {
  return [...changes].reverse().map(({ item: { names }, what, from, to, after, before }) => {
    const values = from === undefined ? '' : ` ${from}→${to ?? ''}`;
    return `${names.join('/')} ${what}${values} ${after}-${before}`;
  });
}

const changesOf = (...answers: readonly Answer[]): readonly string[] => textsOf(logOf(...answers).changes);

const p = 'p';

describe('a value', () => {
  it('has changed if a later reading differs', () => {
    const healthy: Said = { state: 'Running', health: 'Healthy' };
    const log = logOf(
      { at: 1, below: p, items: [['c', healthy]] },
      { at: 2, below: p, items: [['c', healthy]] },
      { at: 3, below: p, items: [['c', { ...healthy, health: 'Unhealthy' }]] },
    );
    expect(log.changes).toEqual([
      {
        number: 1,
        item: { kind: 'cluster', id: 'v/project:p/cluster:c', names: ['p', 'c'] },
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
    const [running, failed] = [{ state: 'Running' }, { state: 'Failed' }];
    expect(
      changesOf(
        { at: 1, below: p, items: [['c', running]] },
        { at: 3, below: p, items: [['c', running]] },
        { at: 2, below: p, items: [['c', failed]] },
        { at: 4, below: p, items: [['c', running]] },
      ),
    ).toEqual([]);
  });

  it('keeps its severity while readings do not tell it', () => {
    const ill: Said = { state: 'Running', health: 'Unhealthy' };
    const log = logOf(
      { at: 1, below: p, items: [['c', { ...ill, size: 3 }]] },
      { at: 2, below: p, items: [['c']] },
      { at: 3, below: p, items: [['c', { ...ill, size: 4 }]] },
    );
    expect(log.changes).toMatchObject([
      { from: '3 machines', to: '4 machines', severityBefore: 'unhealthy', severityAfter: 'unhealthy' },
    ]);
  });
});

describe('an item', () => {
  it('has disappeared if the whole list does not contain it any more', () => {
    const log = logOf(
      {
        at: 1,
        below: p,
        items: [
          ['c', { state: 'Running' }],
          ['d', { state: 'Failed' }],
        ],
      },
      { at: 2, below: p, items: [['c', { state: 'Running' }]], isWhole: false },
      { at: 3, below: p, items: [['c', { state: 'Running' }]] },
      { at: 4, below: p, items: [['c', { state: 'Running' }]] },
    );
    expect(textsOf(log.changes)).toEqual(['p/d disappeared 1-3']);
    expect(log.changes[0]).toMatchObject({ severityBefore: 'failed' });
    expect(log.changes[0]?.severityAfter).toBeUndefined();
  });

  it('has not disappeared from a list that was requested before the item was read', () => {
    expect(
      changesOf(
        { at: 1, below: p, items: [['a']] },
        { at: 4, below: p, items: [['b']], isWhole: false },
        { at: 3, below: p, items: [['a']] },
        { at: 5, below: p, items: [['a'], ['b']] },
      ),
    ).toEqual(['p/b appeared 1-4']);
  });

  it('appears, changes and disappears in the order of the requests, even if the clock was set back', () => {
    expect(
      changesOf(
        { at: 9000, requestNumber: 1, below: p, items: [['a', { state: 'Running' }]] },
        { at: 5000, requestNumber: 2, below: p, items: [['a', { state: 'Failed' }], ['b']] },
        { at: 6000, requestNumber: 4, below: p, items: [['b']] },
        // A response to an earlier request, which the clock calls the latest.
        { at: 9500, requestNumber: 3, below: p, items: [['a', { state: 'Running' }]] },
      ),
    ).toEqual(['p/a state Running→Failed 9000-5000', 'p/b appeared 9000-5000', 'p/a disappeared 5000-6000']);
  });

  it('takes the items below it along', () => {
    const log = logOf(
      { at: 1, below: p, items: [['c'], ['cc']] },
      { at: 2, below: 'p/c', items: [['w', { size: 2 }]] },
      {
        at: 3,
        below: 'p/c/w',
        items: [
          ['m1', { state: 'Running' }],
          ['m2', { state: 'Running' }],
        ],
      },
      { at: 4, below: 'p/cc', items: [['w', { size: 2 }]] },
      { at: 5, below: p, items: [['cc']] },
      // Back again, with other machines.
      { at: 6, below: p, items: [['c'], ['cc']] },
      { at: 7, below: 'p/c', items: [['w', { size: 1 }]] },
      { at: 8, below: 'p/c/w', items: [['m3', { state: 'Running' }]] },
    );
    expect(textsOf(log.changes)).toEqual(['p/c disappeared 1-5', 'p/c appeared 5-6']);
    expect(log.coverage.items).toMatchObject({ pool: { read: 2 }, machine: { read: 1 } });
  });

  it('that is gone is not known from late readings', () => {
    const log = logOf(
      { at: 1, below: p, items: [['c', { state: 'Running' }]] },
      { at: 4, below: p, items: [] },
      { at: 2, below: p, items: [['c', { state: 'Running' }]] },
      { at: 5, below: p, items: [] },
    );
    expect(textsOf(log.changes)).toEqual(['p/c disappeared 1-4']);
    expect(log.coverage.items.cluster).toEqual({ read: 0, compared: 0 });
  });

  it('is not compared while only the order of the list tells it from another one', () => {
    const web = (state: string) => ['web', { state, hasUid: false }] as const;
    const log = logOf(
      { at: 1, below: p, items: [web('Running')] },
      { at: 2, below: p, items: [web('Running'), web('Failed')] },
      { at: 3, below: p, items: [web('Failed'), web('Running')] },
      { at: 4, below: p, items: [web('Failed')] },
      { at: 5, below: p, items: [web('Running')] },
    );
    expect(textsOf(log.changes)).toEqual([
      'p/web appeared 1-2',
      'p/web disappeared 3-4',
      'p/web state Failed→Running 4-5',
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
    const inventory = emptyInventory(connection);
    const log = follow(inventory);
    const said: Said = { state: 'Running' };
    learn(
      inventory.store,
      { at: 1, below: '', items: [] },
      { at: 2, below: '', items: [['p']] },
      { at: 3, below: p, items: [['a', said], ['b', said], ['namedOnly']] },
      { at: 4, below: p, items: [['a', said], ['b', said], ['namedOnly']], isWhole: false },
      {
        at: 5,
        below: p,
        items: [
          ['a', said],
          ['b', said],
          ['late', said],
        ],
        isWhole: false,
      },
    );
    expect(log.coverage).toMatchObject({
      since: 2,
      comparedAt: 5,
      items: { cluster: { read: 3, compared: 2 } },
    });
    learn(inventory.store, { at: 6, below: p, items: [['b', said]] });
    expect(log.coverage.items.cluster).toEqual({ read: 1, compared: 1 });
  });

  it('says whether changes were dropped', () => {
    const inventory = emptyInventory(connection);
    const log = follow(inventory);
    const names = Array.from({ length: 600 }, (_, index) => `c${index}`);
    const read = (at: number, size: number): void => {
      const items = names.map((name) => [name, { size }] as const);
      learn(inventory.store, { at, below: p, items });
    };
    learn(inventory.store, { at: 1, below: '', items: [['p']] });
    read(2, 1);
    read(3, 2);
    expect([log.changes.length, log.coverage.isTruncated]).toEqual([600, false]);
    read(4, 1);
    expect([log.changes.length, log.coverage.isTruncated]).toEqual([1000, true]);
    expect(log.changes.map(({ number }) => number)).toEqual(
      Array.from({ length: 1000 }, (_, index) => 1200 - index),
    );
  });
});

describe('any sequence of readings', () => {
  const names = new Map([
    ['', ['p', 'q']],
    ['p', ['c', 'd']],
    ['q', ['e']],
    ['p/c', ['w']],
    ['p/c/w', ['m', 'n']],
  ]);
  const said = fc.record(
    { state: fc.constantFrom('Running', 'Failed'), size: fc.constantFrom(1, 2) },
    { requiredKeys: [] },
  );
  const answer = fc.constantFrom(...names.keys()).chain((below) =>
    fc
      .tuple(
        fc.subarray([...(names.get(below) ?? [])]),
        fc.array(said, { minLength: 2, maxLength: 2 }),
        fc.boolean(),
      )
      .map(([present, told, isWhole]) => (at: number): Answer => {
        const items = present.map((name, index) => [name, told[index] ?? {}] as const);
        return { at, items, below, isWhole };
      }),
  );
  const history = fc
    .array(answer, { maxLength: 30 })
    .map((all) => all.map((at, index) => at(10 * index + 10)));
  const all = (answers: readonly Answer[]): readonly string[] => {
    const inventory = emptyInventory(connection);
    const log = follow(inventory);
    learn(inventory.store, ...answers);
    return textsOf(log.changes);
  };

  it('results in the differences between them', () => {
    fc.assert(
      fc.property(history, (answers) => {
        expect(all(answers).toSorted()).toEqual(expectedChanges(answers).toSorted());
      }),
      { numRuns: 500 },
    );
  });

  it('results in the same changes whatever the order within a list', () => {
    fc.assert(
      fc.property(history, (answers) => {
        const reversed = answers.map((each) => ({ ...each, items: each.items.toReversed() }));
        expect(all(reversed).toSorted()).toEqual(all(answers).toSorted());
      }),
    );
  });
});

/** An item that is there, as the answers so far tell. */
interface Known {
  readAt: number;
  readonly told: Map<string, { readonly text: string; readonly at: number }>;
}

/** What an answer tells of an item, as texts. */
function textsIn(below: string, { state, size }: Said): Readonly<Partial<Record<string, string>>> {
  const depth = below === '' ? 0 : below.split('/').length;
  const machines = size === undefined ? undefined : size === 1 ? '1 machine' : `${size} machines`;
  const [ofCluster, ofPool, ofMachine] = [depth === 1, depth === 2, depth === 3];
  return {
    state: ofCluster || ofMachine ? state : undefined,
    size: ofCluster || ofPool ? machines : undefined,
    // A machine in a state that is told is in maintenance or not.
    maintenance: ofMachine && state !== undefined ? '' : undefined,
  };
}

/** What is expected: a diary of what each answer in turn says of what was there before. */
function expectedChanges(answers: readonly Answer[]): readonly string[] {
  const known = new Map<string, Known>();
  const wholeAt = new Map<string, number>();
  const changes: string[] = [];
  const forget = (path: string): void => {
    for (const each of [...known.keys()])
      if (each === path || each.startsWith(`${path}/`)) known.delete(each);
    for (const each of [...wholeAt.keys()])
      if (each === path || each.startsWith(`${path}/`)) wholeAt.delete(each);
  };
  for (const { at, below, items, isWhole } of answers) {
    if (below !== '' && !known.has(below)) continue;
    const pathOf = (name: string): string => (below === '' ? name : `${below}/${name}`);
    for (const [name, said = {}] of items) {
      const path = pathOf(name);
      const before = known.get(path);
      const absentAt = wholeAt.get(below);
      if (before === undefined && absentAt !== undefined) changes.push(`${path} appeared ${absentAt}-${at}`);
      const told = new Map(before?.told);
      for (const what of comparedValues) {
        const text = textsIn(below, said)[what];
        if (text === undefined) continue;
        const old = told.get(what);
        if (old !== undefined && old.text !== text)
          changes.push(`${path} ${what} ${old.text}→${text} ${old.at}-${at}`);
        told.set(what, { text, at });
      }
      known.set(path, { readAt: at, told });
    }
    if (isWhole !== true) continue;
    const present = new Set(items.map(([name]) => pathOf(name)));
    for (const [path, { readAt }] of [...known]) {
      const isBelow = path.startsWith(below === '' ? '' : `${below}/`);
      const isHere = isBelow && !path.slice(below === '' ? 0 : below.length + 1).includes('/');
      if (!isHere || present.has(path)) continue;
      changes.push(`${path} disappeared ${readAt}-${at}`);
      forget(path);
    }
    wholeAt.set(below, at);
  }
  return changes;
}
