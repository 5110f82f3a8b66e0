import { compareStates, type Item, type ItemState } from '../../items/item';

/** The shapes of all machines in a state, as the data of an SVG path. */
interface MachineShapes {
  readonly state: ItemState;
  readonly path: string;
}

const largest = 12;
/** Smaller squares could not be told apart. */
const smallest = 3;

/**
 * A small shape for each machine, the worst first, by state. It is empty if they do not fit.
 */
export function machineShapes(
  machines: readonly Item[],
  width: number,
  height: number,
): readonly MachineShapes[] {
  const step = stepFor(machines.length, width, height);
  if (step === undefined) return [];
  const perLine = Math.floor(width / step);
  const paths = new Map<ItemState, string>();
  machines
    .toSorted((one, other) => compareStates(one.state, other.state))
    .forEach(({ state }, index) => {
      const x = (index % perLine) * step;
      const y = Math.floor(index / perLine) * step;
      paths.set(state, (paths.get(state) ?? '') + shape(state, x, y, step - 1));
    });
  return [...paths].map(([state, path]) => ({ state, path }));
}

/** The distance from one shape to the next; undefined if they do not fit. */
function stepFor(count: number, width: number, height: number): number | undefined {
  if (count === 0 || width < smallest || height < smallest) return undefined;
  let step = Math.min(largest, Math.floor(Math.sqrt((width * height) / count)));
  while (step >= smallest && Math.floor(width / step) * Math.floor(height / step) < count) step--;
  return step < smallest ? undefined : step;
}

/** States differ in shape as well as in color. */
function shape(state: ItemState, x: number, y: number, size: number): string {
  const half = size / 2;
  switch (state) {
    case 'failed':
      return `M${x} ${y}h${size}v${size}h${-size}z`;
    case 'unhealthy':
      return `M${x + half} ${y}L${x + size} ${y + size}H${x}z`;
    case 'lateHeartbeat':
      return `M${x + half} ${y}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`;
    case 'maintenance':
      return `M${x} ${y + size / 4}h${size}v${half}h${-size}z`;
    case 'inTransition':
      return `M${x + size / 4} ${y}h${half}v${size}h${-half}z`;
    case 'unknown':
    case 'notRead':
      return `M${x} ${y}h${size}v${size}h${-size}zM${x + 1} ${y + 1}v${size - 2}h${size - 2}v${2 - size}z`;
    case 'healthy':
      return `M${x + size / 6} ${y + size / 6}h${(size * 2) / 3}v${(size * 2) / 3}h${(-size * 2) / 3}z`;
  }
}
