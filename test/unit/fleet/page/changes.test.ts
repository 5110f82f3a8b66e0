import { describe, expect, it } from 'vitest';
import type { ChangesMessage } from '../../../../src/fleet/messages';
import {
  changeKinds,
  changesAfter,
  filterChanges,
  foldRepeats,
  goneItems,
  isGone,
  type ChangeKind,
} from '../../../../src/fleet/page/changeRows';
import type { Change } from '../../../../src/items/changes/change';
import type { Severity } from '../../../../src/items/severity';
import { changeOf, noCoverage } from '../../../support/fakeChanges';

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
    const before = changesAfter(undefined, message([changeOf(2), changeOf(1)], { isWhole: true }));
    expect(numbers(changesAfter(before, message([changeOf(3)], { oldest: 2 })))).toEqual([3, 2]);
  });

  it('drop all if none are kept', () => {
    const before = changesAfter(undefined, message([changeOf(1)], { isWhole: true }));
    expect(numbers(changesAfter(before, message([], { oldest: undefined })))).toEqual([]);
  });

  it('replace the changes of another connection', () => {
    const first = changesAfter(undefined, message([changeOf(1)], { isWhole: true }));
    const other = changesAfter(
      first,
      message([changeOf(2)], { connection: { name: 'other', host: 'api.example.com' } }),
    );
    expect(numbers(other)).toEqual([2]);
    expect(other.connection).not.toBe(first.connection);
  });
});

it.each(['\u202egnp.exe\n', 'a\u0000b', ' ', ''])(
  'the text %j is one line without odd characters',
  (text) => {
    const item = { kind: 'machine', id: text, name: text, path: [text] } as const;
    const [change] = changesAfter(undefined, message([changeOf(1, { item, from: text, to: text })])).changes;
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

describe('the line of a cluster', () => {
  const machine = (number: number, id: string, rest: Partial<Change> = {}): Change =>
    changeOf(number, { item: { ...changeOf(number).item, id }, ...rest });
  const cluster = (rest: Partial<Change> = {}): Change =>
    changeOf(1, { item: { kind: 'cluster', id: 'v/p/c', name: 'c', path: ['p'] }, ...rest });
  const failing = machine(2, 'v/p/c/q/m2');
  const recovering = machine(3, 'v/p/c/q/m3', { severityBefore: 'failed', severityAfter: 'healthy' });
  const size = { what: 'size', from: '15 of 15', to: '14 of 15' } as const;
  const unhealthy = { severityBefore: 'unhealthy', severityAfter: 'unhealthy' } as const;
  const folded = (changes: readonly Change[], gone: readonly string[] = []): string =>
    foldRepeats(changes, new Set(gone))
      .map(({ change, repeats }) => [change, ...repeats].map(({ number }) => number).join('+'))
      .join(' ');

  it.each<[string, readonly Change[], string]>([
    ['its machine got as bad', [cluster(), failing], '2+1'],
    [
      'its machine recovered, too',
      [cluster({ severityBefore: 'failed', severityAfter: 'healthy' }), recovering],
      '3+1',
    ],
    ['only the number of its healthy machines changed', [cluster({ ...size, ...unhealthy }), failing], '2+1'],
    ['several machines got worse', [cluster(), failing, machine(4, 'v/p/c/q/m4')], '2+1 4'],
  ])('is folded if %s', (_, changes, lines) => {
    expect(folded(changes)).toBe(lines);
  });

  it.each<[string, readonly Change[]]>([
    ['no machine in it changed', [cluster(), machine(2, 'v/p/c2/q/m2')]],
    ['it got worse than its machine', [cluster({ severityAfter: 'failed' }), failing]],
    ['it got worse while its machine recovered', [cluster(), recovering]],
    ['it appeared', [cluster({ what: 'appeared', from: undefined, severityBefore: undefined }), failing]],
    ['its state stays as bad as it was', [cluster({ what: 'state', ...unhealthy }), failing]],
  ])('stays if %s', (_, changes) => {
    expect(folded(changes)).toBe(changes.map(({ number }) => number).join(' '));
  });

  it('stays if the line of the machine leads nowhere', () => {
    expect(folded([cluster(), failing], ['v/p/c/q/m2'])).toBe('1 2');
  });

  it('is not lost: every change is in exactly one line', () => {
    const changes = [cluster(), { ...cluster({ ...size }), number: 5 }, failing, recovering];
    const shown = foldRepeats(changes, new Set()).flatMap(({ change, repeats }) => [change, ...repeats]);
    expect(shown.map(({ number }) => number).sort()).toEqual([1, 2, 3, 5]);
  });
});
