import { l10n } from 'vscode';
import { asOfText, formatNumber, percentOf } from './format';
import { parts, present } from './text';

/** How much of something machines use. Its texts are lines, as received. */
export interface Usage {
  readonly kind: string;
  /** `%` if it is known how much the machine has. */
  readonly unit: string;
  /** The last value; of several machines, the mean of those that still report. */
  readonly value: number;
  /** When it was measured, in milliseconds since 1970. */
  readonly measuredAt: number;
  /** How many machines still report. */
  readonly machines: number;
  readonly highest: number;
  /** The machine with the highest value. */
  readonly highestOn: string;
  /** How much the machine has: `16 GiB` */
  readonly limit?: string | undefined;
  /** The oldest first. */
  readonly values: readonly number[];
  /** The value at the upper edge of their curve. */
  readonly top: number;
}

/** How many kinds are shown. */
export const maxKinds = 6;

/** A machine without a value for longer than this does not report any more. Points are minutes apart. */
export const silentMs = 5 * 60_000;

/** `91% of 16 GiB` */
export function usageText({ value, unit, limit }: Usage): string {
  const text = amountText(value, unit);
  return limit === undefined ? text : l10n.t('{0} of {1}', text, limit);
}

/** `highest 93% · as of 14:05` @param isMean whether it is of several machines */
export function usageNotes({ unit, measuredAt, ...usage }: Usage, now: number, isMean = false): string {
  const highest = amountText(usage.highest, unit);
  return parts(
    isMean ? l10n.t('highest {0} on {1}', highest, usage.highestOn) : l10n.t('highest {0}', highest),
    now - measuredAt > silentMs ? asOfText(measuredAt, now) : undefined,
  );
}

function amountText(value: number, unit: string): string {
  if (unit === '%' && value <= 100) return `${percentOf(value, 100)}%`;
  return present(formatNumber(value < 100 ? value : Math.round(value)), unit).join(' ');
}
