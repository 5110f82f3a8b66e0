import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../items/item';
import type { FleetHeader, ToPage } from './messages';
import { Throttle } from './throttle';

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
  readonly #throttle = new Throttle(() => {
    this.#send();
  });

  constructor(
    private readonly current: () => Fleet,
    private readonly post: (message: ToPage) => void,
  ) {}

  /** Sends everything to a page without data. */
  start(): void {
    this.stop();
    this.#sent = new Map();
    this.#throttle.runNow();
  }

  /** Sends nothing until {@link start}: the page is gone. */
  stop(): void {
    this.#throttle.dispose();
    this.#sent = undefined;
    this.#header = undefined;
  }

  /** Call this when what the page should show may have changed. @param isNow whether it should be shown without delay */
  update(isNow: boolean): void {
    if (this.#sent === undefined) return;
    if (isNow) this.#throttle.runNow();
    else this.#throttle.request();
  }

  #send(): void {
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
