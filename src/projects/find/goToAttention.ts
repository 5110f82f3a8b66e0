import { env, l10n, window, type TreeView } from 'vscode';
import { formatNumber } from '../../text/format';
import type { Inventory } from '../../items/inventory';
import { compareStates } from '../../items/item';
import { stateText } from '../../items/itemText';
import { needsAttention } from '../../items/severity';
import { escapeIconsAndLinks, parts } from '../../text/text';
import { healthIcon } from '../../tree/items';
import { withViewProgress } from '../../ui/progress';
import { pickOne, type PickItem } from '../../ui/quickPick';
import { attentionIn } from '../../items/attention';
import type { ProjectsModel } from '../model';
import { isParentRow, isResourceRow, shownName, type ResourceRow, type ViewRow } from '../../items/kinds';
import { locationOf, rowKindOf } from '../rows';
import { showRow } from '../showRow';
import { runCommand } from '../../ui/runCommand';

/** Lists what needs attention, worst first, and goes to the machine that causes it. */
export async function goToAttention(view: TreeView<ViewRow>, projects: ProjectsModel): Promise<void> {
  const { inventory, store } = projects;
  const { rows } = attentionIn(inventory);
  if (rows.length === 0) {
    void window.showInformationMessage(l10n.t('Nothing that is loaded needs attention.'));
    return;
  }
  const chosen = await pickOne({
    title: l10n.t('Needs Attention'),
    placeholder: l10n.t('Search by name, cause or location'),
    items: rows.map((row) => problemItem(row, inventory)),
    actions: [
      {
        icon: 'copy',
        tooltip: l10n.t('Copy as List'),
        run: () => copyList(rows, inventory),
      },
    ],
  });
  if (typeof chosen !== 'object') return;
  const row = await withViewProgress('poolview.projects', () => causeOf(chosen, inventory));
  if (store.closed.aborted) return;
  await showRow(view, store, row);
  // A row may be too narrow to show the cause and the address.
  if (row.kind === 'machine') await runCommand('showDetails', row);
}

/** An item that needs attention, in a list. */
export function problemItem(row: ResourceRow, inventory: Inventory): PickItem<ResourceRow> {
  const { state, cause, addresses } = inventory.itemOf(row);
  return {
    label: escapeIconsAndLinks(shownName(row)),
    description: escapeIconsAndLinks(parts(cause || stateText(state), addresses[0])),
    detail: escapeIconsAndLinks(locationOf(row)),
    iconPath: healthIcon(rowKindOf(row).icon, state),
    value: row,
  };
}

/** The most pools of a cluster to search for a machine that needs attention: no request tells which pool has one. */
const maxPools = 10;

/** The machine that is the cause for `row`, loaded if necessary, or else the closest row. */
async function causeOf(row: ResourceRow, inventory: Inventory): Promise<ResourceRow> {
  if (!isParentRow(row)) return row;
  const { store } = inventory;
  const children = (await store.peek(row)).filter(isResourceRow);
  if (row.kind === 'cluster') {
    const pools = children.filter((child) => child.kind === 'pool');
    await Promise.all(pools.slice(0, maxPools).map((pool) => store.peek(pool)));
  }
  const [worst] = children
    .filter((child) => needsAttention(inventory.itemOf(child).state))
    .sort((one, other) => compareStates(inventory.itemOf(one).state, inventory.itemOf(other).state));
  return worst === undefined ? row : causeOf(worst, inventory);
}

/** Copies one line for each row. */
async function copyList(rows: readonly ResourceRow[], inventory: Inventory): Promise<void> {
  const lines = rows.map((row) => {
    const { state, cause } = inventory.itemOf(row);
    return [stateText(state), shownName(row), cause, locationOf(row)].join('\t');
  });
  await env.clipboard.writeText(`${lines.join('\n')}\n`);
  window.setStatusBarMessage(l10n.t('Copied {0} rows', formatNumber(rows.length)), 5000);
}
