import { env, l10n } from 'vscode';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30 * day;
const year = 365 * day;

type Unit = readonly [milliseconds: number, name: Intl.RelativeTimeFormatUnit];

const units: readonly Unit[] = [
  [year, 'year'],
  [month, 'month'],
  [day, 'day'],
  [hour, 'hour'],
  [minute, 'minute'],
];

/** The largest unit that fits twice, but no smaller one than a second: "19 months" tells more than "1 year". */
function unitFor(milliseconds: number): Unit {
  return units.find(([size]) => milliseconds >= 2 * size) ?? [second, 'second'];
}

/** A number as the person's language writes it, with up to one decimal. */
export function formatNumber(value: number): string {
  // Written alike in all languages of VS Code. The first one of another kind takes 15 ms: most rows have none.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  return (numberFormat ??= new Intl.NumberFormat(env.language, { maximumFractionDigits: 1 })).format(value);
}

/** Kept: making one takes longer than a whole row, and the language does not change while VS Code runs. */
let numberFormat: Intl.NumberFormat | undefined;

/** Mebibytes in the largest binary unit that keeps the number above one. */
export function formatMebibytes(mebibytes: number): string {
  return formatBinary(mebibytes, ['MiB', 'GiB', 'TiB', 'PiB']);
}

/** Gibibytes likewise. */
export function formatGibibytes(gibibytes: number): string {
  return formatBinary(gibibytes, ['GiB', 'TiB', 'PiB']);
}

function formatBinary(value: number, units: readonly string[]): string {
  let unit = 0;
  let rest = value;
  while (rest >= 1024 && unit < units.length - 1) {
    rest /= 1024;
    unit++;
  }
  return `${formatNumber(rest)} ${units[unit] ?? ''}`;
}

/** `3–9`; undefined if a limit is missing or the two contradict each other. */
export function formatRange(least: number | undefined, most: number | undefined): string | undefined {
  return least === undefined || most === undefined || least > most
    ? undefined
    : `${formatNumber(least)}–${formatNumber(most)}`;
}

/** The exact point in time, such as `2026-11-21 09:30:05 UTC`; `time` in milliseconds since 1970. */
export function formatUtc(time: number): string {
  return new Date(time)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}

/** How long ago, such as `3 minutes ago`. */
export function formatAge(time: number, now: number): string {
  const distance = time - now;
  const [size, unit] = unitFor(Math.abs(distance));
  const count = Math.trunc(distance / size);
  // "now" rather than "in 0 seconds".
  return new Intl.RelativeTimeFormat(env.language, { numeric: count === 0 ? 'auto' : 'always' }).format(
    count,
    unit,
  );
}

/** The minute by which `time` has passed, such as `09:31`, on this computer's clock. */
export function formatClockTime(time: number): string {
  const format = new Intl.DateTimeFormat(env.language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(Math.ceil(time / minute) * minute);
}

/** `3 minutes ago (2026-11-21 09:30:05 UTC)` */
export function formatTime(time: number, now: number): string {
  return l10n.t('{0} ({1})', formatAge(time, now), formatUtc(time));
}

/** `50 of 1,234`, or `50 loaded` where the total is not known or makes no sense. */
export function formatProgress(loaded: number, total: number | undefined): string {
  return total === undefined || total < loaded
    ? l10n.t('{0} loaded', formatNumber(loaded))
    : l10n.t('{0} of {1}', formatNumber(loaded), formatNumber(total));
}
