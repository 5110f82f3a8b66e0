import type { Change, ChangedItem } from '../../items/changes/change';
import {
  compareSeverities,
  isProblem,
  isRecovery,
  needsAttention,
  severityText,
  worst,
  type Severity,
} from '../../presentation/severity';
import { isAtOrBelow } from '../../items/store/row';

/** An item whose problem began, got worse or ended. */
export interface ItemNews {
  readonly item: ChangedItem;
  /** Why it needs attention, in a few words. */
  readonly cause: string;
  /** Whether it disappeared. */
  readonly isGone: boolean;
}

/** What has changed since the last report. */
export interface Report {
  /** The items that need attention and did not, or that got worse. */
  readonly problems: readonly ItemNews[];
  /** Those that do not need attention any more. */
  readonly recoveries: readonly ItemNews[];
  /** The changes of other items. */
  readonly others: readonly Change[];
}

/** An item that has changed since the last report. Severities are undefined where it was not there. */
interface Pending extends ItemNews {
  readonly from: Severity | undefined;
  readonly to: Severity | undefined;
}

/** The changes of one connection that the user has not been told about. What began and ended in the meantime is none. */
export class News {
  /** The worst severity that the user knows of, by the ID of the item, until the item recovers. */
  readonly #known = new Map<string, Severity>();
  #pending = new Map<string, Pending>();
  #others: readonly Change[] = [];

  /** @param isToTell whether a refresh found it; otherwise the user sees it anyway, for example in a row just expanded */
  add(change: Change, isToTell: boolean): void {
    const { item, what } = change;
    if (what === 'disappeared') this.#forgetBelow(item.id);
    const pending = this.#pending.get(item.id);
    const from = pending === undefined ? (this.#known.get(item.id) ?? change.severityBefore) : pending.from;
    // Not knowing whether a problem persists is no news.
    const to = change.severityAfter === 'unknown' ? (pending?.to ?? from) : change.severityAfter;
    if (pending === undefined && !isToTell) {
      this.#settle(item.id, from, to);
      return;
    }
    const cause = causeOf(change) ?? pending?.cause ?? (to === undefined ? '' : severityText(to));
    this.#pending.set(item.id, { item, from, to, cause, isGone: what === 'disappeared' });
    if (isToTell) this.#others = [...this.#others, change];
  }

  /** What has changed since the last report. */
  get report(): Report {
    const all = [...this.#pending.values()];
    const problems = mostSpecific(
      all.filter(({ from, to }) => isProblem(from, to)),
      (one, below) => isAsBad(below, one),
    );
    const recoveries = mostSpecific(
      all.filter(({ from, to }) => isRecovery(from, to)),
      () => true,
    );
    const told = new Set(
      all.filter(({ from, to }) => isProblem(from, to) || isRecovery(from, to)).map(({ item }) => item.id),
    );
    return { problems, recoveries, others: this.#others.filter(({ item }) => !told.has(item.id)) };
  }

  /** Call this when the user has been told about everything, or sees it. */
  settle(): void {
    for (const [id, { from, to }] of this.#pending) this.#settle(id, from, to);
    this.#pending = new Map();
    this.#others = [];
  }

  /** Keeps only what is about problems. */
  dropOthers(): void {
    this.#others = [];
  }

  #settle(id: string, from: Severity | undefined, to: Severity | undefined): void {
    if (!isBad(to)) this.#known.delete(id);
    // A problem that only got better can get as bad again without being a new one.
    else this.#known.set(id, isBad(from) ? worst([from, to]) : to);
  }

  #forgetBelow(id: string): void {
    for (const map of [this.#known, this.#pending]) {
      for (const below of map.keys()) if (below !== id && isAtOrBelow(below, id)) map.delete(below);
    }
  }
}

function isBad(severity: Severity | undefined): severity is Severity {
  return severity !== undefined && needsAttention(severity);
}

function isAsBad(one: Pending, other: Pending): boolean {
  return one.to !== undefined && other.to !== undefined && compareSeverities(one.to, other.to) <= 0;
}

/**
 * Without the items whose news is only that of items below them.
 * @param explains whether the news of an item below explains that of the other one
 */
function mostSpecific(
  all: readonly Pending[],
  explains: (item: Pending, below: Pending) => boolean,
): readonly Pending[] {
  return all.filter(
    (one) =>
      one.item.kind === 'machine' ||
      !all.some((other) => other !== one && isAtOrBelow(other.item.id, one.item.id) && explains(one, other)),
  );
}

/** Undefined if the change itself does not say why the item needs attention. */
function causeOf({ what, to = '', severityAfter }: Change): string | undefined {
  if (severityAfter === 'maintenance') return severityText(severityAfter);
  return (what === 'health' || what === 'state' || what === 'size') && to !== '' ? to : undefined;
}
