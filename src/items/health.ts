import { l10n } from 'vscode';
import type { RequestTime } from '../service/requestTime';
import { formatCount, machineCount } from '../text/format';
import { shortCause } from './failure';
import { parts, sanitizeLine } from '../text/text';
import { severityOfState, stateText, worst, type Severity, type StateCounts } from './severity';

export interface Health {
  readonly severity: Severity;
  /** A few words in the service's own terms, safe to show on one line; empty if there is nothing to say. */
  readonly cause: string;
  /** The message of the condition that decided it, as the service wrote it, or what the service does not say. */
  readonly message?: string | undefined;
  /** Whether something that was not read may say more about the cause. */
  readonly isCauseUnread?: boolean | undefined;
  /** Since when, in milliseconds since 1970 by the clock of this computer, if what decides it tells. */
  readonly began?: number | undefined;
  /** The pack that the cause names. */
  readonly pack?: string | undefined;
  /** How many machines in it are the cause, if it says no more than that. */
  readonly counted?: number | undefined;
  /** Of a cluster that is ill: the packs, conditions and certificates that have failed, by name. Missing if none has. */
  readonly failed?: readonly string[] | undefined;
  /** When what decides it was requested; missing if that is when the item was listed. */
  readonly at?: RequestTime | undefined;
  /** Of a cluster: whether only the word of the service says so, not its machines, packs or certificates. */
  readonly isWord?: boolean | undefined;
  /** Of a project, how many clusters its summary counts that have not been read one by one, if it counts any. */
  readonly clusters?: StateCounts | undefined;
}

/** Shared to save memory: most items are healthy. */
export const healthy: Health = { severity: 'healthy', cause: '' };

/** The health of an item that says nothing about itself. */
export const unknownHealth: Health = { severity: 'unknown', cause: '' };

export interface WorstMachines {
  readonly severity: Severity;
  readonly count: number;
  /** Undefined if they have several. */
  readonly cause: string | undefined;
  /** Undefined if they have several, or none. */
  readonly message?: string | undefined;
}

export function worstMachines(all: readonly WorstMachines[]): WorstMachines | undefined {
  const severity = worst(
    all.map((one) => one.severity),
    'unknown',
  );
  const [first, ...others] = all.filter((one) => one.severity === severity);
  if (first === undefined || others.length === 0) return first;
  return {
    severity,
    count: others.reduce((sum, { count }) => sum + count, first.count),
    cause: others.every(({ cause }) => cause === first.cause) ? first.cause : undefined,
    message: others.every(({ message }) => message === first.message) ? first.message : undefined,
  };
}

/** The health of an item whose worst parts are machines: `DiskPressure: 1 machine`, `No valid host was found… · 14 machines` */
export function belowHealth(severity: Severity, machines: WorstMachines | undefined): Health {
  if (machines?.severity !== severity) return { ...unknownHealth, severity };
  const { count, cause, message = '' } = machines;
  // That a machine has failed says nothing, unlike its message.
  if (severity === 'failed' && message !== '') {
    return { severity, cause: parts(firstSentence(message), machineCount(count)), message };
  }
  if (severity === 'unhealthy' && cause !== undefined)
    return { severity, cause: onMachines(cause, count), message };
  return { severity, cause: machinesText(severity, count), message, counted: count };
}

/** With an ellipsis if there is more. */
function firstSentence(message: string): string {
  const [first = ''] = message.split(/(?<=[.!]) /);
  return shortCause(first === message ? message : first.replace(/[.!]$/, '…'));
}

/** `DiskPressure: 1 machine` */
function onMachines(cause: string, count: number): string {
  return formatCount(count, l10n.t('{0}: 1 machine', cause), (n) => l10n.t('{0}: {1} machines', cause, n));
}

export function machinesText(severity: Severity, count: number): string {
  switch (severity) {
    case 'failed':
      return formatCount(count, l10n.t('1 failed machine'), (n) => l10n.t('{0} failed machines', n));
    case 'unhealthy':
      return formatCount(count, l10n.t('1 unhealthy machine'), (n) => l10n.t('{0} unhealthy machines', n));
    case 'lateHeartbeat':
      return onMachines(l10n.t('No heartbeat'), count);
    case 'maintenance':
    case 'inTransition':
      return onMachines(stateText(severity), count);
    case 'unknown':
    case 'healthy':
      return '';
  }
}

/** What the state and the health of a machine or a cluster say. Unrecognized ones are shown as they are. */
export function reportedHealth(state: string, health: string | undefined): Health {
  const [ofState, ofHealth] = [severityOfState(state), healthSeverity(health)];
  if (ofState === 'failed') return { severity: 'failed', cause: shortCause(state) };
  if (ofHealth === 'unhealthy') return { severity: 'unhealthy', cause: stateText('unhealthy') };
  if (ofState === 'inTransition') return { severity: 'inTransition', cause: shortCause(state) };
  if (ofState === 'unknown') {
    const known = ofHealth === 'unknown' && state === '' ? health : state;
    return { severity: 'unknown', cause: shortCause(known) };
  }
  return ofHealth === 'unknown' ? { severity: 'unknown', cause: shortCause(health) } : healthy;
}

/** Missing health is no reason to doubt the state of a machine. */
function healthSeverity(health = ''): Severity {
  const text = health.toLowerCase() || 'healthy';
  return text === 'healthy' || text === 'unhealthy' ? text : 'unknown';
}

/**
 * How an item is and why: from what is said about itself, or the worst of what is in it.
 * @param severity the worst of both
 */
export function shownHealth(own: Health, severity: Severity, machines: WorstMachines | undefined): Health {
  const isOwn = own.severity === severity;
  if (severity === 'healthy') return isOwn ? own : { severity, cause: own.cause };
  // That a cluster has failed explains more than that its machines have, but less than why.
  if (isOwn && severity === 'failed' && (machines?.message ?? '') === '') return own;
  const hasMachines = machines?.severity === severity && severity !== 'unknown';
  return isOwn && !hasMachines ? own : belowHealth(severity, machines);
}

/** Without what changes while the health does not, such as how long a heartbeat is missing. */
export function healthText({ severity, cause }: Health): string | undefined {
  if (severity === 'maintenance') return stateText('healthy');
  if (severity === 'healthy' || severity === 'lateHeartbeat') return stateText(severity);
  return severity === 'unknown' && cause === '' ? undefined : cause;
}

/** The text of a value that is compared with that of another reading, safe to show on one line. */
export function observedText(text = ''): string {
  return sanitizeLine(text, 80);
}
