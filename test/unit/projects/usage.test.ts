import type * as timersPromises from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MarkdownString } from 'vscode';
import { Inventory } from '../../../src/items/inventory';
import { newProjectsTree, ProjectsModel } from '../../../src/projects/model';
import type { ItemStoreRow, MachineRow } from '../../../src/items/kinds';
import { readHover } from '../../../src/projects/hover';
import { attacks } from '../support/hostile';
import { renderHover } from '../support/markdown';
import { rowBelow, scriptedModel, type Scripted } from '../support/scripted';
import { atEnd, connected, sourceOf } from '../support/service';

/** Whether hovers wait for metrics as long as it takes, however busy this computer is. */
const patience = vi.hoisted(() => ({ isEndless: true }));
vi.mock('node:timers/promises', async (original) => {
  const timers = await original<typeof timersPromises>();
  const setTimeout = (...given: Parameters<typeof timers.setTimeout>) =>
    patience.isEndless ? new Promise(() => undefined) : timers.setTimeout(...given);
  return { ...timers, setTimeout };
});

const minute = 60_000;
const day = 24 * 60 * minute;

afterEach(() => {
  vi.useRealTimers();
  patience.isEndless = true;
});

const named = (name: string, more: object = {}) => ({ metadata: { uid: name, name }, ...more });

/** A machine that reported these percentages, one a minute. @param end when it reported the last one */
function reporting(name: string, values: readonly number[], end = Date.now()) {
  const points = values.map((value, index) => ({
    timestamp: end - (values.length - 1 - index) * minute,
    value,
  }));
  return named(name, { metrics: [{ kind: 'memory', unit: '%', points }] });
}

/** A cluster with a pool of machines, in a service that answers requests for metrics with `answer`. */
async function start(
  answer: () => Scripted | Promise<Scripted>,
  count = 2,
  kept = new Map<string, unknown>(),
) {
  const machines = Array.from({ length: count }, (_, index) => named(`m${index}`));
  const { model, ...service } = await scriptedModel(
    {
      listProjects: () => ({ items: [named('one'), named('two')] }),
      searchClusters: ({ projectUid }) => {
        const cloudConfig = { uid: `config-${projectUid ?? ''}`, cloudType: 'aws' };
        return { items: [named(`${projectUid ?? ''}-eu`, { specSummary: { cloudConfig } })] };
      },
      readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'workers', size: count }] } }),
      listMachines: () => ({ items: machines }),
      listMachineMetrics: answer,
    },
    { kept },
  );
  const tree = newProjectsTree();
  tree.show(model);
  const renewed: string[] = [];
  tree.onDidChangeTreeData((ids) => {
    for (const id of ids ?? []) {
      renewed.push(id.slice(id.lastIndexOf(':') + 1));
      tree.getTreeItem(id);
    }
  });
  atEnd(() => {
    tree.dispose();
  });
  /** The hover of a row, as VS Code requests it for an item. */
  const hover = async (row: ItemStoreRow): Promise<string> => {
    const { tooltip } = await tree.resolveTreeItem(tree.getTreeItem(row.id), row.id);
    return tooltip instanceof MarkdownString ? tooltip.value : '';
  };
  /** The lines about usage in the hover of a row. */
  const usage = async (row: ItemStoreRow): Promise<readonly string[]> =>
    renderHover(await hover(row))
      .text.split('\n')
      .map((line) => line.trim())
      .filter((line) => line.includes('**Memory**'));
  const project = await rowBelow(model, undefined, 'project', 'one');
  const cluster = await rowBelow(model, project, 'cluster', 'one-eu');
  const pool = await rowBelow(model, cluster, 'pool', 'workers');
  const rows = await model.rows.children(pool);
  return { ...service, model, hover, usage, renewed, project, cluster, pool, rows, first: rows[0] ?? pool };
}

describe('hovers', () => {
  it('along 50 machines of a cluster send one request', async () => {
    const machines = Array.from({ length: 50 }, (_, index) => reporting(`m${index}`, [index]));
    const { hover, rows, cluster, pool, project, count } = await start(() => ({ items: machines }), 50);
    await hover(project);
    expect(count('listMachineMetrics')).toBe(0);
    for (const row of [...rows, pool, cluster]) expect(await hover(row)).toContain('**Memory**');
    expect(count('listMachineMetrics')).toBe(1);
  });

  it('show the values of a machine, and for its pool and cluster the worst one and the mean of those that report', async () => {
    const silent = reporting('m2', [99], Date.now() - 10 * minute);
    const items = [reporting('m0', [10, 30]), reporting('m1', [50, 50]), silent];
    const { usage, pool, cluster, first } = await start(() => ({ items }), 4);
    expect(await usage(first)).toEqual(['**Memory** 30%']);
    const worst = ['**Memory** 50% on m1, mean 40% (2 of 4 machines)'];
    expect(await usage(pool)).toEqual(worst);
    expect(await usage(cluster)).toEqual(worst);
    const all = await start(() => ({ items: items.slice(0, 2) }));
    expect(await all.usage(all.pool)).toEqual(['**Memory** 50% on m1, mean 40%']);
  });

  it('are not waited for longer than 300 ms: a row without them is given to VS Code again once its hover was read', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date', 'performance'], shouldAdvanceTime: true });
    patience.isEndless = false;
    let respond: (() => void) | undefined;
    const answered = new Promise<void>((resolve) => (respond = resolve));
    const { usage, first, rows, renewed } = await start(async () => {
      await answered;
      return { items: [reporting('m0', [10]), reporting('m1', [20])] };
    });
    expect(await usage(first)).toEqual([]);
    const [, second = first] = rows;
    patience.isEndless = true;
    const waiting = usage(second);
    expect(renewed).toEqual([]);
    respond?.();
    expect(await waiting).toEqual(['**Memory** 20%']);
    // Before, that would close the hover while it is read.
    await vi.advanceTimersByTimeAsync(5_000);
    expect(renewed).toEqual([]);
    await vi.advanceTimersByTimeAsync(6_000);
    await expect.poll(() => renewed).toEqual(['m0']);
    await vi.advanceTimersByTimeAsync(50_000);
    await expect.poll(() => renewed).toEqual(['m0', 'm1']);
    expect(await usage(first)).toEqual(['**Memory** 10%']);
  });

  it('that were shown are requested again after a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date', 'performance'], shouldAdvanceTime: true });
    let value = 10;
    const { usage, first, rows, renewed, count } = await start(() => ({ items: [reporting('m0', [value])] }));
    expect(await usage(first)).toEqual(['**Memory** 10%']);
    value = 20;
    await vi.advanceTimersByTimeAsync(50_000);
    expect(renewed).toEqual([]);
    expect(await usage(rows[1] ?? first)).toEqual([]);
    expect(count('listMachineMetrics')).toBe(1);
    await vi.advanceTimersByTimeAsync(11_000);
    await expect.poll(() => renewed).toEqual(['m0']);
    expect(await usage(first)).toEqual(['**Memory** 20%']);
    await vi.advanceTimersByTimeAsync(10 * minute);
    await expect.poll(() => renewed).toEqual(['m0', 'm1', 'm0']);
    expect(count('listMachineMetrics')).toBe(1);
  });

  it.each([405, 501])('have none until the user refreshes after a %i', async (status) => {
    let answer: Scripted = status;
    const { hover, usage, model, first, count } = await start(() => answer);
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await hover(first)).not.toContain('data:');
    answer = { items: [reporting('m0', [10])] };
    vi.setSystemTime(Date.now() + day);
    expect(await usage(first)).toEqual([]);
    expect(count('listMachineMetrics')).toBe(1);
    await model.inventory.refresh();
    expect(await usage(first)).toHaveLength(1);
  });

  it('stay small and plain text, whatever the metrics are called', async () => {
    const points = Array.from({ length: 100_000 }, (_, time) => ({
      timestamp: time + 1,
      value: 2 ** 52 + time,
    }));
    const metrics = attacks.map((attack) => ({ kind: attack, unit: attack, points: points.slice(0, 10) }));
    const hostile = named('m0', { metrics: [{ kind: 'x', unit: 'y', points }, ...metrics] });
    const { hover, first, cluster } = await start(() => ({ items: [hostile] }));
    for (const row of [first, cluster]) {
      const text = await hover(row);
      expect(text.length).toBeLessThan(30_000);
      expect(text.match(/data:image/g)).toHaveLength(6);
    }
  });
});

/** The model of the demo, a cluster of it, and the hover of a row. */
async function demo(name: string) {
  const { client } = await connected();
  const model = new ProjectsModel(new Inventory(sourceOf(client)));
  const project = await rowBelow(model, undefined, 'project', 'payments');
  const cluster = await rowBelow(model, project, 'cluster', name);
  const hover = (row: typeof cluster | MachineRow) =>
    readHover(row, { inventory: model.inventory, consoleUrl: undefined }, Date.now());
  return { model, cluster, hover };
}

it('the demo shows a disk that fills up on the machine with disk pressure', async () => {
  const { model, cluster, hover: hoverOf } = await demo('payments-eu');
  const pool = await rowBelow(model, cluster, 'pool', 'workers');
  const machine = await rowBelow(model, pool, 'machine', 'payments-eu-workers-5');
  const hover = await hoverOf(machine);
  expect(renderHover(hover).text).toMatch(/\*\*Disk\*\* 9\d% of 80 GiB/);
  expect(hover).toMatch(/!\[[▁-▄]+[▂-█]*[▇█]+\]\(data:image\/svg\+xml;base64,[^)]+\) \*\*Disk/);
});

it('a cluster has the share of its worst machine as soon as this one was read', async () => {
  const { model, cluster, hover } = await demo('payments-eu');
  const disk = async () => /\*\*Disk\*\*.*/.exec(renderHover(await hover(cluster)).text)?.[0];
  expect(await disk()).toMatch(/7\d\.\d GiB on workers-5, mean \d+\.\d GiB$/);
  await model.rows.children(await rowBelow(model, cluster, 'pool', 'workers'));
  expect(await disk()).toMatch(/9\d% of 80 GiB on workers-5, mean \d\d% \(12 of 15 machines\)$/);
  for (const pool of await model.rows.children(cluster))
    if (pool.kind === 'pool') await model.rows.children(pool);
  expect(await disk()).toMatch(/9\d% of 80 GiB on workers-5, mean \d\d%$/);
});

it('a healthy cluster has its version of Kubernetes, and cores, GiB and percent only', async () => {
  const { cluster, hover } = await demo('payments-ap');
  const { text } = renderHover(await hover(cluster));
  expect(text).toMatch(/^\*\*Healthy\*\*\npayments › payments-ap · .* · Kubernetes 1\.\d+\.\d+\n/);
  expect(text).toMatch(/\*\*CPU\*\* \d.* cores/);
  expect(text).toMatch(/\d GiB/);
  expect(text).not.toMatch(/millicores|MiB|bytes|\bCores?\b/);
});
