import { env, l10n } from 'vscode';
import type { FleetItem } from './fleetItem';
import { formatCount } from './format';

export function clusterCount(count: number): string {
  return formatCount(count, l10n.t('1 cluster'), (n) => l10n.t('{0} clusters', n));
}

export function machineCount(count: number): string {
  return formatCount(count, l10n.t('1 machine'), (n) => l10n.t('{0} machines', n));
}

export function requestCount(count: number): string {
  return formatCount(count, l10n.t('1 request'), (n) => l10n.t('{0} requests', n));
}

/** `1 project` or `3 machines` */
export function kindCount(kind: FleetItem['kind'], count: number): string {
  switch (kind) {
    case 'project':
      return formatCount(count, l10n.t('1 project'), (n) => l10n.t('{0} projects', n));
    case 'cluster':
      return clusterCount(count);
    case 'pool':
      return formatCount(count, l10n.t('1 pool'), (n) => l10n.t('{0} pools', n));
    case 'machine':
      return machineCount(count);
  }
}

const kinds = ['project', 'cluster', 'pool', 'machine'] as const satisfies readonly FleetItem['kind'][];

/** `2 clusters and 3 machines`; empty if there are none. */
export function kindCounts(countOf: (kind: FleetItem['kind']) => number): string {
  const texts = kinds.filter((kind) => countOf(kind) > 0).map((kind) => kindCount(kind, countOf(kind)));
  return new Intl.ListFormat(env.language, { type: 'conjunction' }).format(texts);
}
