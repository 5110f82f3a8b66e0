import { networkInterfaces } from 'node:os';

/** How often to look, in milliseconds. Nothing is sent for it. */
const lookMs = 5000;

/** If a timer is later than this, in milliseconds, the computer slept. */
const sleptMs = 30_000;

/** A view, as far as this needs it. */
export interface Watcher {
  /** Whether the view is visible, in whatever window. */
  isVisible(): boolean;
  /** Whether the view is visible in a window that has the focus. */
  isInSight(): boolean;
  /** Called once after each sleep. */
  onWake(): void;
  /** Called if there is a new address. */
  onAddress(): void;
}

interface Watched {
  hasSlept: boolean;
  /** The addresses when the view was last in sight. */
  addresses: ReadonlySet<string> | undefined;
}

/**
 * Detects that the computer has slept, or has an address of a network that it did not have before. VS Code reports
 * neither, so this looks at the clock and at the addresses, with one timer for all views, while any of them is visible.
 * A view is told when it is in sight: a computer that wakes up may show its lock screen first.
 */
export class Waking {
  readonly #watchers = new Map<Watcher, Watched>();
  #timer: NodeJS.Timeout | undefined;
  #looked = 0;

  add(watcher: Watcher): void {
    this.#watchers.set(watcher, { hasSlept: false, addresses: undefined });
    this.update();
  }

  remove(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    this.update();
  }

  /** To be called when what the views say may have changed. */
  update(): void {
    const now = Date.now();
    // Without the timer, it is not known what happened in the meantime.
    const hasSlept = this.#timer !== undefined && now - this.#looked > lookMs + sleptMs;
    this.#looked = now;
    this.#setTimer([...this.#watchers.keys()].some((watcher) => watcher.isVisible()));
    for (const [watcher, watched] of this.#watchers) {
      watched.hasSlept ||= hasSlept;
      if (watcher.isInSight()) tell(watcher, watched);
    }
  }

  #setTimer(isWanted: boolean): void {
    if (isWanted === (this.#timer !== undefined)) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (!isWanted) return;
    this.#timer = setInterval(() => {
      this.update();
    }, lookMs);
  }
}

function tell(watcher: Watcher, watched: Watched): void {
  const before = watched.addresses;
  watched.addresses = addresses();
  if (watched.hasSlept) {
    watched.hasSlept = false;
    watcher.onWake();
  } else if ([...watched.addresses].some((address) => before?.has(address) === false)) {
    watcher.onAddress();
  }
}

/** Of this computer, without those that lead nowhere else. */
function addresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return new Set(all.filter(({ internal }) => !internal).map(({ address }) => address));
}
