import { beforeEach, expect, it, vi } from 'vitest';
import { header, item } from '../fleet/page/support';
import { DrawnPage } from './support/page';

/** How long a page waits for the user to rest, at most. */
const restMs = 1000;

async function openPage(): Promise<DrawnPage> {
  const page = await DrawnPage.open();
  await page.receive({ type: 'showTab', tab: 'overview' });
  const changed = [item('project', 'p'), item('cluster', 'c', 'p', { state: 'failed' })];
  await page.receive({ type: 'fleet', header, isWhole: true, changed, removed: [] });
  await vi.advanceTimersByTimeAsync(restMs);
  page.sent.length = 0;
  return page;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  return () => vi.useRealTimers();
});

it('while a user types, nothing is sent: what was typed is kept once, after a rest', async () => {
  const page = await openPage();
  for (const query of ['e', 'en', 'env', 'env:', 'env:prod']) await page.type(query);
  expect(page.text).toContain('0 of 1');
  expect(page.sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(restMs);
  expect(page.sent).toMatchObject([{ type: 'keepView', view: { query: 'env:prod' } }]);
});

it('a page that stores what it keeps is not drawn again', async () => {
  const page = await openPage();
  await page.type('env:prod');
  await vi.advanceTimersByTimeAsync(restMs);
  const { draws } = page;
  const view = { query: 'env:prod' };
  await vi.advanceTimersByTimeAsync(restMs);
  await page.receive({ type: 'keepView', view });
  expect(page.stored).toEqual([view]);
  expect(page.draws).toBe(draws);
});

it('what was typed is kept at once when the focus moves on, which may be to details that cover the page', async () => {
  const page = await openPage();
  await page.type('env:prod');
  page.moveFocus();
  page.moveFocus();
  expect(page.sent).toMatchObject([{ type: 'keepView', view: { query: 'env:prod' } }]);
  await vi.advanceTimersByTimeAsync(restMs);
  expect(page.sent).toHaveLength(1);
});
