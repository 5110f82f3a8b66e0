import { l10n } from 'vscode';
import { searchRequests, type FirstRead } from '../../items/fleet/readState';
import { countStates, itemStates, type Item } from '../../items/item';
import { causeText, kindText, stateText } from '../../items/itemText';
import {
  asOfText,
  formatAge,
  formatCount,
  formatNumber,
  machineCount,
  requestCount,
  timesAt,
  updatedText,
} from '../../text/format';
import { announcement, firstWords, parts, present } from '../../text/text';
import type { FleetHeader } from '../messages';
import type { Cluster } from './fleet';

/** A cluster in a few lines. */
export function clusterLines(cluster: Cluster, now: number): readonly string[] {
  const { item, project } = cluster;
  return present(
    item.name,
    present(stateText(item.state), causeText(item)).join(': '),
    summaryText(cluster),
    parts(project?.name, item.cloudType, item.region),
    parts(machinesText(cluster), coresText(item)),
    parts(
      item.heartbeat === undefined ? undefined : l10n.t('heartbeat {0}', formatAge(item.heartbeat, now)),
      readAtText(item, now),
    ),
  );
}

/** What screen readers say of a cluster, the most important first. */
export function spokenCluster(cluster: Cluster): string {
  const { item, project } = cluster;
  const { state, kind, name, cloudType, region } = item;
  const cause = summaryText(cluster) ?? firstWords(causeText(item), 8);
  const what = [stateText(state), cause, kindText(kind), name];
  const where = [project?.name, cloudType, region];
  return announcement(...what, ...where, machinesText(cluster), coresText(item));
}

/** What the summary of the project says in place of a cluster that was not read. */
function summaryText({ item, project }: Cluster): string | undefined {
  return item.state === 'notRead' && project?.clusterStates
    ? l10n.t('In this project: {0}', countsText(project.clusterStates))
    : undefined;
}

/** `Failed 3, Healthy 12`; empty if there are none. */
export function countsText(counts: Item['clusterStates']): string {
  return itemStates
    .flatMap((state) => {
      const count = counts?.[state] ?? 0;
      return count > 0 ? `${stateText(state)} ${formatNumber(count)}` : [];
    })
    .join(', ');
}

function machinesText(cluster: Cluster): string | undefined {
  const total = cluster.item.machines ?? (cluster.machines.length || undefined);
  if (total === undefined) return undefined;
  const all = machineCount(total);
  const states = countsText(countStates(cluster.machines));
  return states === '' ? all : l10n.t('{0}: {1}', all, states);
}

function coresText({ cores }: Item): string | undefined {
  if (cores === undefined) return undefined;
  return cores.used === undefined
    ? formatCount(cores.total, l10n.t('1 CPU core'), (n) => l10n.t('{0} CPU cores', n))
    : l10n.t('{0} of {1} CPU cores used', formatNumber(cores.used), formatNumber(cores.total));
}

/** Whether a time is so long ago that what was true then may not be true any more. */
export function isOld(time: number, now: number, oldAfterMs: number): boolean {
  return now - time > oldAfterMs;
}

/** `as of 14:05`, or `Not updated since 14:05` */
export function readAtText({ readAt, isStale }: Item, now: number): string | undefined {
  if (readAt === undefined) return undefined;
  return isStale ? updatedText(readAt, true, timesAt(now)) : asOfText(readAt, now);
}

/** How many requests it takes to read what only cluster search tells; undefined if there is nothing to read. */
export function unreadSearch({ canReadSearch, firstRead, coverage }: FleetHeader): string | undefined {
  const { total, read } = coverage.clusters;
  return canReadSearch && firstRead !== 'pending' ? requestCount(searchRequests(total ?? read)) : undefined;
}

/** What to show where there is nothing, because the clusters have not been read; undefined once they have been. */
export function unreadText(firstRead: FirstRead): string | undefined {
  return { pending: l10n.t('Reading…'), failed: stateText('notRead'), succeeded: undefined }[firstRead];
}

/** Why there are no rows. @param isFiltered whether there are clusters that are not shown */
export function noCapacityText(isFiltered: boolean, header: FleetHeader): string {
  if (header.firstRead === 'succeeded' && unreadSearch(header) !== undefined)
    return l10n.t("Cores and memory haven't been read.");
  return (
    unreadText(header.firstRead) ??
    (isFiltered ? l10n.t('No results') : l10n.t('The service reports no cores or memory.'))
  );
}
