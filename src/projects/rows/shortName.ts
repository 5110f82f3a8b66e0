import { isResourceRow, isRow, shownName, type MachineRow, type PoolRow } from '../../items/kinds';
import type { TreeRow } from '../../items/store/row';
import { isVisible } from '../../presentation/text';
import { oncePerList } from './distinction';

/**
 * The name of a machine or a pool without that of its cluster, which a row above says: `…workers-5` for
 * `payments-eu-workers-5`. Its whole name if two rows of the list would then look alike.
 */
export function shortName(name: string, row: MachineRow | PoolRow, siblings: readonly TreeRow[]): string {
  return areDistinct(siblings) ? withoutCluster(name, row) : name;
}

const areDistinct = oncePerList((rows) => {
  const names = new Map(rows.filter(isResourceRow).map((row) => [shownName(row), row]));
  const short = new Set([...names].map(([name, row]) => withoutCluster(name, row)));
  return short.size === names.size;
});

function withoutCluster(name: string, row: TreeRow): string {
  const cluster = row.kind === 'machine' ? row.parent?.parent : row.parent;
  const prefix = isRow(cluster, 'cluster') ? shownName(cluster) : '';
  const rest = name.slice(prefix.length + 1);
  const isSaid = prefix !== '' && name.startsWith(prefix) && /^[-_./:]/.test(name.slice(prefix.length));
  return isSaid && isVisible(rest) ? `…${rest}` : name;
}
