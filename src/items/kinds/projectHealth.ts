import { l10n } from 'vscode';
import type { Project } from '../../service/resources/project';
import { formatCount, formatNumber } from '../../text/format';
import { present, sanitizeLine, separator, withoutPrefix } from '../../text/text';
import type { Derived } from '../derived';
import {
  belowHealth,
  healthy,
  machinesText,
  unknownHealth,
  type ClusterCounts,
  type Health,
  type WorstMachines,
} from '../health';
import { severityText, type Severity } from '../severity';
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

/**
 * What is said about a project itself: of the clusters that have not been read, if its summary counts any. If it counts, but all
 * were read later, they say how it is.
 */
export function unreadHealth(row: ProjectRow, below: readonly Derived[], store: ItemStore): Health {
  const clusters = unreadClusters(row, below, store);
  const isAnyHealthy =
    row.project.status?.clustersHealth !== undefined &&
    below.some(({ item, own }) => item.kind === 'cluster' && own.severity === 'healthy');
  return { ...countedHealth(isAnyHealthy ? { ...clusters, healthy: 1 } : (clusters ?? {})), clusters };
}

/** How a project is, and why: the clusters that are as bad, or how many there are if its summary only counts them. */
export function shownProjectHealth(
  { project }: ProjectRow,
  own: Health,
  severity: Severity,
  machines: WorstMachines | undefined,
  below: readonly Derived[],
): Health {
  if (severity === 'healthy') return own.severity === severity ? own : { severity, cause: '' };
  const ill = below.filter(({ item }) => item.kind === 'cluster' && item.state === severity);
  const unread = severity === 'failed' || severity === 'unhealthy' ? (own.clusters?.[severity] ?? 0) : 0;
  if (ill.length === 0 && unread > 0) return own;
  if (ill.length === 0 || severity === 'unknown') return belowHealth(severity, machines);
  const { name = '' } = project.metadata ?? {};
  const names = ill
    .slice(0, maxNames)
    .map(({ item }) => sanitizeLine(withoutPrefix(item.name, name) ?? item.name, maxName));
  const more = ill.length + unread - names.length;
  const causes = new Set(
    ill.flatMap((one) => (isOnlyCounted(one) ? [] : present(one.item.cause.split(separator)[0]))),
  );
  const counts = ill.map((one) => affectedMachines(one, severity));
  // Many causes say less than how many machines there are.
  const isCounted = (causes.size === 0 || causes.size > maxNames) && !counts.includes(0);
  const why = isCounted
    ? machinesText(
        severity,
        counts.reduce((sum, count) => sum + count),
      )
    : [...causes].slice(0, maxNames).join(', ') || severityText(severity);
  const where = present(names.join(', '), more === 0 ? '' : `+${formatNumber(more)}`).join(' ');
  const message = ill.length + unread === 1 ? ill[0]?.item.message : undefined;
  const isCauseUnread = ill.some(({ item }) => item.isCauseUnread) || undefined;
  return { severity, cause: l10n.t('{0}: {1}', where, why), message, isCauseUnread };
}

/** The most clusters and causes that fit in a row. */
const maxNames = 2;
const maxName = 24;

/** Whether no more is known of a cluster than how many of its machines are unhealthy. */
function isOnlyCounted({ item, own }: Derived): boolean {
  return own.counted !== undefined && item.cause === own.cause;
}

function affectedMachines({ own, machines }: Derived, severity: Severity): number {
  if (own.severity === severity && own.counted !== undefined) return own.counted;
  return machines?.severity === severity ? machines.count : 0;
}

/** `3 unhealthy clusters` */
function clustersText(severity: 'failed' | 'unhealthy', count: number): string {
  return severity === 'failed'
    ? formatCount(count, l10n.t('1 failed cluster'), (n) => l10n.t('{0} failed clusters', n))
    : formatCount(count, l10n.t('1 unhealthy cluster'), (n) => l10n.t('{0} unhealthy clusters', n));
}
