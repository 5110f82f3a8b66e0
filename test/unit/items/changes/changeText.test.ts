import { describe, expect, it } from 'vitest';
import type { Change, ChangeCoverage } from '../../../../src/items/changes/change';
import {
  changedItemText,
  changeText,
  coverageSentences,
  groupChanges,
  groupTitle,
} from '../../../../src/items/changes/changeText';
import { byKind } from '../../../../src/items/item';

const item = {
  kind: 'machine',
  id: 'v/p/c/w/m',
  name: 'eu-workers-5',
  path: ['payments', 'payments-eu', 'workers'],
} as const;

function change(part: Partial<Change> = {}): Change {
  return { number: 1, item, what: 'health', after: 0, before: 0, ...part };
}

describe('a change', () => {
  it.each([
    [{ what: 'health', from: 'Healthy', to: 'DiskPressure' }, 'Healthy → DiskPressure'],
    [{ what: 'size', from: '3 machines', to: '5 machines' }, '3 machines → 5 machines'],
    [{ what: 'maintenance', from: '', to: 'cordon' }, 'Maintenance: none → cordon'],
    [{ what: 'maintenance', from: 'cordon', to: '' }, 'Maintenance: cordon → none'],
    [{ what: 'appeared' }, 'Appeared'],
    [{ what: 'disappeared' }, 'Disappeared'],
    [{ what: 'state', from: 'a\nb', to: '\u202ec' }, 'a b → c'],
  ] as const)('%o is described as %s', (part, text) => {
    expect(changeText(change(part))).toBe(text);
  });

  it('names the item with its path, on one line', () => {
    expect(changedItemText(item)).toBe('payments / payments-eu / workers / eu-workers-5');
    expect(changedItemText({ ...item, path: ['a\nb'], name: '\u202ec' })).toBe('a b / c');
  });
});

describe('groups of changes', () => {
  const second = 1000;
  const at = (number: number, after: number, before: number): Change =>
    change({ number, after: after * second, before: before * second });

  it('are those that one refresh found, the newest first', () => {
    const groups = groupChanges([at(4, 31, 61), at(3, 30, 60), at(2, 2, 31), at(1, 0, 30)]);
    expect(
      groups.map(({ after, before, changes }) => [after, before, changes.map(({ number }) => number)]),
    ).toEqual([
      [30_000, 61_000, [3, 4]],
      [0, 31_000, [1, 2]],
    ]);
  });

  it('are newest first even if the clock was set back', () => {
    const groups = groupChanges([at(2, 61, 31), at(1, 30, 60)]);
    expect(groups.map(({ changes }) => changes.map(({ number }) => number))).toEqual([[2], [1]]);
    expect(groups.map((group) => groupTitle(group, group.after)).every((title) => title !== '')).toBe(true);
  });

  it('keep items apart that were last read at other times', () => {
    const groups = groupChanges([at(3, 1000, 1030), at(2, 1, 1030), at(1, 1000, 1030)]);
    expect(groups.map(({ changes }) => changes.map(({ number }) => number))).toEqual([[1, 3], [2]]);
  });

  it('have a title with dates unless it was today', () => {
    const time = new Date(2026, 10, 23, 9, 41, 10).getTime();
    const group = { after: time, before: time + 30 * second };
    expect(groupTitle(group, time)).toBe('09:41:10 – 09:41:40');
    expect(groupTitle(group)).toBe('Nov 23, 09:41:10 – 09:41:40');
    const day = 24 * 60 * 60 * second;
    expect(groupTitle({ ...group, after: time - day }, time)).toBe('Nov 22, 09:41:10 – Nov 23, 09:41:40');
    expect(groupTitle(group, time + day)).toBe('Nov 23, 09:41:10 – 09:41:40');
  });
});

describe('what the changes cover', () => {
  const now = new Date(2026, 10, 23, 9, 41, 10).getTime();
  const since = new Date(2026, 10, 23, 9, 0, 0).getTime();
  const none = { read: 0, compared: 0 };
  const coverage = (part: Partial<ChangeCoverage>): ChangeCoverage => ({
    since,
    items: byKind(() => none),
    isTruncated: false,
    ...part,
  });

  it('is nothing before the first reading', () => {
    expect(coverageSentences(coverage({ since: undefined }), 0, now)).toEqual([
      'Nothing has been read yet, so there is nothing to compare.',
    ]);
  });

  it('is only what was read at least twice', () => {
    const items = {
      project: none,
      cluster: { read: 280, compared: 14 },
      pool: none,
      machine: { read: 61, compared: 61 },
    };
    expect(coverageSentences(coverage({ comparedAt: now, items }), 0, now)).toEqual([
      'No changes in 14 clusters and 61 machines read at least twice since 09:00.',
      'Last compared at 09:41:10.',
      '266 clusters have been read only once: refresh to compare them.',
    ]);
    expect(coverageSentences(coverage({ comparedAt: now, items }), 3, now)[0]).toBe(
      'Changes in 14 clusters and 61 machines read at least twice since 09:00.',
    );
  });

  it('claims nothing about what was read once', () => {
    const items = { project: none, cluster: { read: 1, compared: 0 }, pool: none, machine: none };
    expect(coverageSentences(coverage({ items }), 0, now)).toEqual([
      'Tracking changes since 09:00.',
      '1 cluster has been read only once: refresh to compare it.',
    ]);
  });

  it('says that older changes were dropped, and has dates in documents', () => {
    expect(coverageSentences(coverage({ isTruncated: true, comparedAt: now }), 1000)).toEqual([
      'Tracking changes since Nov 23, 09:00.',
      'Last compared at Nov 23, 09:41:10.',
      'Only the latest 1,000 changes are kept.',
    ]);
  });
});
