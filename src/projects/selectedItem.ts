import { isRow, kindOf, shownName, type ResourceRow } from './rows';
import { projectUidOf } from './rows/project';

/** The selected item, as other parts of Poolview see it. Names are safe to show on one line. */
export interface SelectedItem {
  readonly kind: ResourceRow['kind'];
  /** The ID of its row. */
  readonly id: string;
  readonly name: string;
  readonly uid: string | undefined;
  readonly projectUid: string | undefined;
  /** The cluster that it is or belongs to; undefined if there is none. */
  readonly cluster: { readonly name: string; readonly uid: string | undefined } | undefined;
}

export function selectedItem(row: ResourceRow): SelectedItem {
  const [project, cluster] = ancestry(row);
  return {
    kind: row.kind,
    id: row.id,
    name: shownName(row),
    uid: kindOf(row).uid(row),
    projectUid: isRow(project, 'project') ? projectUidOf(project) : undefined,
    cluster: isRow(cluster, 'cluster') ? { name: shownName(cluster), uid: cluster.usage.uid } : undefined,
  };
}

/** The ancestors of a row, the project first, and the row itself. */
function ancestry(row: ResourceRow): readonly ResourceRow[] {
  return row.parent === undefined ? [row] : [...ancestry(row.parent), row];
}
