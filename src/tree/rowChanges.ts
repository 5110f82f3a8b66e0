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
  #timer: NodeJS.Timeout | undefined;
  readonly #takingIn = new Set<NodeJS.Timeout>();

  /** @param fire tells VS Code of rows to show anew; undefined for the whole view */
  constructor(private readonly fire: (rows: Row[] | undefined) => void) {}

  /** Remembers that VS Code waits for the rows below `parent`, until it has taken in the `answer`. */
  async answering<Answer>(parent: Row | undefined, answer: Promise<Answer>): Promise<Answer> {
    const id = parent?.id ?? '';
    this.#waiting.push(id);
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

  /** The row looks different: shown as soon as nothing below it is waited for. */
  look(row: Row): void {
    this.#rows.add(row);
    // A row that is waited for is flushed when it arrives, the others when the timer is due.
    if (this.#timer === undefined && !this.#isWaitedFor(row)) this.#flush();
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

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = [...this.#rows].filter((row) => !this.#isWaitedFor(row));
    if (rows.length === 0) return;
    if (this.#quietMs > 0) {
      this.#timer = setTimeout(() => {
        this.#flush();
      }, this.#quietMs);
    } else if (rows.length > mostRows) {
      this.reload(undefined);
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
