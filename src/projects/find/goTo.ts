import { l10n, ThemeIcon, type TreeView } from 'vscode';
import type { FleetReader } from '../../reads/fleetReader';
import type { Inventory } from '../../items/inventory';
import type { ItemPath } from '../../items/item';
import { coverageText } from '../../items/itemText';
import { isParentRow, isResourceRow, type ResourceRow } from '../../items/kinds';
import { compareStates, needsAttention } from '../../items/severity';
import { hasAllClusters, mayHaveOtherMachines } from '../../items/unread';
import { isServiceError, type ServiceError } from '../../service/errors';
import { escapeIconsAndLinks, parts } from '../../text/text';
import { revealRow } from '../../tree/revealRow';
import { withViewProgress } from '../../ui/progress';
import { runCommand } from '../../ui/runCommand';
import { chooseRow } from '../chooseRow';
import type { ProjectsModel } from '../model';
import { asksForProblems } from '../projectSearch';
import { findOpened, noteOpened } from './opened';
import { searchMachines } from './searchMachines';
import { isLeaf } from '../../items/kinds/levels';

/**
 * Shows a row in the Projects view, even if it is filtered or not loaded: selects it, and moves the focus to it. Does
 * nothing if another connection is active by now.
 */
export async function showRow(
  view: TreeView<string>,
  projects: ProjectsModel,
  row: ResourceRow,
): Promise<void> {
  const { inventory, rows } = projects;
  await noteOpened(inventory, row);
  const failure = l10n.t("Couldn't show the item. Open the Projects view and try again.");
  await revealRow(view, rows.reveal(row).id, () => !inventory.closed.aborted, failure);
}

/**
 * Shows an item in the Projects view, and makes it known if it is not.
 * @throws ServiceError if it cannot be read
 */
export async function revealItem(
  path: Omit<ItemPath, 'kind'>,
  view: TreeView<string>,
  projects: ProjectsModel,
): Promise<void> {
  const row = await findOpened(projects.inventory, path);
  if (row !== undefined) await showRow(view, projects, row);
}

/** Shorter texts match almost everything. */
const minLength = 2;

/**
 * Asks for a project, cluster, machine pool or machine, and shows its row.
 * @param reader of the same connection
 * @param line the text at first. If it is about what needs attention, this goes to the machine that causes it
 */
export async function goTo(
  view: TreeView<string>,
  projects: ProjectsModel,
  reader: FleetReader | undefined,
  line?: string,
): Promise<void> {
  const { inventory } = projects;
  const isAboutAttention = line !== undefined && asksForProblems(line);
  const chosen = await chooseRow(projects, {
    title: isAboutAttention ? l10n.t('Needs Attention') : l10n.t('Go To'),
    placeholder: l10n.t('Search by name, UID, IP address and terms, such as state:failed or env:prod'),
    line,
    alternative: (text) =>
      reader === undefined ||
      text.length < minLength ||
      asksForProblems(text) ||
      !mayHaveOtherMachines(inventory)
        ? undefined
        : {
            // VS Code sorts what has the text in its label above other items.
            label: l10n.t('Search all machines for'),
            description: parts(escapeIconsAndLinks(text, 60), coverageText(inventory.coverage().machines)),
            iconPath: new ThemeIcon('search'),
            alwaysShow: true,
            load: (signal, report) => searchMachines(reader, text, signal, report),
          },
    readMore: async (text, signal) =>
      reader === undefined || !asksForProblems(text) ? [] : readProblems(reader, signal),
  });
  if (chosen === undefined) return;
  const row = isAboutAttention
    ? await withViewProgress('poolview.projects', () => causingRow(chosen, inventory))
    : chosen;
  // The user may have switched to another connection.
  if (inventory.closed.aborted) return;
  await showRow(view, projects, row);
  // A row may be too narrow to show the cause and the address.
  if (isAboutAttention && isLeaf(row)) await runCommand('showDetails', { ids: [row.id] });
}

/** Reads which clusters of the fleet need attention, unless that is known, and why. Returns what failed. */
export async function readProblems(
  { inventory, clusters, causes }: FleetReader,
  signal: AbortSignal,
): Promise<readonly ServiceError[]> {
  const result = hasAllClusters(inventory) ? [] : await clusters.read({ signal, priority: 'user' });
  await causes.read(signal);
  return isServiceError(result) ? [result] : [];
}

/** The most pools of a cluster to search for a machine that needs attention: no request tells which pool has one. */
const maxPools = 10;

/** The machine that is the cause for `row`, loaded if necessary, or else the closest row. */
async function causingRow(row: ResourceRow, inventory: Inventory): Promise<ResourceRow> {
  if (!isParentRow(row)) return row;
  const { store } = inventory;
  await store.load(row);
  const children = store.rows(row).filter(isResourceRow);
  if (row.kind === 'cluster') {
    const pools = children.filter((child) => child.kind === 'pool');
    await Promise.all(pools.slice(0, maxPools).map((pool) => store.load(pool)));
  }
  const [worst] = children
    .filter((child) => needsAttention(inventory.itemOf(child).state))
    .sort((one, other) => compareStates(inventory.itemOf(one).state, inventory.itemOf(other).state));
  return worst === undefined ? row : causingRow(worst, inventory);
}
