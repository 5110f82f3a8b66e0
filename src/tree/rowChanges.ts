import type { TreeRow } from './row';

/**
 * VS Code acts on a change of a tree at once, and then collects further ones for 200 ms. This is a little longer.
 * Source: the extension host's tree view, `onDidChangeTreeData` debounced with a leading edge.
 */
const debounceMs = 250;

/**
 * How long the window of VS Code takes to show the children that it gets. A change that arrives together with them makes it
 * forget rows that it shows, so that they cannot be expanded.
 */
const showingMs = 50;

/** VS Code finds each changed row among all rows: for more rows than this, showing the whole view again is faster. */
const maxRows = 100;

/**
 * Tells VS Code which rows changed, at a time when it can handle that. VS Code forgets the children of a changed row and asks
 * for them again. If it still waits for some of them, they arrive twice: it reports "element already registered" and shows
 * neither. A change of the whole view is always safe, because VS Code then drops everything that it waits for.
 */
export class RowChanges<Row extends TreeRow> {
  readonly #rows = new Set<Row>();
  /** The IDs of the rows whose children VS Code waits for; the empty text stands for the view. */
  readonly #waiting: string[] = [];
  #lastFired = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  readonly #showing = new Set<NodeJS.Timeout>();

  /** @param fire tells VS Code of changed rows; undefined for the whole view */
  constructor(private readonly fire: (rows: Row[] | undefined) => void) {}

  /** Remembers that VS Code waits for the children of `parent`, until it has shown them. */
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

  /** A row changed. VS Code is told as soon as it waits for nothing below it. */
  changeRow(row: Row): void {
    this.#rows.add(row);
    // A row that VS Code waits for is flushed after it has arrived, the others when the timer is due.
    if (this.#timer === undefined && !this.#isWaitedFor(row)) this.#flush();
  }

  /** VS Code was told of another change of the view, such as its message, which starts the same delay. */
  startDelay(): void {
    this.#lastFired = performance.now();
  }

  /** The children of a row changed; undefined for those of the view. VS Code is told at once. */
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

  /** Whether VS Code waits for rows below this one, or for the row itself. */
  #isWaitedFor({ id }: Row): boolean {
    return this.#waiting.some((waiting) => waiting === '' || waiting === id || waiting.startsWith(`${id}/`));
  }

  /** How long it takes until VS Code acts on a change at once again. */
  get #delayMs(): number {
    return this.#lastFired + debounceMs - performance.now();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = [...this.#rows].filter((row) => !this.#isWaitedFor(row));
    if (rows.length === 0) return;
    if (this.#delayMs > 0) {
      this.#timer = setTimeout(() => {
        this.#flush();
      }, this.#delayMs);
    } else if (rows.length > maxRows) {
      this.changeChildren(undefined);
    } else {
      for (const row of rows) this.#rows.delete(row);
      this.#fire(rows);
    }
  }

  #fire(rows: Row[] | undefined): void {
    this.#lastFired = performance.now();
    this.fire(rows);
  }
}
