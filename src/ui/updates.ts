import { throttle } from './timing';

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
  readonly #send;

  /**
   * @param send sends what the page does not have, if that is anything, and returns what it has then
   * @param isSettled whether nothing is being taken over, of which the page would get a part now and the rest an interval later
   */
  constructor(
    send: (sent: Sent | undefined) => Sent | undefined,
    private readonly isSettled: () => boolean = () => true,
  ) {
    this.#send = throttle(() => {
      this.#sent = send(this.#sent);
    }, updateMs);
  }

  /** Whether a page shows what is sent. */
  get isRunning(): boolean {
    return this.#isRunning;
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
    this.#turn ??= setImmediate(this.#endTurn);
  }

  readonly #endTurn = (): void => {
    this.#turn = this.isSettled() ? undefined : setImmediate(this.#endTurn);
    if (this.#turn !== undefined) return;
    if (this.#isNow) this.#send.now();
    else this.#send();
    this.#isNow = false;
  };
}
