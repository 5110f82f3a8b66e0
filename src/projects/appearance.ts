import { l10n, type Command, type TreeItem } from 'vscode';
import { listRowItem } from '../tree/items';
import { StoreTree } from '../tree/treeView';
import type { ClusterReading } from '../presentation/cluster';
import type { ProjectsModel } from './model';
import {
  isParentRow,
  isResourceRow,
  type MachineRow,
  type ParentRow,
  type Row,
  type ViewRow,
} from '../items/kinds';
import { detailsUri } from './rowCommands/documents';
import { healthOf } from '../items/health';
import { rowKindOf } from './rows';
import { noteRowItem } from './rows/note';

/** The tree of the Projects view. */
export function newProjectsTree(): StoreTree<Row, ParentRow, ClusterReading, ProjectsModel> {
  return new StoreTree<Row, ParentRow, ClusterReading, ProjectsModel>({
    itemOf,
    hoverOf,
    isParent: isParentRow,
    decorations: {
      view: 'projects',
      healthOf: (row, { store }) => (isResourceRow(row) ? healthOf(row, store) : undefined),
    },
  });
}

export function itemOf(row: ViewRow, model: ProjectsModel): TreeItem {
  if (isResourceRow(row)) {
    const item = rowKindOf(row).item(row, model.store);
    if (row.kind === 'machine') item.command = showDetails(row);
    return item;
  }
  return row.kind === 'note'
    ? noteRowItem(row, model.inventory.searchesInService)
    : listRowItem(row, { loadMore: 'poolview.loadMore', retry: 'poolview.retry' });
}

/** The hover of a row as Markdown; undefined if it would add nothing to the row. */
async function hoverOf(row: ViewRow, model: ProjectsModel, now: number): Promise<string | undefined> {
  return isResourceRow(row) ? (await import('./rowHover')).hoverOf(row, model.inventory, now) : undefined;
}

/** The command for a click. VS Code runs it only if nothing else is selected. Focus stays in the view. */
function showDetails(row: MachineRow): Command {
  return {
    command: 'vscode.open',
    title: l10n.t('Show Details'),
    arguments: [detailsUri(row), { preview: true, preserveFocus: true }],
  };
}
