import { l10n, type TreeItem } from 'vscode';
import { canAddPools } from '../../items/listState';
import type { ClusterRow } from '../../items/kinds';
import {
  cloudTypeOf,
  isWaiting,
  machineCountsOf,
  poolCountOf,
  stateOf as reportedStateOf,
} from '../../items/cluster';
import { formatNumber, poolCount } from '../../text/format';
import { displayName, parts, sanitizeLine } from '../../text/text';
import { completed, parentItem } from '../../tree/items';
import { distinction } from './distinction';
import { labelOf } from './label';
import { knownMachineCount } from './pool';
import { ageOf, itemHover, shownHealth, type ItemRowKind, type RowContext } from './rowKind';

export const clusterRows: ItemRowKind<ClusterRow> = {
  icon: 'server-environment',
  location: (_row, path) => l10n.t('Cluster in {0}', path),
  item: clusterItem,
  hover: itemHover,
};

function clusterItem(row: ClusterRow, model: RowContext): TreeItem {
  const { store } = model;
  const name = displayName(row.usage.name, row.usage.uid, l10n.t('(unnamed cluster)'));
  const health = shownHealth(row, model, 'server-environment');
  const siblings = store.siblings(row);
  const item = parentItem(labelOf(name, health.cause, row, siblings));
  const cluster = row;
  const { cpuCores } = row.usage;
  const pools = poolCountOf(cluster);
  item.description = parts(
    health.text,
    isWaiting(cluster) ? l10n.t('waiting for approval') : undefined,
    ageOf(row, model),
    cloudType(row, siblings),
    pools === undefined ? undefined : poolCount(pools),
    knownMachineCount(machineCountsOf(cluster)?.size),
    // The project summary tells nothing else.
    pools !== undefined || reportedStateOf(cluster) !== undefined || cpuCores === undefined
      ? undefined
      : l10n.t('{0} CPU', formatNumber(cpuCores)),
  );
  item.iconPath = health.icon;
  const words = canAddPools(row, store) ? ' canAddPools' : '';
  return completed(item, l10n.t('Cluster'), `resource hasUid cluster${words}${health.words}`, name);
}

/** As far as cluster search told. */
const cloudType = distinction<ClusterRow>('cluster', ({ usage, found }) =>
  sanitizeLine(cloudTypeOf({ usage, found }) ?? ''),
);
