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
