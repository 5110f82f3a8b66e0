import { groupBy } from '../../items/groupBy';
import type { Cluster } from './fleet';
import { stateIcons } from './iconPaths';

/** The side of a cell in pixels. */
export const cellSize = 14;

/** That of a cell in paths: an icon and a gap. */
export const cellUnits = 18;

/** The most cells that are drawn side by side: so many fit in the narrowest page. */
export const runLength = 10;

/** All cells of a run that look the same, as an SVG path. */
interface CellsPath {
  readonly className: string;
  readonly d: string;
}

/** @param shown the clusters that pass the filter. The others are dimmed. @param selected the IDs of those that the query names */
export function cellPaths(
  clusters: readonly Cluster[],
  shown: ReadonlySet<Cluster>,
  selected: ReadonlySet<string>,
): readonly CellsPath[] {
  const icons = clusters.map((cluster, at): CellsPath => {
    const { state } = cluster.item;
    const { d, isFilled = false } = stateIcons[state];
    const className = `icon s-${state} ${isFilled ? 'filled' : ''} ${shown.has(cluster) ? '' : 'dim'}`;
    return { className, d: `M${at * cellUnits + 1} 1${d}` };
  });
  const selections = clusters.flatMap(({ item }, at) => {
    const d = `M${at * cellUnits} 0h${cellUnits}v${cellUnits}h-${cellUnits}z`;
    return selected.has(item.id) ? [{ className: 'selection', d }] : [];
  });
  return [...groupBy([...selections, ...icons], ({ className }) => className)].map(([className, same]) => ({
    className,
    d: same.map(({ d }) => d).join(''),
  }));
}

/** Where a cell of the status grid is. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

/** The cell that a key goes to from the one at `index`; undefined for other keys, and at the edge. */
export function cellAfterKey(key: string, corners: readonly Corner[], index: number): number | undefined {
  const last = corners.length - 1;
  const targets = new Map([
    ['Home', 0],
    ['End', last],
    ['ArrowLeft', index > 0 ? index - 1 : undefined],
    ['ArrowRight', index < last ? index + 1 : undefined],
    ['ArrowUp', nearest(corners, index, -1)],
    ['ArrowDown', nearest(corners, index, 1)],
  ]);
  return targets.get(key);
}

/** The nearest of the cells in the next line. @param down 1, or -1 for the line before */
function nearest(corners: readonly Corner[], index: number, down: number): number | undefined {
  const from = corners[index];
  if (!from) return undefined;
  const distances = corners.map(({ x, y }) => {
    const lines = (y - from.y) * down;
    return lines > 0 ? lines * 10_000 + Math.abs(x - from.x) : Infinity;
  });
  const shortest = Math.min(...distances);
  return shortest === Infinity ? undefined : distances.indexOf(shortest);
}
