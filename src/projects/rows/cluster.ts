import { l10n } from 'vscode';
import { cloudTypeOf, isWaiting, machineCountsOf, poolCountOf, stateOf } from '../../items/cluster';
import type { ClusterRow } from '../../items/kinds';
import { formatNumber, ifGiven, machineCount, poolCount } from '../../text/format';
import { parts, sanitizeLine } from '../../text/text';
import { distinction } from './distinction';
import type { ItemRowKind } from './rowKind';

export const clusterRows: ItemRowKind<ClusterRow> = {
  icon: 'server-environment',
  noName: () => l10n.t('(unnamed cluster)'),
  location: (_row, path) => l10n.t('Cluster in {0}', path),
  description: (row, { cause, age, siblings }) => {
    const { cpuCores } = row.usage;
    const pools = poolCountOf(row);
    return parts(
      cause,
      isWaiting(row) ? l10n.t('waiting for approval') : undefined,
      age,
      cloudType(row, siblings),
      ifGiven(pools, poolCount),
      ifGiven(machineCountsOf(row)?.size, machineCount),
      // The project summary tells nothing else.
      pools !== undefined || stateOf(row) !== undefined || cpuCores === undefined
        ? undefined
        : l10n.t('{0} CPU', formatNumber(cpuCores)),
    );
  },
};

/** As far as cluster search told. */
const cloudType = distinction<ClusterRow>('cluster', ({ usage, found }) =>
  sanitizeLine(cloudTypeOf({ usage, found }) ?? ''),
);
