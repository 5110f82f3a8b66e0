import type { TreeRow } from '../items/store/row';

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
export class RowChanges<Row extends TreeRow> {
  readonly #rows = new Set<Row>();
  /** The IDs of the rows whose children VS Code is waiting for; empty for the view itself. */
  readonly #waiting: string[] = [];
  #lastFired = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  readonly #showing = new Set<NodeJS.Timeout>();

  /**
   * @param fire reports changed rows to VS Code; undefined for the whole view
   * @param isChanged whether a row looks different than VS Code shows it: asked when it would be reported, because thousands of
   * changes may be only of the same row
   */
  constructor(
    private readonly fire: (rows: Row[] | undefined) => void,
    private readonly isChanged: (row: Row) => boolean,
  ) {}

  /** Marks `parent` as pending until VS Code has rendered its children. */
  async whileWaiting<Children>(parent: Row | undefined, children: Promise<Children>): Promise<Children> {
    const id = parent?.id ?? '';
    this.#waiting.push(id);
    try {
      return await children;
    } finally {
      const timer = setTimeout(() => {
        this.#showing.delete(timer);
        this.#waiting.splice(this.#waiting.indexOf(id), 1);
        this.#flush();
      }, showingMs);
      this.#showing.add(timer);
    }
  }

  /** Reports rows that may have changed, each once no request for rows below it is pending. */
  changeRows(rows: readonly Row[]): void {
    for (const row of rows) this.#rows.add(row);
    // Pending rows are flushed when they arrive, all others when the timer fires.
    if (this.#timer === undefined) this.#flush();
  }

  /** Call this after other changes of the view, such as its message: they start the same 200 ms delay. */
  startDelay(): void {
    this.#lastFired = performance.now();
  }

  /** Reports changed children at once; `undefined` means the top-level rows. */
  changeChildren(row: Row | undefined): void {
    if (row !== undefined && this.#delayMs <= 0 && !this.#isWaitedFor(row)) {
      this.#fire([row]);
    } else {
      this.#rows.clear();
      this.#fire(undefined);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const timer of this.#showing) clearTimeout(timer);
    this.#rows.clear();
  }

  /** Whether VS Code is waiting for this row or for rows below it. */
  #isWaitedFor({ id }: Row): boolean {
    return this.#waiting.some((waiting) => waiting === '' || waiting === id || waiting.startsWith(`${id}/`));
  }

  /** How long until VS Code handles a change without delay again. */
  get #delayMs(): number {
    return this.#lastFired + debounceMs - performance.now();
  }

  readonly #flush = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = [...this.#rows].filter((row) => !this.#isWaitedFor(row));
    if (rows.length === 0) return;
    if (this.#delayMs > 0) {
      this.#timer = setTimeout(this.#flush, this.#delayMs);
      return;
    }
    this.startDelay();
    for (const row of rows) this.#rows.delete(row);
    const changed = rows.filter((row) => this.isChanged(row));
    if (changed.length > maxRows) this.changeChildren(undefined);
    else if (changed.length > 0) this.#fire(changed);
  };

  #fire(rows: Row[] | undefined): void {
    this.#lastFired = performance.now();
    this.fire(rows);
  }
}
