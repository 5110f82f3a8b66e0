import { findItem } from '../../items/find/findItem';
import type { Inventory } from '../../items/inventory';
import { isResourceRow } from '../../items/kinds';
import { foundClusterRow } from '../../items/kinds/cluster';
import { foundProjectRow, readProject } from '../../items/kinds/project';
import { parentIdOf, textOfPart } from '../../items/store/row';
import type { ServiceClient } from '../../service/client';
import { isServiceError } from '../../service/errors';
import type { PageAnswer } from '../../service/pages';
import { timed } from '../../service/requestTime';
import type { ClusterSummary } from '../../service/resources/cluster';
import type { CallOptions } from '../../service/schedule';

/**
 * Makes the item of a favorite known, with a request for each list that leads to it at most.
 * @param names those of the items that contain it and its own, the project first
 * @returns `notRead` if its project is on a page that is not loaded and that the service cannot search
 * @throws ServiceError
 */
export async function readFavorite(
  inventory: Inventory,
  id: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<'read' | 'notRead' | 'gone'> {
  const { store, session } = inventory;
  const isKnown = (each: string): boolean => isResourceRow(store.find(each));
  // The first page may have it.
  await store.children();
  const [projectId = '', clusterId] = idsTo(id, store.rootId);
  // This finds its project, too.
  if (clusterId !== undefined && !isKnown(clusterId)) {
    await searchCluster(inventory, clusterId, names[1], { signal });
  }
  if (!isKnown(projectId)) await searchProject(inventory, projectId, names[0], { signal });
  if (!isKnown(projectId)) return session.listing === 'get' ? 'notRead' : 'gone';
  return (await findItem(id, store, signal)) === undefined ? 'gone' : 'read';
}

/** Adds the project with this ID, if the service finds it by its name. @throws ServiceError */
export async function searchProject(
  inventory: Inventory,
  id: string,
  name: string | undefined,
  options: CallOptions,
): Promise<void> {
  const { store, readContext } = inventory;
  const [, part = ''] = id.slice(store.rootId.length).split(':');
  const uid = textOfPart(part);
  if (uid === undefined) return;
  const metadata = { uid, name };
  const sent = timed(options);
  const wanted = foundProjectRow({ metadata, source: undefined }, store.rootId);
  const found = await readProject(wanted, readContext, sent.options);
  if (found !== undefined) inventory.addProjects([found.project], sent.time, false);
}

/** Adds the cluster with this ID and its project, if the service finds it by its name. @throws ServiceError */
export async function searchCluster(
  inventory: Inventory,
  id: string,
  name: string | undefined,
  options: CallOptions,
): Promise<void> {
  await addClusters(
    inventory,
    (client, sent) => client.searchClusters({ name }, sent),
    (found) => found === id,
    options,
  );
}

/** Adds those clusters of a list whose IDs are wanted, if the service offers the list. @throws ServiceError */
export async function addClusters(
  inventory: Inventory,
  list: (client: ServiceClient, options: CallOptions) => Promise<PageAnswer<ClusterSummary>>,
  isWanted: (id: string) => boolean,
  options: CallOptions,
): Promise<void> {
  const { store, session } = inventory;
  const sent = timed(options);
  try {
    const { items } = await list(await session.client(), sent.options);
    const wanted = items.filter((cluster) => {
      const metadata = cluster.specSummary?.projectMeta;
      const project = foundProjectRow({ metadata, source: undefined }, store.rootId);
      return isWanted(foundClusterRow(project, cluster).id);
    });
    await inventory.addClusters(wanted, sent.time, false);
  } catch (error) {
    if (!isServiceError(error, 'unsupported', 'forbidden')) throw error;
  }
}

/** The IDs of the items that contain an item, and its own, the project first. */
function idsTo(id: string, rootId: string): readonly string[] {
  return id === rootId ? [] : [...idsTo(parentIdOf(id), rootId), id];
}
