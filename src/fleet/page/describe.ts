import { l10n } from 'vscode';
import { searchRequests, type FirstRead } from '../../reads/fleetState';
import type { Item } from '../../items/item';
import { stateText } from '../../items/severity';
import { asOfText, requestCount, timesAt, updatedText } from '../../text/format';
import type { FleetHeader } from '../messages';

/** Whether a time is so long ago that what was true then may not be true any more. */
export function isOld(time: number, now: number, oldAfterMs: number): boolean {
  return now - time > oldAfterMs;
}

/** `as of 14:05`, or `Not updated since 14:05` */
export function readAtText({ readAt, isStale }: Item, now: number): string | undefined {
  if (readAt === undefined) return undefined;
  return isStale ? updatedText(readAt, true, timesAt(now)) : asOfText(readAt, now);
}

/** How many requests it takes to read what only cluster search tells; undefined if there is nothing to read. */
export function unreadSearch({ canReadSearch, firstRead, coverage }: FleetHeader): string | undefined {
  const { total, read } = coverage.clusters;
  return canReadSearch && firstRead !== 'pending' ? requestCount(searchRequests(total ?? read)) : undefined;
}

/** What to show where there is nothing, because the clusters have not been read; undefined once they have been. */
export function unreadText(firstRead: FirstRead): string | undefined {
  return { pending: l10n.t('Reading…'), failed: stateText('notRead'), succeeded: undefined }[firstRead];
}
