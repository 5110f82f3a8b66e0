import type { Health, WorstMachines } from './health';
import type { Item, Known } from './item';
import type { Severity } from './severity';

/** A machine whose problem is known, and the number of the request that told it. */
export interface KnownMachine {
  readonly severity: Severity;
  readonly requestNumber: number;
}

/** How an item is, with everything in it. */
export interface Derived {
  readonly item: Item;
  /** What is said about the item itself. */
  readonly own: Health;
  readonly severity: Severity;
  /** `open` if the item itself, or anything in it, needs attention and is not known; undefined if nothing needs attention. */
  readonly problem: Known | 'open' | undefined;
  /** The same for what is said about the item itself. */
  readonly ownProblem: Known | 'open' | undefined;
  readonly machines: WorstMachines | undefined;
  readonly known: readonly KnownMachine[];
  /** Of the request that told its state. */
  readonly requestNumber: number;
}
