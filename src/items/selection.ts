import type { Event } from 'vscode';
import { containersOf } from './item';
import { isRow, kindOf, shownName, type ResourceRow } from './kinds';
import { projectUidOf } from './kinds/project';
import type { SelectedItem } from './selectedItem';

export type { SelectedItem };

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

/** What is selected in the Projects view. This describes the view again, because features do not import each other. */
export interface ItemSelection {
  /** Undefined if no item is selected. */
  readonly item: SelectedItem | undefined;
  /** Fires when another item was selected, or none. */
  readonly onDidChange: Event<unknown>;
}
