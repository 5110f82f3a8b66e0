import type { TreeRow } from './row';

/**
 * Milliseconds within which VS Code gathers changes instead of acting on them at once (200), and some more.
 * Source: the extension host's tree view, `onDidChangeTreeData` debounced with a leading edge.
 */
const gatheringMs = 250;

/**
 * Milliseconds after which VS Code has taken in the rows it was given. Its window may get a change together with the
 * rows that were sent just before; it then shows the rows, but no longer knows them when they are expanded.
 */
const takingInMs = 50;

/**
 * Milliseconds without any row being opened after which nobody is about to open the next one. A row that is opened while
 * VS Code shows one above it anew may be closed again by that.
 */
const settledMs = 750;

/** More rows than that VS Code has faster by asking for all of them: it looks for each of them among all the others. */
const mostRows = 100;

/**
 * Tells VS Code which rows to ask for again, at a time when it can take it. To show a row anew, VS Code forgets the
 * rows below it and asks for them again. Where it is still waiting for some of those at that moment, they arrive
 * twice, and it reports an "element already registered" and shows neither. A change of the whole view is always safe:
 * with it VS Code gives up all that it is waiting for.
 */
export class RowChanges<Row extends TreeRow> {
  readonly #rows = new Set<Row>();
  /** Ids of the rows that VS Code waits for the children of; the empty text stands for the view. */
  readonly #waiting: string[] = [];
  #lastFired = Number.NEGATIVE_INFINITY;
  #lastAsked = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer is due, as `performance.now()` tells time. */
  #due = Number.POSITIVE_INFINITY;
  readonly #takingIn = new Set<NodeJS.Timeout>();

  /**
   * @param fire tells VS Code of rows to show anew; undefined for the whole view
   * @param hasRowsToOpen whether the rows below a row can be opened in their turn
   */
  constructor(
    private readonly fire: (rows: Row[] | undefined) => void,
    private readonly hasRowsToOpen: (row: Row) => boolean,
  ) {}

  /** Remembers that VS Code waits for the rows below `parent`, until it has taken in the `answer`. */
  async answering<Answer>(parent: Row | undefined, answer: Promise<Answer>): Promise<Answer> {
    const id = parent?.id ?? '';
    this.#waiting.push(id);
    this.#lastAsked = performance.now();
    try {
      return await answer;
    } finally {
      const timer = setTimeout(() => {
        this.#takingIn.delete(timer);
        this.#waiting.splice(this.#waiting.indexOf(id), 1);
        this.#flush();
      }, takingInMs);
      this.#takingIn.add(timer);
    }
  }

  /** The row looks different: shown as soon as nothing below it is waited for, or about to be. */
  look(row: Row): void {
    this.#rows.add(row);
    // What is waited for flushes when it arrives.
    if (this.#isWaitedFor(row)) return;
    // There may be thousands at once: only what is to be told before the others has to look at all of them.
    if (performance.now() + this.#waitMs([row]) < this.#due) this.#flush();
  }

  /** VS Code is told of something else about the view, such as its message: it gathers changes from now on. */
  otherChange(): void {
    this.#lastFired = performance.now();
  }

  /** What is below `row` has to be asked for again, now; undefined for everything. */
  reload(row: Row | undefined): void {
    if (row !== undefined && this.#quietMs <= 0 && !this.#isWaitedFor(row)) {
      this.#fire([row]);
    } else {
      this.#rows.clear();
      this.#fire(undefined);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const timer of this.#takingIn) clearTimeout(timer);
    this.#rows.clear();
  }

  /** Whether VS Code waits for rows below this one, or for the row itself. */
  #isWaitedFor({ id }: Row): boolean {
    return this.#waiting.some((waiting) => waiting === '' || waiting === id || waiting.startsWith(`${id}/`));
  }

  /** How long it takes until VS Code acts on a change at once. */
  get #quietMs(): number {
    return this.#lastFired + gatheringMs - performance.now();
  }

  /** How long it takes until nobody is about to open a row below this one. */
  #unsettledMs(row: Row): number {
    return this.hasRowsToOpen(row) ? this.#lastAsked + settledMs - performance.now() : 0;
  }

  /** How long it takes until the first of `rows` can be told. */
  #waitMs(rows: readonly Row[]): number {
    const unsettled = rows.reduce((least, row) => Math.min(least, this.#unsettledMs(row)), Infinity);
    return Math.max(0, this.#quietMs, unsettled);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#due = Number.POSITIVE_INFINITY;
    const rows = [...this.#rows].filter((row) => !this.#isWaitedFor(row));
    if (rows.length === 0) return;
    const waitMs = this.#waitMs(rows);
    if (waitMs > 0) {
      this.#due = performance.now() + waitMs;
      this.#timer = setTimeout(() => {
        this.#flush();
      }, waitMs);
      return;
    }
    const ready = rows.filter((row) => this.#unsettledMs(row) <= 0);
    if (ready.length > mostRows) {
      this.reload(undefined);
      return;
    }
    for (const row of ready) this.#rows.delete(row);
    this.#fire(ready);
    this.#flush();
  }

  #fire(rows: Row[] | undefined): void {
    this.#lastFired = performance.now();
    this.fire(rows);
  }
}
