import { isServiceError, missingStatuses } from '../../service/errors';
import type { PageAnswer } from '../../service/pages';
import { timed } from '../../service/requestTime';
import type { ClusterSummary } from '../../service/resources/cluster';
import type { CallOptions } from '../../service/schedule';
import type { ServiceClient } from '../../service/client';
import type { Inventory } from '../inventory';
import { isRow, type ParentRow } from '../kinds';
import type { ItemStore } from '../kinds/kind';
import { parentIdOf, textOfPart } from '../store/row';

/**
 * Adds those clusters of a list whose IDs are wanted.
 * @returns whether it has any of them; undefined if the service does not offer the list, or it may be on a later page
 * @throws ServiceError
 */
export async function addFromList(
  inventory: Inventory,
  source: 'search' | 'metadata',
  list: (client: ServiceClient, options: CallOptions) => Promise<PageAnswer<ClusterSummary>>,
  ids: Iterable<string>,
  options: CallOptions,
): Promise<boolean | undefined> {
  const sent = timed(options);
  const uids = new Set(Array.from(ids, uidIn));
  try {
    const page = await list(await inventory.session.client(), sent.options);
    const found = page.items.filter(({ metadata }) => uids.has(metadata?.uid));
    await inventory.addClusters(found, sent.time, false, source);
    return found.length > 0 || ((page.continue ?? '') === '' ? false : undefined);
  } catch (error) {
    if (!isServiceError(error, 'unsupported', 'forbidden')) throw error;
    return undefined;
  }
}

/**
 * Reads a cluster by its name or, if it is not found, by its UID. One that does not exist is forgotten.
 * @param givenName the name to search for if it is not known
 * @returns false if it does not exist
 * @throws ServiceError
 */
export async function hasCluster(
  inventory: Inventory,
  id: string,
  givenName: string,
  options: CallOptions,
): Promise<boolean> {
  const { store, session, readContext } = inventory;
  const row = store.find(id);
  const known = isRow(row, 'cluster') ? row : undefined;
  const uid = uidIn(id);
  const search = (name: string | undefined): Promise<boolean | undefined> =>
    addFromList(inventory, 'search', (client, sent) => client.searchClusters({ name }, sent), [id], options);
  const name = known?.usage.name ?? givenName;
  const isFound = await search(name);
  // If it was not searched, the list of its project has it.
  const isListed = known === undefined && isFound === undefined;
  if (isFound === true || isListed || uid === undefined) return isFound !== false;
  const client = await session.client();
  const sent = timed(options);
  try {
    const cluster = await client.readCluster(uid, uidIn(parentIdOf(id)), sent.options);
    const isRenamed = isFound === false && cluster.metadata?.name !== name;
    if (isRenamed && (await search(cluster.metadata?.name)) === true) return true;
    if (known !== undefined) readContext.tell(known, { own: { value: cluster, ...sent.time } });
    return true;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    // A service without this operation responds with the same status.
    const isOffered = isFound === false || client.refusals.hasWorked('readCluster');
    if (error.kind === 'notFound' || (isOffered && missingStatuses.has(error.failure.status))) {
      if (known !== undefined) forget(store, known);
      return false;
    }
    if (error.kind === 'unsupported' || error.kind === 'forbidden') return true;
    throw error;
  }
}

export function forget(store: ItemStore, row: ParentRow): void {
  store.remove(row.parent, (each) => each === row);
}

/** The UID at the end of an ID; undefined if the item has none. */
function uidIn(id: string): string | undefined {
  const [, part = ''] = id.slice(id.lastIndexOf('/')).split(':');
  const uid = textOfPart(part);
  return uid === '' ? undefined : uid;
}
