import { itemStates } from '../../items/item';
import type { Cluster } from './fleet';
import { stateIcons } from './iconPaths';

/** The sizes of the cells of the status grid, in pixels. */
export interface GridSize {
  /** The side of a cell. */
  readonly cell: number;
  /** The most cells that fit side by side. */
  readonly columns: number;
  /** How many lines of cells are as high as the name of their group. */
  readonly lines: number;
}

export function gridSize(count: number, width: number): GridSize {
  const cell = count <= 400 ? 14 : count <= 1000 ? 11 : 8;
  return { cell, columns: Math.max(1, Math.floor(width / cell)), lines: cell === 8 ? 2 : 1 };
}

/** How many of the cells of a group are side by side. */
export function columnsOf(count: number, { columns, lines }: GridSize): number {
  return Math.min(columns, Math.ceil(count / lines));
}

/** The side of a cell in paths: that of an icon, and a gap. */
export const cellUnits = 18;

/** All cells of a group that look the same, as an SVG path: 2,000 elements would take too long. */
interface CellsPath {
  readonly className: string;
  readonly d: string;
}

/** @param isShown whether a cluster passes the filter. The others are dimmed. */
export function cellPaths(
  clusters: readonly Cluster[],
  columns: number,
  isShown: (cluster: Cluster) => boolean,
  isSelected: (cluster: Cluster) => boolean,
): readonly CellsPath[] {
  const paths = new Map<string, string>();
  const add = (className: string, index: number, d: string): void => {
    const [x, y] = [(index % columns) * cellUnits, Math.floor(index / columns) * cellUnits];
    paths.set(className, `${paths.get(className) ?? ''}M${x} ${y}${d}`);
  };
  clusters.forEach((cluster, index) => {
    if (isSelected(cluster)) add('selection', index, `h${cellUnits}v${cellUnits}h-${cellUnits}z`);
  });
  for (const state of itemStates) {
    const { d, isFilled = false } = stateIcons[state];
    const className = `s-${state}${isFilled ? ' filled' : ''}`;
    clusters.forEach((cluster, index) => {
      if (cluster.item.state === state)
        add(isShown(cluster) ? className : `${className} dim`, index, `m1 1${d}`);
    });
  }
  return [...paths].map(([className, d]) => ({ className, d }));
}

/** The top left corner of a cell. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

/** The index of the cell at a point; -1 between cells. */
export function cellAt(corners: readonly Corner[], cell: number, x: number, y: number): number {
  return corners.findIndex((at) => x >= at.x && x < at.x + cell && y >= at.y && y < at.y + cell);
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
