import { networkInterfaces } from 'node:os';

/** How often to look, in milliseconds. Nothing is sent for it. */
const lookMs = 5000;

/** A timer that is late by more than this, in milliseconds, was not late: the computer slept. */
const sleptMs = 30_000;

/**
 * Notices that the computer has slept, or has come to an address of a network that it did not have before. Nothing tells
 * an extension either of them, so it looks at the clock and at the addresses. It tells of them when somebody looks at a
 * view: a computer that is locked while it sleeps shows no view at first.
 */
export class Waking {
  readonly #timer = setInterval(() => {
    this.update();
  }, lookMs);
  #looked = Date.now();
  #hasSlept = false;
  /** As they were when somebody looked last. */
  #addresses: ReadonlySet<string> | undefined;

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
    const now = Date.now();
    this.#hasSlept ||= now - this.#looked > lookMs + sleptMs;
    this.#looked = now;
    if (!this.isInSight()) return;
    const before = this.#addresses;
    this.#addresses = addresses();
    if (this.#hasSlept) {
      this.#hasSlept = false;
      this.onWake();
    } else if ([...this.#addresses].some((address) => before?.has(address) === false)) {
      this.onAddress();
    }
  }

  dispose(): void {
    clearInterval(this.#timer);
  }
}

/** Of this computer, without those that lead nowhere else. */
function addresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return new Set(all.filter(({ internal }) => !internal).map(({ address }) => address));
}
