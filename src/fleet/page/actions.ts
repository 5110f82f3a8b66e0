import { l10n } from 'vscode';
import { posts } from '../../webPage/host';
import type { ToExtension, FleetHeader, ItemCommand } from '../messages';
import { requestCount } from '../../text/format';
import type { Action } from '../../webPage/pageSpec';
import { unreadSearch, type PageFleet } from './fleet';
import type { PageView } from './view';
import type { KeySpec } from '../../webPage/tableSpec';

export const sends: (message: ToExtension) => () => void = posts;

// What the user can read besides the clusters, each undefined while there is nothing to read.

export function machinesRead({ canReadMachines }: FleetHeader): Action | undefined {
  return canReadMachines
    ? { title: l10n.t('Read Machines…'), run: sends({ type: 'readMachines' }) }
    : undefined;
}

export function causesRead({ causeRequests }: FleetHeader): Action | undefined {
  if (causeRequests === 0) return undefined;
  const title = l10n.t('Read Causes ({0})', requestCount(causeRequests));
  return { title, run: sends({ type: 'readCauses' }) };
}

/** Reads what only cluster search tells. @param tab which part of it is shown there */
export function searchRead(header: FleetHeader, tab: PageView['tab']): Action | undefined {
  const requests = unreadSearch(header);
  if (requests === undefined) return undefined;
  const title =
    tab === 'capacity'
      ? l10n.t('Read Cores and Memory ({0})', requests)
      : l10n.t('Read Versions ({0})', requests);
  return { title, run: sends({ type: 'readSearch' }) };
}

export function certificatesRead({ clusters }: PageFleet): Action {
  const { length } = clusters.filter(({ item }) => item.kind === 'cluster');
  return {
    title: l10n.t('Check Certificates ({0})', requestCount(length)),
    run: sends({ type: 'checkCertificates' }),
  };
}

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
