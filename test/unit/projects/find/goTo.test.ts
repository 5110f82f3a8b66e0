import { describe, expect, it } from 'vitest';
import type { TreeView } from 'vscode';
import { attentionIn } from '../../../../src/items/attention';
import { itemStates } from '../../../../src/items/severity';
import { FleetReader } from '../../../../src/reads/fleetReader';
import { shownName } from '../../../../src/items/kinds';
import { noteOpened, openedItems } from '../../../../src/projects/find/opened';
import { goTo } from '../../../../src/projects/find/goTo';
import { Inventory } from '../../../../src/items/inventory';
import { ProjectsModel } from '../../../../src/projects/model';
import type { ScriptedOptions } from '../../../support/demo/service';
import { connectionsOf } from '../../connections/support';
import { dialogs } from '../../support/dialogs';
import { nextQuickPick } from '../../support/quickPick';
import { atEnd, demo } from '../../support/service';

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
  await model.rows.children();
  const fleet = model.inventory;
  const reader = new FleetReader(fleet);
  /** The labels that *Go to…* shows for a text once the service has been searched. */
  const shownFor = async (text: string, line?: string) => {
    const list = nextQuickPick();
    const view: Partial<TreeView<string>> = { selection: [] };
    const going = goTo(view as TreeView<string>, model, reader, line);
    if (line === undefined) list.type(text);
    const atOnce = list.items.map(({ label }) => label);
    await expect.poll(() => !list.busy).toBeTruthy();
    return { list, going, atOnce, labels: list.items.map(({ label, description }) => [label, description]) };
  };
  return { service, model, fleet, reader, shownFor, ...dialogs() };
}

const searchAll = (text: string, read: string) => ['Search all machines for', `${text} · ${read}`];

describe('Go to…', () => {
  it('offers to search the machines that are not loaded, below the rows that match', async () => {
    const { shownFor, service } = await opened();
    const [project] = service.fleet.projects;
    const { list, going, labels } = await shownFor(` ${project?.name ?? ''} `);
    expect(labels[0]?.[0]).toBe(project?.name);
    expect(labels.at(-1)).toEqual(searchAll(project?.name ?? '', '0 read'));
    list.choose(...list.items.slice(-1));
    expect(list.items.at(-1)?.label).toBe('Searching…');
    list.hidden.fire();
    await going;
  });

  it('shows how many machines are read and, once the sizes of all clusters are known, of about how many', async () => {
    const { shownFor, fleet, reader } = await opened();
    await reader.clusters.read();
    await reader.readSearch();
    const { cluster } = Object.fromEntries(fleet.items().map((item) => [item.kind, item.id]));
    const [pool = ''] = await fleet.readBelow(cluster ?? '', {});
    await fleet.readBelow(pool, {});
    const { list, labels, atOnce } = await shownFor('10.9.9.9');
    expect(labels).toEqual([searchAll('10.9.9.9', '2 of about 4 read')]);
    // It does not wait for the service.
    expect(atOnce).toEqual(['Search all machines for']);
    expect(list.title).toBe('Go To · No results · Only loaded machine pools and machines are searched');
    await reader.machines.read({ kind: 'all' });
    const complete = await shownFor('no such thing');
    expect([complete.labels, complete.list.title]).toEqual([[], 'Go To · No item matches']);
  });

  it('searches all machines after an early Enter if nothing else is found', async () => {
    const { model, reader } = await opened();
    const list = nextQuickPick();
    const view: Partial<TreeView<string>> = { selection: [] };
    void goTo(view as TreeView<string>, model, reader);
    list.type('10.9.9.9');
    list.accepted.fire();
    await expect.poll(() => list.items.at(-1)?.label).toMatch(/^No machine has this name, UID or address/);
  });

  it('searches the service after a pause in typing, and says what is requested', async () => {
    const { shownFor, service } = await opened();
    const searches = () => service.requests.filter(({ body }) => body.includes('far away')).length;
    const { list } = await shownFor('"far away"');
    expect([list.prompt, searches()]).toEqual([
      'After a pause in typing, up to 2 requests search the service. is:problem also reads all clusters, and up to 50 causes.',
      2,
    ]);
  });

  it('lists of what needs attention only what is counted, the worst first, with the cause', async () => {
    const { model, service, shownFor } = await opened({
      projects: 40,
      clustersPerProject: { exactly: 2 },
    });
    const { list, labels } = await shownFor('is:problem');
    const { count, clusters } = attentionIn(model.inventory);
    expect(count).toBeGreaterThan(2);
    expect([labels.length, clusters]).toEqual([count, count]);
    const states = labels.map(([name]) => model.inventory.items().find((item) => item.name === name));
    expect(states.every((item) => item?.kind === 'cluster')).toBe(true);
    const order = states.map((item) => itemStates.indexOf(item?.state ?? 'unknown'));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    for (const item of states) expect(item?.cause).not.toBe('');
    expect(labels.every(([, description]) => description?.includes('Cluster in '))).toBe(true);
    // The list of all clusters, and at most one request for each cause.
    const about = service.requests.filter(({ operation }) => operation === 'readClusterOverview');
    expect(about.length).toBeLessThanOrEqual(count);
    list.hidden.fire();
  });

  it('does not offer it for a single character', async () => {
    const { shownFor } = await opened();
    expect((await shownFor('x')).labels).not.toContainEqual(searchAll('x', '0 read'));
  });

  it('does not offer it if the service does not list machine pools', async () => {
    const { shownFor, model } = await opened({ profile: 'interface' });
    const [project] = (await model.rows.children()).filter((row) => row.kind === 'project');
    const [cluster] = (await model.rows.children(project)).filter((row) => row.kind === 'cluster');
    await model.rows.children(cluster);
    const { list, labels } = await shownFor('no such thing');
    expect([labels, list.title]).toEqual([[], 'Go To · No results · Only loaded items are searched']);
  });

  it('says that only loaded items are searched for terms, of which the service is not asked', async () => {
    const { shownFor, service } = await opened();
    const before = service.requests.length;
    const { list } = await shownFor('state:failed cloud:aws');
    expect(list.title).toBe('Go To · No results · Only loaded items are searched');
    expect(service.requests.length).toBe(before);
  });

  it('offers what a term may be, above what the line selects', async () => {
    const { shownFor, model } = await opened({ projects: 12 });
    const { list, labels } = await shownFor('kind:project state:');
    const states = new Map<string, number>();
    for (const { kind, state } of model.inventory.items())
      if (kind === 'project') states.set(state, (states.get(state) ?? 0) + 1);
    // Nothing is asked of states yet: all projects follow.
    const suggested = labels.slice(0, states.size);
    expect(suggested.map(([label]) => label)).toEqual([...states.keys()].sort());
    expect(
      labels.slice(states.size).filter(([, description]) => description?.endsWith('Project')),
    ).toHaveLength(12);
    const [state = ''] = labels[0] ?? [];
    list.choose(...list.items.slice(0, 1));
    expect(list.value).toBe(`kind:project state:${state}`);
    const found = list.items.filter(({ label }) => !['', 'Search all machines for'].includes(label));
    expect(found).toHaveLength(states.get(state) ?? 0);
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
