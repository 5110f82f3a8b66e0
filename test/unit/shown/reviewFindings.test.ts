import { expect, it } from 'vitest';
import type { GrantRow, ReviewHeader } from '../../../src/review/messages';
import { read, reviewOf } from '../review/support';
import { openPage } from '../support/shownPage';

/** The page of a review that was read. @param change of its rows */
async function shownReview(change: (row: GrantRow, at: number) => GrantRow = (row) => row) {
  const { header, rows } = await read();
  const posted: object[] = [];
  const page = await openPage('review', (message) => posted.push(message));
  const changed = [...rows.values()].map(change);
  const show = (changes: Partial<ReviewHeader> = {}): Promise<void> =>
    page.receive({
      type: 'review',
      header: { ...header(), ...changes },
      isWhole: true,
      changed,
      removed: [],
    });
  await show();
  return { page, rows: changed, show, posted };
}

const day = 86_400_000;

it('what was found stands once above the table, most grants first, and filters it', async () => {
  const { page, rows } = await shownReview();
  const known = rows.flatMap(({ findings }) => findings.filter(({ isKnown }) => isKnown));
  const counted = page.texts('.findings > button');
  expect(counted).toHaveLength(new Set(known.map(({ text }) => text)).size);
  const counts = counted.map((text) => Number(/: (\d+) grants?$/.exec(text)?.[1]));
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  const [first = '', second = ''] = counted;
  expect(first).toMatch(/^(\p{L}+ ?)+ (never signed in|not active) : \d+ grants$/u);
  await page.click(first);
  expect(page.valueOf('Query')).toBe(`finding:"${first.replace(/ : \d+ grants$/, '')}"`);
  expect(page.texts('.findings > [aria-pressed=true]')).toEqual([first]);
  expect(page.rows).toHaveLength(counts[0] ?? NaN);
  await page.click(second);
  expect(page.texts('.findings > [aria-pressed=true]')).toEqual([first, second]);
  expect(page.rows.length).toBeGreaterThanOrEqual(counts[0] ?? NaN);
  await page.click(first);
  await page.click(second);
  expect([page.valueOf('Query'), page.rows.length]).toEqual(['', rows.length]);
});

it('a row has the number of its findings, and the line below names those of the selected one', async () => {
  const text = (at: number) => `User ${at} never signed in`;
  const found = (at: number) =>
    ({ finding: 'memberNeverSignedIn', isKnown: at < 2, text: text(at) }) as const;
  const { page } = await shownReview((row, at) => ({
    ...row,
    findings: at === 0 ? [0, 1, 2].map(found) : [],
  }));
  expect(page.texts('.grid .finding')).toEqual(['2', '1']);
  expect(page.texts('.grid .finding.muted')).toEqual(['1']);
  expect(page.titles('.grid .finding')).toEqual([`${text(0)}\n${text(1)}`, `Not known: ${text(2)}`]);
  const [row = ''] = page.rows.filter((one) => one.includes('User 0'));
  await page.click(row);
  expect(page.texts('.details').join()).toContain(`Findings: ${text(0)}; ${text(1)}; Not known: ${text(2)}`);
});

it('a review that was not read has the same line', async () => {
  const { header, start } = await reviewOf();
  await start();
  const page = await openPage('review', () => undefined);
  await page.receive({ type: 'review', header: header(), isWhole: true, changed: [], removed: [] });
  expect(page.texts('.findings')).toEqual([expect.stringMatching(/^findings: – \(\d+ requests\)$/)]);
});

it('says when a grant was decided, and when the oldest of them was, if that was not today', async () => {
  const { page, rows } = await shownReview((row, at) =>
    at < 2 ? { ...row, choice: 'keep', decidedAt: Date.now() - (at === 0 ? 20 * day : 0) } : row,
  );
  expect(page.titles('.grid .c-choice')).toEqual(expect.arrayContaining(['decided 20 days ago']));
  expect(page.text).toMatch(/2 of 40 decided · oldest decision of \w+ \d+, \d\d:\d\d/);
  const [old = ''] = page.rows.filter((row) => row.startsWith('Keep'));
  await page.click(old);
  expect(page.texts('.details').join()).toMatch(/decided (20 days ago|just now)/);
  expect(rows.length).toBeGreaterThan(2);
  const { page: today } = await shownReview((row) => ({ ...row, choice: 'keep', decidedAt: Date.now() }));
  expect(today.text).not.toContain('oldest decision');
});

it('the button names no number while no role is to be removed', async () => {
  const { page, show } = await shownReview();
  expect(page.buttons).toContain('Remove Roles…');
  await show({ toRemove: 2 });
  expect(page.buttons).toContain('Remove 2 Roles…');
});
