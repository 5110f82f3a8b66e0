import { beforeEach, expect, it, vi } from 'vitest';
import { header, item } from '../fleet/page/support';
import { openPage, type ShownPage } from '../support/shownPage';

/** How long a page waits for the user to rest, at most. */
const restMs = 1000;

async function opened(): Promise<{ readonly page: ShownPage; readonly sent: object[] }> {
  const sent: object[] = [];
  const page = await openPage('fleet', (message) => sent.push(message));
  await page.receive({ type: 'showTab', tab: 'overview' });
  const changed = [item('project', 'p'), item('cluster', 'c', 'p', { state: 'failed' })];
  await page.receive({ type: 'fleet', header, isWhole: true, changed, removed: [] });
  await vi.advanceTimersByTimeAsync(restMs);
  sent.length = 0;
  return { page, sent };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  return () => vi.useRealTimers();
});

it('while a user types, nothing is sent: what was typed is kept once, after a rest', async () => {
  const { page, sent } = await opened();
  for (const query of ['e', 'en', 'env', 'env:', 'env:prod']) await page.type('Query', query);
  expect(page.text).toContain('0 of 1');
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(restMs);
  expect(sent).toMatchObject([{ type: 'keepView', view: expect.anything() as unknown }]);
  expect(JSON.stringify(sent)).toContain('env:prod');
});

it('what was typed is kept at once when the focus moves on, which may be to details that cover the page', async () => {
  const { page, sent } = await opened();
  await page.type('Query', 'env:prod');
  page.moveFocus();
  page.moveFocus();
  expect(JSON.stringify(sent)).toContain('env:prod');
  await vi.advanceTimersByTimeAsync(restMs);
  expect(sent).toHaveLength(1);
});

it('what the page shows is told again of a connection that has another API key', async () => {
  const { page, sent } = await opened();
  await page.type('Query', 'env:prod');
  await vi.advanceTimersByTimeAsync(restMs);
  sent.length = 0;
  await page.receive({ type: 'fleet', header, isWhole: true, changed: [], removed: [] });
  await vi.advanceTimersByTimeAsync(restMs);
  expect(JSON.stringify(sent)).toContain('env:prod');
});

it('what was kept after VS Code had unloaded the page is shown when it is loaded again', async () => {
  const { page, sent } = await opened();
  await page.type('Query', 'env:prod');
  page.blur();
  const { view } = sent[0] as { readonly view: object };
  const again = await openPage('fleet', () => undefined);
  await again.receive({ type: 'keepView', view });
  await again.receive({ type: 'showTab', tab: 'overview' });
  await again.receive({ type: 'fleet', header, isWhole: true, changed: [item('project', 'p')], removed: [] });
  expect(again.text).toContain('0 of');
});

it('a page that stores what it keeps sends nothing about that', async () => {
  const { page, sent } = await opened();
  await page.receive({ type: 'keepView', view: { query: 'env:prod' } });
  await vi.advanceTimersByTimeAsync(restMs);
  expect(page.kept).toEqual([{ query: 'env:prod' }]);
  expect(sent).toEqual([]);
});
