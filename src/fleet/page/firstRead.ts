import { l10n } from 'vscode';
import { stateText } from '../../items/itemText';
import { formatNumber } from '../../presentation/format';
import type { FleetHeader } from '../messages';

/** What to show where there is nothing, because the clusters have not been read; undefined once they have been. */
export function unreadText({ firstRead }: Pick<FleetHeader, 'firstRead'>): string | undefined {
  switch (firstRead) {
    case 'pending':
      return l10n.t('Reading…');
    case 'failed':
      return stateText('notRead');
    case 'succeeded':
      return undefined;
  }
}

/** A number of clusters or machines. It is 0 only if they have been read. */
export function countText(
  count: number,
  header: Pick<FleetHeader, 'firstRead'>,
  format: (count: number) => string = formatNumber,
): string {
  return (count === 0 ? unreadText(header) : undefined) ?? format(count);
}
