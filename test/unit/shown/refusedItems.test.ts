import { rowItem } from '../support/rowItem';
import { describe, expect, it } from 'vitest';
import { needsAttention, stateText } from '../../../src/items/severity';
import { readHover } from '../../../src/projects/hover';
import { hasExplained, header, opened } from '../fleet/openedTab';
import { start } from '../fleet/support';
import { renderHover } from '../support/markdown';
import { rowBelow, scriptedModel, wordsBelow, type Script, type Scripted } from '../support/scripted';

// A service answers with 404 for an item that was deleted. That says nothing about the other items.

/** The open overview of a demo service in which these of the clusters that need attention, the worst first, answer with 404. */
async function openedWithout(deleted: readonly number[]) {
  const all = await opened({ projects: 128 });
  const { reader, service, panel, of } = all;
  await reader.clusters.read();
  const failing = () =>
    of('cluster')
      .filter(({ state }) => needsAttention(state))
      .sort((one, other) => (one.state === other.state ? (one.name < other.name ? -1 : 1) : 0))
      .sort((one, other) => Number(other.state === 'failed') - Number(one.state === 'failed'));
  const gone = deleted.map((index) => failing()[index]?.uid ?? '?');
  for (const uid of gone)
    service.faults.add({
      kind: 'status',
      operation: 'readClusterOverview',
      match: new RegExp(uid),
      status: 404,
      times: 1000,
    });
  for (const uid of gone)
    service.faults.add({
      kind: 'status',
      operation: 'readCluster',
      match: new RegExp(uid),
      status: 404,
      times: 1000,
    });
  panel.send({ type: 'ready' });
  const { problems } = await header(panel, hasExplained);
  const unexplained = failing()
    .filter(({ state, cause }) => ['', 'Error', stateText(state)].includes(cause))
    .map(({ uid }) => uid);
  return { ...all, problems, gone, unexplained };
}

describe('the overview tells the causes of all other clusters', () => {
  it.each([[[0]], [[0, 1]], [[0, 1, 2, 3, 4, 5, 6]], [[3, 9]]])(
    'when these were deleted: %j',
    async (deleted) => {
      const { problems, gone, unexplained } = await openedWithout(deleted);
      expect(unexplained.toSorted()).toEqual(gone.toSorted());
      expect(problems).toEqual([
        {
          text: 'Not all causes were read',
          detail: expect.stringMatching(
            /^(?:Not found|It doesn't exist, or the service doesn't support this) \(404, /,
          ) as string,
          canRetry: true,
        },
      ]);
    },
  );
});

const named = (name: string, more: object = {}) => ({ metadata: { uid: name, name }, ...more });

/** A project `p` with these clusters and their pools, and a hover as VS Code requests it. */
async function clustersOf(names: readonly string[], script: Script) {
  const { model, ...service } = await scriptedModel({
    listProjects: () => ({ items: [named('p')] }),
    searchClusters: () => ({
      items: names.map((name) =>
        named(name, { specSummary: { cloudConfig: { uid: `config-${name}`, cloudType: 'aws' } } }),
      ),
    }),
    readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'workers' }] } }),
    ...script,
  });
  const project = await rowBelow(model, undefined, 'project', 'p');
  const cluster = (name: string) => rowBelow(model, project, 'cluster', name);
  const below = async (name: string) => wordsBelow(model, await cluster(name));
  const hover = async (name: string): Promise<string> =>
    renderHover(
      await readHover(await cluster(name), { inventory: model.inventory, consoleUrl: undefined }, Date.now()),
    ).text;
  return { ...service, model, cluster, below, hover };
}

describe('a cluster that was deleted since it was listed', () => {
  it('is not found, where the service lists the machine pools of others', async () => {
    const { model, cluster, below } = await clustersOf(['a', 'deleted'], {
      readCloudConfig: ({ path }) =>
        path[2] === 'config-deleted' ? 404 : { spec: { machinePoolConfig: [{ name: 'workers' }] } },
    });
    expect(await below('a')).toEqual(['workers']);
    const [row] = await model.rows.children(await cluster('deleted'));
    if (row === undefined) expect.fail();
    const { label, description } = rowItem(row, model);
    expect([label, description]).toEqual([
      "Couldn't load machine pools",
      'Not found (404). It may have been deleted.',
    ]);
  });

  it('says of its machine pools only that it may not exist, where nothing else was read', async () => {
    const { model, cluster } = await clustersOf(['deleted'], { readCloudConfig: () => 404 });
    const [row] = await model.rows.children(await cluster('deleted'));
    if (row === undefined) expect.fail();
    expect(rowItem(row, model).tooltip).toContain(
      "It doesn't exist, or the service doesn't support this (404).",
    );
  });
});

describe('the usage in hovers', () => {
  const usage = {
    items: [
      named('m0', {
        metrics: [{ kind: 'memory', unit: '%', points: [{ timestamp: Date.now(), value: 10 }] }],
      }),
    ],
  };
  const shown = '**Memory** 10%';

  it.each([403, 404])('is there for all clusters but those that answer with %i', async (status) => {
    const ill = new Set(['a', 'b', 'c']);
    const { hover } = await clustersOf(['a', 'b', 'c', 'd'], {
      readCluster: ({ path }) => (ill.has(path[1] ?? '') ? 404 : named(path[1] ?? '')),
      listMachineMetrics: ({ query }) => (ill.has(query.get('spectroClusterUid') ?? '') ? status : usage),
    });
    for (const name of ill) expect(await hover(name)).not.toContain(shown);
    expect(await hover('d')).toContain(shown);
  });

  it.each([403, 404, 405])('is there once the user has refreshed after a %i', async (status) => {
    let answer: Scripted = status;
    const { hover, model } = await clustersOf(['a', 'b'], {
      readCluster: ({ path }) => named(path[1] ?? ''),
      listMachineMetrics: () => answer,
    });
    for (const name of ['a', 'b']) expect(await hover(name)).not.toContain(shown);
    answer = usage;
    await model.inventory.refresh();
    for (const name of ['a', 'b']) expect(await hover(name)).toContain(shown);
  });
});

it('a cluster that waits for approval says why, where others answered that they wait for nothing', async () => {
  const { service, fleet, model, of } = await start({ projects: 4 });
  const clusters = service.fleet.projects.flatMap((project) => project.clusters);
  for (const cluster of clusters.slice(0, 3)) cluster.isRepavePending = true;
  const projects = await model.rows.children();
  for (const row of projects) if (row.kind === 'project') await model.rows.children(row);
  const waiting = of('cluster').filter(({ isWaiting }) => isWaiting === true);
  expect(waiting.length).toBeGreaterThan(2);
  const hover = async (id: string): Promise<string> => {
    const row = model.store.find(id);
    if (row?.kind !== 'cluster') expect.fail();
    return renderHover(await readHover(row, { inventory: fleet, consoleUrl: undefined }, Date.now())).text;
  };
  service.faults.add({ kind: 'status', operation: 'readRepave', status: 404, times: 2 });
  const shown = [];
  for (const { id } of waiting) shown.push(await hover(id));
  expect(shown.map((text) => text.includes('KubernetesVersionChanged'))).toEqual(
    waiting.map((_, index) => index > 1),
  );
});
