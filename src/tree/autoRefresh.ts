/** What is kept fresh: a view, as far as that needs it. */
export interface Renewable {
  /**
   * Reads again what is looked at, until `signal` is aborted.
   * @returns whether all of it could be read
   */
  renew(signal: AbortSignal): Promise<boolean>;
  /** Whether anything that is looked at could not be read the last time. */
  readonly isFailing: boolean;
}

/** The longest pause between two tries while they fail, in milliseconds, unless the interval itself is longer. */
const longestPauseMs = 10 * 60 * 1000;

/**
 * Reads a view again from time to time, as long as somebody looks at it. Where it fails, the pauses get longer, each
 * twice the one before, until it works again.
 */
export class AutoRefresh {
  #view: Renewable | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Of the renewal under way. */
  #controller: AbortController | undefined;
  #failures = 0;
  /** In milliseconds since 1970: when the view was read last, as far as is known here. */
  #lastEnd = 0;

  /**
   * @param intervalMs how long to wait after each time; 0 for never
   * @param isInSight whether somebody looks at the view
   */
  constructor(
    private readonly intervalMs: () => number,
    private readonly isInSight: () => boolean,
  ) {}

  /** Keeps another view fresh from now on, which has just been read or is about to be; undefined for none. */
  show(view: Renewable | undefined): void {
    this.#controller?.abort();
    this.#view = view;
    this.#failures = 0;
    this.#lastEnd = Date.now();
    this.update();
  }

  /** To be called whenever what the two functions say may have changed. */
  update(): void {
    clearTimeout(this.#timer);
    if (!this.isInSight()) this.#controller?.abort();
    if (!this.#isWanted || this.#controller !== undefined) return;
    this.#timer = setTimeout(
      () => {
        void this.refresh();
      },
      Math.max(0, this.#lastEnd + this.#pauseMs - Date.now()),
    );
  }

  /** Reads the view again now, behind the rows that are shown. */
  async refresh(): Promise<void> {
    const view = this.#view;
    if (view === undefined || this.#controller !== undefined || !this.isInSight()) return;
    clearTimeout(this.#timer);
    const { signal } = (this.#controller = new AbortController());
    try {
      const isWell = await view.renew(signal);
      // What is ended counts for nothing: it is done again when somebody looks again.
      if (signal.aborted) return;
      this.#end(isWell);
    } catch (error) {
      this.#end(false);
      throw error;
    } finally {
      this.#controller = undefined;
      this.update();
    }
  }

  #end(isWell: boolean): void {
    this.#failures = isWell ? 0 : this.#failures + 1;
    this.#lastEnd = Date.now();
  }

  dispose(): void {
    this.show(undefined);
  }

  get #isWanted(): boolean {
    return this.#view !== undefined && this.intervalMs() > 0 && this.isInSight();
  }

  get #pauseMs(): number {
    const interval = this.intervalMs();
    return Math.min(interval * 2 ** this.#failures, Math.max(interval, longestPauseMs));
  }
}
