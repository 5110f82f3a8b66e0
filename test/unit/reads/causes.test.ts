import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { groupByCause } from '../../../src/items/causeGroups';
import { clusterHealth } from '../../../src/items/kinds/clusterHealth';
import { needsAttention, stateText } from '../../../src/items/severity';
import type { ScriptedOptions } from '../../support/demo/service';
import { allRows, fleetOf } from '../fleet/page/support';
import { start } from '../fleet/support';
import { eventually } from '../support/eventually';

const overview = 'readClusterOverview';
const signal = new AbortController().signal;

/** The fleet of a demo service after its clusters were read. */
async function read(options: Partial<ScriptedOptions> = {}) {
  const all = await start({ projects: 128, ...options });
  const { reader, asked, of, fleet } = all;
  await reader.clusters.read();
  asked();
  const failing = () => of('cluster').filter(({ state }) => needsAttention(state));
  /** Those whose cause says nothing but that they have failed. */
  const unexplained = () =>
    failing().filter(({ state, cause }) => ['', 'Error', stateText(state)].includes(cause));
  const refresh = async () => {
    fleet.startRefresh();
    reader.causes.outdate();
    await reader.clusters.read();
    asked();
  };
  const overviews = () => asked()[overview] ?? 0;
  return { ...all, failing, unexplained, refresh, overviews };
}

/** More clusters that need attention than are read by themselves. */
const many = { projects: 300 };

describe('the causes of clusters', () => {
  it('are all known after one request for each cluster that needs attention, and none for others', async () => {
    const { reader, service, failing, unexplained, asked, of } = await read();
    expect(unexplained()).toHaveLength(failing().length);
    expect(reader.state.causeRequests).toBe(failing().length);
    await reader.causes.read(signal);
    expect(unexplained()).toEqual([]);
    expect(failing().length).toBeGreaterThan(30);
    const paths = service.requests.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    const healthy = of('cluster').filter(({ state }) => !needsAttention(state));
    expect(healthy.filter(({ uid = '?' }) => paths.some((path) => path.includes(uid)))).toEqual([]);
    expect(asked()).toEqual({ [overview]: failing().length });
    expect(reader.state).toMatchObject({ causeRequests: 0, problems: [], reading: undefined });
  });

  it('show what failed together, also when the service counts machines', async () => {
    const { reader, fleet } = await read();
    await reader.causes.read(signal);
    const groups = () =>
      groupByCause(allRows(fleetOf(...fleet.items().filter(({ kind }) => kind !== 'machine')))).map(
        ({ cause, counts }) => `${cause} · ${counts}`,
      );
    const isOfPack = (text: string) => /^[a-z-]+ [A-Z]/.test(text);
    const numbered = /: Pod .*\d+ clusters?$/;
    const before = groups();
    expect(before.filter(isOfPack).map((text) => text.replace(numbered, ''))).toEqual([
      'fluent-bit CrashLoopBackOff',
      'prometheus OOMKilled',
      'cni-cilium-oss ImagePullBackOff',
    ]);
    expect(before[0]).toMatch(/^ClusterCreateFailed.* · \d+ clusters$/);
    await reader.readSearch();
    expect(fleet.clusters.some((cluster) => clusterHealth(cluster).counted !== undefined)).toBe(true);
    expect(groups().filter(isOfPack)).toEqual(before.filter(isOfPack));
  });

  it('are read of the 50 worst by themselves, and of the others on request', async () => {
    const { reader, failing, unexplained, overviews } = await read(many);
    const { length } = failing();
    expect(length).toBeGreaterThan(60);
    await reader.causes.read(signal);
    expect(overviews()).toBe(50);
    expect(unexplained()).toHaveLength(length - 50);
    expect(unexplained().some(({ state }) => state === 'failed')).toBe(false);
    const names = unexplained().map(({ name }) => name);
    expect(
      failing().filter((one) => one.state === 'unhealthy' && one.name < (names.sort()[0] ?? '')),
    ).not.toEqual([]);
    expect(reader.state.causeRequests).toBe(length - 50);
    await reader.causes.read(signal, true);
    expect(overviews()).toBe(length - 50);
    expect(unexplained()).toEqual([]);
    expect(reader.state.causeRequests).toBe(0);
  });

  it('are read once, and again when the user refreshes', async () => {
    const { reader, failing, refresh, overviews } = await read();
    await Promise.all([reader.causes.read(signal), reader.causes.read(signal)]);
    expect(overviews()).toBe(failing().length);
    await reader.causes.read(signal);
    await reader.causes.read(signal);
    expect(overviews()).toBe(0);
    await refresh();
    expect(reader.state.causeRequests).toBe(failing().length);
    await reader.causes.read(signal);
    expect(overviews()).toBe(failing().length);
  });

  it('are read again by a timer only if the cluster has changed, or after ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { reader, service, failing, overviews, asked } = await read();
    await reader.causes.read(signal);
    overviews();
    const timer = async (): Promise<number> => {
      await reader.clusters.refreshInBackground(signal);
      asked();
      await reader.causes.read(signal);
      return overviews();
    };
    expect(await timer()).toBe(0);
    const [first] = failing();
    const cluster = service.fleet.projects
      .flatMap(({ clusters }) => clusters)
      .find(({ uid }) => uid === failing().find(({ state }) => state === 'unhealthy')?.uid);
    if (cluster === undefined || first === undefined) return expect.fail();
    cluster.state = 'Error';
    expect(await timer()).toBe(1);
    expect(await timer()).toBe(0);
    vi.setSystemTime(Date.now() + 601_000);
    expect(await timer()).toBe(failing().length);
  });
});

describe('reading causes', () => {
  it('shows its progress, ends when the user cancels, and leaves the rest to the user', async () => {
    const { reader, service, unexplained, overviews, failing } = await read();
    service.faults.add(
      { kind: 'delay', operation: overview, milliseconds: 1, times: 5 },
      { kind: 'hang', operation: overview, times: 1000 },
    );
    const reading = reader.causes.read(signal);
    await eventually(() => {
      expect(reader.state.reading).toEqual({
        what: 'causes',
        done: expect.any(Number) as number,
        total: failing().length,
      });
      expect(service.requests.length).toBeGreaterThan(5);
    });
    reader.reads.cancel();
    await reading;
    expect(reader.state).toMatchObject({ reading: undefined, problems: [] });
    const { causeRequests } = reader.state;
    expect(causeRequests).toBe(unexplained().length);
    service.faults.clear();
    overviews();
    await reader.causes.read(signal);
    expect(overviews()).toBe(0);
    await reader.causes.read(signal, true);
    // Some that were canceled may arrive late.
    expect(new Set(service.requests.map(({ path }) => path)).size).toBe(causeRequests);
    expect(unexplained()).toEqual([]);
  });

  it.each([
    [405, 1],
    [501, 1],
    // One may be about the cluster alone.
    [403, 12],
  ])('ends soon if the service refuses it with %i: after at most %i requests', async (status, most) => {
    const { reader, service, overviews, unexplained, refresh } = await read();
    service.faults.add({ kind: 'status', operation: overview, status, times: 1000 });
    await reader.causes.read(signal);
    const problem = { text: 'Not all causes were read', canRetry: status === 403 };
    const ended = { problems: [problem], causeRequests: 0, reading: undefined };
    expect(reader.state).toMatchObject(ended);
    await reader.clusters.refreshInBackground(signal);
    await reader.causes.read(signal);
    expect(reader.state).toMatchObject(ended);
    // Some that were canceled may arrive late.
    expect(overviews()).toBeLessThanOrEqual(most);
    service.faults.clear();
    await refresh();
    await reader.causes.read(signal);
    expect(reader.state.problems).toEqual([]);
    expect(unexplained()).toEqual([]);
  });

  it('goes on after a refusal of one cluster, which is read again when the user retries', async () => {
    const { reader, service, failing, overviews, unexplained } = await read();
    const first = failing()
      .filter(({ state }) => state === 'failed')
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))[0];
    service.faults.add({
      kind: 'status',
      operation: overview,
      match: new RegExp(first?.uid ?? '?'),
      status: 403,
      times: 1000,
    });
    await reader.causes.read(signal);
    expect(overviews()).toBe(failing().length);
    expect(unexplained().map(({ uid }) => uid)).toEqual([first?.uid]);
    expect(reader.state.problems).toMatchObject([
      {
        text: 'Not all causes were read',
        detail: expect.stringContaining('cluster.get') as string,
        canRetry: true,
      },
    ]);
    service.faults.clear();
    await reader.causes.retry(signal);
    expect(overviews()).toBe(1);
    expect(reader.state.problems).toEqual([]);
  });

  it('ends soon when the service fails, as one problem', async () => {
    const { reader, service, overviews, unexplained, failing } = await read();
    service.faults.add(
      { kind: 'delay', operation: overview, milliseconds: 1, times: 3 },
      { kind: 'status', operation: overview, status: 401, times: 1000 },
    );
    await reader.causes.read(signal);
    expect(overviews()).toBeLessThan(20);
    expect(reader.state.problems).toHaveLength(1);
    service.faults.clear();
    await reader.causes.retry(signal);
    expect(reader.state.problems).toEqual([]);
    expect(unexplained()).toEqual([]);
    expect(failing()).not.toEqual([]);
  });
});
