import { EventEmitter, type Disposable } from 'vscode';
import { succeeds } from '../../service/errors';
import { requestTime } from '../../service/requestTime';
import type { List } from './list';
import type { Lists } from './lists';
import { pagesUpTo } from './loadedList';
import type { HasId, TreeRow } from './row';

/** Whether the rows of a list, by its ID, are shown: a refresh does not read the others. */
export type IsOpen = (id: string) => boolean;

/** The most pages of one list that an automatic refresh reads: nobody looks at more rows at a time. */
const timerPages = 4;

interface Refresh {
  readonly isOpen: IsOpen;
  /** The number of the refresh; 0 if there is none. A timer does not read what was requested later again. */
  readonly since: number;
  /** Of an automatic refresh; undefined if the user asked for it. */
  readonly signal?: AbortSignal | undefined;
}

/** Reads lists again. The old rows stay until the new ones arrive. */
export class Refreshes<Row extends TreeRow, Parent extends Row> implements Disposable {
  readonly #onDidEnd = new EventEmitter<AbortSignal | undefined>();
  /** Fires when a refresh by the user or a timer has ended, successfully or not, with the signal of the timer. */
  readonly onDidEnd = this.#onDidEnd.event;
  readonly #running = new Set<Refresh>();

  constructor(private readonly lists: Lists<Row, Parent>) {}

  dispose(): void {
    this.#onDidEnd.dispose();
  }

  /** Whether a refresh by the user or a timer is in progress. */
  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Whether a refresh by a timer is in progress. */
  get isRenewing(): boolean {
    return [...this.#running].some(({ signal }) => signal !== undefined);
  }

  /** Whether a refresh in progress reads the list with an ID, if it gets there. */
  reads(id: string): boolean {
    return [...this.#running].some(({ isOpen }) => isOpen(id));
  }

  /** Refreshes the list with an ID, also if it is not open, and the open ones below it, for the user. */
  async refresh(id: string, isOpen: IsOpen): Promise<void> {
    const asked = this.lists.add(id);
    this.lists.markStale(id, isOpen);
    await this.#run([asked], isOpen);
    this.lists.fire();
  }

  /**
   * Refreshes the open lists automatically: only their first pages.
   * @returns whether every read succeeded
   */
  renew(isOpen: IsOpen, signal: AbortSignal): Promise<boolean> {
    return this.#run(openLists(this.lists, [{ id: this.lists.rootId }], isOpen), isOpen, signal);
  }

  /** Reads a list that a refresh has outdated while it was not open, and the open ones below it. */
  async readOutdated(id: string, isOpen: IsOpen): Promise<void> {
    await readAgain(this.lists, openLists(this.lists, [{ id }], isOpen), { isOpen, since: 0 });
  }

  async #run(lists: readonly List<Row>[], isOpen: IsOpen, signal?: AbortSignal): Promise<boolean> {
    const refresh: Refresh = { isOpen, since: requestTime().requestNumber, signal };
    this.#running.add(refresh);
    try {
      return await readAgain(this.lists, lists, refresh);
    } finally {
      this.#running.delete(refresh);
      this.#onDidEnd.fire(signal);
    }
  }
}

/** The lists below these rows, or the view, that are open. */
function openLists<Row extends TreeRow, Parent extends Row>(
  lists: Lists<Row, Parent>,
  rows: readonly HasId[],
  isOpen: IsOpen,
): readonly List<Row>[] {
  const open = rows.filter((row) => isOpen(row.id) && lists.listOf(row) !== undefined);
  return open.map(({ id }) => lists.add(id));
}

/** @param asked the lists to read, with the open ones below them @returns whether every read succeeded */
async function readAgain<Row extends TreeRow, Parent extends Row>(
  lists: Lists<Row, Parent>,
  asked: readonly List<Row>[],
  refresh: Refresh,
): Promise<boolean> {
  const { isOpen, since, signal } = refresh;
  const reads = asked.map(async (list) => {
    if (signal === undefined) await list.load();
    // The user is waiting for the next page of this list.
    else if (list.loadingMore === undefined && (list.requestNumber ?? 0) < since) {
      await list.renew(signal, timerPages);
    }
    if (lists.closed.aborted || signal?.aborted === true) return false;
    const open = openLists(lists, lists.rows(list), isOpen);
    // A timer reads the rows one by one that are beyond the pages that it reads.
    const others = signal === undefined ? [] : open.flatMap(({ id }) => lists.findParent(id) ?? []);
    const succeeded = await Promise.all([
      readAgain(lists, open, refresh),
      ...others
        .filter(({ id }) => pagesUpTo(list.loaded, id) > timerPages)
        .map((row) => succeeds(() => lists.readRow(row, { signal, priority: 'timer' }))),
    ]);
    return !list.hasFailed && succeeded.every(Boolean);
  });
  return (await Promise.all(reads)).every(Boolean);
}
