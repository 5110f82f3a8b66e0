import { isDeepStrictEqual } from 'node:util';
import type { Change, ChangeCoverage } from '../items/changes/change';
import type { Item } from '../items/item';
import { throttle, type Throttled } from '../ui/timing';
import type { ChangesMessage, FleetHeader, ToPage } from './messages';

/** Rows arrive in bursts: the page is updated at most once in this many milliseconds. */
const updateMs = 300;

/**
 * Keeps a page up to date by sending what has changed since the last message. `Sent` is what the page has received; undefined
 * if it has nothing.
 */
export class Updates<Sent> {
  #isRunning = false;
  #isNow = false;
  /** The next turn of the event loop: the read that changed something has then ended. */
  #turn: NodeJS.Immediate | undefined;
  #sent: Sent | undefined;
  readonly #send: Throttled;

  /** @param send sends what the page does not have, if that is anything, and returns what it has then */
  constructor(send: (sent: Sent | undefined) => Sent | undefined) {
    this.#send = throttle(() => {
      this.#sent = send(this.#sent);
    }, updateMs);
  }

  /** Sends everything to a page without data. */
  start(): void {
    this.stop();
    this.#isRunning = true;
    this.#send.now();
  }

  /** Sends nothing until {@link start}: the page is gone, or does not show it. */
  stop(): void {
    clearImmediate(this.#turn);
    this.#turn = undefined;
    this.#send.cancel();
    this.#isRunning = false;
    this.#sent = undefined;
  }

  /** Call this when what the page should show may have changed. @param isNow whether it should be shown without delay */
  update(isNow = false): void {
    if (!this.#isRunning) return;
    this.#isNow ||= isNow;
    this.#turn ??= setImmediate(() => {
      this.#turn = undefined;
      if (this.#isNow) this.#send.now();
      else this.#send();
      this.#isNow = false;
    });
  }
}

/** The items of the overview. */
export interface SentFleet {
  readonly header: FleetHeader;
  readonly items: readonly Item[];
}

/** Sends the items that are other objects than those that were sent. */
export function sendFleet(
  sent: SentFleet | undefined,
  current: SentFleet,
  post: (message: ToPage) => void,
): SentFleet {
  const { header, items } = current;
  const before = new Set(sent?.items);
  const changed = items.filter((item) => !before.delete(item));
  const ids = new Set(changed.map(({ id }) => id));
  const removed = [...before].map(({ id }) => id).filter((id) => !ids.has(id));
  const isSame = changed.length + removed.length === 0 && isDeepStrictEqual(header, sent?.header);
  if (!isSame) post({ type: 'fleet', header, isWhole: sent === undefined, changed, removed });
  return current;
}

/** What the page shows of the changes. */
export interface ShownChanges {
  readonly connection: ChangesMessage['connection'];
  /** Newest first. */
  readonly changes: readonly Change[];
  readonly coverage: ChangeCoverage;
}

export interface SentChanges {
  /** The number of the newest change. */
  readonly newest: number;
  readonly coverage: ChangeCoverage;
}

/** Sends the changes that the page does not have. @param current undefined if it is not known yet */
export function sendChanges(
  sent: SentChanges | undefined,
  current: ShownChanges | undefined,
  post: (message: ToPage) => void,
): SentChanges | undefined {
  if (current === undefined) return sent;
  const { connection, changes, coverage } = current;
  const newest = changes[0]?.number ?? 0;
  // Numbers ascend, unless the changes are those of a new list.
  const known = sent !== undefined && newest >= sent.newest ? sent : undefined;
  const added = known === undefined ? changes : changes.filter(({ number }) => number > known.newest);
  if (added.length > 0 || !isDeepStrictEqual(coverage, known?.coverage)) {
    const oldest = changes.at(-1)?.number;
    post({ type: 'changes', connection, isWhole: known === undefined, added: [...added], oldest, coverage });
  }
  return { newest, coverage };
}
