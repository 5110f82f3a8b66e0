import { beforeEach, describe, expect, it, vi } from 'vitest';
import { header, item } from '../fleet/page/support';
import { openPage, type ShownPage } from '../support/shownPage';

const day = Date.UTC(2026, 10, 20, 20, 30, 5);

async function opened(): Promise<ShownPage> {
  const page = await openPage('fleet', () => undefined);
  await page.receive({ type: 'showTab', tab: 'overview' });
  const cause = 'DiskPressure';
  const changed = [
    item('project', 'p'),
    item('cluster', 'a', 'p', { state: 'failed', cause, heartbeat: day, readAt: day }),
    item('cluster', 'b', 'p', { state: 'failed', cause, heartbeat: day, readAt: day }),
    item('cluster', 'c', 'p', { state: 'unhealthy', cause: 'Node not ready' }),
  ];
  await page.receive({
    type: 'fleet',
    header: { ...header, readAt: day },
    isWhole: true,
    changed,
    removed: [],
  });
  return page;
}

describe('times', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    return () => vi.unstubAllEnvs();
  });

  it('are local below the pointer, too, with the offset that tickets have', async () => {
    const page = await opened();
    const local = '2026-11-21 02:00:05 UTC+05:30';
    expect(page.text).toContain('Nov 21, 02:00');
    expect(page.titles('.c-heartbeat')).toEqual(['Heartbeat', local, local]);
    expect(page.titles('.c-readAt')).toEqual(['As of', local, local]);
    expect(page.titles('.muted')).toContain(local);
  });
});

/** The rows of the table, and the headings of groups. */
const lines = (page: ShownPage): readonly string[] => page.texts('.grid-rows [role=row]');

describe('a group of rows with the same cause', () => {
  const status = (page: ShownPage): string => page.texts('.muted[role=status]').at(-1) ?? '';

  it('is folded by a click on its arrow, which selects none of its rows', async () => {
    const page = await opened();
    await page.click('Group by Cause');
    expect(lines(page)).toHaveLength(5);
    await page.clickOn('.fold');
    expect(lines(page)).toHaveLength(3);
    expect(status(page)).toBe('3 of 3');
    await page.clickOn('.fold');
    expect(lines(page)).toHaveLength(5);
  });

  it('is folded with Left, and unfolded with Right', async () => {
    const page = await opened();
    await page.click('Group by Cause');
    await page.press('Home');
    for (const [key, rows] of [
      ['ArrowRight', 5],
      ['ArrowLeft', 3],
      ['ArrowLeft', 3],
      ['ArrowRight', 5],
    ] as const) {
      await page.press(key);
      expect([key, lines(page).length]).toEqual([key, rows]);
    }
  });
});

it('the list of keys has those that all tables have', async () => {
  const page = await opened();
  const keys = page.texts('#keys').join();
  for (const key of [
    'Enter Show Details',
    'Ctrl+Enter Reveal in Projects View',
    'Space Select or deselect the row',
    'Ctrl+A Select all rows',
    'Escape Deselect all rows',
  ])
    expect(keys).toContain(key);
});

it('Escape in the status grid, where nothing is selected, leaves the query as it was typed', async () => {
  const page = await opened();
  await page.type('Query', 'project:p state:failed');
  await page.press('Escape', 'fleet-status-grid [role=listbox]');
  expect(page.valueOf('Query')).toBe('project:p state:failed');
  await page.type('Query', 'project:p cluster:a');
  await page.press('Escape', 'fleet-status-grid [role=listbox]');
  expect(page.valueOf('Query')).toBe('project:p');
});
