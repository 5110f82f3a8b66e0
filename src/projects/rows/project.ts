import { l10n, ThemeColor, ThemeIcon } from 'vscode';
import type { ProjectRow } from '../../items/kinds';
import { clusterCount, formatNumber, ifGiven } from '../../text/format';
import { parts } from '../../text/text';
import type { ItemRowKind } from './rowKind';

export const projectRows: ItemRowKind<ProjectRow> = {
  icon: 'project',
  noName: () => l10n.t('(unnamed project)'),
  location: () => l10n.t('Project'),
  description: (row, { cause, age }, { store }) => {
    const { usage } = row.project.status ?? {};
    const cores = (usage?.pureCpuCores ?? 0) + (usage?.alloyCpuCores ?? 0);
    return parts(
      store.branchOf(row)?.error?.failure.reason === 'noProject'
        ? l10n.t('deleted, or not accessible with this API key')
        : undefined,
      cause,
      age,
      isDisabled(row) ? l10n.t('disabled') : undefined,
      ifGiven(usage?.clusters?.length, clusterCount),
      cores > 0 ? l10n.t('{0} CPU', formatNumber(cores)) : undefined,
    );
  },
  complete: (item, row, { cause }) => {
    if (isDisabled(row) && cause === '')
      item.iconPath = new ThemeIcon('circle-slash', new ThemeColor('disabledForeground'));
  },
};

function isDisabled({ project }: ProjectRow): boolean {
  return project.status?.status?.isDisabled === true;
}
