import { Random } from '../random';
import type { Cluster } from './cluster';
import { machineUpgrade, type Upgrade } from './upgrades';
import type { Change } from './machineHistory';
import { identity } from './machines';
import { refer } from './metadata';
import type { Flavor, Pool } from './pools';
import { circumstancesOf, type Situation } from './situations';

const minute = 60_000;

interface Metric {
  readonly unit: string;
  /** How much of it a machine has. */
  readonly total: (flavor: Flavor) => number;
  /** The least and greatest usage of most machines, if the cluster does not say how much it uses. */
  readonly usual?: readonly [least: number, most: number];
  /** How much the usage varies. */
  readonly variation: number;
  /** The situation that means that nearly all is in use, and how much that is. */
  readonly exhausted?: { readonly situation: Situation; readonly usage: number };
}

const metrics = {
  cpu: {
    unit: 'millicores',
    total: ({ numCPUs }) => 1_000 * numCPUs,
    variation: 0.15,
  },
  memory: {
    unit: 'MiB',
    total: ({ memoryMiB }) => memoryMiB,
    variation: 0.06,
    exhausted: { situation: 'memoryPressure', usage: 0.98 },
  },
  disk: {
    unit: 'MiB',
    total: ({ diskGiB }) => 1_024 * diskGiB,
    usual: [0.3, 0.55],
    variation: 0.01,
    exhausted: { situation: 'diskPressure', usage: 0.93 },
  },
} as const satisfies Record<string, Metric>;

export const metricKinds = Object.keys(metrics);

/** The times at which metrics are wanted. */
export interface Samples {
  readonly kinds: readonly string[];
  readonly times: readonly number[];
  /** Without points. */
  readonly isDiscrete: boolean;
}

/** The part of all its cores, memory and so on that a cluster uses, from 0 to 1, by the kind of metric. */
type Shares = Readonly<Record<string, number>>;

/** The metrics of a machine. A machine that does not report has none. */
export function machineMetrics(
  cluster: Cluster,
  pool: Pool,
  place: number,
  changes: readonly Change[],
  shares: Shares,
  { kinds, times, isDiscrete }: Samples,
) {
  const machine = identity(cluster, pool, place);
  const upgrade = machineUpgrade(cluster, pool, place, changes);
  const reported = times.filter((time) => reports(changes, time));
  return {
    metadata: refer(machine),
    metrics: Object.entries<Metric>(metrics)
      .filter(([kind]) => reported.length > 0 && kinds.includes(kind))
      .map(([kind, metric]) => {
        const points = reported.map((timestamp) => {
          const usage = usageAt(`${machine.uid}/${kind}`, shares[kind], metric, upgrade, timestamp);
          return { timestamp, value: Math.round(usage * metric.total(pool.flavor)) };
        });
        return {
          kind,
          unit: metric.unit,
          aggregation: aggregate(points.map(({ value }) => value)),
          ...(!isDiscrete && { points }),
        };
      }),
  };
}

/** Whether the machine is in a situation in which its metrics are collected. */
function reports(changes: readonly Change[], time: number): boolean {
  const change = changes.findLast((one) => one.time <= time);
  if (!change) return false;
  const { instanceState, heartbeat, trouble } = circumstancesOf(change.situation);
  return instanceState === 'Running' && heartbeat === 'beating' && trouble?.type !== 'Ready';
}

/** The part that is in use, from 0 to 1: waves in the course of a day, an hour and some minutes, each machine in its own. */
function usageAt(
  key: string,
  share: number | undefined,
  { usual: [least, most] = [0.2, 0.6], variation, exhausted }: Metric,
  upgrade: Upgrade | undefined,
  time: number,
): number {
  const random = new Random(key);
  const part = random.next();
  const base = share === undefined ? least + part * (most - least) : share * (0.75 + 0.5 * part);
  const waves = [1_440, 75, 11].map((length, index) => {
    const phase = random.next();
    return Math.sin(2 * Math.PI * (time / minute / length + phase)) / (index + 1);
  });
  const noise = new Random(`${key}/${Math.floor(time / minute)}`).next() - 0.5;
  const normal = base + variation * (0.4 * waves.reduce((sum, wave) => sum + wave, 0) + 0.5 * noise);
  const isExhausted = upgrade?.situation === exhausted?.situation && time >= Number(upgrade?.upgraded);
  if (!exhausted || !upgrade || !isExhausted) return Math.min(0.99, Math.max(0.02, normal));
  const { upgraded, start } = upgrade;
  const full = exhausted.usage + 0.004 * noise;
  return normal + (full - normal) * Math.min(1, (time - upgraded) / (start - upgraded));
}

function aggregate(values: readonly number[]) {
  const sum = values.reduce((total, value) => total + value, 0);
  return {
    avg: values.length === 0 ? 0 : Math.round((100 * sum) / values.length) / 100,
    max: values.reduce((most, value) => Math.max(most, value), -Infinity),
    min: values.reduce((least, value) => Math.min(least, value), Infinity),
  };
}
