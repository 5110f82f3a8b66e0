import { Disposable, type TreeView } from 'vscode';
import { isWaiting, uidOf, type ClusterFacts } from '../items/cluster';
import { needsAttention } from '../items/severity';
import { clusterRef, type HoverDetail } from '../items/details/clusterReads';
import type { Inventory } from '../items/inventory';
import { isCurrent } from '../reads/readEach';
import {
  clusterOf,
  isRow,
  type ClusterRow,
  type ParentRow,
  type ResourceRow,
  type Row,
} from '../items/kinds';
import type { Priority } from '../service/operations';
import { givenRow } from '../tree/givenRows';
import type { ListView } from '../tree/listView';
import { isGroup } from '../items/kinds/levels';

// Reads what explains why a cluster needs attention, for clusters that the user looks at.

/** Reads a fact of a cluster, unless that was read since the cluster and its pools were. */
export async function readFact(
  name: keyof ClusterFacts,
  row: ClusterRow,
  inventory: Inventory,
  priority?: Priority,
): Promise<void> {
  if (!isCurrent(name, row, inventory))
    await inventory.clusterReads.read(name, clusterRef(row), { priority });
}

/** Reads the packs and conditions of a cluster if it needs attention. */
export async function readCause(row: ClusterRow, inventory: Inventory, priority?: Priority): Promise<void> {
  if (needsAttention(inventory.itemOf(row).state)) await readFact('overview', row, inventory, priority);
}

/** Reads why a cluster waits for approval, if it does. */
export async function readApproval(row: ClusterRow, inventory: Inventory): Promise<void> {
  if (isWaiting(row)) await readFact('repave', row, inventory);
}

/** What is being read for the hover of a row. Only that of a cluster has more than usage. */
export function pendingDetails(row: ResourceRow, { clusterReads }: Inventory): readonly HoverDetail[] {
  const cluster = clusterOf(row);
  const pending = clusterReads.pending(cluster && uidOf(cluster));
  return pending.filter((name) => row.kind === 'cluster' || name === 'metrics');
}

/** Reads why clusters need attention that are expanded while the view is visible. */
export function readShownCauses(
  view: Pick<TreeView<string>, 'visible' | 'onDidExpandElement' | 'onDidChangeVisibility'>,
  { inventory, rows }: { readonly inventory: Inventory; readonly rows: ListView<Row, ParentRow> },
): Disposable {
  const { store } = inventory;
  const readShown = (row: ResourceRow): void => {
    const cluster = isGroup(row) ? row.parent : row;
    if (!view.visible || !isRow(cluster, 'cluster')) return;
    const isExpanded = (row: ResourceRow): boolean =>
      rows.isExpanded(row.id) && (row.parent === undefined || isExpanded(row.parent));
    // Nobody waits for what a timer reads again.
    if (isExpanded(cluster))
      void readCause(cluster, inventory, inventory.refreshes.isRenewing ? 'timer' : 'user');
  };
  return Disposable.from(
    store.onDidRead(({ parent }) => {
      if (parent !== undefined) readShown(parent);
    }),
    // What changed while the view was hidden.
    view.onDidChangeVisibility(() => {
      inventory.rows.forEach(readShown);
    }),
    view.onDidExpandElement(async ({ element }) => {
      const row = givenRow(store, element);
      if (!isRow(row, 'cluster')) return;
      // Its list comes first, because it may tell how the cluster is.
      await store.load(row);
      await readCause(row, inventory);
    }),
  );
}
