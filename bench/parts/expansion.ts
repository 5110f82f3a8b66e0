import type { ParentRow } from '../../src/items/kinds';
import {} from '../../src/items/kinds';
import { projectUidOf } from '../../src/items/kinds/project';
import { cloudConfigOf } from '../../src/items/cluster';
import { readCloudConfig, searchClusters } from '../../src/service/resources/cluster';
import { listMachines } from '../../src/service/resources/machine';
import { withoutLimits } from '../../test/support/withoutLimits';
import { measurement, median, ratio, repeated, timeOf, type Measurement, type Part } from '../measure';
import { withService, type Service } from '../service';
import { View } from '../view';

/** Expanding rows, compared with bare requests for the same data. */
const expansion: Part = async () => {
  const measurements: Measurement[] = [];
  /** Expands a row several times, `depth` levels below the view. */
  const measure = async (
    service: Service,
    what: string,
    depth: number,
    budget: number,
    runs = 31,
  ): Promise<number> => {
    const view = new View(service.client(withoutLimits));
    let row = await view.first();
    for (let level = 1; level < depth; level++) row = await view.first(row);
    const request = requestFor(row);
    const bare = await repeated(runs, () => timeOf(() => service.fetch(request)));
    const open = (): Promise<number> =>
      timeOf(async () => {
        await view.model.inventory.refresh(row);
        await view.rows(row);
      });
    const times = await repeated(runs, open);
    await service.requests();
    await open();
    measurements.push(
      measurement(`${what}: bare fetch`, 'ms', bare),
      measurement(`${what}: Poolview`, 'ms', times),
      ratio(`${what}: Poolview beside the bare fetch`, times, bare, budget),
      measurement(`${what}: Poolview`, 'requests', [await service.requests()], 1),
    );
    view.dispose();
    return median(times) - median(bare);
  };

  await withService({ projects: 1, clustersPerProject: { exactly: 50 } }, async (service) => {
    await measure(service, 'a project of 50 clusters', 1, 1.5);
    await measure(service, 'a cluster', 2, 1.5);
  });
  for (const { size, budget } of [
    { size: 10, budget: 1.5 },
    { size: 500, budget: 1.5 },
    { size: 5000, budget: 1.3 },
  ]) {
    const shape = { projects: 1, clustersPerProject: { exactly: 1 }, poolsPerCluster: { exactly: 1 } };
    await withService({ ...shape, machinesPerPool: { exactly: size } }, async (service) => {
      const own = await measure(service, `a pool of ${size} machines`, 3, budget, size < 5000 ? 31 : 15);
      measurements.push(
        measurement(`a pool of ${size} machines: Poolview's own time per machine`, 'µs', [
          (own / size) * 1000,
        ]),
      );
    });
  }
  return measurements;
};

/** The minimal request for expanding `row`. */
function requestFor(row: ParentRow) {
  switch (row.kind) {
    case 'project':
      return searchClusters({ projectUid: projectUidOf(row) });
    case 'cluster': {
      const where = cloudConfigOf(row);
      if (where === undefined) throw new Error('The cluster does not say where its pools are.');
      return readCloudConfig({ ...where, projectUid: projectUidOf(row.parent) });
    }
    case 'pool':
      return listMachines(row.ref);
  }
}

export default expansion;
