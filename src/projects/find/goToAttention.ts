import { commands, env, l10n, window, type TreeView } from 'vscode';
import { formatNumber } from '../../presentation/format';
import { compareSeverities, needsAttention, severityText } from '../../presentation/severity';
import { escapeIconsAndLinks, parts } from '../../presentation/text';
import { healthIcon } from '../../tree/items';
import { completeStep } from '../../ui/contextKeys';
import { withViewProgress } from '../../ui/progress';
import { pickOne, type PickItem } from '../../ui/quickPick';
import type { ActiveProjects } from '../activeProjects';
import type { ProjectsModel } from '../model';
import {
  isResourceRow,
  kindOf,
  locationOf,
  shownName,
  type ResourceRow,
  type ViewRow,
} from '../../items/kinds';
import { showRow } from '../showRow';
import type { IsCurrent } from './goTo';

/** Lists what needs attention, worst first, and goes to the machine that causes it. */
export async function goToAttention(
  view: TreeView<ViewRow>,
  { model }: ActiveProjects,
  isCurrent: IsCurrent,
): Promise<void> {
  const { rows } = model.attention;
  if (rows.length === 0) {
    void window.showInformationMessage(l10n.t('Nothing that is loaded needs attention.'));
    return;
  }
  const chosen = await pickOne({
    title: l10n.t('Needs Attention'),
    placeholder: l10n.t('Search by name, cause or location'),
    items: rows.map((row) => itemOf(row, model)),
    actions: [
      {
        icon: 'copy',
        tooltip: l10n.t('Copy as List'),
        run: () => copyList(rows, model),
      },
    ],
  });
  if (typeof chosen !== 'object') return;
  const row = await withViewProgress('poolview.projects', () => causeOf(chosen, model));
  if (!isCurrent(model)) return;
  await showRow(view, model, row);
  // A row may be too narrow to show the cause and the address.
  if (row.kind === 'machine') await commands.executeCommand('poolview.showDetails', row);
  completeStep('attention');
}

function itemOf(row: ResourceRow, model: ProjectsModel): PickItem<ResourceRow> {
  const { severity, cause } = model.health(row);
  const address = kindOf(row).addresses?.(row)[0];
  return {
    label: escapeIconsAndLinks(shownName(row)),
    description: escapeIconsAndLinks(parts(cause || severityText(severity), address)),
    detail: escapeIconsAndLinks(locationOf(row)),
    iconPath: healthIcon(kindOf(row).icon, severity),
    value: row,
  };
}

/** The most pools of a cluster to search for a machine that needs attention: no request tells which pool has one. */
const maxPools = 10;

/** The machine that is the cause for `row`, loaded if necessary, or else the closest row. */
async function causeOf(row: ResourceRow, model: ProjectsModel): Promise<ResourceRow> {
  if (row.kind === 'machine') return row;
  const children = (await model.store.peek(row)).filter(isResourceRow);
  if (row.kind === 'cluster') {
    const pools = children.filter((child) => child.kind === 'pool');
    await Promise.all(pools.slice(0, maxPools).map((pool) => model.store.peek(pool)));
  }
  const [worst] = children
    .filter((child) => needsAttention(model.severity(child)))
    .sort((one, other) => compareSeverities(model.severity(one), model.severity(other)));
  return worst === undefined ? row : causeOf(worst, model);
}

/** Copies one line for each row. */
async function copyList(rows: readonly ResourceRow[], model: ProjectsModel): Promise<void> {
  const lines = rows.map((row) => {
    const { severity, cause } = model.health(row);
    return [severityText(severity), shownName(row), cause, locationOf(row)].join('\t');
  });
  await env.clipboard.writeText(`${lines.join('\n')}\n`);
  window.setStatusBarMessage(l10n.t('Copied {0} rows', formatNumber(rows.length)), 5000);
}
