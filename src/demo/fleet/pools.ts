import type { Situation } from './situations';
import { isIll } from './situations';

export interface Flavor {
  readonly name: string;
  readonly numCPUs: number;
  readonly memoryMiB: number;
  readonly diskGiB: number;
}

const flavors = {
  medium: { name: 'm1.medium', numCPUs: 2, memoryMiB: 4_096, diskGiB: 40 },
  large: { name: 'm1.large', numCPUs: 4, memoryMiB: 8_192, diskGiB: 80 },
  xlarge: { name: 'm1.xlarge', numCPUs: 8, memoryMiB: 16_384, diskGiB: 160 },
  memory: { name: 'r1.2xlarge', numCPUs: 8, memoryMiB: 65_536, diskGiB: 160 },
  gpu: { name: 'g1.4xlarge', numCPUs: 16, memoryMiB: 131_072, diskGiB: 900 },
} as const satisfies Record<string, Flavor>;

export type Grade = keyof typeof flavors;

export const controlPlaneName = 'control-plane';

export interface PoolPlan {
  readonly name: string;
  readonly size: number;
  readonly flavor: Grade;
  /** The limits of autoscaling. */
  readonly range?: readonly [number, number];
  /** The machines whose situation differs from the others, by their place in the pool. */
  readonly situations?: Readonly<Record<number, Situation>>;
}

export const pool = (
  name: string,
  size: number,
  flavor: Grade,
  situations: PoolPlan['situations'] = {},
  range?: PoolPlan['range'],
): PoolPlan => ({ name, size, flavor, situations, ...(range && { range }) });

export const controlPlane = pool(controlPlaneName, 3, 'large');

/** The machines of a pool: how many there are, and in which situations. */
interface Population {
  readonly size: number;
  /** The situation of machines that `situations` does not contain, by their place in the pool. */
  readonly usual: Situation;
  readonly situations: ReadonlyMap<number, Situation>;
}

/** Tests and an unsteady machine change the population, and the next answer has the change. */
export interface Pool extends Population {
  readonly name: string;
  readonly isControlPlane: boolean;
  readonly flavor: Flavor;
  /** Each cloud has a flavor for it. */
  readonly grade: Grade;
  readonly range: readonly [number, number] | undefined;
  /** The first address of its machines in the network of the cluster. */
  readonly firstHost: number;
  /** Its machines when the service started. */
  readonly initial: Population;
  size: number;
  usual: Situation;
  readonly situations: Map<number, Situation>;
  /** When machines last changed, by their place in the pool. */
  readonly changed: Map<number, number>;
}

export function buildPools(plans: readonly PoolPlan[], usual: Situation): Pool[] {
  let host = 1;
  return plans.map(({ name, flavor, size, range, situations = {} }) => {
    const firstHost = host + 10;
    host += 10 * Math.ceil(Math.max(size, range?.[1] ?? 1) / 10);
    const initial = {
      size,
      usual,
      situations: new Map(Object.entries(situations).map(([place, situation]) => [Number(place), situation])),
    };
    return {
      name,
      isControlPlane: name === controlPlaneName,
      flavor: flavors[flavor],
      grade: flavor,
      range,
      firstHost,
      initial,
      ...initial,
      situations: new Map(initial.situations),
      changed: new Map(),
    };
  });
}

export const situationAt = ({ situations, usual }: Population, place: number): Situation =>
  situations.get(place) ?? usual;

/** The number of its machines in a situation that `matches`. */
export function countMachines(
  { size, situations, usual }: Population,
  matches: (situation: Situation) => boolean,
) {
  const unusual = [...situations].flatMap(([place, situation]) => (place < size ? [situation] : []));
  return unusual.filter(matches).length + (matches(usual) ? size - unusual.length : 0);
}

export const hasIllMachine = (pool: Pool) => countMachines(pool, isIll) > 0;
