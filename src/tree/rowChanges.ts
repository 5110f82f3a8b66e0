import { isAtOrBelow } from '../items/store/row';

/**
 * VS Code handles the first tree change at once, then collects others for 200 ms. This is a little longer.
 * Source: the extension host's tree view, `onDidChangeTreeData` debounced with a leading edge.
 */
const debounceMs = 250;

/**
 * How long VS Code needs to render children. A change that arrives during that time makes it lose track of visible rows,
 * which then can't be expanded.
 */
const showingMs = 50;

/** Above this many changed rows, refreshing the whole view is faster: VS Code looks up each one among all rows. */
const maxRows = 100;

/**
 * Reports changed rows to VS Code when it is safe to do so. VS Code drops the children of a changed row and requests them
 * again. If an earlier request for them is pending, they arrive twice: VS Code reports "element already registered" and
 * shows neither. Refreshing the whole view is always safe, because VS Code then drops all pending requests.
 */
export class RowChanges {
  /** The IDs of rows that may have changed. */
  readonly #rows = new Set<string>();
  /** The IDs of the rows whose children VS Code is waiting for; empty for the view itself. */
  readonly #waiting: string[] = [];
  /** Until when VS Code collects changes, by a clock that is never set back. */
  #delayedUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param fire reports changed rows to VS Code by their IDs; undefined for the whole view
   * @param isChanged whether a row looks different than VS Code shows it: asked when it would be reported, because thousands of
   * changes may be only of the same row
   */
  constructor(
    private readonly fire: (ids: string[] | undefined) => void,
    private readonly isChanged: (id: string) => boolean,
  ) {}

  /** Marks a parent as pending until VS Code has rendered its children. */
  async whileWaiting<Children>(parentId: string | undefined, children: Promise<Children>): Promise<Children> {
    const id = parentId ?? '';
    this.#waiting.push(id);
    try {
      return await children;
    } finally {
      setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(id), 1);
        this.#flush();
      }, showingMs);
    }
  }

  /** Reports rows that may have changed, each once no request for rows below it is pending. */
  changeRows(ids: readonly string[]): void {
    for (const id of ids) this.#rows.add(id);
    // Pending rows are flushed when they arrive, all others when the timer fires.
    if (this.#timer === undefined) this.#flush();
  }

  /** Call this after other changes of the view, such as its message: they start the same 200 ms delay. */
  startDelay(): void {
    this.#delayedUntil = performance.now() + debounceMs;
  }

  /** Reports changed children at once; `undefined` means the top-level rows. */
  changeChildren(id: string | undefined): void {
    const isDelayed = performance.now() < this.#delayedUntil;
    const isSafe = id !== undefined && !isDelayed && !isWaitedFor(id, this.#waiting);
    if (!isSafe) this.#rows.clear();
    this.startDelay();
    this.fire(isSafe ? [id] : undefined);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#rows.clear();
  }

  readonly #flush = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const ids = [...this.#rows].filter((id) => !isWaitedFor(id, this.#waiting));
    if (ids.length === 0) return;
    const delayMs = this.#delayedUntil - performance.now();
    if (delayMs > 0) {
      this.#timer = setTimeout(this.#flush, delayMs);
      return;
    }
    this.startDelay();
    for (const id of ids) this.#rows.delete(id);
    const changed = ids.filter((id) => this.isChanged(id));
    if (changed.length > maxRows) this.changeChildren(undefined);
    else if (changed.length > 0) this.fire(changed);
  };
}

/** Whether VS Code is waiting for this row or for rows below it. */
function isWaitedFor(id: string, waiting: readonly string[]): boolean {
  return waiting.some((parentId) => parentId === '' || isAtOrBelow(parentId, id));
}
