import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FleetReader } from '../../../src/reads/fleetReader';
import type { Inventory } from '../../../src/items/inventory';
import { Marks } from '../../../src/items/marks/marks';
import { ServiceError } from '../../../src/service/errors';
import { Refusals } from '../../../src/service/refusals';
import type { ClusterQuery } from '../../../src/service/resources/cluster';
import { newKey } from '../../support/keyIdentity';
import { focusWindow, writeSetting } from '../support/vscode';
import { tabOf } from './openedTab';

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  writeSetting('poolview.autoRefreshSeconds', 60);
});

afterEach(async () => {
  focusWindow(true);
  writeSetting('poolview.autoRefreshSeconds', undefined);
  await vi.advanceTimersByTimeAsync(minute);
  vi.useRealTimers();
});

const none = () => ({ dispose: () => undefined });

/** The items of a service that responds at once. Without a list of all clusters, they are searched 50 at a time. */
function inventoryOf({ clusters = 3, listsAll = true } = {}) {
  const times: number[] = [];
  const service = { isDown: false };
  const begin = Date.now();
  const request = (): void => {
    times.push(Math.round((Date.now() - begin) / minute));
    if (service.isDown) throw new ServiceError({ kind: 'unauthorized', operation: 'searchClusterMetadata' });
  };
  const items = Array.from({ length: clusters }, (_, at) => ({
    metadata: { uid: String(at) },
    specSummary: { projectMeta: { uid: 'p' } },
    source: {},
  }));
  const client = {
    searchClusterMetadata: async () => {
      if (!listsAll) throw new ServiceError({ kind: 'unsupported', operation: 'searchClusterMetadata' });
      request();
      return Promise.resolve({ items, total: items.length });
    },
    searchClusters: async ({ continue: token }: ClusterQuery) => {
      request();
      const next = Number(token ?? 0) + 50;
      const page = items.slice(next - 50, next);
      return Promise.resolve({ items: page, total: clusters, continue: next < clusters ? String(next) : '' });
    },
  };
  const counted = { read: 0 };
  const inventory = {
    marks: new Marks(),
    store: { rootId: 'Test', onDidChange: none, onDidEndRefresh: none, markOutdated: none },
    session: {
      connection: { name: 'Test', baseUrl: 'https://service.example' },
      keyIdentity: newKey(),
      listing: undefined,
      projects: () => expect.fail(),
      refusals: new Refusals(),
      client: () => Promise.resolve(client as unknown as Awaited<ReturnType<Inventory['session']['client']>>),
    },
    items: () => [],
    clusters: [],
    refreshes: { onDidEnd: none },
    clusterReads: { onDidRead: none },
    coverage: () => ({ projects: counted, clusters: counted, machines: counted }),
    onDidRefresh: none,
    startRefresh: none,
    closed: new AbortController().signal,
    takeProjects: none,
    setAllClustersKnownAt: none,
    takeClusters: none,
    readBelow: () => expect.fail(),
    isRead: () => false,
    isUnlisted: () => false,
  };
  return { reader: new FleetReader(inventory as unknown as Inventory), service, times };
}

/** An overview, and the minutes at which it requested clusters. */
async function opened(options: Parameters<typeof inventoryOf>[0] = {}) {
  const the = inventoryOf(options);
  const opening = tabOf(the.reader);
  opening.tab.open('overview');
  const panel = opening.panels[0] ?? expect.fail();
  panel.send({ type: 'ready' });
  await vi.advanceTimersByTimeAsync(1000);
  const last = () => panel.fleets.at(-1)?.header ?? expect.fail();
  return { ...the, ...opening, panel, last };
}

const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minute);

describe('auto-refresh of the overview', () => {
  it('repeats its one request, without showing the progress', async () => {
    const { times, panel, last } = await opened();
    const { readAt = 0 } = last();
    panel.take();
    await pass(3);
    expect(times).toEqual([0, 1, 2, 3]);
    expect(last().readAt).toBe(readAt + 3 * minute);
    expect(panel.fleets.every(({ header }) => header.reading === undefined)).toBe(true);
  });

  it('sends nothing while it is off [guarantee: auto-refresh]', async () => {
    writeSetting('poolview.autoRefreshSeconds', 0);
    const { times } = await opened();
    await pass(60);
    expect(times).toEqual([0]);
    writeSetting('poolview.autoRefreshSeconds', 60);
    await pass(1);
    expect(times).toEqual([0, 60, 61]);
  });

  it.each<[string, (the: Awaited<ReturnType<typeof opened>>, isSeen: boolean) => void]>([
    [
      'its tab is hidden',
      ({ panel }, isSeen) => {
        panel.show(isSeen);
      },
    ],
    [
      'the page shows the timeline',
      ({ tab }, isSeen) => {
        tab.open(isSeen ? 'overview' : 'timeline');
      },
    ],
    [
      'another window has the focus',
      (_, isSeen) => {
        focusWindow(isSeen);
      },
    ],
  ])('sends nothing while %s, even if the Projects view is refreshed then', async (_, see) => {
    writeSetting('poolview.autoRefreshHidden', true);
    const the = await opened();
    see(the, false);
    await pass(10);
    expect(the.times).toEqual([0]);
    see(the, true);
    await pass(1);
    expect(the.times).toEqual([0, 10, 11]);
    writeSetting('poolview.autoRefreshHidden', undefined);
  });

  it('sends nothing after the tab was closed or the connection ended', async () => {
    const { times, panel, sources } = await opened();
    sources.switchTo(undefined);
    await pass(3);
    const other = inventoryOf();
    sources.switchTo(other.reader);
    panel.dispose();
    await pass(3);
    expect([times, other.times]).toEqual([[0], [0]]);
  });

  it('waits for a whole interval after the user has refreshed the overview', async () => {
    const { times, panel } = await opened();
    await pass(0.75);
    panel.send({ type: 'refresh' });
    await pass(0.5);
    expect(times).toHaveLength(2);
    await pass(0.6);
    expect(times).toHaveLength(3);
  });

  it('leaves it to the user where it takes more than ten requests', async () => {
    const few = await opened({ clusters: 500, listsAll: false });
    await pass(1);
    expect(few.times).toHaveLength(20);
    const many = await opened({ clusters: 501, listsAll: false });
    await pass(5);
    expect(many.times).toHaveLength(11);
  });

  it('keeps what was read if it fails, says so, and slows down', async () => {
    const { times, service, last } = await opened();
    const { readAt } = last();
    service.isDown = true;
    await pass(7);
    expect(times).toEqual([0, 1, 3, 7]);
    expect(last()).toMatchObject({ readAt, firstRead: 'succeeded', problems: [{ canRetry: true }] });
    service.isDown = false;
    await pass(8);
    expect(last().problems).toEqual([]);
  });
});

describe('what was read', () => {
  it('is old after ten minutes, or two intervals if that is longer', async () => {
    const { last, panel } = await opened();
    expect(last().oldAfterMs).toBe(10 * minute);
    writeSetting('poolview.autoRefreshSeconds', 1800);
    panel.send({ type: 'refresh' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(last().oldAfterMs).toBe(60 * minute);
  });
});
