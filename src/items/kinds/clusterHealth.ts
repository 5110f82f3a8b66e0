import { l10n } from 'vscode';
import { formatNumber } from '../../text/format';
import { parts, present } from '../../text/text';
import { expiryFailure, nextExpiryAt } from '../certificates';
import { explainsMs, machineCountsOf, stateOf, type ClusterData } from '../cluster';
import type { Derived } from '../derived';
import { causeText, failedNames, failureOf, findingOf } from '../failure';
import {
  healthSeverity,
  healthy,
  machinesText,
  observedText,
  reportedHealth,
  stateSeverity,
  unknownHealth,
  type Health,
} from '../health';
import type { ItemState } from '../item';
import { severityText } from '../severity';
import type { ItemStore, StateAge } from './kind';
import type { ClusterRow } from './rows';

/** What the service says about a cluster itself: its state, its health and the health of the machines of its pools. */
export function clusterHealth(cluster: ClusterData): Health {
  const state = stateOf(cluster) ?? '';
  if (stateSeverity(state) === 'failed') {
    return { severity: 'failed', cause: causeText(state), message: messageOf(cluster) };
  }
  const reported = cluster.found?.status?.health?.state;
  // Machines are not expected to be healthy while their cluster is created or deleted.
  const ofPools = state === 'Running' ? poolsHealth(cluster) : undefined;
  const isExpiring = expiryFailure(cluster) !== undefined;
  if (healthSeverity(reported) === 'unhealthy' || ofPools?.severity === 'unhealthy' || isExpiring) {
    const cause = ofPools?.severity === 'unhealthy' ? ofPools.cause : l10n.t('Unhealthy');
    const counted = isExpiring ? undefined : ofPools?.counted;
    return { severity: 'unhealthy', cause, message: messageOf(cluster), counted };
  }
  if (state === 'Running' && cluster.found?.status?.health?.isHeartBeatFailed === true) {
    return { severity: 'lateHeartbeat', cause: l10n.t('No heartbeat') };
  }
  if (ofPools?.severity === 'maintenance') return ofPools;
  if (state === 'Running' && (reported ?? '') === '' && ofPools === undefined) {
    return { ...unknownHealth, message: l10n.t('The service reports no health.') };
  }
  return reportedHealth(state, reported);
}

/** The same, and what has failed in it: that needs attention beside its machines. */
export function ownClusterHealth(row: ClusterRow, below: readonly Derived[]): Health {
  const health = clusterHealth(row);
  if (![health, ...below].some(({ severity }) => canHaveFailure(severity))) return health;
  const certificate = expiryFailure(row)?.name;
  // Old or not, what had failed does so until it is read again.
  const names = present(...failedNames(row.facts?.overview?.value), certificate).map(observedText);
  return names.length === 0 ? health : { ...health, failed: names };
}

/** A cluster, and when it was read, in milliseconds since 1970. */
type ReadCluster = ClusterData & { readonly readAt?: number | undefined };

/** Whether the overview of a cluster was read long before the cluster. */
export function isOverviewOld({ facts, readAt = 0 }: ReadCluster): boolean {
  return readAt - (facts?.overview?.readAt ?? readAt) > explainsMs;
}

/** Whether something that has failed explains how a cluster is. */
export function canHaveFailure(state: ItemState): boolean {
  return state === 'failed' || state === 'unhealthy';
}

/**
 * The health of a cluster with the part of it that has failed, if that was read: it explains more than the machines below,
 * whose cause follows. It changes no severity.
 */
export function withFailure(shown: Health, cluster: ReadCluster): Health {
  const { severity, cause } = shown;
  if (!canHaveFailure(severity)) return shown;
  const overview = isOverviewOld(cluster) ? undefined : cluster.facts?.overview?.value;
  const health = { ...shown, isCauseUnread: overview === undefined || undefined };
  // What is said of the whole cluster says nothing more.
  const isOfCluster = cause === severityText(severity) || cause === stateOf(cluster);
  const isCounted = health.counted !== undefined;
  const ofOverview = failureOf(overview) ?? (isOfCluster || isCounted ? findingOf(overview) : undefined);
  const failures = [ofOverview, expiryFailure(cluster)].filter((failure) => failure !== undefined);
  if (failures.length === 0) {
    const isUnexplained = severity === 'failed' && isOfCluster && (health.message ?? '') === '';
    return isUnexplained && overview !== undefined
      ? { ...health, cause: l10n.t('{0}, no reason given', cause) }
      : health;
  }
  const [message] = present(...failures.map((failure) => failure.message), health.message);
  return {
    severity,
    // How many machines follow from what has failed is in the table.
    cause: parts(
      ...failures.map((failure) => failure.cause),
      isOfCluster || (isCounted && ofOverview !== undefined) ? '' : cause,
    ),
    message,
    isCauseUnread: health.isCauseUnread,
  };
}

/** Undefined if the service does not say how the machines of the pools are, or there are none. */
export function poolsHealth(cluster: ClusterData): Health | undefined {
  const counts = machineCountsOf(cluster);
  if (counts === undefined || counts.size === 0) return undefined;
  const { size, inMaintenance } = counts;
  const unhealthy = size - counts.healthy - inMaintenance;
  if (unhealthy > 0) {
    const cause = l10n.t('{0} of {1} machines unhealthy', formatNumber(unhealthy), formatNumber(size));
    return { severity: 'unhealthy', cause, counted: unhealthy };
  }
  return inMaintenance > 0
    ? { severity: 'maintenance', cause: machinesText('maintenance', inMaintenance) }
    : healthy;
}

/** The first message about a cluster's health, with the object that it refers to. */
function messageOf({ found }: ClusterData): string | undefined {
  const first = found?.status?.health?.conditions?.find(({ message = '' }) => message !== '');
  const { name = '' } = first?.relatedObject ?? {};
  return name === '' ? first?.message : `${name}: ${first?.message ?? ''}`;
}

/** Of its own read, together with its pools, if it was not found; of the search that counted its machines, if that is its health. */
export function clusterAge(
  row: ClusterRow,
  { counted }: Health,
  store: ItemStore,
): Partial<StateAge> | undefined {
  const { found, readings, countedAt } = row;
  if (found === undefined && readings.own !== undefined) {
    return { readAt: readings.own.readAt, isStale: store.branchOf(row)?.error !== undefined };
  }
  return counted === undefined ? undefined : countedAt;
}

/** When something that has expired is described again, in milliseconds. */
const minuteMs = 60_000;

/** When a certificate changes how a cluster is, or how long it has expired. */
export function nextClusterChange(row: ClusterRow, now: number): number {
  return expiryFailure(row) === undefined ? nextExpiryAt(row) : now + minuteMs;
}
