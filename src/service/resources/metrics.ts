import type { Endpoint } from '../endpoint';
import { amount, list, object, text, type Read, type Reader } from '../readers';
import type { PageAnswer } from '../pages';
import { ofCluster } from './cluster';
import { listOf } from './metadata';

const sample = object({ timestamp: amount, value: amount, avg: amount, max: amount });

/** The unit of timestamps is not documented. Numbers below this are seconds: as milliseconds, they are times before 1974. */
const leastMilliseconds = 1e11;

/** The most points of a metric: one a minute for a day. The others are dropped. */
const maxPoints = 1440;

const readSamples = list(sample);

/** The points with a time, in milliseconds since 1970, and a value, the oldest first: their order is not documented. */
const points: Reader<readonly Readonly<Record<'time' | 'value', number>>[]> = (json) => {
  const samples = Array.isArray(json) ? readSamples(json.slice(-maxPoints)) : undefined;
  return samples
    ?.flatMap(({ timestamp = 0, value, avg }) => {
      const time = timestamp < leastMilliseconds ? timestamp * 1000 : timestamp;
      const known = value ?? avg;
      return known === undefined || time === 0 ? [] : [{ time, value: known }];
    })
    .sort((one, other) => one.time - other.time);
};

const metric = object({
  /** Which kinds and units there are is not documented. */
  kind: text,
  unit: text,
  aggregation: object({ avg: amount, min: amount, max: amount }),
  points,
});
/** A measured value of a machine over time. */
export type Metric = Read<typeof metric>;

const machineMetrics = object({ metadata: object({ name: text, uid: text }), metrics: list(metric) });
export type MachineMetrics = Read<typeof machineMetrics>;

/** The machines of a cluster, and a time, in milliseconds since 1970. */
interface MetricsQuery {
  readonly clusterUid: string;
  readonly projectUid: string | undefined;
  readonly start: number;
  readonly end: number;
  /** The time between two points, in minutes. */
  readonly period: number;
}

/** `GET /v1/metrics/machine/values?spectroClusterUid={uid}`: the metrics of all machines of a cluster. */
export function listMachineMetrics(query: MetricsQuery): Endpoint<PageAnswer<MachineMetrics>> {
  return {
    ...ofCluster(query.clusterUid, query.projectUid),
    path: ['v1', 'metrics', 'machine', 'values'],
    query: {
      spectroClusterUid: query.clusterUid,
      includeControlPlaneMachines: 'true',
      metricKind: 'all',
      startTime: new Date(query.start).toISOString(),
      endTime: new Date(query.end).toISOString(),
      period: query.period,
    },
    read: listOf(machineMetrics),
  };
}
