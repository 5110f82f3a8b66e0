import { l10n } from 'vscode';
import type { RequestTime } from '../../service/requestTime';
import type { Project } from '../../service/resources/project';
import { formatCount, formatNumber } from '../../text/format';
import { present, sanitizeLine, separator, withoutPrefix } from '../../text/text';
import { isIllWord, type Derived } from '../containers';
import {
  belowHealth,
  healthy,
  machinesText,
  unknownHealth,
  type Health,
  type WorstMachines,
} from '../health';
import { isLater, oldestOf } from '../record';
import { stateText, type Severity, type StateCounts } from '../severity';
import type { ItemStore } from './kind';
import type { ProjectRow } from './rows';

/** What a project summary says about the clusters of the project. */
export function projectHealth(project: Project): Health {
  const { failed, unhealthy, healthy: sound } = countsIn(project);
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

/** How many clusters a summary counts in which state. */
function countsIn({ status }: Project) {
  const { errored: failed = 0, unhealthy = 0, healthy: sound = 0 } = status?.clustersHealth ?? {};
  return { failed, unhealthy, healthy: sound } satisfies StateCounts;
}

/** Whether a summary decides: it does as long as its clusters were not read, all of them, by later requests. */
function isDeciding(row: ProjectRow, below: readonly Derived[], store: ItemStore): boolean {
  const { clustersHealth, usage } = row.project.status ?? {};
  const { requestNumber = 0 } = row.readings.listing ?? {};
  if (clustersHealth === undefined || (store.completeAt(row)?.requestNumber ?? 0) > requestNumber)
    return false;
  const named = usage?.clusters ?? [];
  // A cluster that is read alone tells no health.
  const isLaterRead = ({ run }: Derived): boolean =>
    run !== undefined && run.severity !== 'unknown' && run.last.requestNumber > requestNumber;
  const later = new Set(below.filter(isLaterRead).map(({ item }) => item.uid));
  return named.length === 0 || named.some(({ uid }) => !later.has(uid));
}

/** What is said about a project itself: by its summary, as long as that decides, or else that any cluster is healthy. */
export function ownProjectHealth(row: ProjectRow, below: readonly Derived[], store: ItemStore): Health {
  if (!isDeciding(row, below, store)) {
    const isCounted = row.project.status?.clustersHealth !== undefined;
    const clusters = below.filter(({ item }) => item.kind === 'cluster');
    const isAnyHealthy = clusters.some(({ own }) => own.severity === 'healthy');
    return isCounted && isAnyHealthy
      ? { ...healthy, at: oldestOf(clusters.map(({ at }) => at)) }
      : unknownHealth;
  }
  const { listing } = row.readings;
  const counted = { ...projectHealth(row.project), at: listing };
  const clusters: Partial<Record<Severity, number>> = countsIn(row.project);
  for (const counts of below.map((one) => countedAs(one, listing)).sort((a, b) => a.length - b.length)) {
    const severity = counts.find((each) => (clusters[each] ?? 0) > 0);
    if (severity !== undefined) clusters[severity] = (clusters[severity] ?? 0) - 1;
  }
  return Object.values(clusters).every((count) => count === 0) ? counted : { ...counted, clusters };
}

/** As what a summary may count a cluster: those that are known one by one count as the service said, whatever is in them. */
function countedAs(
  { run, severity, standing, problem }: Derived,
  summary: RequestTime | undefined,
): readonly Severity[] {
  if (run === undefined) return [];
  // What it said before the summary may have changed, and some tell no health. If it is ill, it may be any that is counted as ill:
  // an alarm for both would be one too many. A known one may have become worse.
  const isOpen = run.severity === 'unknown' || !isLater(run.last, summary);
  if (!isOpen || !isIllWord(severity) || standing !== undefined) return [run.severity];
  return problem === 'open' ? [severity, 'unhealthy', 'failed'] : [severity];
}

/**
 * Whether a summary leaves no room for what an earlier request said of one of its clusters: it counts all as healthy. It does not
 * look at machines, packs and certificates.
 */
export function allHealthyAt({ readings: { listing } }: ProjectRow): RequestTime | undefined {
  if (listing === undefined) return undefined;
  const { failed, unhealthy, healthy: sound } = countsIn(listing.value);
  const { length } = listing.value.status?.usage?.clusters ?? [];
  return failed + unhealthy === 0 && length > 0 && sound === length ? listing : undefined;
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
  if (ill.length === 0 && own.severity === severity) return own;
  if (ill.length === 0 || severity === 'unknown') return belowHealth(severity, machines);
  const { name = '' } = project.metadata ?? {};
  const names = ill
    .slice(0, maxNamedParts)
    .map(({ item }) => sanitizeLine(withoutPrefix(item.name, name) ?? item.name, maxName));
  const more = ill.length + unread - names.length;
  const causes = new Set(
    ill.flatMap((one) => (isOnlyCounted(one) ? [] : present(one.item.cause.split(separator)[0]))),
  );
  const counts = ill.map((one) => affectedMachines(one, severity));
  // Many causes say less than how many machines there are.
  const isCounted = (causes.size === 0 || causes.size > maxNamedParts) && !counts.includes(0);
  const why = isCounted
    ? machinesText(
        severity,
        counts.reduce((sum, count) => sum + count),
      )
    : [...causes].slice(0, maxNamedParts).join(', ') || stateText(severity);
  const where = present(names.join(', '), more === 0 ? '' : `+${formatNumber(more)}`).join(' ');
  const message = ill.length + unread === 1 ? ill[0]?.item.message : undefined;
  const isCauseUnread = ill.some(({ item }) => item.isCauseUnread) || undefined;
  return { severity, cause: l10n.t('{0}: {1}', where, why), message, isCauseUnread };
}

/** The most clusters and causes that fit in a row. */
const maxNamedParts = 2;
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
