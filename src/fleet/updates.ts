import { isDeepStrictEqual } from 'node:util';
import type { Change, ChangeCoverage } from '../items/changes/change';
import type { Item } from '../items/item';
import { changesOf } from '../ui/updates';
import type { ChangesMessage, FleetHeader, ToPage } from './messages';

/** The items of the overview. */
export interface SentFleet {
  readonly header: FleetHeader;
  readonly items: readonly Item[];
}

/** Sends the items that are other objects than those that were sent. */
export function sendFleet(
  sent: SentFleet | undefined,
  current: SentFleet,
  post: (message: ToPage) => void,
): SentFleet {
  const { header, items } = current;
  const { changed, removed } = changesOf(sent?.items, items);
  const isSame = changed.length + removed.length === 0 && isDeepStrictEqual(header, sent?.header);
  if (!isSame) post({ type: 'fleet', header, isWhole: sent === undefined, changed, removed });
  return current;
}

/** What the page shows of the changes. */
export interface ShownChanges {
  readonly connection: ChangesMessage['connection'];
  /** Newest first. */
  readonly changes: readonly Change[];
  readonly coverage: ChangeCoverage;
}

export interface SentChanges {
  /** The number of the newest change. */
  readonly newest: number;
  readonly coverage: ChangeCoverage;
}

/** Sends the changes that the page does not have. @param current undefined if it is not known yet */
export function sendChanges(
  sent: SentChanges | undefined,
  current: ShownChanges | undefined,
  post: (message: ToPage) => void,
): SentChanges | undefined {
  if (current === undefined) return sent;
  const { connection, changes, coverage } = current;
  const newest = changes[0]?.number ?? 0;
  // Numbers ascend, unless the changes are those of a new list.
  const known = sent !== undefined && newest >= sent.newest ? sent : undefined;
  const added = known === undefined ? changes : changes.filter(({ number }) => number > known.newest);
  if (added.length > 0 || !isDeepStrictEqual(coverage, known?.coverage)) {
    const oldest = changes.at(-1)?.number;
    post({ type: 'changes', connection, isWhole: known === undefined, added: [...added], oldest, coverage });
  }
  return { newest, coverage };
}
