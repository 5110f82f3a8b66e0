import { listProjects } from '../../src/service/resources/project';
import { measurement, ratio, repeated, timeOf, type Measurement, type Part } from '../measure';
import { withService, type Service } from '../service';
import { View } from '../view';
import { withoutLimits } from '../../test/support/withoutLimits';

/** From opening the view to its first 50 rows, compared with a bare request for the same page. */
const firstRows: Part = async () => {
  const measurements: Measurement[] = [];
  // One round trip and 5 ms.
  for (const { latencyMs, budget } of [
    { latencyMs: 0, budget: 1.7 },
    { latencyMs: 100, budget: 1.05 },
  ]) {
    await withService({ projects: 128, latencyMs }, async (service) => {
      const runs = latencyMs === 0 ? 31 : 11;
      const bare = await repeated(runs, () =>
        timeOf(() => service.fetch(listProjects({ method: 'post', limit: 50 }))),
      );
      const client = service.client(withoutLimits);
      const view = await repeated(runs, () => open(client));
      await service.requests();
      await open(client);
      const of = `first 50 projects, service latency ${latencyMs} ms`;
      measurements.push(
        measurement(`${of}: bare fetch`, 'ms', bare),
        measurement(`${of}: Poolview`, 'ms', view),
        ratio(`${of}: Poolview beside the bare fetch`, view, bare, budget),
        measurement(`${of}: Poolview`, 'requests', [await service.requests()], 1),
      );
    });
  }
  return measurements;
};

async function open(client: ReturnType<Service['client']>): Promise<number> {
  const view = new View(client);
  const time = await timeOf(() => view.rows());
  view.dispose();
  return time;
}

export default firstRows;
