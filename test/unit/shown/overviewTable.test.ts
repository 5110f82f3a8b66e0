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
    await page.choose('Group', 'Not grouped');
    await page.check('Heartbeat');
    const local = '2026-11-21 02:00:05 UTC+05:30';
    expect(page.text).toContain('Nov 21, 02:00');
    expect(page.titles('.c-heartbeat')).toEqual(['Heartbeat', local, local]);
    expect(page.titles('.c-readAt')).toEqual(['As of', local, local]);
    expect(page.titles('.age')).toContain(local);
  });
});

describe('values that are older than the state', () => {
  it('say so below the pointer, and to screen readers, and outdated items are counted', async () => {
    vi.stubEnv('TZ', 'UTC');
    const page = await openPage('fleet', () => undefined);
    await page.receive({ type: 'showTab', tab: 'overview' });
    const hour = 3_600_000;
    const ages = { usage: day - hour, kubernetes: day - 2 * hour, machines: day };
    const cluster = item('cluster', 'a', 'p', {
      state: 'failed',
      since: day - hour,
      isStale: true,
      disagreement: { at: day + hour, ill: 0 },
      readAt: day,
      ages,
      machines: 5,
      cores: { total: 64, used: 4 },
      packs: [{ layer: 'k8s', name: 'kubernetes', version: '1.32.4' }],
    });
    const changed = [item('project', 'p'), cluster, item('cluster', 'b', 'p', { readAt: day })];
    await page.receive({ type: 'fleet', header, isWhole: true, changed, removed: [] });
    await page.type('Query', '');
    await page.choose('Group', 'Group: project');
    expect(page.titles('.c-state')).toEqual(['Severity', 'Failed since Nov 20, 19:30', 'Healthy']);
    expect(page.titles('.c-kubernetes').slice(1)).toEqual([
      '1.32.4 · Kubernetes as of Nov 20, 18:30',
      'Not read',
    ]);
    expect(page.titles('.c-machines').slice(1)).toEqual(['5 machines']);
    expect(page.titles('.c-cause').slice(1)).toEqual(['service: healthy since Nov 20, 21:30']);
    expect(page.rows[0]).toContain('service: healthy since Nov 20, 21:30, usage as of Nov 20, 19:30');
    await page.choose('Group', 'Group: cause');
    await page.type('Query', 'state:failed');
    expect(page.texts('.causes')).toEqual([expect.stringContaining('1 outdated')]);
    await page.click('Capacity');
    expect(page.titles('.c-cpu').slice(1)).toEqual(['4 of 64 cores (6%) · usage as of Nov 20, 19:30']);
  });
});

/** The rows of the table, and the headings of groups. */
const lines = (page: ShownPage): readonly string[] => page.texts('.grid-rows [role=row]');

describe('a group of rows with the same cause', () => {
  it('is closed at first, and opened by a click on its arrow, which selects none of its rows', async () => {
    const page = await opened();
    // A group of one is a row.
    expect(page.headings).toEqual([expect.stringMatching(/^DiskPressure, 2 clusters, failed/)]);
    expect(page.rows).toHaveLength(1);
    expect(page.texts('.status')).toEqual([expect.stringMatching(/^2 causes in 3 of 3 clusters/)]);
    await page.clickOn('.fold');
    expect(page.rows).toHaveLength(3);
    expect(page.text).not.toContain('selected');
    await page.clickOn('.fold');
    expect(page.rows).toHaveLength(1);
  });

  it('is opened with Right, and closed with Left', async () => {
    const page = await opened();
    await page.press('Home');
    for (const [key, rows] of [
      ['ArrowLeft', 2],
      ['ArrowRight', 4],
      ['ArrowRight', 4],
      ['ArrowLeft', 2],
    ] as const) {
      await page.press(key);
      expect([key, lines(page).length]).toEqual([key, rows]);
    }
  });

  it('is opened by a query for a name', async () => {
    const page = await opened();
    await page.type('Query', 'disk');
    expect(page.rows).toHaveLength(2);
  });

  it('all are opened and closed at once', async () => {
    const page = await opened();
    await page.click('Unfold All');
    expect(page.rows).toHaveLength(3);
    await page.click('Fold All');
    expect(page.rows).toHaveLength(1);
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

describe('the button that reads machines', () => {
  const changed = [
    item('project', 'p'),
    item('cluster', 'a', 'p', { state: 'failed', isListRead: false }),
    item('pool', 'b', 'p', { state: 'failed', isListRead: false }),
  ];
  const fleet = { type: 'fleet', header, isWhole: true, changed, removed: [] };

  it('names clusters and the pools that the user added, and says how many requests it takes once that is known', async () => {
    const { page, asked } = await recorded();
    const name = (): string | undefined => page.buttons.findLast((each) => each.startsWith('Read Machines'));
    await page.receive(fleet);
    expect([name(), asked()]).toEqual(['Read Machines of 1 cluster and 1 pool', [['a', 'b']]]);
    await page.receive({ type: 'machineRequests', ids: ['a', 'b'], count: 7 });
    expect(name()).toBe('Read Machines of 1 cluster and 1 pool (7 requests)');
    await page.type('Query', 'is:problem kind:cluster');
    expect([name(), asked()]).toEqual(['Read Machines of 1 cluster', [['a']]]);
  });

  it('asks for no requests that it does not show', async () => {
    const { page, asked } = await recorded();
    await page.receive({ ...fleet, header: { ...header, reading: { what: 'clusters', done: 0 } } });
    await page.type('Query', 'state:failed');
    await page.receive(fleet);
    expect(page.buttons).toContain('Read Machines…');
    expect(asked()).toEqual([]);
  });
});

it('certificates are those of clusters, and not of pools that the user added', async () => {
  const { page } = await recorded();
  const state = 'failed';
  const changed = [item('project', 'p'), item('cluster', 'a', 'p', { state }), item('pool', 'b', 'p')];
  await page.receive({ type: 'fleet', header, isWhole: true, changed, removed: [] });
  await page.receive({ type: 'showCertificates' });
  expect(page.buttons).toContain('Check Certificates (1 request)');
});

/** The overview before it has data, and the clusters whose requests it asks for, since the last call. */
async function recorded() {
  const sent: { readonly type: string; readonly ids?: readonly string[] }[] = [];
  const page = await openPage('fleet', (message) => sent.push(message as (typeof sent)[number]));
  await page.receive({ type: 'showTab', tab: 'overview' });
  const asked = () => sent.splice(0).flatMap(({ type, ids = [] }) => (type === 'planMachines' ? [ids] : []));
  return { page, asked };
}
