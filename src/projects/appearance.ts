import { l10n, type TreeItem } from 'vscode';
import { withAge } from '../presentation/hoverParts';
import { listRowItem } from '../tree/items';
import { StoreTree } from '../tree/treeView';
import type { ClusterReading } from '../presentation/cluster';
import type { ProjectsModel } from './model';
import { isParentRow, isResourceRow, kindOf, type ParentRow, type Row, type ViewRow } from './rows';
import { noteRowItem } from './rows/note';

/** The tree of the Projects view. */
export function newProjectsTree(): StoreTree<Row, ParentRow, ClusterReading, ProjectsModel> {
  return new StoreTree<Row, ParentRow, ClusterReading, ProjectsModel>({
    itemOf,
    hoverOf,
    isParent: isParentRow,
    decorations: {
      view: 'projects',
      healthOf: (row, model) => (isResourceRow(row) ? model.health(row) : undefined),
    },
  });
}

export function itemOf(row: ViewRow, model: ProjectsModel): TreeItem {
  if (isResourceRow(row)) return kindOf(row).item(row, model);
  return row.kind === 'note'
    ? noteRowItem(row, model.searchesInService)
    : listRowItem(row, { loadMore: 'poolview.loadMore', retry: 'poolview.retry' });
}

/** Everything about a row as Markdown; undefined if there is no more to say than the row does. */
export function hoverOf(row: ViewRow, model: ProjectsModel, now: number): string | undefined {
  if (!isResourceRow(row)) return undefined;
  const facts = kindOf(row).hover(row, model, now);
  const hover = model.isDemo ? `${facts}\n\n_${l10n.t('Invented by the demo service')}_` : facts;
  return withAge(hover, row.readAt, model.store.isStale(row), now);
}
