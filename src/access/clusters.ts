import type { Inventory } from '../items/inventory';
import { projectUidOf } from '../items/kinds/project';
import { nameOf, tagsOf, uidOf } from '../items/cluster';
import type { Access, Grant, ProjectClusters, TaggedCluster } from './access';

/**
 * The clusters of the inventory, with their tags.
 * @param grants those that were read
 * @param listed the UIDs of all projects that the service lists to the API key; undefined if they were not read
 */
export function clustersIn(
  inventory: Inventory,
  grants: readonly Grant[],
  listed: ReadonlySet<string> | undefined,
): Access['clusters'] {
  const isAllKnown = inventory.coverage().clusters.total !== undefined;
  const clusters = new Map<string, ProjectClusters & { readonly all: TaggedCluster[] }>();
  for (const row of inventory.rows) {
    const projectUid = row.kind === 'project' ? projectUidOf(row) : undefined;
    if (projectUid === undefined) continue;
    const isComplete = isAllKnown || (inventory.isRead(row.id) && !inventory.isUnlisted(row.id));
    clusters.set(projectUid, { all: [], isComplete });
  }
  // Projects without clusters are in no list of clusters.
  const areAllListed = inventory.isRead(inventory.store.rootId) && !inventory.isFilteredByService;
  for (const { uid } of grants.flatMap(({ projects }) => projects)) {
    if (uid === undefined || clusters.has(uid)) continue;
    if (listed?.has(uid) === true) clusters.set(uid, { all: [], isComplete: isAllKnown });
    else if (areAllListed || listed !== undefined)
      clusters.set(uid, { all: [], isComplete: false, isHidden: true });
  }
  for (const row of inventory.rows) {
    if (row.kind !== 'cluster') continue;
    const projectUid = projectUidOf(row.parent);
    const [uid, name] = [uidOf(row), nameOf(row)];
    if (projectUid === undefined || uid === undefined) continue;
    const tags = tagsOf(row);
    clusters.get(projectUid)?.all.push({ uid, name, projectUid, tags: tags && new Set(tags) });
  }
  return clusters;
}
