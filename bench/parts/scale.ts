import { publishedLimits, type Limits } from '../../src/service/limits';
import { withoutLimits } from '../../test/support/withoutLimits';
import { cpuOf, heapInUse, measurement, ratio, timeOf, type Measurement, type Part } from '../measure';
import { withService, type Service } from '../service';
import { View } from '../view';

const count = 10_000;

/** Milliseconds that the published limits make 200 requests take at least: 50 at once, and 10 a second after that. */
const leastMs = ((count / 50 - 50) / 10) * 1000;

/** Many projects, and what stays in the heap. */
const scale: Part = async () => [
  ...(await loading('without limits', 5, withoutLimits)),
  ...(await loading('published limits', 3, publishedLimits)),
  ...(await heapOfRows()),
  ...(await heapOfRefreshes()),
];

/** Loading all projects, a page after the other, beside bare requests for the same pages. */
async function loading(under: string, runs: number, limits: Limits): Promise<readonly Measurement[]> {
  const times: number[] = [];
  const cpu: number[] = [];
  const requests: number[] = [];
  for (let run = 0; run < runs; run++) {
    // Each with a service of its own, of which nothing was asked before.
    const served = limits === publishedLimits ? 'published' : 'none';
    await withService({ projects: count, limits: served }, async (service) => {
      const view = new View(service.client(limits));
      cpu.push(
        await cpuOf(async () => {
          times.push(await timeOf(() => loadAll(view)));
        }),
      );
      requests.push(await service.requests());
      if (view.model.progress.loaded !== count) throw new Error('Not all projects were loaded.');
      view.dispose();
    });
  }
  const what = `${count} projects, ${under}`;
  return [
    measurement(what, 'ms', times),
    measurement(`${what}: CPU`, 'ms', cpu),
    ...(limits === publishedLimits ? [ratio(`${what}: beside what the limits allow`, times, [leastMs])] : []),
    measurement(what, 'requests', requests),
    measurement(
      what,
      'rows/s',
      times.map((time) => (count / time) * 1000),
    ),
  ];
}

/** As VS Code does it: what it is told of is asked for again. */
async function loadAll(view: View): Promise<void> {
  await view.rows();
  let asked: Promise<unknown> = Promise.resolve();
  view.onDidChange(() => {
    asked = view.rows();
  });
  await view.model.store.loadAll(new AbortController().signal, () => undefined);
  await asked;
}

/** What the heap holds with 10,000 projects and 5,000 machines. */
async function heapOfRows(): Promise<readonly Measurement[]> {
  const values: number[] = [];
  await withService(
    { ...onePoolEach, projects: count, machinesPerPool: { exactly: 5000 } },
    async (service) => {
      // The first view leaves behind what exists once: the code and the connections.
      (await opened(service)).dispose();
      for (let run = 0; run < 3; run++) values.push(await heapOfView(service));
    },
  );
  return [measurement(`heap with ${count} projects and 5000 machines, above idle`, 'MB', values)];
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

/** How the heap grows where the same rows are read again and again. */
async function heapOfRefreshes(): Promise<readonly Measurement[]> {
  const refreshes: number[] = [];
  const renewals: number[] = [];
  await withService({ ...onePoolEach, projects: 128, machinesPerPool: { exactly: 500 } }, async (service) => {
    const view = await opened(service);
    const refresh = async (): Promise<void> => {
      await view.model.refresh();
      await open(view);
    };
    const renew = async (): Promise<void> => {
      await service.advance(60_000);
      await view.model.store.renew(new AbortController().signal);
    };
    // V8 goes on compiling for a while, and what it compiles is in the heap, too.
    for (let times = 0; times < 300; times++) {
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
    measurement('heap, growth over 100 refreshes', 'KB', refreshes),
    measurement('heap, growth over 100 auto-refreshes', 'KB', renewals),
  ];
}

/** KB that 100 runs leave in the heap. */
async function growth(run: () => Promise<void>): Promise<number> {
  const before = await heapInUse();
  for (let times = 0; times < 100; times++) await run();
  return ((await heapInUse()) - before) * 1000;
}

const onePoolEach = { clustersPerProject: { exactly: 1 }, poolsPerCluster: { exactly: 1 } };

/** A view with its first machine pool opened. */
async function opened(service: Service): Promise<View> {
  const view = new View(service.client(withoutLimits));
  await open(view);
  return view;
}

async function open(view: View): Promise<void> {
  await view.rows(await view.first(await view.first(await view.first())));
}

export default scale;
