import { l10n } from 'vscode';
import type { ItemPath } from '../item';
import type { ItemKind } from '../kinds/levels';
import type { Severity } from '../severity';
import type { RequestTime } from '../../service/requestTime';
import { observedText } from '../health';
import { timeOf } from '../record';
import { kindCounts } from '../itemText';
import { formatMoment, formatNumber } from '../../text/format';
import { sanitizeLine } from '../../text/text';

/** The values of an item that are compared from reading to reading. */
export const comparedValues = ['state', 'health', 'size', 'maintenance'] as const;
type ComparedValue = (typeof comparedValues)[number];

/** A difference between two readings of an item, or of the list that it is in. */
export interface Change {
  /** Ascending, unique within a connection. */
  readonly number: number;
  readonly item: ItemPath;
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

/** What changed: `Healthy → DiskPressure`. */
export function changeText({ what, from = '', to = '' }: Change): string {
  switch (what) {
    case 'appeared':
      return l10n.t('Appeared');
    case 'disappeared':
      return l10n.t('Disappeared');
    case 'reopened':
      return from === ''
        ? l10n.t('No longer known: {0}', to)
        : l10n.t('No longer known: {0} ({1})', to, from);
    case 'maintenance':
      return l10n.t('Maintenance: {0} → {1}', valueText(from), valueText(to));
    case 'state':
    case 'health':
    case 'size':
      return l10n.t('{0} → {1}', valueText(from), valueText(to));
  }
}

function valueText(text: string): string {
  const line = sanitizeLine(text);
  return line === '' ? l10n.t('none') : line;
}

/**
 * What the changes cover, one sentence each. It never says that something did not change unless it was read twice.
 * @param count how many changes there are
 */
export function coverageSentences(
  { since, comparedAt, items, isTruncated }: ChangeCoverage,
  count: number,
  now: number,
): readonly string[] {
  if (since === undefined) return [l10n.t('Nothing has been read yet, so there is nothing to compare.')];
  const start = formatMoment(since, now);
  const compared = kindCounts((kind) => items[kind].compared);
  const sentences = [comparedSentence(compared, count, start)];
  if (comparedAt !== undefined) {
    sentences.push(l10n.t('Last compared at {0}.', formatMoment(comparedAt, now, true)));
  }
  const onlyOnce = kindCounts((kind) => items[kind].read - items[kind].compared);
  const total = Object.values(items).reduce((sum, { read, compared }) => sum + read - compared, 0);
  if (total === 1) {
    sentences.push(l10n.t('{0} has been read only once: refresh to compare it.', onlyOnce));
  } else if (total > 1) {
    sentences.push(l10n.t('{0} have been read only once: refresh to compare them.', onlyOnce));
  }
  if (isTruncated) sentences.push(l10n.t('Only the latest {0} changes are kept.', formatNumber(count)));
  return sentences;
}

function comparedSentence(compared: string, count: number, start: string): string {
  if (compared === '') return l10n.t('Tracking changes since {0}.', start);
  return count === 0
    ? l10n.t('No changes in {0} read at least twice since {1}.', compared, start)
    : l10n.t('Changes in {0} read at least twice since {1}.', compared, start);
}
