import type { Change, ChangedItem } from '../items/changes/change';
import { isProblem, isRecovery, isRepeated, needsAttention, worst, type Severity } from '../items/severity';
import { deleteAtOrBelow, idsTo, parentIdOf } from '../items/store/row';

/** An item whose problem began, got worse or ended. */
export interface ItemNews {
  readonly item: ChangedItem;
  /** Its health in a few words, before and now; empty where it was not there. */
  readonly before: string;
  readonly after: string;
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

/** Tells whether the user sees an item. @param isProblem whether it needs attention, or did */
export type IsSeen = (id: string, isProblem: boolean) => boolean;

/** An item that has changed since the last report. Severities are undefined where it was not there. */
interface Pending extends ItemNews {
  readonly from: Severity | undefined;
  readonly to: Severity | undefined;
}

/** The changes of one connection since the last report. A problem that began and ended in the meantime is not among them. */
export class News {
  /** The worst severity that the user knows of, by the ID of the item, until the item recovers. */
  readonly #known = new Map<string, Severity>();
  readonly #pending = new Map<string, Pending>();
  #others: Change[] = [];

  /** @param isKnown whether all that needs attention about an item is known: that is no news */
  constructor(private readonly isKnown: (id: string) => boolean) {}

  add(change: Change): void {
    const { item, what } = change;
    const pending = this.#pending.get(item.id);
    const from =
      what === 'reopened'
        ? undefined
        : pending === undefined
          ? (this.#known.get(item.id) ?? change.severityBefore)
          : pending.from;
    if (what === 'disappeared') {
      deleteAtOrBelow(this.#known, item.id);
      deleteAtOrBelow(this.#pending, item.id);
    }
    // A problem persists until a reading shows that it ended.
    const to = change.severityAfter === 'unknown' ? (pending?.to ?? from) : change.severityAfter;
    const before = what === 'reopened' ? '' : (pending?.before ?? change.statusBefore ?? '');
    const after = change.severityAfter === 'unknown' ? pending?.after : change.statusAfter;
    const isGone = what === 'disappeared';
    this.#pending.set(item.id, { item, from, to, before, after: after ?? '', isGone });
    this.#others.push(change);
  }

  /** What has changed since the last report. */
  get report(): Report {
    const all = [...this.#pending.values()].filter(({ item }) => !this.isKnown(item.id));
    const specific = mostSpecific(all);
    const problems = specific.filter(({ from, to }) => isProblem(from, to));
    const recoveries = specific.filter(({ from, to }) => isRecovery(from, to));
    const reported = new Set(
      all.filter(({ from, to }) => isProblem(from, to) || isRecovery(from, to)).map(({ item }) => item.id),
    );
    const containers = new Set([...reported].flatMap(idsTo));
    const others = this.#others.filter(
      ({ item, what }) => !this.isKnown(item.id) && !(isCount(what) ? containers : reported).has(item.id),
    );
    return { problems, recoveries, others };
  }

  /** Call this when items were reported, or the user sees them. */
  settle(isSeen: IsSeen = () => true): void {
    const isSettled = ({ item }: Pick<ItemNews, 'item'>): boolean => {
      const { from, to } = this.#pending.get(item.id) ?? {};
      return isSeen(item.id, isBad(from) || isBad(to));
    };
    this.#others = this.#others.filter((change) => !isSettled(change));
    for (const { item, from, to } of [...this.#pending.values()].filter(isSettled)) {
      this.#settle(item.id, from, to);
      this.#pending.delete(item.id);
    }
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
}

/** Whether a change of a container may only count what changed in it. */
function isCount(what: Change['what']): boolean {
  return what === 'health' || what === 'size';
}

function isBad(severity: Severity | undefined): severity is Severity {
  return severity !== undefined && needsAttention(severity);
}

/** Without the items whose news is only that of items below them. */
function mostSpecific(all: readonly Pending[]): readonly Pending[] {
  const byId = new Map(all.map((one) => [one.item.id, one]));
  const repeated = new Set<Pending>();
  for (const below of all) {
    for (let id = parentIdOf(below.item.id); id !== ''; id = parentIdOf(id)) {
      const item = byId.get(id);
      if (item !== undefined && isRepeated(item, below)) repeated.add(item);
    }
  }
  return all.filter((one) => !repeated.has(one));
}
