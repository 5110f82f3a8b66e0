import type { Inventory } from '../../items/inventory';
import { isParentRow, isResourceRow, isRow } from '../../items/kinds';
import { foundClusterRow } from '../../items/kinds/cluster';
import type { WhyUnknown } from '../../items/kinds/note';
import { foundProjectRow, readProject } from '../../items/kinds/project';
import { idsTo, parentIdOf, textOfPart } from '../../items/store/row';
import type { ServiceClient } from '../../service/client';
import { isServiceError, missingStatuses } from '../../service/errors';
import type { PageAnswer } from '../../service/pages';
import { timed } from '../../service/requestTime';
import type { ClusterSummary } from '../../service/resources/cluster';
import type { CallOptions } from '../../service/schedule';

/** Whether an ID is that of a cluster. */
export function isClusterId(id: string): boolean {
  return /\/cluster[:~][^/]*$/.test(id);
}

/**
 * Reads the item of a favorite, and what leads to it if that is not known.
 * @param names those of the items that contain it and its own, the project first
 * @param since a list that a request from this one on has read is not read again
 * @returns why it is not known; undefined if it is
 * @throws ServiceError
 */
export async function readFavorite(
  inventory: Inventory,
  id: string,
  names: readonly string[],
  since: number,
  options: CallOptions,
): Promise<WhyUnknown> {
  const { store, session } = inventory;
  const isKnown = (each: string): boolean => isResourceRow(store.find(each));
  const wasKnown = isKnown(id);
  const [projectId = '', ...ids] = idsTo(id);
  for (const each of ids.filter(isClusterId)) {
    if (isKnown(each) && each !== id) continue;
    // This finds its project, too.
    if (!(await mayHaveCluster(inventory, each, names[1], options))) return 'gone';
  }
  if (projectId === id || !isKnown(projectId)) await searchProject(inventory, projectId, names[0], options);
  if (!isKnown(projectId)) return session.listing === 'get' ? 'notRead' : 'gone';
  for (const each of ids) {
    if (isKnown(each) && (each !== id || isClusterId(each))) continue;
    const parent = store.find(parentIdOf(each));
    const isOld = parent === undefined || (store.branchOf(parent)?.requestNumber ?? 0) < since;
    await inventory.readBelow(parentIdOf(each), options, isOld || !isKnown(each));
    if (!isKnown(each)) return 'gone';
  }
  // A machine pool is as its machines are.
  if (wasKnown && isRow(store.find(id), 'pool')) await inventory.readBelow(id, options, true);
  return undefined;
}

/** Reads a project by its name. If no page of the search has it, it is gone or was renamed. @throws ServiceError */
async function searchProject(
  inventory: Inventory,
  id: string,
  givenName: string | undefined,
  options: CallOptions,
): Promise<void> {
  const { store, readContext, session } = inventory;
  const known = store.find(id);
  const uid = uidIn(id);
  const name = isRow(known, 'project') ? known.project.metadata?.name : givenName;
  if (uid === undefined) return;
  const sent = timed(options);
  const wanted = foundProjectRow({ metadata: { uid, name }, source: undefined }, store.rootId);
  const found = await readProject(wanted, readContext, sent.options);
  if (found !== undefined) inventory.addProjects([found.project], sent.time, false);
  // The listing may lack what clusters refer to.
  else if (session.listing !== 'get' && isRow(known, 'project') && known.isReference !== true) {
    forget(inventory, id);
  }
}

/** Reads a cluster, by its name or else by its UID. @returns false if the service does not have it @throws ServiceError */
async function mayHaveCluster(
  inventory: Inventory,
  id: string,
  givenName: string | undefined,
  options: CallOptions,
): Promise<boolean> {
  const known = inventory.store.find(id);
  const name = isRow(known, 'cluster') ? known.usage.name : givenName;
  const isFound = await isClusterFound(inventory, id, name, options);
  const uid = uidIn(id);
  // Without a search, the list of its project has it.
  const isListed = known === undefined && isFound === undefined;
  if (isFound === true || isListed || uid === undefined) return isFound !== false;
  const client = await inventory.session.client();
  const sent = timed(options);
  try {
    const cluster = await client.readCluster(uid, uidIn(parentIdOf(id)), sent.options);
    // It was renamed.
    const isNamed = isFound === false && cluster.metadata?.name !== name;
    if (isNamed && (await isClusterFound(inventory, id, cluster.metadata?.name, options))) return true;
    if (isRow(known, 'cluster')) {
      inventory.readContext.tell(known, { own: { value: cluster, ...sent.time } });
    }
    return true;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    // A service without this operation responds with the same status.
    const isOffered = isFound === false || client.refusals.hasWorked('readCluster');
    if (error.kind === 'notFound' || (isOffered && missingStatuses.has(error.failure.status))) {
      forget(inventory, id);
      return false;
    }
    if (error.kind === 'unsupported' || error.kind === 'forbidden') return true;
    throw error;
  }
}

/** Searches a cluster by its name. @returns undefined if the service does not say @throws ServiceError */
async function isClusterFound(
  inventory: Inventory,
  id: string,
  name: string | undefined,
  options: CallOptions,
): Promise<boolean | undefined> {
  const answer = await addClusters(
    inventory,
    'search',
    (client, sent) => client.searchClusters({ name }, sent),
    (found) => found === id,
    options,
  );
  if (answer?.isFound === true) return true;
  return answer === undefined || answer.hasMore ? undefined : false;
}

/**
 * Adds those clusters of a list whose IDs are wanted.
 * @returns undefined if the service does not offer the list
 * @throws ServiceError
 */
export async function addClusters(
  inventory: Inventory,
  source: 'search' | 'metadata',
  list: (client: ServiceClient, options: CallOptions) => Promise<PageAnswer<ClusterSummary>>,
  isWanted: (id: string) => boolean,
  options: CallOptions,
): Promise<{ readonly isFound: boolean; readonly hasMore: boolean } | undefined> {
  const { store, session } = inventory;
  const sent = timed(options);
  try {
    const { items, continue: token = '' } = await list(await session.client(), sent.options);
    const wanted = items.filter((cluster) => {
      const metadata = cluster.specSummary?.projectMeta;
      const project = foundProjectRow({ metadata, source: undefined }, store.rootId);
      return isWanted(foundClusterRow(project, cluster).id);
    });
    await inventory.addClusters(wanted, sent.time, false, source);
    return { isFound: wanted.length > 0, hasMore: token !== '' };
  } catch (error) {
    if (!isServiceError(error, 'unsupported', 'forbidden')) throw error;
    return undefined;
  }
}

/** The UID at the end of an ID; undefined if the item has none. */
function uidIn(id: string): string | undefined {
  const [, part = ''] = id.slice(id.lastIndexOf('/')).split(':');
  const uid = textOfPart(part);
  return uid === '' ? undefined : uid;
}

function forget({ store }: Inventory, id: string): void {
  const row = store.find(id);
  if (isParentRow(row)) store.remove(row.parent, (each) => each === row);
}
