import { l10n, ThemeColor, ThemeIcon, type TreeItem } from 'vscode';
import { canAddPools } from '../../items/listState';
import type { ProjectRow } from '../../items/kinds';
import { clusterCount, formatNumber } from '../../text/format';
import { displayName, parts } from '../../text/text';
import { completed, parentItem } from '../../tree/items';
import { labelOf } from './label';
import { ageOf, itemHover, shownHealth, type ItemRowKind, type RowContext } from './rowKind';

export const projectRows: ItemRowKind<ProjectRow> = {
  icon: 'project',
  location: () => l10n.t('Project'),
  item: projectItem,
  hover: itemHover,
};

function projectItem(row: ProjectRow, model: RowContext): TreeItem {
  const { store } = model;
  const { metadata, status } = row.project;
  const name = displayName(metadata?.name, metadata?.uid, l10n.t('(unnamed project)'));
  const health = shownHealth(row, model, 'project');
  const item = parentItem(labelOf(name, health.cause, row, store.siblings(row)));
  const isDisabled = status?.status?.isDisabled === true;
  const { usage } = status ?? {};
  const cores = (usage?.pureCpuCores ?? 0) + (usage?.alloyCpuCores ?? 0);
  const clusters = usage?.clusters?.length;
  item.description = parts(
    store.branchOf(row)?.error?.failure.reason === 'noProject'
      ? l10n.t('deleted, or not accessible with this API key')
      : undefined,
    health.text,
    ageOf(row, model),
    isDisabled ? l10n.t('disabled') : undefined,
    clusters === undefined ? undefined : clusterCount(clusters),
    cores > 0 ? l10n.t('{0} CPU', formatNumber(cores)) : undefined,
  );
  item.iconPath =
    isDisabled && health.cause === ''
      ? new ThemeIcon('circle-slash', new ThemeColor('disabledForeground'))
      : health.icon;
  const words = canAddPools(row, store) ? ' canAddPools' : '';
  return completed(item, l10n.t('Project'), `resource hasUid project${words}${health.words}`, name);
}
