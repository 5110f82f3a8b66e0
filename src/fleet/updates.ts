import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../items/item';
import { throttle } from '../ui/timing';
import type { FleetHeader, ToPage } from './messages';

/** Rows arrive in bursts: the page is updated at most once in this many milliseconds. */
export const updateMs = 300;

/** What the page should show. */
interface Fleet {
  readonly header: FleetHeader;
  readonly items: readonly Item[];
}

/** Keeps the page up to date by sending what has changed since the last message. */
export class FleetUpdates {
  /** By ID; undefined while the page has no data and none may be sent. */
  #sent: Map<string, Item> | undefined;
  #header: FleetHeader | undefined;
  readonly #send = throttle(() => {
    this.#sendNow();
  }, updateMs);

  constructor(
    private readonly current: () => Fleet,
    private readonly post: (message: ToPage) => void,
  ) {}

  /** Sends everything to a page without data. */
  start(): void {
    this.stop();
    this.#sent = new Map();
    this.#send.now();
  }

  /** Sends nothing until {@link start}: the page is gone. */
  stop(): void {
    this.#send.cancel();
    this.#sent = undefined;
    this.#header = undefined;
  }

  /** Call this when what the page should show may have changed. @param isNow whether it should be shown without delay */
  update(isNow: boolean): void {
    if (this.#sent === undefined) return;
    if (isNow) this.#send.now();
    else this.#send();
  }

  #sendNow(): void {
    const isWhole = this.#header === undefined;
    const { header, items } = this.current();
    const before = this.#sent ?? new Map<string, Item>();
    const changed = items.filter((item) => !isDeepStrictEqual(before.get(item.id), item));
    const sent = new Map(items.map((item) => [item.id, item]));
    const removed = [...before.keys()].filter((id) => !sent.has(id));
    const isSame = changed.length + removed.length === 0 && isDeepStrictEqual(header, this.#header);
    this.#sent = sent;
    this.#header = header;
    if (isWhole || !isSame) this.post({ type: 'fleet', header, isWhole, changed, removed });
  }
}
