import { expect, it } from 'vitest';
import { Inventory } from '../../../src/items/inventory';
import { isResourceRow, kindOf, type ParentRow } from '../../../src/items/kinds';
import { ProjectsModel } from '../../../src/projects/model';
import { searchMessage } from '../../../src/projects/projectSearch';
import { requestTime } from '../../../src/service/requestTime';
import { rowBelow } from '../support/scripted';
import { atEnd, connected, sourceOf } from '../support/service';

/** The Projects view of a demo service. */
async function start(listing: 'post' | 'get' = 'post') {
  const { client, service } = await connected({ projects: 12 });
  const model = new ProjectsModel(new Inventory(sourceOf(client, { listing }, service.baseUrl)));
  atEnd(() => {
    model.inventory.dispose();
  });
  const names = async (parent?: ParentRow): Promise<readonly string[]> =>
    (await model.store.children(parent)).map((row) =>
      isResourceRow(row) ? (kindOf(row).name(row) ?? '') : row.kind,
    );
  /** All clusters, as the fleet overview reads them. */
  const readClusters = async (): Promise<void> => {
    const time = requestTime();
    await model.inventory.addClusters((await client.searchClusterMetadata()).items, time, true);
  };
  return { model, names, readClusters };
}

it.each(['post', 'get'] as const)(
  'a word in Filter Projects finds a cluster that was read: %s',
  async (listing) => {
    const { model, names, readClusters } = await start(listing);
    await names();
    await readClusters();
    await model.find({ query: 'payments-eu' });
    expect(await names()).toEqual(['payments']);
    const project = await rowBelow(model, undefined, 'project', 'payments');
    expect(await names(project)).toContain('payments-eu');
    await model.find({ query: 'ledger' });
    expect(await names()).toEqual(['ledger']);
    await model.find({ query: '' });
    expect((await names()).length).toBeGreaterThan(10);
  },
);

it('it finds a cluster that is read while the view is filtered, and says before that others were not read', async () => {
  const { model, names, readClusters } = await start();
  await names();
  await model.find({ query: 'payments-eu' });
  expect(await names()).toEqual(['note']);
  expect(searchMessage(model.search, model.inventory)).toMatch(/^Filtered by "payments-eu"\. Not known: /);
  await readClusters();
  expect(await names()).toEqual(['payments']);
});

it('a refresh keeps an expanded project that a filter shows for a cluster in it', async () => {
  const { model, names, readClusters } = await start();
  await names();
  await readClusters();
  await model.find({ query: 'payments-eu' });
  const project = await rowBelow(model, undefined, 'project', 'payments');
  model.store.setExpanded(project, true);
  const before = await names(project);
  await model.inventory.refresh();
  expect(await names()).toEqual(['payments']);
  expect(await names(project)).toEqual(before);
});
