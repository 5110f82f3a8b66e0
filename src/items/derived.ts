import type { RequestTime } from '../service/requestTime';
import type { Part } from './containers';
import type { Health, WorstMachines } from './health';
import type { Item, Known, Onset } from './item';
import type { Run } from './record';

export interface IllMachine extends Part {
  readonly id: string;
  readonly isKnown: boolean;
  readonly onset: Onset | undefined;
}

/** How an item is, with everything in it, and as a part of what contains it. */
export interface Derived extends Part {
  readonly item: Item;
  /** What is said about the item itself. */
  readonly own: Health;
  /** When that was requested. */
  readonly ownAt: RequestTime | undefined;
  /** Since when the service says how it is. */
  readonly run: Run | undefined;
  /** `open` if the item itself, or anything in it, needs attention and is not known; undefined if nothing needs attention. */
  readonly problem: Known | 'open' | undefined;
  /** The same for what is said about the item itself. */
  readonly ownProblem: Known | 'open' | undefined;
  readonly machines: WorstMachines | undefined;
  /** The machines in it that are ill, or were when they were read. */
  readonly ill: readonly IllMachine[];
  /** When the machines in it were requested, the first of them. */
  readonly machinesAt: RequestTime | undefined;
  /** The IDs of the parts of which its record tells whether they stand. */
  readonly judged: readonly string[];
  /** When time alone changes how it is, in milliseconds since 1970. */
  readonly dueAt: number;
}
