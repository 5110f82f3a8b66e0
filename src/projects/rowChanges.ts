import type { Node } from './nodes';

/**
 * Milliseconds within which VS Code gathers changes instead of acting on them at once (200), and some more.
 * Source: the extension host's tree view, `onDidChangeTreeData` debounced with a leading edge.
 */
const gatheringMs = 250;

/**
 * Tells VS Code which rows to ask for again, at a time when it can take it. To show a row anew, VS Code forgets the
 * rows below it and asks for them again. Where it is still waiting for some of those at that moment, they arrive
 * twice, and it reports an "element already registered" and shows neither. A change of the whole view is always safe:
 * with it VS Code gives up all that it is waiting for.
 */
export class RowChanges {
  readonly #rows = new Set<Node>();
  #waiting = 0;
  #lastFired = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  /** @param fire tells VS Code of rows to show anew; undefined for the whole view */
  constructor(private readonly fire: (rows: Node[] | undefined) => void) {}

  /** Remembers that VS Code waits for an answer, until it has taken in the rows of it. */
  async answering<Answer>(answer: Promise<Answer>): Promise<Answer> {
    this.#waiting++;
    try {
      return await answer;
    } finally {
      // VS Code takes the rows in before the event loop turns again.
      setImmediate(() => {
        this.#waiting--;
        this.#flush();
      });
    }
  }

  /** The row, and those above it, look different: shown when nothing is waited for. */
  look(row: Node): void {
    this.#rows.add(row);
    this.#flush();
  }

  /** What is below `row` has to be asked for again, now; undefined for everything. */
  reload(row: Node | undefined): void {
    if (row === undefined || !this.#isSafe) {
      this.#rows.clear();
      this.#fire(undefined);
    } else {
      this.#fire([row]);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#rows.clear();
  }

  get #isSafe(): boolean {
    return this.#waiting === 0 && this.#quietMs <= 0;
  }

  get #quietMs(): number {
    return this.#lastFired + gatheringMs - performance.now();
  }

  #flush(): void {
    if (this.#rows.size === 0 || this.#waiting > 0 || this.#timer !== undefined) return;
    if (this.#isSafe) {
      const rows = [...this.#rows];
      this.#rows.clear();
      this.#fire(rows);
    } else {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#flush();
      }, this.#quietMs);
    }
  }

  #fire(rows: Node[] | undefined): void {
    this.#lastFired = performance.now();
    this.fire(rows);
  }
}
