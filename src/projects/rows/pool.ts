import { l10n, type TreeItem } from 'vscode';
import { hasMore, machineSeverities } from '../../items/listState';
import type { PoolRow } from '../../items/kinds';
import type { ItemStore } from '../../items/kinds/kind';
import { formatNumber, formatRange, machineCount } from '../../text/format';
import { displayName, parts } from '../../text/text';
import { completed, parentItem } from '../../tree/items';
import { labelOf } from './label';
import { ageOf, itemHover, shownHealth, type ItemRowKind, type RowContext } from './rowKind';

export const poolRows: ItemRowKind<PoolRow> = {
  icon: 'layers',
  location: (_row, path) => l10n.t('Machine pool in {0}', path),
  item: poolItem,
  hover: itemHover,
};

function poolItem(row: PoolRow, model: RowContext): TreeItem {
  const { store } = model;
  const name = displayName(row.ref.poolName, undefined, l10n.t('(unnamed machine pool)'));
  const health = shownHealth(row, model, 'layers');
  const item = parentItem(labelOf(name, health.cause, row, store.siblings(row)));
  const { pool } = row;
  const limits = pool?.minSize === pool?.maxSize ? undefined : formatRange(pool?.minSize, pool?.maxSize);
  item.description = parts(
    health.text,
    machinesText(row, store),
    ageOf(row, model),
    limits === undefined ? undefined : l10n.t('autoscale {0}', limits),
    pool === undefined ? l10n.t('added manually') : undefined,
  );
  item.iconPath = health.icon;
  const words = pool === undefined ? ' pinned' : '';
  return completed(item, l10n.t('Machine pool'), `resource pool${words}${health.words}`, name);
}

/** How many machines a pool has. Once they are loaded and not all healthy, how many are healthy. */
function machinesText(row: PoolRow, store: ItemStore): string | undefined {
  const severities = machineSeverities(row, store);
  if (severities === undefined) return knownMachineCount(row.pool?.size);
  const isPart = hasMore(row, store);
  const healthy = severities.filter((severity) => severity === 'healthy').length;
  if (healthy === severities.length) return knownMachineCount(isPart ? row.pool?.size : healthy);
  const counts = [formatNumber(healthy), formatNumber(severities.length)];
  return isPart ? l10n.t('{0} of the first {1} healthy', ...counts) : l10n.t('{0} of {1} healthy', ...counts);
}

/** How many machines a pool has in words; undefined if the service does not say. */
export function knownMachineCount(size: number | undefined): string | undefined {
  return size === undefined ? undefined : machineCount(size);
}
