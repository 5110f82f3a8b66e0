import { containersOf, type ItemKind } from './item';
import { isRow, kindOf, shownName, type ResourceRow } from './kinds';
import { projectUidOf } from './kinds/project';

/** An item whose timeline is shown, or a team whose audit entries are. Names are safe to show on one line. */
export interface SelectedItem {
  readonly kind: ItemKind | 'team';
  /** The ID of its row. */
  readonly id: string;
  readonly name: string;
  readonly uid?: string | undefined;
  readonly projectUid?: string | undefined;
  /** The cluster that it is or belongs to; undefined if there is none. */
  readonly cluster?: { readonly name: string; readonly uid?: string | undefined } | undefined;
}

/** What a row stands for. */
export function selectedItem(row: ResourceRow): SelectedItem {
  const [project, cluster] = [...containersOf(row, ({ parent }) => parent), row];
  return {
    kind: row.kind,
    id: row.id,
    name: shownName(row),
    uid: kindOf(row).uid(row),
    projectUid: isRow(project, 'project') ? projectUidOf(project) : undefined,
    cluster: isRow(cluster, 'cluster') ? { name: shownName(cluster), uid: cluster.usage.uid } : undefined,
  };
}
