import { l10n, ThemeIcon, window, type TreeView } from 'vscode';
import { attentionIn } from '../../items/attention';
import { mayHaveOtherMachines } from '../../items/find/search';
import type { Inventory } from '../../items/inventory';
import { compareStates } from '../../items/item';
import { coverageText, stateText } from '../../items/itemText';
import {
  isParentRow,
  isResourceRow,
  shownName,
  type ItemStoreRow,
  type ResourceRow,
} from '../../items/kinds';
import { needsAttention } from '../../items/severity';
import { escapeIconsAndLinks, parts } from '../../text/text';
import { healthIcon } from '../../tree/items';
import { revealRow } from '../../tree/revealRow';
import { copy } from '../../ui/copy';
import { withViewProgress } from '../../ui/progress';
import { pickOne, type PickItem } from '../../ui/quickPick';
import { runCommand } from '../../ui/runCommand';
import { chooseRow } from '../chooseRow';
import type { ProjectsModel } from '../model';
import { locationOf, rowKindOf } from '../rows/items';
import { findOpened, noteOpened } from './opened';

/**
 * Shows a row in the Projects view, even if it is filtered or not loaded: selects it, and moves the focus to it. Does
 * nothing if another connection is active by now.
 */
export async function showRow(
  view: TreeView<ItemStoreRow>,
  inventory: Inventory,
  row: ResourceRow,
): Promise<void> {
  const { store } = inventory;
  await noteOpened(inventory, row);
  await revealRow(view, store.reveal(row), {
    isWanted: () => !store.closed.aborted,
    failure: l10n.t("Couldn't show the item. Open the Projects view and try again."),
  });
}

/**
 * Shows an item in the Projects view, and makes it known if it is not.
 * @param names those of the items that contain it and its own, to search for them
 * @throws ServiceError if it cannot be read
 */
export async function revealItem(
  id: string,
  view: TreeView<ItemStoreRow>,
  inventory: Inventory,
  names?: readonly string[],
): Promise<void> {
  const row = await findOpened(inventory, id, names);
  if (row !== undefined) await showRow(view, inventory, row);
}

/** Shorter texts match almost everything. */
const minLength = 2;

/** Asks for a project, cluster, machine pool or machine, and shows its row. */
export async function goTo(view: TreeView<ItemStoreRow>, projects: ProjectsModel): Promise<void> {
  const { inventory } = projects;
  const row = await chooseRow(projects, {
    title: l10n.t('Go To'),
    placeholder: l10n.t('Search by name, UID, IP address and terms, such as state:failed or env:prod'),
    alternative: (text) =>
      text.length < minLength || !mayHaveOtherMachines(inventory)
        ? undefined
        : {
            label: l10n.t('Search all machines…'),
            description: coverageText(inventory.coverage().machines),
            iconPath: new ThemeIcon('search'),
            alwaysShow: true,
            value: () => void runCommand('searchMachines', text),
          },
  });
  // The user may have switched to another connection.
  if (row === undefined || inventory.closed.aborted) return;
  await showRow(view, inventory, row);
}

/** Lists what needs attention, worst first, and goes to the machine that causes it. */
export async function goToAttention(view: TreeView<ItemStoreRow>, inventory: Inventory): Promise<void> {
  const { rows } = attentionIn(inventory);
  if (rows.length === 0) {
    void window.showInformationMessage(l10n.t('Nothing that is loaded needs attention.'));
    return;
  }
  const chosen = await pickOne({
    title: l10n.t('Needs Attention'),
    placeholder: l10n.t('Search by name, cause or location'),
    items: rows.map((row) => problemItem(row, inventory)),
    buttons: [{ icon: 'copy', tooltip: l10n.t('Copy as List'), run: () => copyList(rows, inventory) }],
  });
  if (typeof chosen !== 'object') return;
  const row = await withViewProgress('poolview.projects', () => causeOf(chosen, inventory));
  if (inventory.closed.aborted) return;
  await showRow(view, inventory, row);
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
  await copy(`${lines.join('\n')}\n`, rows.map(shownName), (count) => l10n.t('Copied {0} rows', count));
}
