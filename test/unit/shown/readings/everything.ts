import { vi } from 'vitest';
import { isServiceError } from '../../../../src/service/errors';
import { isIll, worst } from './claims';
import { must } from './rules';
import type { HistoryService } from './service';
import type { Poolview } from './shownNow';
import { machinesOf } from './world';

/** Reads everything again, and all lists to their ends. */
export async function readEverything(view: Poolview): Promise<void> {
  await view.refresh();
  await view.readProjectsToEnd();
  const idsOf = (kind: string) => view.items().flatMap((item) => (item.kind === kind ? item.id : []));
  await Promise.all(idsOf('project').map((id) => view.readAgain(id)));
  await view.refreshOverview();
  await view.readSearch();
  await Promise.all(idsOf('cluster').map((id) => unlessGone(view.readAgain(id))));
  await Promise.all(idsOf('pool').map((id) => view.readAgain(id)));
  await view.readCauses();
  await view.checkCertificates();
}

/** A cluster that says that it is gone has no list. */
async function unlessGone(reading: Promise<void>): Promise<void> {
  await reading.catch((error: unknown) => {
    must(isServiceError(error, 'notFound') && error.operation === 'readCluster', () => String(error));
  });
}

const dayMs = 86_400_000;

/** What is shown is what the service has now. */
export function checkAll(service: HistoryService, view: Poolview): void {
  const { world, profile } = service;
  const items = view.items();
  const uidsOf = (kind: string) =>
    items
      .flatMap((item) => (item.kind === kind ? item.uid : []))
      .sort()
      .join();
  // Nothing tells of clusters that no summary names and no search finds.
  const areListed = profile.metadata || profile.search !== 'none' || profile.named;
  const clusters = areListed ? Object.entries(world.clusters) : [];
  must(
    uidsOf('project') === [...world.projects].sort().join(),
    () => `all projects are there: ${uidsOf('project')}`,
  );
  const uids = clusters.map(([uid]) => uid).sort();
  must(
    uidsOf('cluster') === uids.join(),
    () => `all clusters are there: ${uidsOf('cluster')}, not ${uids.join()}`,
  );
  const machines = Object.assign({}, ...clusters.map(([, cluster]) => machinesOf(cluster))) as Record<
    string,
    string
  >;
  must(
    uidsOf('machine') === Object.keys(machines).sort().join(),
    () => `all machines are there: ${uidsOf('machine')}, not ${Object.keys(machines).sort().join()}`,
  );
  for (const item of items) {
    const { kind, uid, state } = item;
    must(!item.isStale && !item.isContradicted, () => `${kind} ${uid} is not outdated`);
    if (kind === 'machine') must(state === machines[uid], () => `${uid} is ${machines[uid]}, not ${state}`);
    const cluster = world.clusters[uid];
    if (kind !== 'cluster' || cluster === undefined) continue;
    const { word, cores, kubernetes, isWaiting, expiry } = cluster;
    const isSearched = profile.search !== 'none';
    const isRunning = word.state === 'Running';
    const isUnhealthy = (profile.metadata || isSearched) && profile.health && word.health === 'Unhealthy';
    const said = word.state === 'Failed' ? 'failed' : isRunning && isUnhealthy ? 'unhealthy' : 'healthy';
    const certified = expiry - Date.now() < 7 * dayMs && word.state !== 'Deleting' ? 'unhealthy' : 'healthy';
    const parts = Object.values(machinesOf(cluster));
    const expected = worst(isRunning ? [said, certified, ...parts] : [said, certified]) ?? 'healthy';
    // A cluster that is made or deleted is in transition, and what only a search tells may not be known.
    const isEither = !isRunning && parts.includes(state as never);
    const isKnown = isEither || (isIll(expected) ? state === expected : !isIll(state));
    must(isKnown, () => `cluster ${uid} is ${expected}, not ${state} (${item.cause})`);
    must(item.expiry === expiry, () => `cluster ${uid} has another certificate`);
    if (isSearched && profile.usage)
      must(
        item.cores?.used === cores.used,
        () => `cluster ${uid} uses ${cores.used} cores, not ${item.cores?.used}`,
      );
    if (isSearched && profile.versions)
      must(item.kubernetes === kubernetes, () => `cluster ${uid} runs ${kubernetes}, not ${item.kubernetes}`);
    if (isSearched) must(item.isWaiting === isWaiting, () => `cluster ${uid} waits: ${isWaiting}`);
    if (profile.sizes)
      must(
        item.machines === parts.length,
        () => `cluster ${uid} has ${parts.length} machines, not ${item.machines}`,
      );
  }
}

/** While nothing changes, timers read a pool that nobody looks at once more at most. */
export async function checkRereads(
  service: HistoryService,
  view: Poolview,
  finish: (work: Promise<unknown>) => Promise<void>,
): Promise<void> {
  for (const { kind, id } of view.items()) if (kind === 'cluster') view.collapse(id);
  const read = new Set<string>();
  const timers = [view.refreshAutomatically, view.refreshFleetAutomatically, view.refreshAutomatically];
  for (const refresh of timers) {
    vi.setSystemTime(Date.now() + 60_000);
    const from = service.requests.length;
    await finish(refresh.call(view));
    const requests = service.requests.slice(from).filter(({ source }) => source === 'machines');
    // A list may have several pages.
    for (const about of new Set(requests.map((one) => one.about))) {
      must(!read.has(about), () => `${about} is read again without end`);
      read.add(about);
    }
  }
}
