import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { startDemoService, type DemoOptions, type DemoService } from '../src/demo/server';
import { ProjectsModel, type ProjectsSource } from '../src/projects/model';
import type { ParentNode } from '../src/projects/nodes';
import { createServiceClient } from '../src/service/client';
import { listProjects } from '../src/service/projectListing';
import { Schedule } from '../src/service/schedule';
import { withoutLimits } from '../test/support/withoutLimits';

/** What was measured: the median and the range of several runs. */
interface Measurement {
  readonly what: string;
  readonly unit: 'ms' | 'KB' | 'requests';
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

const runs = 15;
const root = path.resolve(import.meta.dirname, '..');
const measurements: Measurement[] = [];

function add(what: string, unit: Measurement['unit'], values: readonly number[]): void {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (index: number): number => Math.round((sorted[index] ?? Number.NaN) * 10) / 10;
  measurements.push({
    what,
    unit,
    median: at(Math.floor(sorted.length / 2)),
    least: at(0),
    most: at(sorted.length - 1),
  });
}

async function sizes(): Promise<void> {
  for (const file of ['dist/extension.cjs', 'dist/demo.cjs', 'poolview.vsix']) {
    const whole = path.join(root, file);
    if (!existsSync(whole)) throw new Error(`There is no ${file}: run \`npm run package\` first.`);
    add(file, 'KB', [(await stat(whole)).size / 1024]);
    if (file.endsWith('.cjs')) add(`${file}, gzipped`, 'KB', [gzipSync(await readFile(whole)).length / 1024]);
  }
}

/** A model on a session without VS Code, whose service is `demo`. */
function modelOf(demo: DemoService): ProjectsModel {
  const client = createServiceClient(
    {
      baseUrl: demo.baseUrl,
      apiKey: () => Promise.resolve(demo.apiKey),
      timeoutMs: () => 30_000,
    },
    new Schedule({ limits: withoutLimits }),
  );
  const source: ProjectsSource = {
    connection: { name: 'bench' },
    listing: 'post',
    state: { read: () => undefined, write: () => Promise.resolve() },
    client: () => Promise.resolve(client),
    projects: (search) => Promise.resolve(listProjects(client, 'post', { ...search, limit: 50 })),
  };
  return new ProjectsModel(source);
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

async function repeated(run: () => Promise<number>): Promise<number[]> {
  // The first run compiles.
  await run();
  const values: number[] = [];
  while (values.length < runs) values.push(await run());
  return values;
}

async function withDemo(
  options: Partial<DemoOptions>,
  measure: (demo: DemoService) => Promise<void>,
): Promise<void> {
  const demo = await startDemoService(options);
  try {
    await measure(demo);
  } finally {
    await demo.close();
  }
}

/** Opening the view, beside a bare request for the same page. */
async function firstRows(): Promise<void> {
  await withDemo({ projects: 128 }, async (demo) => {
    const bare = () =>
      fetch(`${demo.baseUrl}/v1/dashboard/projects?limit=50`, {
        method: 'POST',
        body: '{}',
        headers: { ApiKey: demo.apiKey, 'content-type': 'application/json' },
      }).then((response) => response.json());
    add('first 50 projects, bare fetch', 'ms', await repeated(() => timed(bare)));
    add(
      'first 50 projects, model',
      'ms',
      await repeated(async () => {
        const model = modelOf(demo);
        const time = await timed(() => model.children());
        model.dispose();
        return time;
      }),
    );
    demo.clearRequests();
    await modelOf(demo).children();
    add('first 50 projects, model', 'requests', [demo.requests.length]);
  });
}

/** Expanding a pool of `size` machines. */
async function machines(size: number): Promise<void> {
  await withDemo(
    {
      projects: 1,
      clustersPerProject: { exactly: 1 },
      poolsPerCluster: { exactly: 1 },
      machinesPerPool: { exactly: size },
    },
    async (demo) => {
      const model = modelOf(demo);
      let parent: ParentNode | undefined;
      const expandFirst = async (): Promise<ParentNode> => {
        const [node] = await model.children(parent);
        if (node?.kind !== 'project' && node?.kind !== 'cluster' && node?.kind !== 'pool') {
          throw new Error(`There is nothing to expand: ${node?.kind ?? 'no row'}`);
        }
        return node;
      };
      for (let level = 0; level < 3; level++) parent = await expandFirst();
      const pool = parent;
      add(
        `pool of ${size} machines, model`,
        'ms',
        await repeated(() => {
          model.refresh(pool);
          return timed(() => model.children(pool));
        }),
      );
      model.dispose();
    },
  );
}

/** Loading every page of many projects, with a service that limits nothing. */
async function manyProjects(count: number): Promise<void> {
  await withDemo({ projects: count }, async (demo) => {
    const model = modelOf(demo);
    const before = process.cpuUsage();
    const time = await timed(async () => {
      while ((await model.children()).at(-1)?.kind === 'loadMore') await model.loadMore();
    });
    const { user, system } = process.cpuUsage(before);
    add(`${count} projects page by page, time with the demo service`, 'ms', [time]);
    add(`${count} projects page by page, CPU with the demo service`, 'ms', [(user + system) / 1000]);
    add(`${count} projects page by page`, 'requests', [demo.requests.length]);
    model.dispose();
  });
}

await sizes();
await firstRows();
for (const size of [10, 500, 5000]) await machines(size);
await manyProjects(10_000);

console.log(
  `Node ${process.versions.node}, ${os.cpus().length} × ${os.cpus()[0]?.model ?? 'CPU'}, ${runs} runs each`,
);
console.table(measurements);
await mkdir(path.join(root, 'test-results'), { recursive: true });
await writeFile(path.join(root, 'test-results/bench.json'), JSON.stringify(measurements, undefined, 2));
