import { networkInterfaces } from 'node:os';
import { window, type Disposable, type Event } from 'vscode';

/** Rows that can be refreshed. */
interface Refreshable {
  /**
   * Refreshes the expanded rows until `signal` is aborted.
   * @returns whether every read succeeded
   */
  refreshInBackground(signal: AbortSignal): Promise<boolean>;
  /** Whether the last read of any expanded row failed. */
  readonly isFailing: boolean;
}

/** What is refreshed automatically while a view is visible. */
export interface RefreshSlot {
  /** Refreshes `rows` from now on, which have just been read or are about to be; undefined for none. */
  show(rows: Refreshable | undefined): void;
}

/** A view or tab. */
export interface VisibleView {
  readonly visible: boolean;
}

/** The longest pause while reading fails, in milliseconds, unless the interval itself is longer. */
const maxPauseMs = 10 * 60 * 1000;

/** How often to check the clock and the network addresses, in milliseconds. */
const checkMs = 5000;

/** A timer that is later than this, in milliseconds, means that the computer slept. */
const sleptMs = 30_000;

/**
 * Refreshes views while they are visible in the focused window, or also while they are not: at an interval, with longer
 * pauses while that fails, once after sleep, and once after a network change if the last read failed. VS Code reports neither
 * sleep nor network changes, so a timer checks the clock and the network addresses while any of the views may be refreshed.
 */
export class AutoRefresh implements Disposable {
  #views: readonly RefreshedView[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** When the timer is due, in milliseconds since 1970. */
  #due = 0;
  readonly #subscriptions: Disposable[];

  /** @param intervalMs the pause between reads; 0 to read only after sleep or a network change */
  constructor(private readonly intervalMs: () => number) {
    this.#subscriptions = [window.onDidChangeWindowState(this.update)];
  }

  /** @param isRefreshedHidden whether to refresh it even while it is hidden or the window does not have focus */
  register(
    view: VisibleView & { readonly onDidChangeVisibility: Event<unknown> },
    isRefreshedHidden = (): boolean => false,
  ): RefreshedView {
    const { intervalMs, update } = this;
    const refreshed = new RefreshedView({ view, intervalMs, isRefreshedHidden, update });
    this.#views = [...this.#views, refreshed];
    this.#subscriptions.push(view.onDidChangeVisibility(this.update));
    this.update();
    return refreshed;
  }

  /** Call this when the interval, or which views are refreshed while hidden, may have changed. */
  readonly update = (): void => {
    // Without a timer, it is not known what happened in the meantime.
    const hasSlept = this.#timer !== undefined && Date.now() > this.#due + sleptMs;
    for (const view of this.#views) view.check(hasSlept);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#views.some(({ isWatched }) => isWatched)) return;
    const waitMs = Math.min(checkMs, ...this.#views.map((view) => view.waitMs));
    this.#due = Date.now() + waitMs;
    this.#timer = setTimeout(this.update, waitMs);
  };

  dispose(): void {
    const views = this.#views;
    // First, because a closed panel throws when it is asked whether it is visible.
    this.#views = [];
    for (const view of views) view.show(undefined);
    this.update();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

interface RefreshOptions {
  readonly view: VisibleView;
  readonly intervalMs: () => number;
  readonly isRefreshedHidden: () => boolean;
  /** Called when the next read may be due at another time. */
  readonly update: () => void;
}

/** A view that is refreshed automatically. */
export class RefreshedView implements RefreshSlot {
  #rows: Refreshable | undefined;
  /** Of the read in progress. */
  #controller: AbortController | undefined;
  /**
   * When the last read ended, by a clock that is never set back, and how many have failed since the last one that did not. The
   * clock may stop during sleep, after which the rows are read anyway.
   */
  #lastRead = { at: 0, failures: 0 };
  #hasSlept = false;
  /** The network addresses when they were last checked. */
  #addresses: readonly string[] | undefined;

  constructor(private readonly options: RefreshOptions) {}

  show(rows: Refreshable | undefined): void {
    this.#controller?.abort();
    this.#rows = rows;
    this.#lastRead = { at: performance.now(), failures: 0 };
    this.options.update();
  }

  /** Whether it may have to be refreshed, at the latest when the window gets focus. */
  get isWatched(): boolean {
    return this.options.view.visible || this.options.isRefreshedHidden();
  }

  get #isActive(): boolean {
    const { view, isRefreshedHidden } = this.options;
    return (view.visible && window.state.focused) || isRefreshedHidden();
  }

  /** Milliseconds until the next read. */
  get waitMs(): number {
    const interval = this.options.intervalMs();
    const isWaiting = this.#rows !== undefined && this.#controller === undefined && this.#isActive;
    if (interval === 0 || !isWaiting) return Infinity;
    const { at, failures } = this.#lastRead;
    const pause = Math.min(interval * 2 ** failures, Math.max(interval, maxPauseMs));
    return Math.max(0, at + pause - performance.now());
  }

  /** Reads the rows if it is time. A computer that wakes up may show its lock screen first. */
  check(hasSlept: boolean): void {
    this.#hasSlept ||= hasSlept;
    if (!this.#isActive) {
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
      // An aborted read is repeated as soon as the view may be refreshed again.
      if (!signal.aborted) {
        const failures = isComplete ? 0 : this.#lastRead.failures + 1;
        this.#lastRead = { at: performance.now(), failures };
      }
      this.options.update();
    }
  }
}

function externalAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.filter(({ internal }) => !internal).map(({ address }) => address);
}
