import { l10n } from 'vscode';
import { formatAge, formatMoment } from './format';
import { escapeMarkdown } from './markdown';

/** How a time is written. */
export interface Times {
  /** Emphasizes how long ago it was. */
  readonly age: (time: number) => string;
  /** For the last update of an outdated item. */
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

/** How old an item is. @param isStale whether refreshing it has failed since */
export function updatedText(updatedAt: number, isStale: boolean, { age, since }: Times): string {
  return isStale ? l10n.t('Not updated since {0}', since(updatedAt)) : l10n.t('Updated {0}', age(updatedAt));
}

/**
 * A hover without a summary, with its age: at the end, or at the start if the item may be outdated.
 * @param updatedAt when it was requested, in milliseconds since 1970
 * @param isStale whether refreshing it has failed since
 */
export function withAge(hover: string, updatedAt: number | undefined, isStale: boolean, now: number): string {
  if (updatedAt === undefined) return hover;
  const age = `_${escapeMarkdown(updatedText(updatedAt, isStale, timesAt(now)))}_`;
  return isStale ? `${age}\n\n${hover}` : `${hover}\n\n${age}`;
}
