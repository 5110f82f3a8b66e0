import { isRow } from '../../src/items/kinds';
import { readUsage } from '../../src/items/usage';
import { hoverOf } from '../../src/projects/hover';
import { listMachineMetrics } from '../../src/service/resources/clusterFacts';
import { withoutLimits } from '../../test/support/withoutLimits';
import { measurement, repeated, timeOf, type Measurement, type Part } from '../measure';
import { withService } from '../service';
import { View } from '../view';

/** With 3 metrics of 31 points for each machine, these are about 100,000 points. */
const machinesPerPool = 540;

/** The hovers of a cluster with 100,000 points of metrics, and reading a metric with as many. */
const hover: Part = async () => {
  const measurements: Measurement[] = [];
  const one = { exactly: 1 };
  const shape = { projects: 1, clustersPerProject: one, poolsPerCluster: { exactly: 2 } };
  await withService({ ...shape, machinesPerPool: { exactly: machinesPerPool } }, async (service) => {
    const view = new View(service.client(withoutLimits));
    const { inventory } = view.model;
    const cluster = await view.first(await view.first());
    if (!isRow(cluster, 'cluster')) throw new Error(`This is a ${cluster.kind}.`);
    for (const pool of await view.rows(cluster)) if (isRow(pool, 'pool')) await view.rows(pool);
    await readUsage(cluster, inventory);
    const { value = [] } = cluster.readings.metrics ?? {};
    const points = value.flatMap(({ metrics = [] }) => metrics.flatMap((metric) => metric.points ?? []));
    if (points.length < 95_000) throw new Error(`There are ${points.length} points.`);

    const context = { inventory, consoleUrl: undefined };
    for (const kind of ['machine', 'pool', 'cluster'] as const) {
      const row = inventory.rows.find((each) => each.kind === kind);
      if (row === undefined) throw new Error(`There is no ${kind}.`);
      const build = (): string => hoverOf(row, context, Date.now());
      measurements.push(
        measurement(`hover of a ${kind}, 100,000 points`, 'ms', await repeated(15, () => timeOf(build))),
        measurement(`hover of a ${kind}, 100,000 points: size`, 'KB', [build().length / 1000]),
      );
    }
    view.dispose();
  });
  const samples = Array.from({ length: 100_000 }, (_, index) => ({
    timestamp: 1.7e12 + index,
    value: index,
  }));
  const json: unknown = { items: [{ metrics: [{ kind: 'cpu', points: samples }] }] };
  const { read } = listMachineMetrics({ clusterUid: 'c', projectUid: 'p', start: 0, end: 1, period: 1 });
  const reading = await repeated(15, () => timeOf(() => read(json)));
  return [...measurements, measurement('reading a metric of 100,000 points', 'ms', reading)];
};

export default hover;
