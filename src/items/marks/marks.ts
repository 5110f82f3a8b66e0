import { EventEmitter, type Disposable, l10n } from 'vscode';
import { idsTo } from '../store/row';
import type { StoredLines } from '../../connections/storedLines';
import type { MarkChange, MarkedValues, KnownProblem } from './stored';
import { readSetting } from '../../connections/settings';
import { sanitizeLine } from '../../text/text';
import { compareStates, needsAttention, type Severity } from '../severity';
import type { Health } from '../health';
import type { ItemKind } from '../kinds/levels';

type Changes = readonly MarkChange[] | ((values: MarkedValues) => readonly MarkChange[]);

/**
 * What the user marked on the items of a connection, and saved queries. Kept on this computer, and never sent to the service.
 */
export class Marks implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires when this or another window has changed something, or time has. */
  readonly onDidChange = this.#onDidChange.event;
  #values: MarkedValues = { favorite: new Map(), known: new Map(), query: new Map() };

  constructor(private readonly stored?: StoredLines<MarkChange, MarkedValues>) {}

  get values(): MarkedValues {
    return this.#values;
  }

  /** Takes over what this window and others have stored. @throws StorageError */
  async read(): Promise<void> {
    this.#take(await this.stored?.read());
  }

  /** @param changes may depend on what other windows have stored. @throws StorageError */
  async set(changes: Changes): Promise<void> {
    this.#take(await this.stored?.append(changes));
  }

  /** Call this when a mark may have ended. */
  update(): void {
    this.#onDidChange.fire();
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  #take(values = this.#values): void {
    if (values === this.#values) return;
    this.#values = values;
    this.#onDidChange.fire();
  }
}

/** Whether an item is a favorite, or in one. */
export function isInFavorites(id: string, { favorite }: Pick<MarkedValues, 'favorite'>): boolean {
  return idsTo(id).some((each) => favorite.has(each));
}

export const maxNote = 200;

/** Whether it is maintenance that needs no attention. */
export function isPlanned(severity: Severity): boolean {
  return severity === 'maintenance' && !readSetting('maintenanceNeedsAttention');
}

/** Whether something about an item itself needs attention: how it is, or what has failed in it. */
export function isIll({ severity, failed }: Health): boolean {
  return needsAttention(severity) || failed !== undefined;
}

/**
 * Why a mark does not hold any more, in a few words. What was requested before it was set or says nothing changes nothing,
 * and neither does planned maintenance.
 * @param own what is said about the item itself; undefined if it is not known
 * @param readAt when that was requested, in milliseconds since 1970
 */
export function reasonToReopen(
  mark: KnownProblem,
  own: Health | undefined,
  readAt: number | undefined,
): string | undefined {
  if (mark.until !== undefined && mark.until <= Date.now()) return l10n.t('time ended');
  if (own === undefined) return undefined;
  const { severity, failed } = own;
  // The mark has what was known then. One of an earlier version says nothing of it.
  const other = failed?.find((name) => mark.failed?.includes(name) === false);
  if (other !== undefined) return l10n.t('also failed: {0}', sanitizeLine(other, 40));
  if (!isAfterMark(readAt, mark) || !needsAttention(severity) || isPlanned(severity)) return undefined;
  if (mark.isRecovered === true) return l10n.t('failed again');
  if (compareStates(severity, mark.severity) < 0) return l10n.t('got worse');
  const cause = comparedCause(mark.kind, own);
  if (cause === '' || mark.cause === '' || cause === mark.cause) return undefined;
  if (Number.isNaN(Number(cause))) return l10n.t('cause changed');
  return Number(cause) > Number(mark.cause) ? l10n.t('got worse') : undefined;
}

/** Whether an item was requested after a mark was set. A mark from the future was set by a clock that was ahead: it is older. */
export function isAfterMark(readAt: number | undefined, mark: KnownProblem): boolean {
  return mark.at > Date.now() || (readAt ?? 0) > mark.at;
}

/**
 * The cause of a problem, to be compared with a later one: without how long a heartbeat is missing, and the number alone if it
 * only counts machines or clusters. Empty for a cluster that is only called unhealthy: not all reads tell how many machines are.
 */
export function comparedCause(kind: ItemKind, { severity, cause, counted, clusters }: Health): string {
  if (severity === 'lateHeartbeat' || severity === 'maintenance') return severity;
  if (kind === 'project') return String((clusters?.failed ?? 0) + (clusters?.unhealthy ?? 0));
  if (kind !== 'cluster' || severity !== 'unhealthy') return cause;
  return counted === undefined ? '' : String(counted);
}
