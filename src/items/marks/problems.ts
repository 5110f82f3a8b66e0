import { l10n } from 'vscode';
import { settings } from '../../connections/settings';
import { compareSeverities, needsAttention, type Severity } from '../severity';
import type { Health } from '../health';
import { kindOf, type ResourceRow } from '../kinds';
import type { ItemStore } from '../kinds/kind';
import { readingOf } from '../known';
import type { KnownProblem } from './stored';

/** The most characters of a note. */
export const maxNote = 200;

/** Whether it is maintenance that needs no attention. */
export function isPlanned(severity: Severity): boolean {
  return severity === 'maintenance' && !settings.maintenanceNeedsAttention;
}

/**
 * Why a mark does not hold any more, in a few words. What was requested before it was set or says nothing changes nothing,
 * and neither does planned maintenance.
 */
export function reasonToReopen(
  mark: KnownProblem,
  row: ResourceRow | undefined,
  store: ItemStore,
): string | undefined {
  if (mark.until !== undefined && mark.until <= Date.now()) return l10n.t('time ended');
  if (row === undefined) return undefined;
  const health = kindOf(row).health(row, store);
  const { severity } = health;
  if (!isLater(row, mark, store) || !needsAttention(severity) || isPlanned(severity)) return undefined;
  if (mark.isRecovered === true) return l10n.t('failed again');
  if (compareSeverities(severity, mark.severity) < 0) return l10n.t('got worse');
  const cause = comparedCause(row, health);
  return cause === '' || mark.cause === '' || cause === mark.cause ? undefined : l10n.t('cause changed');
}

/** Whether a row was requested after a mark was set. A mark from the future was set by a clock that was ahead: it is older. */
export function isLater(row: ResourceRow, mark: KnownProblem, store: ItemStore): boolean {
  return mark.at > Date.now() || (readingOf(row, store).readAt ?? 0) > mark.at;
}

/**
 * The cause of a problem, to be compared with a later one: without how long a heartbeat is missing or how many machines are
 * healthy. Empty for a cluster that is only called unhealthy: not all reads tell how many machines are.
 */
export function comparedCause({ kind }: ResourceRow, { severity, cause, counted }: Health): string {
  if (severity === 'lateHeartbeat' || severity === 'maintenance') return severity;
  if (kind !== 'cluster' || severity !== 'unhealthy') return cause;
  return counted === undefined ? '' : String(counted);
}
