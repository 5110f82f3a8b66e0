import type { Inventory } from '../items/inventory';
import { projectUidOf } from '../items/kinds/project';
import { clusterName, tagsOf, uidOf } from '../items/cluster';
import { readingsSince } from '../items/record';
import type { Access, Grant, ProjectClusters, TaggedCluster } from './access';

/**
 * The clusters of the inventory, with their tags, as far as they were requested after `since`.
 * @param grants those that were read
 * @param listed the UIDs of all projects that the service lists to the API key; undefined if they were not read
 */
export function taggedClusters(
  inventory: Inventory,
  grants: readonly Grant[],
  listed: ReadonlySet<string> | undefined,
  since: number,
): Access['clusters'] {
  const { store } = inventory;
  const isComplete = (id: string): boolean => (store.completeAt({ id })?.requestNumber ?? 0) > since;
  const isHidden = (uid: string): boolean => listed?.has(uid) === false;
  const clusters = new Map<string, ProjectClusters & { readonly all: TaggedCluster[] }>();
  for (const row of inventory.rows) {
    if (row.kind !== 'project') continue;
    const projectUid = projectUidOf(row);
    if (projectUid === undefined) continue;
    const hasAll = isComplete(row.id) && !inventory.isUnlisted(row.id) && !isHidden(projectUid);
    const name = row.project.metadata?.name;
    clusters.set(projectUid, { name, all: [], isComplete: hasAll, isHidden: isHidden(projectUid) });
  }
  // Projects without clusters are in no list of clusters.
  const areAllListed = isComplete(store.rootId) && !inventory.isFilteredByService;
  for (const { uid, name } of grants.flatMap(({ projects }) => projects)) {
    if (uid === undefined || clusters.has(uid)) continue;
    if (listed?.has(uid) === true) {
      clusters.set(uid, { name, all: [], isComplete: inventory.allClustersKnownAt > since });
    } else if (areAllListed || listed !== undefined)
      clusters.set(uid, { name, all: [], isComplete: false, isHidden: true });
  }
  for (const row of inventory.rows) {
    if (row.kind !== 'cluster') continue;
    const projectUid = projectUidOf(row.parent);
    const [uid, name] = [uidOf(row), clusterName(row)];
    // Those of a project that is not accessible any more were read before.
    if (projectUid === undefined || uid === undefined || isHidden(projectUid)) continue;
    const tags = tagsOf({ readings: readingsSince(row.readings, since) });
    clusters.get(projectUid)?.all.push({ uid, name, projectUid, tags: tags && new Set(tags) });
  }
  return clusters;
}
