import { l10n } from 'vscode';
import { requestCount } from '../../text/format';
import type { Action } from '../../webPage/pageSpec';
import type { FleetHeader } from '../messages';
import { unreadSearch } from './describe';
import type { PageFleet } from './fleet';
import { sends } from './sends';
import type { View } from './view';

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
export function searchRead(header: FleetHeader, tab: View['tab']): Action | undefined {
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
