import { findBelow } from '../../items/find/findItem';
import type { Inventory } from '../../items/inventory';
import {
  isParentRow,
  isResourceRow,
  type ItemStoreRow,
  type ParentRow,
  type ResourceRow,
} from '../../items/kinds';
import { foundClusterRow } from '../../items/kinds/cluster';
import { foundProjectRow, readProject } from '../../items/kinds/project';
import type { MarkedItem } from '../../items/marks/stored';
import { parentIdOf } from '../../items/store/row';
import { isServiceError } from '../../service/errors';
import { requestTime } from '../../service/requestTime';
import type { Project } from '../../service/resources/project';
import type { CallOptions } from '../../service/schedule';

/** Where the item of a favorite is. */
interface Place {
  readonly id: string;
  readonly names: MarkedItem['names'];
}

/**
 * Makes the item of a favorite known, with a request for each list that leads to it at most.
 * @returns `notRead` if its project is on a page that is not loaded and that the service cannot search
 * @throws ServiceError
 */
export async function readFavorite(
  inventory: Inventory,
  { id, names }: Place,
  signal: AbortSignal,
): Promise<'read' | 'notRead' | 'gone'> {
  const { store } = inventory;
  // The first page may have it.
  await store.children();
  const [projectName = '', clusterName = ''] = names;
  const [projectId, ...below] = idsTo(id, store.rootId);
  const [clusterId] = below;
  if (projectId === undefined) return 'gone';
  if (clusterId !== undefined && !isKnown(clusterId, inventory)) {
    await searchCluster(inventory, { id: clusterId, names: [clusterName] }, { signal });
  }
  const hasProject =
    isKnown(projectId, inventory) ||
    (await searchProject(inventory, { id: projectId, names: [projectName] }, { signal }));
  if (!hasProject) return inventory.session.listing === 'get' ? 'notRead' : 'gone';
  for (const each of below) {
    const parent = store.find(parentIdOf(each));
    const isWanted = (row: ItemStoreRow): row is ResourceRow => row.id === each && isResourceRow(row);
    if (isKnown(each, inventory)) continue;
    if (!isParentRow(parent) || !(await findBelow(store, parent, isWanted, signal))) return 'gone';
  }
  return 'read';
}

/** Reads the item of a favorite again, by a timer. It is known. @throws ServiceError */
export async function rereadFavorite(
  inventory: Inventory,
  row: ParentRow,
  signal: AbortSignal,
): Promise<void> {
  const options: CallOptions = { signal, priority: 'timer' };
  if (row.kind === 'project') {
    await searchProject(inventory, { id: row.id, names: [row.project.metadata?.name ?? ''] }, options);
  } else if (row.kind === 'cluster') {
    await searchCluster(inventory, { id: row.id, names: [row.usage.name ?? ''] }, options);
  } else await inventory.store.readToEnd(row, options, true);
}

/** @returns whether the project is known now */
async function searchProject(
  inventory: Inventory,
  { id, names: [name = ''] }: Place,
  options: CallOptions,
): Promise<boolean> {
  const { store, readContext } = inventory;
  const time = requestTime();
  const project: Project = { metadata: { uid: uidIn(id), name }, source: undefined };
  const found = await readProject(foundProjectRow(project, store.rootId), readContext, options);
  if (found !== undefined) inventory.addProjects([found.project], time, false);
  return isKnown(id, inventory);
}

/** Adds the cluster and its project, if the service finds it by its name. */
async function searchCluster(
  inventory: Inventory,
  { id, names: [name = ''] }: Place,
  options: CallOptions,
): Promise<void> {
  const { store, session } = inventory;
  const time = requestTime();
  try {
    const client = await session.client();
    const { items } = await client.searchClusters({ name }, options);
    const named = items.filter((cluster) => {
      const { projectMeta } = cluster.specSummary ?? {};
      const project = foundProjectRow({ metadata: projectMeta, source: undefined }, store.rootId);
      return foundClusterRow(project, cluster).id === id;
    });
    await inventory.addClusters(named, time, false);
  } catch (error) {
    if (!isServiceError(error, 'unsupported', 'forbidden')) throw error;
  }
}

function isKnown(id: string, { store }: Inventory): boolean {
  return isResourceRow(store.find(id));
}

/** The IDs of the items that contain an item, and its own, the project first. */
function idsTo(id: string, rootId: string): readonly string[] {
  return id === rootId || id === '' ? [] : [...idsTo(parentIdOf(id), rootId), id];
}

/** The UID in the ID of a project. */
function uidIn(id: string): string {
  const [, uid = ''] = id.slice(id.lastIndexOf('/')).split(':');
  return decodeURIComponent(uid);
}
