import { l10n } from 'vscode';
import type { PoolRow } from '../../items/kinds';
import type { ItemStore } from '../../items/kinds/kind';
import { autoscaleText } from '../../items/kinds/pool';
import { hasMore, machineSeverities } from '../../items/listState';
import { formatNumber, ifGiven, machineCount } from '../../text/format';
import { parts } from '../../text/text';
import type { ItemRowKind } from './rowKind';

export const poolRows: ItemRowKind<PoolRow> = {
  icon: 'layers',
  noName: () => l10n.t('(unnamed machine pool)'),
  location: (_row, path) => l10n.t('Machine pool in {0}', path),
  description: (row, { cause, age }, { store }) =>
    parts(
      cause,
      machinesText(row, store),
      age,
      autoscaleText(row.pool),
      row.pool === undefined ? l10n.t('added manually') : undefined,
    ),
  word: ({ pool }) => (pool === undefined ? 'pinned' : undefined),
};

/** How many machines a pool has. Once they are loaded and not all healthy, how many are healthy. */
function machinesText(row: PoolRow, store: ItemStore): string | undefined {
  const size = ifGiven(row.pool?.size, machineCount);
  const severities = machineSeverities(row, store);
  if (severities === undefined) return size;
  const isPart = hasMore(row, store);
  const healthy = severities.filter((severity) => severity === 'healthy').length;
  if (healthy === severities.length) return isPart ? size : machineCount(healthy);
  const counts = [formatNumber(healthy), formatNumber(severities.length)];
  return isPart ? l10n.t('{0} of the first {1} healthy', ...counts) : l10n.t('{0} of {1} healthy', ...counts);
}
