import type { RequestTime } from '../../service/requestTime';
import { observedText } from '../health';
import { timeOf } from '../record';
import { comparedValues, type ComparedValue } from './change';

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
