import { isDeepStrictEqual } from 'node:util';
import type { Change, ChangeCoverage } from '../items/changes/change';
import { throttle } from '../ui/timing';
import type { ChangesMessage } from './messages';
import { updateMs } from './updates';

/** What the page should show. */
interface Changes {
  readonly connection: ChangesMessage['connection'];
  /** Newest first. */
  readonly changes: readonly Change[];
  readonly coverage: ChangeCoverage;
}

/** Keeps the changes of the page up to date by sending those that it does not have. */
export class ChangeUpdates {
  #isRunning = false;
  #sent: { readonly newest: number; readonly coverage: ChangeCoverage } | undefined;
  readonly #send = throttle(() => {
    this.#sendNow();
  }, updateMs);

  /** @param current undefined if it is not known yet */
  constructor(
    private readonly current: () => Changes | undefined,
    private readonly post: (message: ChangesMessage) => void,
  ) {}

  /** Sends everything to a page without changes. */
  start(): void {
    this.stop();
    this.#isRunning = true;
    this.#send.now();
  }

  /** Sends nothing until {@link start}: the page does not show them. */
  stop(): void {
    this.#send.cancel();
    this.#isRunning = false;
    this.#sent = undefined;
  }

  /** Call this when what the page should show may have changed. */
  update(): void {
    if (this.#isRunning) this.#send();
  }

  #sendNow(): void {
    const current = this.current();
    if (current === undefined) return;
    const { connection, changes, coverage } = current;
    const newest = changes[0]?.number ?? 0;
    // Numbers ascend, unless the changes are those of a new list.
    const known = this.#sent !== undefined && newest >= this.#sent.newest ? this.#sent : undefined;
    const added = known === undefined ? changes : changes.filter(({ number }) => number > known.newest);
    this.#sent = { newest, coverage };
    if (added.length === 0 && isDeepStrictEqual(coverage, known?.coverage)) return;
    this.post({
      type: 'changes',
      connection,
      isWhole: known === undefined,
      added,
      oldest: changes.at(-1)?.number,
      coverage,
    });
  }
}
