import type { Compute } from '../service/resources/cluster';
import type { Capacity } from './item';

// How many of a unit, in lower case, a core or a MiB is. Other units could be mistaken for one of these.
export const cpuUnits = new Map(Object.entries({ core: 1, cores: 1, millicores: 1000 }));
export const byteUnits = new Map(Object.entries({ bytes: 2 ** 20, kib: 1024, mi: 1, mib: 1, gib: 1 / 1024 }));

/** An amount in cores or MiB; undefined if its unit is not known. */
export function capacityOf(
  { total, usage, unit = '' }: Compute = {},
  units: typeof cpuUnits,
): Capacity | undefined {
  const perUnit = units.get(unit.toLowerCase());
  if (total === undefined || perUnit === undefined) return undefined;
  return { total: total / perUnit, used: usage === undefined ? undefined : usage / perUnit };
}
