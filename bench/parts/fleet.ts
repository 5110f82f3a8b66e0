import { FleetReader } from '../../src/reads/fleetReader';
import { requestsFor } from '../../src/reads/machinePlan';
import { KeyIdentities } from '../../src/connections/keys';
import { memoryState } from '../../src/connections/storage';
import { ShownFleet } from '../../src/fleet/shownFleet';
import { Inventory } from '../../src/items/inventory';
import { searchClusterMetadata } from '../../src/service/resources/cluster';
import { fakeChanges } from '../../test/support/fakeChanges';
import { pageWith } from '../../test/support/fleetPage';
import { heapInUse, measurement, median, repeated, timeOf, type Measurement, type Part } from '../measure';
import { withService, type Service } from '../service';
import { View } from '../view';

/** The fleet overview without its page, which `fleetPage` measures. */
const fleet: Part = async () => {
  const measurements: Measurement[] = [];
  await withService({ clustersPerProject: { exactly: 16 } }, async (service) => {
    const bare = await repeated(15, () => timeOf(() => service.fetch(searchClusterMetadata())));
    await service.requests();
    const times: number[] = [];
    for (let run = 0; run < 15; run++) times.push(await timeToOpen(service));
    const requests = (await service.requests()) / times.length;
    measurements.push(
      measurement('fleet of 2,048 clusters: bare fetch', 'ms', bare),
      measurement('fleet of 2,048 clusters: until the page has them', 'ms', times),
      measurement('fleet of 2,048 clusters: beyond the fetch', 'ms', [median(times) - median(bare)]),
      measurement('opening the fleet overview', 'requests', [requests], 2),
    );
  });
  await withService({}, async (service) => {
    const before = await heapAfterOpening(service, 5);
    const after = await heapAfterOpening(service, 20);
    measurements.push(
      measurement('heap, growth over opening the overview 20 times', 'KB', [(after - before) * 1000], 200),
    );
    measurements.push(...(await readingAll(service)));
  });
  return measurements;
};

/** The overview of a connection. */
function opened(service: Service, onItems: () => void) {
  const view = new View(service.client());
  const client = service.client();
  const source = new Inventory({
    connection: { name: 'bench', baseUrl: service.baseUrl },
    keyIdentity: new KeyIdentities().of(''),
    listing: 'post',
    containsApiKey: () => Promise.resolve(false),
    state: memoryState(),
    client: () => Promise.resolve(client),
    refusals: client.refusals,
    projects: () => Promise.reject(new Error('The overview does not read projects.')),
  });
  const shown = new ShownFleet(
    new FleetReader(source),
    fakeChanges(undefined),
    pageWith((message) => {
      if (message.type === 'fleet' && message.changed.length > 0) onItems();
    }),
  );
  return { view, source, shown };
}

async function timeToOpen(service: Service): Promise<number> {
  let hasItems = (): void => undefined;
  const items = new Promise<void>((resolve) => {
    hasItems = resolve;
  });
  const { view, shown } = opened(service, () => {
    hasItems();
  });
  shown.show();
  const time = await timeOf(async () => {
    await Promise.all([shown.reader.clusters.read(), items]);
  });
  shown.dispose();
  view.dispose();
  return time;
}

async function heapAfterOpening(service: Service, times: number): Promise<number> {
  for (let run = 0; run < times; run++) await timeToOpen(service);
  return heapInUse();
}

/** Reading all machines, as announced and as it is. */
async function readingAll(service: Service): Promise<readonly Measurement[]> {
  const { view, shown } = opened(service, () => undefined);
  await shown.reader.clusters.read();
  await service.requests();
  const requests = requestsFor(shown.reader.inventory, { kind: 'all' });
  const took = await timeOf(() => shown.reader.machines.read({ kind: 'all' }));
  const sent = await service.requests();
  shown.dispose();
  view.dispose();
  return [
    measurement('all machines of 280 clusters: announced', 'requests', [requests]),
    measurement('all machines of 280 clusters: sent', 'requests', [sent]),
    measurement('all machines of 280 clusters: taken', 'ms', [took]),
  ];
}

export default fleet;
