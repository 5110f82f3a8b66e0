import { stateText } from '../severity';
import { sanitizeLine } from '../../text/text';
import type { ChangeLog } from '../changes/changeLog';
import type { Inventory } from '../inventory';
import { isResourceRow } from '../kinds';
import { markedId, markKey } from './marks';
import { isIll, isLater, maxNote, reasonToReopen } from './problems';
import type { KnownProblem, MarkChange, MarkedValues } from './stored';
import { isOutermost } from '../kinds/levels';

/** Ends the marks of a connection that do not hold any more, and adds that to its changes. */
export class MarkWatch {
  /** The marks of which the user was told that they do not hold any more. */
  readonly #told = new WeakSet<KnownProblem>();

  constructor(
    private readonly inventory: Inventory,
    private readonly log: ChangeLog,
    private readonly onReopened: () => void,
  ) {}

  /** Call this when items were read or marks have changed. @param items all if undefined */
  check(items?: readonly { readonly id: string }[]): void {
    const { marks } = this.inventory;
    const keys = items?.map(({ id }) => markKey(id)) ?? [...marks.values.known.keys()];
    const changesOf = ({ known }: MarkedValues, isTold: boolean): readonly MarkChange[] =>
      keys.flatMap((key) => {
        const mark = known.get(key);
        const value = mark && this.#current(mark, key, isTold);
        return value === mark ? [] : { kind: 'known', key, value };
      });
    if (changesOf(marks.values, false).length > 0) {
      // Another window may have replaced them. A mark that can't be removed now does not hold anyway.
      marks.set((values) => changesOf(values, true)).catch(() => changesOf(marks.values, true));
    }
  }

  /** A mark as it is after a reading; undefined if it does not hold any more. */
  #current(mark: KnownProblem, key: string, isTold: boolean): KnownProblem | undefined {
    const { store } = this.inventory;
    const id = markedId(store, key);
    const found = store.find(id);
    // It may have recovered: nobody is told.
    if (!isResourceRow(found))
      return reasonToReopen(mark, undefined, undefined) === undefined ? mark : undefined;
    const { item, own, severity } = this.inventory.derivedOf(found);
    const reason = reasonToReopen(mark, own, item.readAt);
    if (reason === undefined) {
      // Once they were read, the clusters of a project tell how it is.
      const now = isOutermost(item) ? { ...own, severity } : own;
      const hasRecovered = !isIll(now) && now.severity !== 'unknown' && isLater(item.readAt, mark);
      return hasRecovered && mark.isRecovered !== true ? { ...mark, isRecovered: true } : mark;
    }
    if (isTold && isIll(own) && !this.#told.has(mark)) {
      this.#told.add(mark);
      const { kind, names, note, at } = mark;
      const status = item.cause || stateText(severity);
      this.log.addReopened({
        item: { kind, id, name: names.at(-1) ?? '', path: names.slice(0, -1) },
        from: sanitizeLine(note, maxNote),
        to: `${status}, ${reason}`,
        severityAfter: severity,
        after: at,
        before: Math.max(at, item.readAt ?? Date.now()),
      });
      this.onReopened();
    }
    return undefined;
  }
}
