import { l10n } from 'vscode';
import type { Machine } from '../service/resources/machine';
import type { Project } from '../service/resources/project';
import { expiryFailure } from './certificates';
import { explainsMs, machineCountsOf, stateOf, type ClusterData } from './cluster';
import { causeText, conditionText, failureOf, isUnhealthy } from './failure';
import { formatCount, formatDuration, formatNumber } from '../text/format';
import { severityText, type Severity } from './severity';
import { parts, present } from '../text/text';

/** The health of an item and its cause. */
export interface Health {
  readonly severity: Severity;
  /** A few words in the service's own terms, safe to show on one line; empty if there is nothing to say. */
  readonly cause: string;
  /** The message of the condition that decided it, as the service wrote it, or what the service does not say. */
  readonly message?: string | undefined;
  /** How many machines in it are the cause, if it says no more than that. */
  readonly counted?: number | undefined;
}

/** Shared to save memory: most items are healthy. */
const healthy: Health = { severity: 'healthy', cause: '' };

/** The health of an item that says nothing about itself. */
export const unknownHealth: Health = { severity: 'unknown', cause: '' };

/** The published documentation treats a machine as unhealthy if its heartbeat is older than this. */
const heartbeatLimitMs = 10 * 60 * 1000;

/** @param readAt when the machine was read, in milliseconds since 1970; the age of its heartbeat is as of then */
export function machineHealth({ status }: Machine, readAt: number): Health {
  const { instanceState = '', health } = status ?? {};
  const ofState = stateSeverity(instanceState);
  const unhealthy = health?.conditions?.filter(isUnhealthy) ?? [];
  // A pressure condition explains why a machine is not ready.
  const condition = unhealthy.find(({ type }) => type !== 'Ready') ?? unhealthy[0];
  if (ofState === 'failed') {
    return { severity: 'failed', cause: causeText(instanceState), message: condition?.message };
  }
  if (condition !== undefined) {
    return { severity: 'unhealthy', cause: conditionText(condition), message: condition.message };
  }
  const ofHealth = healthSeverity(health?.state);
  if (ofHealth === 'unhealthy') return { severity: 'unhealthy', cause: l10n.t('Unhealthy') };
  const silence = readAt - (health?.lastHeartBeatTimestamp ?? readAt);
  if (instanceState === 'Running' && silence > heartbeatLimitMs) {
    return { severity: 'lateHeartbeat', cause: l10n.t('No heartbeat for {0}', formatDuration(silence)) };
  }
  const maintenance = status?.maintenanceStatus;
  if (isInMaintenance(maintenance)) {
    return { severity: 'maintenance', cause: l10n.t('Maintenance'), message: maintenance?.message };
  }
  return reportedHealth(instanceState, ofState, health?.state, ofHealth);
}

/** How many clusters of a project are in which state. */
export interface ClusterCounts {
  readonly failed?: number | undefined;
  readonly unhealthy?: number | undefined;
  readonly healthy?: number | undefined;
}

/** What a project summary says about the clusters of the project. */
export function projectHealth({ status }: Project): Health {
  const { errored, ...others } = status?.clustersHealth ?? {};
  return countedHealth({ ...others, failed: errored });
}

/** The health of a project with so many clusters. */
export function countedHealth({ failed = 0, unhealthy = 0, healthy: sound = 0 }: ClusterCounts): Health {
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

/** What the service says about a cluster itself: its state, its health and the health of the machines of its pools. */
export function clusterHealth(cluster: ClusterData): Health {
  const state = stateOf(cluster) ?? '';
  const ofState = stateSeverity(state);
  if (ofState === 'failed')
    return { severity: 'failed', cause: causeText(state), message: messageOf(cluster) };
  const reported = cluster.found?.status?.health?.state;
  const ofHealth = healthSeverity(reported);
  // Machines are not expected to be healthy while their cluster is created or deleted.
  const ofPools = state === 'Running' ? poolsHealth(cluster) : undefined;
  const isExpiring = expiryFailure(cluster) !== undefined;
  if (ofHealth === 'unhealthy' || ofPools?.severity === 'unhealthy' || isExpiring) {
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
  return reportedHealth(state, ofState, reported, ofHealth);
}

/** Whether the overview of a cluster was read long before the cluster, at `readAt`. */
export function isOverviewOld({ facts }: ClusterData, readAt: number): boolean {
  return readAt - (facts?.overview?.readAt ?? readAt) > explainsMs;
}

/**
 * The health of a cluster with the part of it that has failed, if that was read: it explains more than the machines below,
 * whose cause follows. It changes no severity.
 * @param readAt when the cluster was read, in milliseconds since 1970
 */
export function withFailure(health: Health, cluster: ClusterData, readAt = 0): Health {
  const { severity, cause } = health;
  const ofOverview = isOverviewOld(cluster, readAt) ? undefined : failureOf(cluster.facts?.overview?.value);
  const failures = [ofOverview, expiryFailure(cluster)].filter((failure) => failure !== undefined);
  if (failures.length === 0 || (severity !== 'failed' && severity !== 'unhealthy')) return health;
  // What is said of the whole cluster says nothing more.
  const isOfCluster = cause === severityText(severity) || cause === stateOf(cluster);
  const [message] = present(...failures.map((failure) => failure.message), health.message);
  return {
    severity,
    cause: parts(...failures.map((failure) => failure.cause), isOfCluster ? '' : cause),
    message,
  };
}

/** Undefined if the service does not say how the machines of the pools are, or there are none. */
function poolsHealth(cluster: ClusterData): Health | undefined {
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

/** The worst machines in an item. */
export interface WorstMachines {
  readonly severity: Severity;
  readonly count: number;
  /** Undefined if they have several. */
  readonly cause: string | undefined;
  /** Of a single one. */
  readonly message?: string | undefined;
}

/** The health of an item whose worst parts are machines. */
export function healthBelow({ severity, count, cause, message }: WorstMachines): Health {
  const isSame = severity === 'unhealthy' && cause !== undefined;
  return { severity, cause: isSame ? onMachines(cause, count) : machinesText(severity, count), message };
}

/** `DiskPressure: 1 machine` */
function onMachines(cause: string, count: number): string {
  return formatCount(count, l10n.t('{0}: 1 machine', cause), (n) => l10n.t('{0}: {1} machines', cause, n));
}

function machinesText(severity: Severity, count: number): string {
  switch (severity) {
    case 'failed':
      return formatCount(count, l10n.t('1 failed machine'), (n) => l10n.t('{0} failed machines', n));
    case 'unhealthy':
      return formatCount(count, l10n.t('1 unhealthy machine'), (n) => l10n.t('{0} unhealthy machines', n));
    case 'lateHeartbeat':
      return onMachines(l10n.t('No heartbeat'), count);
    case 'maintenance':
    case 'inTransition':
      return onMachines(severityText(severity), count);
    case 'unknown':
    case 'healthy':
      return '';
  }
}

/** `3 unhealthy clusters` */
export function clustersText(severity: Severity, count: number): string {
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

/** The health of an item with no known problem. An unrecognized state is shown as is. */
function reportedHealth(
  state: string,
  ofState: Severity,
  health: string | undefined,
  ofHealth: Severity,
): Health {
  if (ofState === 'inTransition') return { severity: 'inTransition', cause: causeText(state) };
  if (ofState === 'unknown') {
    const known = ofHealth === 'unknown' && state === '' ? health : state;
    return { severity: 'unknown', cause: causeText(known) };
  }
  return ofHealth === 'unknown' ? { severity: 'unknown', cause: causeText(health) } : healthy;
}

/** Whether a machine is in maintenance: `uncordon` means that it is returning from it. */
export function isInMaintenance(status: NonNullable<Machine['status']>['maintenanceStatus']): boolean {
  const { action = '', state = '' } = status ?? {};
  return action !== 'uncordon' && action + state !== '';
}

/** Of a machine or a cluster. */
function stateSeverity(state: string): Severity {
  switch (state) {
    case 'Running':
      return 'healthy';
    case 'Failed':
    case 'Error':
      return 'failed';
    case 'Pending':
    case 'Importing':
    case 'Provisioning':
    case 'Provisioned':
    case 'Deleting':
    case 'Deleted':
      return 'inTransition';
    default:
      return 'unknown';
  }
}

/** The reported health of a machine or a cluster. Missing health is no reason to doubt the state of a machine. */
function healthSeverity(health = ''): Severity {
  switch (health.toLowerCase()) {
    case '':
    case 'healthy':
      return 'healthy';
    case 'unhealthy':
      return 'unhealthy';
    default:
      return 'unknown';
  }
}
