import { l10n } from 'vscode';
import type { Change, ChangeCoverage } from './change';
import { kindCounts } from '../itemText';
import { formatMoment, formatNumber } from '../../text/format';
import { sanitizeLine } from '../../text/text';

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
