import type { Disposable } from 'vscode';

/** Rows arrive in bursts: the page is updated at most once in this many milliseconds. */
const restMs = 300;

/** Runs an update at once, and then at most once in a while. */
export class Throttle implements Disposable {
  #resting: NodeJS.Timeout | undefined;
  #isOutdated = false;

  constructor(private readonly run: () => void) {}

  /** Runs the update now or, if it ran a moment ago, a moment later. */
  request(): void {
    if (this.#resting === undefined) this.runNow();
    else this.#isOutdated = true;
  }

  runNow(): void {
    this.dispose();
    this.#resting = setTimeout(() => {
      this.#resting = undefined;
      if (this.#isOutdated) this.runNow();
    }, restMs);
    this.run();
  }

  /** Cancels what was requested. */
  dispose(): void {
    clearTimeout(this.#resting);
    this.#resting = undefined;
    this.#isOutdated = false;
  }
}
