import { l10n } from 'vscode';
import type { Project } from '../../service/resources/project';
import { formatCount, formatNumber } from '../../text/format';
import type { Derived } from '../derived';
import {
  belowHealth,
  healthy,
  unknownHealth,
  type ClusterCounts,
  type Health,
  type WorstMachines,
} from '../health';
import type { Severity } from '../severity';
import type { ItemStore } from './kind';
import type { ProjectRow } from './rows';

/** What a project summary says about the clusters of the project. */
export function projectHealth({ status }: Project): Health {
  const { errored, ...others } = status?.clustersHealth ?? {};
  return countedHealth({ ...others, failed: errored });
}

/** The health of a project with so many clusters. */
function countedHealth({ failed = 0, unhealthy = 0, healthy: sound = 0 }: ClusterCounts): Health {
  if (failed > 0) {
    const cause =
      unhealthy > 0
        ? l10n.t('{0} failed, {1} unhealthy clusters', formatNumber(failed), formatNumber(unhealthy))
        : clustersText('failed', failed);
    return { severity: 'failed', cause };
  }
  if (unhealthy > 0) return { severity: 'unhealthy', cause: clustersText('unhealthy', unhealthy) };
  return sound > 0 ? healthy : unknownHealth;
}

/**
 * How many clusters a project summary counts in which state that have not been read one by one. What it counts of the others
 * is old: they were read later, or are among those that were read. Undefined if it counts none.
 */
function unreadClusters(
  row: ProjectRow,
  below: readonly Derived[],
  store: ItemStore,
): ClusterCounts | undefined {
  const { clustersHealth, usage } = row.project.status ?? {};
  if (clustersHealth === undefined) return undefined;
  const { errored = 0, unhealthy = 0, healthy = 0, running = 0 } = clustersHealth;
  const requestNumber = row.requestNumber ?? 0;
  const read = below.filter(({ item }) => item.kind === 'cluster' && item.state !== 'notRead');
  const count = (severity: Severity): number =>
    read.filter((one) => (one.own.severity === 'unknown' ? one.severity : one.own.severity) === severity)
      .length;
  const later = read.filter((one) => one.requestNumber >= requestNumber).length;
  const total = Math.max(usage?.clusters?.length ?? 0, running, errored + unhealthy + healthy);
  let left = (store.completeAt(row) ?? 0) > requestNumber ? 0 : Math.max(0, total - later);
  const take = (summed: number, severity: Severity): number => {
    const taken = Math.min(left, Math.max(0, summed - count(severity)));
    left -= taken;
    return taken;
  };
  const counts = {
    failed: take(errored, 'failed'),
    unhealthy: take(unhealthy, 'unhealthy'),
    healthy: take(healthy, 'healthy'),
  };
  return counts.failed + counts.unhealthy + counts.healthy > 0 ? counts : undefined;
}

/** What is said about a project itself: of the clusters that have not been read, if there are any. */
export function unreadHealth(row: ProjectRow, below: readonly Derived[], store: ItemStore): Health {
  const clusters = unreadClusters(row, below, store);
  if (clusters === undefined) return projectHealth(row.project);
  const isAnyHealthy = below.some(({ item, own }) => item.kind === 'cluster' && own.severity === 'healthy');
  return { ...countedHealth(isAnyHealthy ? { ...clusters, healthy: 1 } : clusters), clusters };
}

/** How a project is, and how many clusters: those that were read, and those that only its summary counts. */
export function shownProjectHealth(
  own: Health,
  severity: Severity,
  machines: WorstMachines | undefined,
  below: readonly Derived[],
): Health {
  const count = (of: Severity): number =>
    below.filter((one) => one.item.kind === 'cluster' && one.own.severity === of).length;
  if (severity === 'healthy') return own.severity === severity ? own : { severity, cause: '' };
  if (severity === 'failed' || severity === 'unhealthy') {
    const { failed = 0, unhealthy = 0 } = own.clusters ?? {};
    const all = { failed: failed + count('failed'), unhealthy: unhealthy + count('unhealthy') };
    return all[severity] === 0 ? belowHealth(severity, machines) : countedHealth(all);
  }
  const length = count(severity);
  return length > 0 ? { severity, cause: clustersText(severity, length) } : belowHealth(severity, machines);
}

/** `3 unhealthy clusters` */
function clustersText(severity: Severity, count: number): string {
  switch (severity) {
    case 'failed':
      return formatCount(count, l10n.t('1 failed cluster'), (n) => l10n.t('{0} failed clusters', n));
    case 'unhealthy':
      return formatCount(count, l10n.t('1 unhealthy cluster'), (n) => l10n.t('{0} unhealthy clusters', n));
    case 'lateHeartbeat':
      return formatCount(count, l10n.t('Late heartbeats in 1 cluster'), (n) =>
        l10n.t('Late heartbeats in {0} clusters', n),
      );
    case 'maintenance':
      return formatCount(count, l10n.t('Maintenance in 1 cluster'), (n) =>
        l10n.t('Maintenance in {0} clusters', n),
      );
    case 'inTransition':
      return formatCount(count, l10n.t('1 cluster in transition'), (n) =>
        l10n.t('{0} clusters in transition', n),
      );
    case 'unknown':
    case 'healthy':
      return '';
  }
}
