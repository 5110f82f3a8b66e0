import { describe, expect, it } from 'vitest';
import { Inventory } from '../../../src/items/inventory';
import { isResourceRow, kindOf, type ParentRow } from '../../../src/items/kinds';
import { searchDescription, searchMessage } from '../../../src/projects/projectSearch';
import { ProjectsModel } from '../../../src/projects/model';
import { requestTime } from '../../../src/service/requestTime';
import type { ScriptedOptions } from '../../support/demo/service';
import { rowBelow } from '../support/scripted';
import { atEnd, connected, sourceOf } from '../support/service';

async function start(options: Partial<ScriptedOptions> = {}, kept = new Map<string, unknown>()) {
  const { client, service } = await connected({ projects: 12, ...options });
  const model = new ProjectsModel(new Inventory(sourceOf(client, { kept }, service.baseUrl)));
  atEnd(() => {
    model.inventory.dispose();
  });
  const names = async (parent?: ParentRow): Promise<readonly string[]> =>
    (await model.store.children(parent)).map((row) =>
      isResourceRow(row) ? (kindOf(row).name(row) ?? '') : row.kind,
    );
  const readAll = async (): Promise<void> => {
    const time = requestTime();
    await model.inventory.addClusters((await client.searchClusterMetadata()).items, time, true);
  };
  return { model, service, names, readAll, kept };
}

describe('a filter by tags', () => {
  it('shows projects with such clusters, and those whose clusters have not been read', async () => {
    const { model, names, readAll } = await start();
    const all = await names();
    await model.find({ query: 'env:standby' });
    expect(await names()).toEqual(all);
    expect(searchMessage(model, model.inventory)).toBe(
      'Filtered by "env:standby". Tag filters apply to loaded clusters.',
    );
    expect(searchDescription(model)).toBe('"env:standby"');
    await readAll();
    const tagged = new Set(
      model.inventory
        .items()
        .filter(({ tags = [] }) => tags.includes('env:standby'))
        .map(({ parent }) => parent),
    );
    const expected = all.filter((name) =>
      model.inventory.items().some((item) => item.name === name && tagged.has(item.id)),
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length);
    expect(await names()).toEqual(expected);
    await model.find({ query: '' });
    expect(await names()).toEqual(all);
  });

  it('hides other clusters of an expanded project, and the project if it has none', async () => {
    const { model, names } = await start();
    const project = await rowBelow(model, undefined, 'project', 'payments');
    expect((await names(project)).length).toBeGreaterThan(1);
    await model.find({ query: 'env:staging' });
    expect(await names(project)).toEqual(['payments-staging']);
    await model.find({ query: 'env:nowhere' });
    expect(await names()).not.toContain('payments');
    // Attention and tags apply together.
    await model.find({ query: '' });
    await model.showAttentionOnly(['problem']);
    const ill = await names(project);
    await model.find({ query: 'region:eu' });
    expect(await names(project)).toEqual(['payments-eu']);
    expect(ill.length).toBeGreaterThan(1);
  });

  it('sends only the name to the service, and nothing if only tags change', async () => {
    const { model, names, service } = await start();
    await model.find({ query: 'env:prod payments' });
    expect((await names())[0]).toBe('payments');
    const { length } = service.requests;
    await model.find({ query: 'payments env:prod tier:gold' });
    await names();
    expect(service.requests).toHaveLength(length);
    expect(model.inventory.readContext.search.name).toBe('payments');
    expect(model.search.name).toBe('payments env:prod tier:gold');
  });

  it('says that nothing matches, and keeps clusters without tags that were read', async () => {
    const { model, names, readAll } = await start();
    await names();
    await readAll();
    await model.find({ query: 'env:nowhere' });
    expect(await names()).toEqual(['note']);
    const other = await start({ profile: 'interface' });
    const all = await other.names();
    await other.model.find({ query: 'env:prod' });
    expect(await other.names()).toEqual(all);
  });

  it('is kept after a restart', async () => {
    const { model, kept } = await start();
    await model.find({ query: 'env:prod payments' });
    const again = await start({}, kept);
    expect(again.model.isFiltered()).toBe(true);
    expect(await again.names()).toEqual(['payments']);
  });
});
