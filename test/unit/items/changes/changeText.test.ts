import { describe, expect, it } from 'vitest';
import {
  type Change,
  type ChangeCoverage,
  changeText,
  coverageSentences,
} from '../../../../src/items/changes/change';
import { byKind } from '../../../../src/items/kinds/levels';

const item = {
  kind: 'machine',
  id: 'v/p/c/w/m',
  names: ['payments', 'payments-eu', 'workers', 'eu-workers-5'],
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

  it('says that older changes were dropped, and has dates of other days', () => {
    const covered = coverage({ isTruncated: true, comparedAt: now });
    expect(coverageSentences(covered, 1000, now + 86_400_000)).toEqual([
      'Tracking changes since Nov 23, 09:00.',
      'Last compared at Nov 23, 09:41:10.',
      'Only the latest 1,000 changes are kept.',
    ]);
  });
});
