import { l10n } from 'vscode';
import type { KeySpec } from '../../webPage/tableSpec';
import type { ItemCommand } from '../messages';
import { sends } from './sends';

/** What keys do with the items of the selected rows. */
export function itemKeys<Page, Row>(
  idsOf: (rows: readonly Row[], page: Page) => readonly string[],
  copy: (rows: readonly Row[], page: Page) => void,
): readonly KeySpec<Page, Row>[] {
  const runs = (command: ItemCommand) => (rows: readonly Row[], page: Page) => {
    const ids = idsOf(rows, page);
    if (ids.length > 0) sends({ type: 'run', command, ids })();
  };
  return [
    { key: 'c', title: () => l10n.t('Copy for Ticket'), run: copy },
    { key: 'k', title: () => l10n.t('Mark as Known…'), run: runs('markAsKnown') },
    { key: 't', title: () => l10n.t('Show Timeline'), run: runs('showTimeline') },
  ];
}
