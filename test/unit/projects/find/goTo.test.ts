import { describe, expect, it } from 'vitest';
import type { TreeView } from 'vscode';
import { FleetReader } from '../../../../src/items/fleet/fleetReader';
import { shownName } from '../../../../src/items/kinds';
import { noteOpened, openedItems } from '../../../../src/projects/find/opened';
import { goTo } from '../../../../src/projects/find/goTo';
import { Inventory } from '../../../../src/items/inventory';
import { ProjectsModel } from '../../../../src/projects/model';
import type { ItemStoreRow } from '../../../../src/items/kinds';
import type { ScriptedOptions } from '../../../support/demo/service';
import { connectionsOf } from '../../connections/support';
import { dialogs } from '../../support/dialogs';
import { nextQuickPick } from '../../support/quickPick';
import { atEnd, demo } from '../../support/service';
import { pretendVersion } from '../../support/version';

/** A window that is connected to a demo service and has loaded its projects. */
async function opened(options: Partial<ScriptedOptions> = {}) {
  const service = await demo({
    projects: 2,
    clustersPerProject: { exactly: 1 },
    poolsPerCluster: { exactly: 1 },
    machinesPerPool: { exactly: 2 },
    ...options,
  });
  const connections = connectionsOf();
  await connections.add({ name: 'Acme', baseUrl: service.baseUrl }, service.apiKey);
  const { session } = connections;
  if (session === undefined) throw new Error('Nothing is connected');
  const model = new ProjectsModel(new Inventory(session));
  atEnd(() => {
    model.inventory.dispose();
  });
  await model.store.children();
  const fleet = model.inventory;
  /** The labels that *Go to…* shows for a text once the service has been searched. */
  const shownFor = async (text: string) => {
    const list = nextQuickPick();
    const view: Partial<TreeView<ItemStoreRow>> = { selection: [] };
    const going = goTo(view as TreeView<ItemStoreRow>, model);
    list.type(text);
    await expect.poll(() => !list.busy).toBeTruthy();
    return { list, going, labels: list.items.map(({ label, description }) => [label, description]) };
  };
  return { service, model, fleet, shownFor, ...dialogs() };
}

const searchAll = (description: string) => ['Search all machines…', description];

describe('Go to…', () => {
  it('offers to search the machines that are not loaded, below the rows that match', async () => {
    const { shownFor, executed, service } = await opened();
    const [project] = service.fleet.projects;
    const { list, going, labels } = await shownFor(` ${project?.name ?? ''} `);
    expect(labels[0]?.[0]).toBe(project?.name);
    expect(labels.at(-1)).toEqual(searchAll('0 read'));
    list.choose(...list.items.slice(-1));
    await going;
    expect(executed).toEqual([['poolview.searchMachines', project?.name]]);
  });

  it('shows how many machines are read and, once the sizes of all clusters are known, of about how many', async () => {
    const { shownFor, fleet } = await opened();
    const reader = new FleetReader(fleet);
    await reader.clusters.read();
    await reader.clusters.readSearch();
    const { cluster } = Object.fromEntries(fleet.items().map((item) => [item.kind, item.id]));
    const [pool = ''] = await fleet.readBelow(cluster ?? '', {});
    await fleet.readBelow(pool, {});
    expect((await shownFor('no such thing')).labels).toEqual([
      ['No results', 'Only loaded machine pools and machines are searched'],
      ['', undefined],
      searchAll('2 of about 4 read'),
    ]);
    await reader.machines.read({ kind: 'all' });
    expect((await shownFor('no such thing')).labels).toEqual([['No item matches', undefined]]);
  });

  it('searches the service unless that is turned off, and says what is requested', async () => {
    pretendVersion('1.109.0');
    const { shownFor, service } = await opened();
    const searches = () => service.requests.filter(({ body }) => body.includes('far away')).length;
    const first = await shownFor('"far away"');
    expect([first.list.prompt, searches()]).toEqual([
      'After a pause in typing, up to 2 requests search the service for projects and clusters.',
      2,
    ]);
    first.list.toggle(first.list.buttons[0]);
    expect(first.list.prompt).toBe('Only loaded items are searched, without a request.');
    first.list.hidden.fire();
    await first.going;
    // It stays off until the user turns it on again.
    const { list, labels } = await shownFor('"far away still"');
    expect(list.buttons).toMatchObject([{ tooltip: 'Search the Service', toggle: { checked: false } }]);
    expect(labels[0]).toEqual(['No results', 'Only loaded items are searched']);
    expect(searches()).toBe(2);
  });

  it('does not offer it for a single character', async () => {
    const { shownFor } = await opened();
    expect((await shownFor('x')).labels).not.toContainEqual(searchAll('0 read'));
  });

  it('does not offer it if the service does not list machine pools', async () => {
    const { shownFor, model } = await opened({ profile: 'interface' });
    const [project] = (await model.store.children()).filter((row) => row.kind === 'project');
    const [cluster] = (await model.store.children(project)).filter((row) => row.kind === 'cluster');
    await model.store.children(cluster);
    expect((await shownFor('no such thing')).labels).toEqual([
      ['No results', 'Only loaded machine pools and machines are searched'],
    ]);
  });

  it('offers what a term may be, above what the line selects', async () => {
    const { shownFor, model } = await opened({ projects: 12 });
    const { list, labels } = await shownFor('kind:project state:');
    const states = new Map<string, number>();
    for (const { kind, state } of model.inventory.items())
      if (kind === 'project') states.set(state, (states.get(state) ?? 0) + 1);
    // Nothing is asked of states yet: all projects follow.
    const suggested = labels.slice(0, states.size);
    expect(new Map(suggested.map(([label, count]) => [label, Number(count)]))).toEqual(states);
    expect(labels.slice(states.size).filter(([, kind]) => kind === 'Project')).toHaveLength(12);
    const [state = ''] = labels[0] ?? [];
    list.choose(...list.items.slice(0, 1));
    expect(list.value).toBe(`kind:project state:${state}`);
    expect(list.items).toHaveLength(states.get(state) ?? 0);
  });

  it('starts with what the user opened last, even if it is not loaded any more', async () => {
    const { model, shownFor } = await opened();
    const [first, second] = model.inventory.rows;
    if (first === undefined || second === undefined) return expect.fail();
    await noteOpened(model.inventory, first);
    await noteOpened(model.inventory, second);
    await noteOpened(model.inventory, first);
    expect(openedItems(model.inventory).map(({ id }) => id)).toEqual([first.id, second.id]);
    const { labels } = await shownFor('');
    const names = [first, second].map((row) => shownName(row));
    expect(labels.slice(0, 4)).toEqual([
      ['recently opened', undefined],
      ...names.map((name) => [name, '']),
      ['', undefined],
    ]);
  });

  it('remembers the last 20, and nothing that it cannot read', async () => {
    const { model } = await opened({ projects: 22 });
    for (const row of model.inventory.rows) await noteOpened(model.inventory, row);
    expect(openedItems(model.inventory)).toHaveLength(20);
    await model.inventory.session.state.write('openedItems', [{ id: 5 }, 'x']);
    expect(openedItems(model.inventory)).toEqual([]);
    await model.inventory.session.state.write('openedItems', 'x');
    expect(openedItems(model.inventory)).toEqual([]);
  });
});
