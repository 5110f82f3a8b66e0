import { expect, it } from 'vitest';
import { searchMessage } from '../../../src/projects/projectSearch';
import { demoProjects } from '../support/demoProjects';
import { rowBelow } from '../support/scripted';
import { projectsView, serviceOf } from './projectsView';

it.each(['post', 'get'] as const)(
  'a word in Filter Projects finds a cluster that was read: %s',
  async (listing) => {
    const { model, names, readClusters } = await demoProjects({}, { listing });
    await names();
    await readClusters();
    await model.find('payments-eu');
    expect(await names()).toEqual(['payments']);
    const project = await rowBelow(model, undefined, 'project', 'payments');
    expect(await names(project)).toContain('payments-eu');
    await model.find('ledger');
    expect(await names()).toEqual(['ledger']);
    await model.find('');
    expect((await names()).length).toBeGreaterThan(10);
  },
);

it('it finds a cluster that is read while the view is filtered, and says before that others were not read', async () => {
  const { model, names, readClusters } = await demoProjects();
  await names();
  await model.find('payments-eu');
  expect(await names()).toEqual(['note']);
  expect(searchMessage(model.query, model.inventory)).toMatch(/^Filtered by "payments-eu"\. Not known: /);
  await readClusters();
  expect(await names()).toEqual(['payments']);
});

it('a refresh keeps an expanded project that a filter shows for a cluster in it', async () => {
  const { model, names, readClusters } = await demoProjects();
  await names();
  await readClusters();
  await model.find('payments-eu');
  const project = await rowBelow(model, undefined, 'project', 'payments');
  model.rows.setExpanded(project, true);
  const before = await names(project);
  await model.inventory.refresh();
  expect(await names()).toEqual(['payments']);
  expect(await names(project)).toEqual(before);
});

it('a project that can have no such cluster goes once all clusters are known', async () => {
  const names = ['one', 'two', 'three'];
  const projects = Object.fromEntries(names.map((name) => [name, {}]));
  // More than are added at once.
  const clusters = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`c${index}`, { project: names[index % 3] ?? '' }]),
  );
  const view = await projectsView(serviceOf({ projects, clusters }));
  await view.filter('kind:cluster cloud:azure');
  expect(await view.onScreen()).toHaveLength(3);
  await view.readFleet();
  expect(await view.onScreen()).toEqual(['No matching projects · click to clear the filter']);
});
