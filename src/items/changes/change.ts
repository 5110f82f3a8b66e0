import type { ItemKind } from '../kinds/levels';
import type { Severity } from '../severity';
import type { RequestTime } from '../../service/requestTime';
import { observedText } from '../health';
import { timeOf } from '../record';

/** The values of an item that are compared from reading to reading. */
export const comparedValues = ['state', 'health', 'size', 'maintenance'] as const;
type ComparedValue = (typeof comparedValues)[number];

/** What identifies an item, and where it is. Names are safe to show on one line. */
export interface ChangedItem {
  readonly kind: ItemKind;
  /** The ID of its row in the Projects view. */
  readonly id: string;
  readonly name: string;
  /** The names of the items that contain it, the project first. */
  readonly path: readonly string[];
}

/** A difference between two readings of an item, or of the list that it is in. */
export interface Change {
  /** Ascending, unique within a connection. */
  readonly number: number;
  readonly item: ChangedItem;
  readonly what: ComparedValue | 'appeared' | 'disappeared' | 'reopened';
  /**
   * The values before and after; missing if the item appeared or disappeared. `reopened`: the note of a problem that was
   * known, and why it needs attention again.
   */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The severity of the item before and after; missing where the item was not there. */
  readonly severityBefore?: Severity | undefined;
  readonly severityAfter?: Severity | undefined;
  /** The number of the change of an item in it that is all of this one. */
  readonly explainedBy?: number | undefined;
  /** It happened after this reading and before the next one, both in milliseconds since 1970. */
  readonly after: number;
  readonly before: number;
}

/** What the changes cover: only an item that was read twice can be known not to have changed. */
export interface ChangeCoverage {
  /** When the first item was read, in milliseconds since 1970; missing if none was. */
  readonly since?: number | undefined;
  /** When items were last compared with an earlier reading. */
  readonly comparedAt?: number | undefined;
  /** How many items of a kind were read, and how many of them at least twice. */
  readonly items: Readonly<Record<ItemKind, { readonly read: number; readonly compared: number }>>;
  /** Whether older changes were dropped, because there were too many. */
  readonly isTruncated: boolean;
}

/** A compared value, with the latest reading that told it. The time is shared: there are thousands of machines. */
interface ObservedValue {
  /** Empty if there is none, such as no maintenance. */
  readonly text: string;
  readonly time: RequestTime;
}

export type ObservedValues = Readonly<Partial<Record<ComparedValue, ObservedValue>>>;

/**
 * What one reading told, as it is compared.
 * @param values any texts; undefined, and empty except for the maintenance, if it did not tell them
 */
export function observedAt(
  time: RequestTime | undefined,
  values: Readonly<Partial<Record<ComparedValue, string | undefined>>>,
): ObservedValues {
  const told: Partial<Record<ComparedValue, ObservedValue>> = {};
  const at = time && timeOf(time);
  for (const what of comparedValues) {
    const text = values[what];
    if (at === undefined || text === undefined || (text === '' && what !== 'maintenance')) continue;
    told[what] = { text: observedText(text), time: at };
  }
  return told;
}
