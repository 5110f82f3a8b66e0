import type { Disposable } from 'vscode';
import { needsAttention, severityText } from '../severity';
import { sanitizeLine } from '../../text/text';
import type { ChangeLog } from '../changes/changeLog';
import type { Inventory } from '../inventory';
import { isResourceRow } from '../kinds';
import type { TreeRow } from '../store/row';
import { markedId, markKey } from './marks';
import { isLater, maxNote, reasonToReopen } from './problems';
import type { KnownProblem, MarkChange } from './stored';

/** setTimeout waits no longer. */
const maxTimeoutMs = 2 ** 31 - 1;

/** Ends the marks of a connection that do not hold any more, and adds that to its changes. */
export class MarkWatch implements Disposable {
  /** The marks that are being replaced. */
  readonly #replaced = new WeakSet<KnownProblem>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly inventory: Inventory,
    private readonly log: ChangeLog,
    private readonly onReopened: () => void,
  ) {}

  /** Call this when items were read or marks have changed. @param items all if undefined */
  check(items?: readonly { readonly id: string }[]): void {
    const { marks, store } = this.inventory;
    const { known } = marks.values;
    const changes: MarkChange[] = [];
    for (const key of items?.map(({ id }) => markKey(id)) ?? known.keys()) {
      const mark = known.get(key);
      if (mark === undefined || this.#replaced.has(mark)) continue;
      const id = markedId(store, key);
      const value = this.#current(mark, id, store.find(id));
      if (value === mark) continue;
      this.#replaced.add(mark);
      changes.push({ kind: 'known', key, value });
    }
    // A mark that can't be removed does not hold anyway.
    if (changes.length > 0) marks.set(changes).catch(() => undefined);
    this.#checkAtNextEnd([...known.values()].filter((mark) => !this.#replaced.has(mark)));
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  /** A mark as it is after a reading; undefined if it does not hold any more. */
  #current(mark: KnownProblem, id: string, found: TreeRow | undefined): KnownProblem | undefined {
    const derived = isResourceRow(found) ? this.inventory.derivedOf(found) : undefined;
    const { readAt } = derived?.item ?? {};
    const { severity, cause } = derived?.own ?? mark;
    const reason = reasonToReopen(mark, derived?.own, readAt);
    const isIll = needsAttention(severity);
    if (reason === undefined) {
      const hasRecovered = derived && !isIll && severity !== 'unknown' && isLater(readAt, mark);
      return hasRecovered === true && mark.isRecovered !== true ? { ...mark, isRecovered: true } : mark;
    }
    if (isIll) {
      const { kind, names, note, at } = mark;
      const status = derived && cause !== '' ? cause : severityText(severity);
      this.log.addReopened({
        item: { kind, id, name: names.at(-1) ?? '', path: names.slice(0, -1) },
        from: sanitizeLine(note, maxNote),
        to: `${status}, ${reason}`,
        severityAfter: severity,
        statusAfter: status,
        after: at,
        before: Math.max(at, readAt ?? Date.now()),
      });
      this.onReopened();
    }
    return undefined;
  }

  #checkAtNextEnd(marks: readonly KnownProblem[]): void {
    clearTimeout(this.#timer);
    const end = Math.min(...marks.map(({ until = Infinity }) => until));
    if (end === Infinity) return;
    const check = (): void => {
      this.check();
    };
    this.#timer = setTimeout(check, Math.min(Math.max(0, end - Date.now()), maxTimeoutMs)).unref();
  }
}
