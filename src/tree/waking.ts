import { networkInterfaces } from 'node:os';

/** How often to look, in milliseconds. Nothing is sent for it. */
const lookMs = 5000;

/** A timer that is late by more than this, in milliseconds, was not late: the computer slept. */
const sleptMs = 30_000;

/**
 * Notices that the computer has slept, or has come to an address of a network that it did not have before. Nothing tells
 * an extension either of them, so it looks at the clock and at the addresses, as long as somebody looks at a view.
 */
export class Waking {
  #timer: NodeJS.Timeout | undefined;
  #looked = 0;
  #addresses: ReadonlySet<string> = new Set();

  /**
   * @param onWake called once after each sleep
   * @param onAddress called when there is a new address
   */
  constructor(
    private readonly isInSight: () => boolean,
    private readonly onWake: () => void,
    private readonly onAddress: () => void,
  ) {}

  /** To be called whenever what `isInSight` says may have changed. */
  update(): void {
    if (!this.isInSight()) {
      this.dispose();
    } else if (this.#timer === undefined) {
      this.#looked = Date.now();
      this.#addresses = addresses();
      this.#timer = setInterval(() => {
        this.#look();
      }, lookMs);
    }
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const sinceLast = Date.now() - this.#looked;
    const before = this.#addresses;
    this.#looked = Date.now();
    this.#addresses = addresses();
    if (sinceLast > lookMs + sleptMs) this.onWake();
    else if ([...this.#addresses].some((address) => !before.has(address))) this.onAddress();
  }
}

/** Of this computer, without those that lead nowhere else. */
function addresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return new Set(all.filter(({ internal }) => !internal).map(({ address }) => address));
}
