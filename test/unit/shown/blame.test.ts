import { describe, expect, it } from 'vitest';
import { minute, openedTimeline, type Logged, type World } from './openedTimeline';

const workers = (number: number): string => `prod-1-workers-${number}`;
const clusters = { 'prod-1': [workers(4), workers(5)], 'cluster-12': [] };

/** What is wrong with a machine. */
const notReady = (ago: number, name = workers(5), message = 'the kubelet stopped'): Logged => ({
  ago,
  what: `NodeNotReady: ${message}`,
  about: name,
  kind: 'machine',
  in: 'prod-1',
  severity: 'Warning',
});

/** What somebody did to a cluster. */
const done = (ago: number, what: string, type?: string): Logged => ({ ago, what, about: 'prod-1', type });

/** The rows of the timeline: each as what happened, and what is folded below it. */
async function rowsOf(world: Partial<World>): Promise<readonly string[]> {
  return shortRows((await openedTimeline({ clusters, ...world })).rows());
}

/** Without severities, items, names and times. */
function shortRows(rows: readonly string[]): readonly string[] {
  return rows.map((row) => row.replace(/^\w+, (.*?), (?:Cluster|Machine|Pod) .*?(?=, and \d|$)/, '$1'));
}

describe('a problem has its own row, at its time, after what', () => {
  it.each<[string, Logged]>([
    ['only looked at the cluster', done(60, 'cluster was viewed', 'activity')],
    ['only looked at the machine', done(60, `Viewed machine ${workers(5)}`, 'activity')],
    ['says nothing of its kind', done(60, `Repaired machine ${workers(5)}`)],
    ['changed something else', done(60, 'Changed the tags of cluster-12', 'update')],
    ['changed something whose name only looks alike', done(60, 'Scaled prod-1-workers', 'update')],
    ['changed another machine', done(60, `Repaired machine ${workers(4)}`, 'action')],
    ['was more than an hour before', done(100, `Repaired machine ${workers(5)}`, 'action')],
    ['came later', done(20, `Repaired machine ${workers(5)}`, 'action')],
  ])('%s', async (_, action) => {
    const rows = await rowsOf({
      events: [notReady(30, workers(5), 'the kubelet of prod-1-5 in cluster-12 stopped')],
      audits: [action],
    });
    expect(rows).toHaveLength(2);
    expect(rows.join()).not.toContain('more:');
  });

  it('was done to a cluster that has the name of the machine', async () => {
    const rows = await rowsOf({
      clusters: { 'prod-1': ['prod-1'] },
      events: [notReady(30, 'prod-1')],
      audits: [done(60, 'Changed the tags of prod-1', 'update')],
    });
    expect(rows).toHaveLength(2);
  });

  it('was up to an hour before the first of several, but not before the last', async () => {
    const audits = [done(100, `Repaired machine ${workers(5)}`, 'action')];
    expect(await rowsOf({ audits, events: [notReady(10), notReady(50), notReady(90)] })).toHaveLength(2);
    expect(await rowsOf({ audits, events: [notReady(50), notReady(90)] })).toHaveLength(1);
  });

  it('has the name of a pack without a version in its text', async () => {
    const off = done(60, 'turned monitoring off', 'update');
    const down: Logged = { ...notReady(30), what: 'BackOff: monitoring is down' };
    const startTime = new Date(Date.now() - 100 * minute).toISOString();
    const the = await openedTimeline({
      clusters,
      events: [down],
      audits: [off],
      overviews: { 'prod-1': { packs: [{ name: 'monitoring', startTime }] } },
    });
    await the.show('prod-1');
    expect(shortRows(the.rows())).toEqual([
      expect.stringMatching(/^BackOff/),
      'turned monitoring off',
      expect.stringMatching(/^pack monitoring/),
    ]);
  });

  it('may be later: a change is found after it happened', async () => {
    const the = await openedTimeline({
      clusters,
      audits: [done(60, `Repaired machine ${workers(5)}`, 'action')],
    });
    const now = Date.now();
    const path = ['payments', 'prod-1', 'workers'];
    const found = { before: now - 50 * minute, what: 'health' } as const;
    the.change(workers(5), 'machine', path, { ...found, number: 1, after: now - 70 * minute });
    await the.shows('2 of 2 entries');
    expect(the.rows()).toHaveLength(2);
    the.change(workers(5), 'machine', path, { ...found, number: 2, after: now - 55 * minute });
    await the.shows('3 of 3 entries');
    expect(shortRows(the.rows())).toEqual([
      'Healthy → DiskPressure',
      `Repaired machine ${workers(5)}, and 1 more: workers-5 Healthy → DiskPressure`,
    ]);
  });
});

describe('what followed is folded below', () => {
  it.each<[string, Logged]>([
    [
      'what was done to the machine',
      { ...done(60, 'Repaired', 'action'), about: workers(5), kind: 'machine' },
    ],
    ['what names the machine', done(60, `Repaired machine ${workers(5)}.`, 'action')],
  ])('%s', async (_, action) => {
    const [row, ...others] = await rowsOf({ events: [notReady(30)], audits: [action] });
    expect(others).toEqual([]);
    expect(row).toContain('and 1 more: workers-5 NodeNotReady');
  });

  it('what was done to the object of the event', async () => {
    const evicted: Logged = {
      ...notReady(30, 'ledger-db-0', 'no room'),
      kind: 'Pod',
      what: 'Evicted: no room',
    };
    const [row, ...others] = await rowsOf({
      events: [evicted],
      audits: [done(40, 'Deleted the pod ledger-db-0', 'delete')],
    });
    expect(others).toEqual([]);
    expect(row).toContain('and 1 more: ledger-db-0 Evicted');
    expect(
      await rowsOf({ events: [evicted], audits: [done(40, 'Changed ledger-db', 'update')] }),
    ).toHaveLength(2);
  });

  describe('the upgrade of a pack', () => {
    const upgrade = done(100, 'Upgraded pack fluent-bit from 0.47.10 to 0.48.5', 'update');
    const crash: Logged = {
      ...notReady(78),
      what: `CrashLoopBackOff: Pack fluent-bit 0.48.5: a pod on ${workers(5)} crashes`,
      about: 'prod-1',
      kind: 'spectrocluster',
      severity: 'Error',
    };
    const at = (ago: number): string => new Date(Date.now() - ago * minute).toISOString();
    const pack = (name: string, version: string) => ({
      'prod-1': {
        packs: [
          {
            name,
            version,
            startTime: at(99),
            condition: { type: 'Error', reason: 'CrashLoopBackOff', lastTransitionTime: at(79) },
          },
        ],
      },
    });
    const opened = async (events: readonly Logged[], overviews: World['overviews'] = {}) => {
      const the = await openedTimeline({ clusters, events, audits: [upgrade], overviews });
      await the.show('prod-1');
      return the.rows();
    };

    it('are the pack that fails, and the machine that it fails on, for an hour', async () => {
      const [soon, ...none] = await opened([notReady(50), crash], pack('fluent-bit', '0.48.5'));
      expect(soon).toMatch(/^Error, Upgraded pack .*, and 4 more: CrashLoopBackOff/);
      expect(none).toEqual([]);
      for (const other of [notReady(30), notReady(50, workers(4))]) {
        const [later, upgraded] = await opened([other, crash], pack('fluent-bit', '0.48.5'));
        expect(later).toMatch(/^Warning, NodeNotReady/);
        expect(upgraded).toMatch(/^Error, Upgraded pack .*, and 3 more: CrashLoopBackOff/);
      }
    });

    it.each([
      ['another pack', pack('cilium', '0.48.5')],
      ['another version of it', pack('fluent-bit', '0.48.6')],
      ['a pack that was not read', {}],
    ])('are not problems of %s', async (_, overviews) => {
      const rows = await opened([crash], overviews);
      expect(rows.find((row) => row.includes('Upgraded pack'))).not.toContain('more:');
    });
  });
});
