import { l10n } from 'vscode';
import { asOfText, formatMebibytes, formatNumber, machineCount, percentOf } from './format';
import { parts, present } from './text';

/** How much of something a machine uses: of several machines, the one that uses most. Its texts are lines, as received. */
export interface Usage {
  readonly kind: string;
  /** `%` if it is known how much the machine has; `cores` or `MiB` if the service counts these. */
  readonly unit: string;
  /** The last value. */
  readonly value: number;
  /** When it was measured, in milliseconds since 1970. */
  readonly measuredAt: number;
  /** The name of the machine. */
  readonly name: string;
  /** How many machines still report, and the mean of their values. */
  readonly machines: number;
  readonly mean: number;
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

/**
 * `93% of 80 GiB · as of 14:05`; of several machines `93% of 80 GiB on workers-5, mean 48%`
 * @param total how many machines there are
 * @param name of the machine
 */
export function usageText(usage: Usage, now: number, total = 1, name = usage.name): string {
  const { value, unit, limit, mean, machines, measuredAt } = usage;
  const amount = amountText(value, unit);
  const used = limit === undefined ? amount : l10n.t('{0} of {1}', amount, limit);
  const ofAll = l10n.t('mean {0}', amountText(mean, unit));
  const ofSome = l10n.t('{0} of {1}', formatNumber(machines), machineCount(total));
  const isAll = machines >= total;
  return parts(
    total === 1
      ? used
      : present(l10n.t('{0} on {1}', used, name), isAll ? ofAll : l10n.t('{0} ({1})', ofAll, ofSome)).join(
          ', ',
        ),
    now - measuredAt > silentMs ? asOfText(measuredAt, now) : undefined,
  );
}

/** In cores, GiB or percent, if the unit is known. */
export function amountText(value: number, unit: string): string {
  if (unit === '%' && value <= 100) return `${percentOf(value, 100)}%`;
  if (unit === 'MiB') return formatMebibytes(value);
  const number = formatNumber(value < 100 ? value : Math.round(value));
  return unit === 'cores' ? l10n.t('{0} cores', number) : present(number, unit).join(' ');
}
