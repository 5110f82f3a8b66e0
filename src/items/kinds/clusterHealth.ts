import { l10n } from 'vscode';
import { localTime, type RequestTime } from '../../service/requestTime';
import { formatNumber, minuteMs } from '../../text/format';
import { parts, present } from '../../text/text';
import { expiryFailure, nextExpiryAt } from '../certificates';
import {
  explainsMs,
  healthMessagesOf,
  illIn,
  machineCountsOf,
  stateOf,
  wordOf,
  clusterWords,
  type ClusterData,
  type MachineCounts,
  type Word,
} from '../cluster';
import { hasTurnedSince, type Derived } from '../containers';
import { failedNames, failureOf, findingOf } from '../failure';
import { healthy, machinesText, observedText, reportedHealth, unknownHealth, type Health } from '../health';
import { isLater, latestTime, type Reading, type Run } from '../record';
import { stateText, type ItemState, type Severity } from '../severity';
import type { ItemStore } from './kind';
import { machinesReadAt } from './pool';
import type { ClusterRow } from './rows';

/** What the word of the service says about a cluster, without its machines. */
function saidHealth({ state = '', health }: Word): Health {
  const reported = reportedHealth(state, health?.state);
  if (state !== 'Running' || reported.severity === 'unhealthy') return reported;
  if (health?.isHeartBeatFailed === true) return { severity: 'lateHeartbeat', cause: l10n.t('No heartbeat') };
  return (health?.state ?? '') === ''
    ? { ...unknownHealth, message: l10n.t('The service reports no health.') }
    : reported;
}

/** What each source says of the severity of a cluster. */
export function saidSeverities(cluster: ClusterData): readonly Reading<Severity>[] {
  return clusterWords(cluster).map((word) => ({ ...word, value: saidHealth(word.value).severity }));
}

/**
 * What is said about a cluster itself: by the word of the service, the machines that it counts, and its certificates.
 * What was counted before its word turned from ill to healthy counts no more.
 * @param machinesAt when all of its machines were read, which say more than how many a search counted before
 */
export function clusterHealth(
  cluster: ClusterData & { readonly run?: Run | undefined },
  machinesAt?: RequestTime,
): Health {
  const word = wordOf(cluster);
  const said = word === undefined ? unknownHealth : { ...saidHealth(word.value), at: word };
  if (said.severity === 'failed') return { ...said, message: messageOf(cluster), isWord: true };
  const counts = machineCountsOf(cluster);
  // Machines are not expected to be healthy while their cluster is created or deleted, or was when they were counted.
  const isCounted =
    counts !== undefined &&
    word?.value.state === 'Running' &&
    (cluster.readings.search?.value.status?.state ?? 'Running') === 'Running' &&
    !hasTurnedSince(cluster.run, counts) &&
    !isLater(machinesAt, counts);
  const counted = isCounted ? countedHealth(counts.value) : undefined;
  const isExpiring = expiryFailure(cluster) !== undefined;
  if (said.severity === 'unhealthy' || counted?.severity === 'unhealthy' || isExpiring) {
    const claims: readonly (RequestTime | undefined)[] = [
      said.severity === 'unhealthy' ? word : undefined,
      counted?.severity === 'unhealthy' ? counts : undefined,
      isExpiring ? cluster.readings.certificates : undefined,
    ];
    return {
      severity: 'unhealthy',
      cause: counted?.severity === 'unhealthy' ? counted.cause : stateText('unhealthy'),
      message: messageOf(cluster),
      counted: isExpiring ? undefined : counted?.counted,
      at: latestTime(claims),
      // What was counted with an ill word goes with it.
      isWord: said.severity === 'unhealthy' && !isExpiring,
    };
  }
  if (said.severity === 'lateHeartbeat' || counted === undefined) return said;
  if (counted.severity === 'maintenance') return { ...counted, at: counts };
  // That all machines are healthy says how a cluster is whose health the service does not report.
  return said.severity === 'unknown' && said.message !== undefined ? { ...healthy, at: counts } : said;
}

/** The same, and what has failed in it: that needs attention beside its machines. */
export function ownClusterHealth(row: ClusterRow, below: readonly Derived[], store: ItemStore): Health {
  const health = clusterHealth(row, machinesReadAt(row, store));
  if (![health, ...below].some(({ severity }) => canHaveFailure(severity))) return health;
  const certificate = expiryFailure(row)?.name;
  // Old or not, what had failed does so until it is read again.
  const names = present(...failedNames(row.readings.overview?.value), certificate).map(observedText);
  return names.length === 0 ? health : { ...health, failed: names };
}

/** A cluster, and when it was read, in milliseconds since 1970. */
type ReadCluster = ClusterData & { readonly readAt?: number | undefined };

/** Whether the overview of a cluster was read long before the cluster. */
export function isOverviewOld({ readings, readAt = 0 }: ReadCluster): boolean {
  return readAt - (readings.overview?.readAt ?? readAt) > explainsMs;
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
  const overview = isOverviewOld(cluster) ? undefined : cluster.readings.overview?.value;
  const health = { ...shown, isCauseUnread: overview === undefined || undefined };
  // What is said of the whole cluster says nothing more.
  const isOfCluster = cause === stateText(severity) || cause === stateOf(cluster);
  const isCounted = health.counted !== undefined;
  const ofOverview = failureOf(overview) ?? (isOfCluster || isCounted ? findingOf(overview) : undefined);
  const told = ofOverview && {
    ...ofOverview,
    began: localTime(ofOverview.began, cluster.readings.overview?.aheadMs),
  };
  const failures = [told, expiryFailure(cluster)].filter((failure) => failure !== undefined);
  const [first] = failures;
  if (first === undefined) {
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
    began: first.began,
    pack: told?.pack,
  };
}

/** What counting the machines says about them; undefined if there are none. */
export function countedHealth(counts: MachineCounts): Health | undefined {
  const { size, inMaintenance } = counts;
  if (size === 0) return undefined;
  const unhealthy = illIn(counts);
  if (unhealthy > 0) {
    const cause = l10n.t('{0} of {1} machines unhealthy', formatNumber(unhealthy), formatNumber(size));
    return { severity: 'unhealthy', cause, counted: unhealthy };
  }
  return inMaintenance > 0
    ? { severity: 'maintenance', cause: machinesText('maintenance', inMaintenance) }
    : healthy;
}

/** The first message about a cluster's health, with the object that it refers to. */
function messageOf(cluster: ClusterData): string | undefined {
  const first = healthMessagesOf(cluster)?.find(({ message = '' }) => message !== '');
  const { name = '' } = first?.relatedObject ?? {};
  return name === '' ? first?.message : `${name}: ${first?.message ?? ''}`;
}

/** When a certificate changes how a cluster is, or how long it has expired. */
export function nextClusterChange(row: ClusterRow, now: number): number {
  return expiryFailure(row) === undefined ? nextExpiryAt(row) : now + minuteMs;
}
