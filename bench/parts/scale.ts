import { setFlagsFromString } from 'node:v8';
import { projectProgress } from '../../src/items/listState';
import { publishedLimits, type Limits } from '../../src/service/endpointFamily';
import { withoutLimits } from '../../test/support/withoutLimits';
import { cpuOf, heapInUse, measurement, ratio, timeOf, type Measurement, type Part } from '../measure';
import { withService, type Service } from '../service';
import { View } from '../view';

const count = 10_000;

/** The minimum time in milliseconds for 200 requests with the published limits: 50 at once, then 10 a second. */
const leastMs = ((count / 50 - 50) / 10) * 1000;

/** Many projects: time and heap. */
const scale: Part = async () => [
  ...(await loading('without limits', 5, withoutLimits)),
  ...(await loading('published limits', 3, publishedLimits)),
  ...(await heapOfRows()),
  ...(await heapOfRefreshes()),
];

/** Loading all projects page by page, compared with bare requests for the same pages. */
async function loading(under: string, runs: number, limits: Limits): Promise<readonly Measurement[]> {
  const times: number[] = [];
  const cpu: number[] = [];
  const requests: number[] = [];
  for (let run = 0; run < runs; run++) {
    // Each with a new service, whose rate limits are unused.
    const served = limits === publishedLimits ? 'published' : 'none';
    await withService({ projects: count, limits: served }, async (service) => {
      const view = new View(service.client(limits));
      cpu.push(
        await cpuOf(async () => {
          times.push(await timeOf(() => loadAll(view)));
        }),
      );
      requests.push(await service.requests());
      if (projectProgress(view.model.store).loaded !== count)
        throw new Error('Not all projects were loaded.');
      view.dispose();
    });
  }
  const what = `${count} projects, ${under}`;
  return [
    measurement(what, 'ms', times),
    measurement(`${what}: CPU`, 'ms', cpu, 1000),
    ...(limits === publishedLimits
      ? [ratio(`${what}: beside what the limits allow`, times, [leastMs], 1.05)]
      : []),
    measurement(what, 'requests', requests, count / 50),
    measurement(
      what,
      'rows/s',
      times.map((time) => (count / time) * 1000),
    ),
  ];
}

/** Reads the rows of each change event, as VS Code does. */
async function loadAll(view: View): Promise<void> {
  await view.rows();
  let asked: Promise<unknown> = Promise.resolve();
  view.onDidChange(() => {
    asked = view.rows();
  });
  await view.model.store.loadAll(new AbortController().signal, () => undefined);
  await asked;
}

/** The heap with 10,000 projects and 5,000 machines. */
async function heapOfRows(): Promise<readonly Measurement[]> {
  const values: number[] = [];
  await withService(
    { ...onePoolEach, projects: count, machinesPerPool: { exactly: 5000 } },
    async (service) => {
      // The first view loads the code and opens the connections, which remain.
      (await opened(service)).dispose();
      for (let run = 0; run < 3; run++) values.push(await heapOfView(service));
    },
  );
  return [measurement(`heap with ${count} projects and 5000 machines, above idle`, 'MB', values, 30)];
}

/** In MB. Nothing refers to the view after it returns. */
async function heapOfView(service: Service): Promise<number> {
  const idle = await heapInUse();
  const view = await opened(service);
  await loadAll(view);
  const full = await heapInUse();
  view.dispose();
  return full - idle;
}

/** The growth of the heap when the same rows are refreshed many times. Must be measured last: it turns optimizing off. */
async function heapOfRefreshes(): Promise<readonly Measurement[]> {
  const refreshes: number[] = [];
  const renewals: number[] = [];
  await withService({ ...onePoolEach, projects: 128, machinesPerPool: { exactly: 500 } }, async (service) => {
    const view = await opened(service);
    const refresh = async (): Promise<void> => {
      await view.model.inventory.refresh();
      await open(view);
    };
    const renew = async (): Promise<void> => {
      await service.advance(60_000);
      await view.model.rows.refreshInBackground(new AbortController().signal);
    };
    // Optimized code is in the heap, too, and V8 never stops making it.
    setFlagsFromString('--no-opt');
    for (let times = 0; times < 100; times++) {
      await refresh();
      await renew();
    }
    for (let run = 0; run < 3; run++) {
      refreshes.push(await growth(refresh));
      renewals.push(await growth(renew));
    }
    view.dispose();
  });
  return [
    measurement('heap, growth over 100 refreshes', 'KB', refreshes, 100),
    measurement('heap, growth over 100 auto-refreshes', 'KB', renewals, 100),
  ];
}

/** The KB by which 100 runs enlarge the heap. */
async function growth(run: () => Promise<void>): Promise<number> {
  const before = await heapInUse();
  for (let times = 0; times < 100; times++) await run();
  return ((await heapInUse()) - before) * 1000;
}

const onePoolEach = { clustersPerProject: { exactly: 1 }, poolsPerCluster: { exactly: 1 } };

/** A view whose first machine pool is expanded. */
async function opened(service: Service): Promise<View> {
  const view = new View(service.client(withoutLimits));
  await open(view);
  return view;
}

async function open(view: View): Promise<void> {
  await view.rows(await view.first(await view.first(await view.first())));
}

export default scale;
