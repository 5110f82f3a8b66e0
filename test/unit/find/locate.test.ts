import { describe, expect, it } from 'vitest';
import { locate, stepsTo } from '../../../src/find/locate';
import { ProjectsModel } from '../../../src/projects/model';
import { Inventory } from '../../../src/items/inventory';
import { revealItem } from '../../../src/projects/find/goTo';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';
import { viewOf } from '../support/treeView';

/** A cluster of a project that is not on the first page, and its names. */
async function start() {
  const { service, client } = await connected({ projects: 120 }, {}, unhurried());
  const inventory = new Inventory(sourceOf(client, {}, service.baseUrl));
  const model = new ProjectsModel(inventory);
  atEnd(() => {
    inventory.dispose();
  });
  await inventory.store.load();
  const listed = new Set(inventory.items().map(({ uid }) => uid));
  const project = service.fleet.projects.findLast(
    ({ uid, clusters }) => !listed.has(uid) && clusters.length > 0,
  );
  const cluster = project?.clusters[0];
  if (project === undefined || cluster === undefined) throw new Error('There is none');
  const { view } = viewOf();
  service.clearRequests();
  return {
    ...{ service, inventory, model, project, view },
    id: `${inventory.store.rootId}/project:${project.uid}/cluster:${cluster.uid}`,
    names: [project.name, cluster.name],
    shown: () => view.selection,
    asked: () => service.requests.map(({ operation }) => operation),
  };
}

describe('an item of a project that is not loaded', () => {
  it('is shown after a search for its name', async () => {
    const { model, view, id, names, shown, asked } = await start();
    await revealItem({ id, names }, view, model);
    expect(shown()).toEqual([id]);
    expect(asked()).toEqual(['searchClusters']);
  });

  it('is shown after its project was read page by page, if only its ID is known', async () => {
    const { model, view, id, shown, asked } = await start();
    await revealItem({ id, names: [] }, view, model);
    expect(shown()).toEqual([id]);
    // The summary of its project names it.
    expect(asked()).toEqual(['listProjectsPost', 'listProjectsPost', 'listProjectsPost']);
  });

  it('is not read for an ID that an agent may have made up', async () => {
    const { inventory, id, asked } = await start();
    const signal = new AbortController().signal;
    expect(await locate(inventory, stepsTo({ id, names: [] }), { signal, isBrief: true })).toMatchObject({
      missing: { kind: 'project' },
    });
    expect(asked()).toEqual([]);
  });

  it('is looked for no longer once the user cancels', async () => {
    const { inventory, service, id, asked } = await start();
    service.faults.add({ kind: 'delay', milliseconds: 50, operation: 'listProjectsPost' });
    const controller = new AbortController();
    const locating = locate(inventory, stepsTo({ id, names: [] }), { signal: controller.signal });
    await expect.poll(() => asked().length).toBe(1);
    controller.abort();
    await expect(locating).rejects.toThrow(/Aborted/);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked()).toHaveLength(1);
  });
});
