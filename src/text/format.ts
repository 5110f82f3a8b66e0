import { env, l10n } from 'vscode';
import { perText } from '../service/remember';
import { present, displayName, sanitizeLine } from './text';
import type { Reference } from '../service/readers';

export const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

const units = [
  [365 * dayMs, 'year'],
  [30 * dayMs, 'month'],
  [dayMs, 'day'],
  [hourMs, 'hour'],
  [minuteMs, 'minute'],
] as const;

// Cached: creating one takes longer than a whole row, and the language does not change while VS Code runs.
let numberFormat: Intl.NumberFormat | undefined;
let ageFormat: Intl.RelativeTimeFormat | undefined;
const momentFormats = new Map<string, Intl.DateTimeFormat>();

/** A number in the user's language, with up to one decimal. */
export function formatNumber(value: number): string {
  // The same in all languages of VS Code. Creating the formatter takes 15 ms, and most rows do not need it.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  return (numberFormat ??= new Intl.NumberFormat(env.language, { maximumFractionDigits: 1 })).format(value);
}

/** `1 machine` or `3 machines`; `many` gets the formatted number. */
export function formatCount(count: number, one: string, many: (formatted: string) => string): string {
  return count === 1 ? one : many(formatNumber(count));
}

/** A size in the largest binary unit that gives at least 1. */
export function formatMebibytes(mebibytes: number): string {
  return formatBinary(mebibytes, ['MiB', 'GiB', 'TiB', 'PiB']);
}

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

/** `3–9`; undefined if a limit is missing, or if the minimum exceeds the maximum. */
export function formatRange(least: number | undefined, most: number | undefined): string | undefined {
  return least === undefined || most === undefined || least > most
    ? undefined
    : `${formatNumber(least)}–${formatNumber(most)}`;
}

/** `2026-11-21 09:30:05 UTC`; `time` in milliseconds since 1970. */
export function formatUtc(time: number): string {
  return new Date(time)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}

/** `3 min ago`, in the largest unit that fits twice: "19 mo" is more precise than "1 yr". */
export function formatAge(time: number, now: number): string {
  const distance = time - now;
  const [size, unit] = units.find(([length]) => Math.abs(distance) >= 2 * length) ?? [minuteMs, 'minute'];
  const count = Math.trunc(distance / size);
  if (count === 0) return l10n.t('just now');
  ageFormat ??= new Intl.RelativeTimeFormat(env.language, { style: 'short' });
  // English abbreviations have no period in VS Code.
  return ageFormat.format(count, unit).replace(/\b(min|hr|mo|yr)\./, '$1');
}

/** `47 min` or `3 hr`, in the largest unit that fits twice. */
export function formatDuration(ms: number): string {
  const [size, unit] = units.find(([length]) => ms >= 2 * length) ?? [minuteMs, 'minute'];
  return durationFormat(unit).format(Math.floor(ms / size));
}

/** Kept like {@link numberFormat}. */
const durationFormat = perText((unit) => new Intl.NumberFormat(env.language, { style: 'unit', unit }));

/** The local time `09:31`, rounded up to the minute. */
export function formatClockTime(time: number): string {
  const rounded = Math.ceil(time / minuteMs) * minuteMs;
  return formatMoment(rounded, rounded);
}

/** The local time `09:31` or `09:31:05`, with the date if that was another day. */
export function formatMoment(time: number, now: number, hasSeconds = false): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  const key = `${isToday} ${hasSeconds}`;
  const format =
    momentFormats.get(key) ??
    new Intl.DateTimeFormat(env.language, {
      ...(isToday ? {} : { month: 'short', day: 'numeric' }),
      hour: '2-digit',
      minute: '2-digit',
      ...(hasSeconds ? { second: '2-digit' } : {}),
      hourCycle: 'h23',
    });
  momentFormats.set(key, format);
  return format.format(time);
}

let zonedFormat: Intl.DateTimeFormat | undefined;

/** The local time with its offset, `2026-11-21 10:30:05 UTC+01:00`, for readers in other time zones. */
export function formatZoned(time: number): string {
  // Swedish writes dates as ISO 8601 does.
  zonedFormat ??= new Intl.DateTimeFormat('sv', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  return zonedFormat.format(time).replace('GMT', 'UTC').replace('−', '-');
}

/** `50 of 1,234`, or `50 loaded` if the total is unknown or too small. */
export function formatProgress(loaded: number, total: number | undefined): string {
  return total === undefined || total < loaded
    ? l10n.t('{0} loaded', formatNumber(loaded))
    : l10n.t('{0} of {1}', formatNumber(loaded), formatNumber(total));
}

/** The first texts of a list, and how many more it has. */
export function someOf(texts: readonly string[], most: number): string {
  const more = texts.length - most;
  const rest = more > 0 ? [l10n.t('and {0} more', formatNumber(more))] : [];
  return present(...texts.slice(0, most), ...rest).join(', ');
}

/** How a time is written. */
export interface Times {
  /** Emphasizes how long ago it was. */
  readonly age: (time: number) => string;
  /** For the last update of an item. */
  readonly since: (time: number) => string;
}

/** Times as of `now`, for hovers. */
export function timesAt(now: number): Times {
  return { age: (time) => formatAge(time, now), since: (time) => formatMoment(time, now) };
}

/** `as of 14:05` */
export function asOfText(time: number, now: number): string {
  return l10n.t('as of {0}', formatMoment(time, now));
}

/** When an item was read: an age would get old in an open hover. @param isStale whether refreshing it has failed since */
export function updatedText(updatedAt: number, isStale: boolean, { since }: Times): string {
  const time = since(updatedAt);
  return isStale ? l10n.t('Not updated since {0}', time) : l10n.t('Updated {0}', time);
}

/** The text of a number; undefined if the service did not give it. */
export function ifGiven(value: number | undefined, textOf: (value: number) => string): string | undefined {
  return value === undefined ? undefined : textOf(value);
}

/** `1 CPU core` or `3 CPU cores`; empty if there are none. */
export function coreCount(count: number): string {
  return count === 0 ? '' : formatCount(count, l10n.t('1 CPU core'), (n) => l10n.t('{0} CPU cores', n));
}

export function clusterCount(count: number): string {
  return formatCount(count, l10n.t('1 cluster'), (n) => l10n.t('{0} clusters', n));
}

export function machineCount(count: number): string {
  return formatCount(count, l10n.t('1 machine'), (n) => l10n.t('{0} machines', n));
}

export function requestCount(count: number): string {
  return formatCount(count, l10n.t('1 request'), (n) => l10n.t('{0} requests', n));
}

/** `3 of 12 requests`, or `3 requests` if it is not known how many it will take */
export function requestProgress(done: number, total: number | undefined): string {
  if (total === undefined) return requestCount(done);
  return l10n.t('{0} of {1} requests', formatNumber(done), formatNumber(total));
}

export function projectCount(count: number): string {
  return formatCount(count, l10n.t('1 project'), (n) => l10n.t('{0} projects', n));
}

export function teamCount(count: number): string {
  return formatCount(count, l10n.t('1 team'), (n) => l10n.t('{0} teams', n));
}

export function userCount(count: number): string {
  return formatCount(count, l10n.t('1 user'), (n) => l10n.t('{0} users', n));
}

export function poolCount(count: number): string {
  return formatCount(count, l10n.t('1 pool'), (n) => l10n.t('{0} pools', n));
}

/** How much of something is used, from 0 to 100. 99.6% are not at the limit. */
export function percentOf(used: number, total: number): number {
  return used >= total ? 100 : Math.min(99, Math.round((used / total) * 100));
}

/** How many names a row, a quick pick or a message shows. */
export const maxNames = 3;

/**
 * `payments, ledger and 3 more`. References without a name are shown by UID.
 * @param maxLength of each name
 */
export function listNames(references: readonly Reference[] = [], max = maxNames, maxLength?: number): string {
  return listFirst(references, ({ name, uid }) => sanitizeLine(displayName(name, uid, '?'), maxLength), max);
}

/** The first values of several lists: one of each before any gets a second. */
export function takeTurns<Value>(lists: readonly (readonly Value[])[], max: number): readonly Value[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  );
  return turns.flat().slice(0, max);
}

/** `payments, ledger and atlas` */
export function listAll(names: readonly string[]): string {
  const [last = '', ...others] = names.toReversed();
  return others.length === 0 ? last : l10n.t('{0} and {1}', others.toReversed().join(', '), last);
}

/** The first of several values, and how many more there are. */
export function listFirst<Value>(
  values: readonly Value[],
  toText: (value: Value) => string,
  max = maxNames,
  separator = ', ',
): string {
  const shown = values.slice(0, max).map(toText).join(separator);
  const more = values.length - max;
  return more <= 0 ? shown : l10n.t('{0} and {1} more', shown, formatNumber(more));
}
