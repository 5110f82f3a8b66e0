import { networkInterfaces } from 'node:os';
import { window, type Disposable, type TreeView } from 'vscode';

/** Rows that can be read again. */
export interface Refreshable {
  /**
   * Reads the expanded rows again, until `signal` is aborted.
   * @returns whether all of them could be read
   */
  refreshInBackground(signal: AbortSignal): Promise<boolean>;
  /** Whether any of the expanded rows could not be read the last time. */
  readonly isFailing: boolean;
}

/** The longest pause while reading fails, in milliseconds, unless the interval itself is longer. */
const maxPauseMs = 10 * 60 * 1000;

/** How often to check the clock and the network addresses, in milliseconds. */
const checkMs = 5000;

/** If a timer is later than this, in milliseconds, the computer slept. */
const sleptMs = 30_000;

/**
 * Reads the rows of views again while they are visible in the focused window: at an interval, with longer pauses while
 * that fails, and once after the computer has slept or, if reading failed, has joined another network. VS Code reports
 * neither sleep nor networks, so a timer checks the clock and the addresses while any of the views is visible.
 */
export class AutoRefresh implements Disposable {
  #views: readonly RefreshedView[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** When the timer is due, in milliseconds since 1970. */
  #due = 0;
  readonly #subscriptions: Disposable[];

  /** @param intervalMs the pause between two reads; 0 to read only after sleep and in another network */
  constructor(private readonly intervalMs: () => number) {
    this.#subscriptions = [window.onDidChangeWindowState(this.update)];
  }

  register(view: Pick<TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>): RefreshedView {
    const refreshed = new RefreshedView(view, this.intervalMs, this.update);
    this.#views = [...this.#views, refreshed];
    this.#subscriptions.push(view.onDidChangeVisibility(this.update));
    this.update();
    return refreshed;
  }

  /** To be called when the interval may have changed. */
  readonly update = (): void => {
    // Without a timer, it is not known what happened in the meantime.
    const hasSlept = this.#timer !== undefined && Date.now() > this.#due + sleptMs;
    for (const view of this.#views) view.check(hasSlept);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#views.some(({ isVisible }) => isVisible)) return;
    const waitMs = Math.min(checkMs, ...this.#views.map((view) => view.waitMs));
    this.#due = Date.now() + waitMs;
    this.#timer = setTimeout(this.update, waitMs);
  };

  dispose(): void {
    for (const view of this.#views) view.show(undefined);
    this.#views = [];
    this.update();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** A view whose rows are read again. */
export class RefreshedView {
  #rows: Refreshable | undefined;
  /** Of the read in progress. */
  #controller: AbortController | undefined;
  #failures = 0;
  /** In milliseconds since 1970. */
  #lastReadAt = 0;
  #hasSlept = false;
  /** The network addresses when the view was last in sight. */
  #addresses: readonly string[] | undefined;

  constructor(
    private readonly view: Pick<TreeView<unknown>, 'visible'>,
    private readonly intervalMs: () => number,
    private readonly update: () => void,
  ) {}

  /** Reads `rows` from now on, which have just been read or are about to be; undefined for none. */
  show(rows: Refreshable | undefined): void {
    this.#controller?.abort();
    this.#rows = rows;
    this.#failures = 0;
    this.#lastReadAt = Date.now();
    this.update();
  }

  get isVisible(): boolean {
    return this.view.visible;
  }

  get #isInSight(): boolean {
    return this.view.visible && window.state.focused;
  }

  /** Milliseconds until the next read. */
  get waitMs(): number {
    const interval = this.intervalMs();
    const isWaiting = this.#rows !== undefined && this.#controller === undefined && this.#isInSight;
    if (interval === 0 || !isWaiting) return Infinity;
    const pause = Math.min(interval * 2 ** this.#failures, Math.max(interval, maxPauseMs));
    return Math.max(0, this.#lastReadAt + pause - Date.now());
  }

  /** Reads the rows if it is time. A computer that wakes up may show its lock screen first. */
  check(hasSlept: boolean): void {
    this.#hasSlept ||= hasSlept;
    if (!this.#isInSight) {
      this.#controller?.abort();
      return;
    }
    const before = this.#addresses;
    this.#addresses = externalAddresses();
    const hasNewAddress = this.#addresses.some((address) => before?.includes(address) === false);
    const isReconnected = hasNewAddress && this.#rows?.isFailing === true;
    if (this.#hasSlept || isReconnected || this.waitMs === 0) void this.read();
    this.#hasSlept = false;
  }

  async read(): Promise<void> {
    if (this.#rows === undefined || this.#controller !== undefined) return;
    const { signal } = (this.#controller = new AbortController());
    let isComplete = false;
    try {
      isComplete = await this.#rows.refreshInBackground(signal);
    } finally {
      this.#controller = undefined;
      // An aborted read is repeated as soon as the view is in sight again.
      if (!signal.aborted) {
        this.#failures = isComplete ? 0 : this.#failures + 1;
        this.#lastReadAt = Date.now();
      }
      this.update();
    }
  }
}

function externalAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.filter(({ internal }) => !internal).map(({ address }) => address);
}
