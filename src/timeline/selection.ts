import { containersOf } from '../items/item';
import { isRow, kindOf, shownName, type ResourceRow } from '../items/kinds';
import { projectUidOf } from '../items/kinds/project';
import type { SelectedItem } from './entry';
import { uidOf } from '../items/cluster';

export function selectedItem(row: ResourceRow): SelectedItem {
  const [project, cluster] = [...containersOf(row, ({ parent }) => parent), row];
  return {
    kind: row.kind,
    id: row.id,
    name: shownName(row),
    uid: kindOf(row).uid(row),
    projectUid: isRow(project, 'project') ? projectUidOf(project) : undefined,
    cluster: isRow(cluster, 'cluster') ? { name: shownName(cluster), uid: uidOf(cluster) } : undefined,
  };
}
