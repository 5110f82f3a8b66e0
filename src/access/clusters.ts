import type { Inventory } from '../items/inventory';
import { projectUidOf } from '../items/kinds/project';
import { tagsOf } from '../items/cluster';
import type { Access, Grant, TaggedCluster } from './access';

/** The clusters of the inventory, with their tags. @param grants those that were read */
export function clustersIn(inventory: Inventory, grants: readonly Grant[]): Access['clusters'] {
  const isAllKnown = inventory.coverage().clusters.total !== undefined;
  const clusters = new Map<string, { all: TaggedCluster[]; isComplete: boolean }>();
  for (const row of inventory.rows) {
    const projectUid = row.kind === 'project' ? projectUidOf(row) : undefined;
    if (projectUid === undefined) continue;
    const isComplete = isAllKnown || (inventory.isRead(row.id) && !inventory.isUnlisted(row.id));
    clusters.set(projectUid, { all: [], isComplete });
  }
  // Projects without clusters are in no list of clusters.
  const named = isAllKnown ? grants.flatMap(({ projects }) => projects) : [];
  for (const { uid } of named)
    if (uid !== undefined && !clusters.has(uid)) clusters.set(uid, { all: [], isComplete: true });
  for (const row of inventory.rows) {
    if (row.kind !== 'cluster') continue;
    const projectUid = projectUidOf(row.parent);
    const { uid, name } = row.usage;
    if (projectUid === undefined || uid === undefined) continue;
    const tags = tagsOf(row);
    clusters.get(projectUid)?.all.push({ uid, name, projectUid, tags: tags && new Set(tags) });
  }
  return clusters;
}
