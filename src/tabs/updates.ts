import { isDeepStrictEqual } from 'node:util';
import { changesOf, type ListChanges } from '../webPage/messages';
import { throttle } from '../ui/timing';

/** Rows arrive in bursts: the page is updated at most once in this many milliseconds. */
const updateMs = 300;

/** What a page shows: a list, and what is sent with each change of it. */
interface PageState<Rest, Element> {
  readonly rest: Rest;
  readonly list: readonly Element[];
}

interface UpdatedPage<Rest, Element> {
  /**
   * What the page should show; undefined if it has to wait.
   * @param sent what it has: elements that are no other objects than in this have not changed
   */
  readonly current: (sent: readonly Element[] | undefined) => PageState<Rest, Element> | undefined;
  /** Sends it to the page. */
  readonly post: (message: Rest & ListChanges<Element>) => void;
  /** Whether nothing is being taken over, of which the page would get a part now and the rest an interval later. */
  readonly isSettled?: () => boolean;
}

/** Keeps a page up to date by sending what has changed since the last message. */
export class Updates<Rest extends object, Element extends { readonly id: string }> {
  /** Whether a page shows what is sent. */
  isRunning = false;
  #isNow = false;
  /** The next turn of the event loop: the read that changed something has then ended. */
  #turn: NodeJS.Immediate | undefined;
  /** Undefined if the page has nothing. */
  #sent: PageState<Rest, Element> | undefined;
  readonly #send = throttle(() => {
    const sent = this.#sent;
    const current = this.page.current(sent?.list);
    if (current === undefined) return;
    this.#sent = current;
    const { rest, list } = current;
    const changes = changesOf(sent?.list, list);
    const isSame =
      changes.changed.length + changes.removed.length === 0 && isDeepStrictEqual(rest, sent?.rest);
    if (!isSame) this.page.post({ ...rest, ...changes });
  }, updateMs);

  constructor(private readonly page: UpdatedPage<Rest, Element>) {}

  /** Sends everything to a page without data. */
  start(): void {
    this.stop();
    this.isRunning = true;
    this.#send.now();
  }

  /** Sends nothing until {@link start}: the page is gone, or does not show it. */
  stop(): void {
    clearImmediate(this.#turn);
    this.#turn = undefined;
    this.#send.cancel();
    this.isRunning = false;
    this.#sent = undefined;
  }

  /** Call this when what the page should show may have changed. @param isNow whether it should be shown without delay */
  update(isNow = false): void {
    if (!this.isRunning) return;
    this.#isNow ||= isNow;
    this.#turn ??= setImmediate(this.#endTurn);
  }

  readonly #endTurn = (): void => {
    this.#turn = this.page.isSettled?.() === false ? setImmediate(this.#endTurn) : undefined;
    if (this.#turn !== undefined) return;
    if (this.#isNow) this.#send.now();
    else this.#send();
    this.#isNow = false;
  };
}
