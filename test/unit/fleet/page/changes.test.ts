import { describe, expect, it } from 'vitest';
import type { ChangesMessage } from '../../../../src/fleet/messages';
import {
  changeKinds,
  ChangeStore,
  filterChanges,
  goneItems,
  isGone,
  type ChangeKind,
} from '../../../../src/fleet/page/changeRows';
import type { Change } from '../../../../src/items/changes/change';
import type { Severity } from '../../../../src/presentation/severity';
import { changeOf, noCoverage } from '../../../support/fakeChanges';
import { attacks } from '../../support/hostile';

function message(added: readonly Change[], rest: Partial<ChangesMessage> = {}): ChangesMessage {
  return {
    type: 'changes',
    connection: { name: 'production', host: 'api.example.com' },
    isWhole: false,
    added,
    oldest: 1,
    coverage: noCoverage,
    ...rest,
  };
}

const numbers = ({ changes }: { readonly changes: readonly Change[] }): readonly number[] =>
  changes.map(({ number }) => number);

describe('messages', () => {
  it('add changes before the others, and drop those that are not kept', () => {
    const store = new ChangeStore();
    store.apply(message([changeOf(2), changeOf(1)], { isWhole: true }));
    expect(numbers(store.apply(message([changeOf(3)], { oldest: 2 })))).toEqual([3, 2]);
  });

  it('drop all if none are kept', () => {
    const store = new ChangeStore();
    store.apply(message([changeOf(1)], { isWhole: true }));
    expect(numbers(store.apply(message([], { oldest: undefined })))).toEqual([]);
  });

  it('replace the changes of another connection', () => {
    const store = new ChangeStore();
    const first = store.apply(message([changeOf(1)], { isWhole: true }));
    const other = store.apply(
      message([changeOf(2)], { connection: { name: 'other', host: 'api.example.com' } }),
    );
    expect(numbers(other)).toEqual([2]);
    expect(other.connection).not.toBe(first.connection);
  });
});

it.each([...attacks, '\u202egnp.exe', 'a\u0000b', ' ', ''])(
  'the text %j is one line without odd characters',
  (text) => {
    const item = { kind: 'machine', id: text, name: text, path: [text] } as const;
    const [change] = new ChangeStore().apply(message([changeOf(1, { item, from: text, to: text })])).changes;
    for (const shown of [change?.item.name, change?.item.path[0], change?.from, change?.to]) {
      expect(shown).not.toMatch(/\p{Cc}|\u202e/u);
    }
    expect(change?.item.name).not.toBe('');
  },
);

describe('a change', () => {
  it.each<[Severity | undefined, Severity | undefined, ChangeKind | 'neither']>([
    ['healthy', 'failed', 'problems'],
    ['lateHeartbeat', 'failed', 'problems'],
    [undefined, 'unhealthy', 'problems'],
    ['failed', 'healthy', 'recoveries'],
    ['failed', 'inTransition', 'recoveries'],
    ['failed', 'unhealthy', 'neither'],
    ['failed', 'failed', 'neither'],
    ['healthy', 'healthy', 'neither'],
    [undefined, 'healthy', 'neither'],
    ['failed', undefined, 'neither'],
  ])('from %s to %s is among %s', (severityBefore, severityAfter, kind) => {
    const change = changeOf(1, { severityBefore, severityAfter });
    const isAmong = (shown: ChangeKind): boolean =>
      filterChanges([change], { kind: shown, text: '' }).length > 0;
    expect(changeKinds.filter(isAmong)).toEqual(kind === 'neither' ? ['all'] : ['all', kind]);
  });

  const recovered = changeOf(1, {
    from: 'NotReady',
    to: 'Healthy',
    severityBefore: 'failed',
    severityAfter: 'healthy',
  });
  const failed = changeOf(2);

  it.each<[ChangeKind, string, number[]]>([
    ['all', '', [2, 1]],
    ['problems', '', [2]],
    ['recoveries', '', [1]],
    ['all', 'notready', [1]],
    ['all', ' MACHINE-2  q ', [2]],
    ['all', 'nothing', []],
    ['recoveries', 'machine-2', []],
  ])('of %s with "%s" is shown', (kind, text, shown) => {
    expect(numbers({ changes: filterChanges([failed, recovered], { kind, text }) })).toEqual(shown);
  });
});

it('an item is gone with the one that contains it, unless it appeared again', () => {
  const of = (number: number, id: string, what: Change['what']): Change =>
    changeOf(number, { item: { ...changeOf(number).item, id }, what });
  const gone = goneItems([
    of(4, 'v/p/back', 'appeared'),
    of(3, 'v/p/back', 'disappeared'),
    of(2, 'v/p/c', 'disappeared'),
    of(1, 'v/p/c', 'health'),
  ]);
  const isGoneById = ['v/p', 'v/p/c', 'v/p/c/q/m', 'v/p/c2', 'v/p/back'].map((id) => isGone(id, gone));
  expect(isGoneById).toEqual([false, true, true, false, false]);
});
