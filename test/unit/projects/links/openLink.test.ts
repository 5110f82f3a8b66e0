import { describe, expect, it } from 'vitest';
import { requestTime } from '../../../../src/service/requestTime';
import { Inventory } from '../../../../src/items/inventory';
import { openLink, type LinkContext } from '../../../../src/projects/links/openLink';
import { linkTarget } from '../../../../src/projects/links/link';
import { ProjectsModel } from '../../../../src/projects/model';
import { isParentRow, isResourceRow, shownName, type ResourceRow } from '../../../../src/items/kinds';
import type { ScriptedOptions } from '../../../support/demo/service';
import { connectionsOf } from '../../connections/support';
import { dialogs, type Answers } from '../../support/dialogs';
import { atEnd, demo } from '../../support/service';
import { viewOf } from '../../support/treeView';

/** A window that is connected to a demo service as Acme. */
async function opened(options: Partial<ScriptedOptions> = {}, answers: Answers = () => undefined) {
  const service = await demo({
    projects: 3,
    clustersPerProject: { exactly: 1 },
    poolsPerCluster: { exactly: 2 },
    machinesPerPool: { exactly: 2 },
    ...options,
  });
  const connections = connectionsOf();
  let model: ProjectsModel | undefined;
  const follow = (): void => {
    const { session } = connections;
    model?.inventory.dispose();
    if (session !== undefined) model = new ProjectsModel(new Inventory(session));
  };
  connections.onDidChange(follow);
  atEnd(() => model?.inventory.dispose());
  await connections.add({ name: 'Acme', baseUrl: service.baseUrl }, service.apiKey);
  const { view, select } = viewOf();
  const context: LinkContext = {
    connections,
    view,
    active: () => model,
  };
  const open = async (link: object): Promise<string | undefined> => {
    select();
    const query = Object.entries(link).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
    await openLink({ path: '/open', query: query.join('&') }, context);
    const [row] = view.selection.map((id) => model?.store.find(id));
    return isResourceRow(row) ? shownName(row) : undefined;
  };
  return { service, connections, context, open, model: () => model ?? expect.fail(), ...dialogs(answers) };
}

/** Everything below the last project, read with another model. */
async function rowsOf({ connections }: Awaited<ReturnType<typeof opened>>): Promise<readonly ResourceRow[]> {
  const { session } = connections;
  if (session === undefined) throw new Error('Nothing is connected');
  const other = new ProjectsModel(new Inventory(session));
  const rows: ResourceRow[] = [];
  let [parent] = (await other.rows.children()).filter(isResourceRow).slice(-1);
  while (parent !== undefined) {
    rows.push(parent);
    parent = isParentRow(parent)
      ? (await other.rows.children(parent)).filter(isResourceRow).at(-1)
      : undefined;
  }
  other.inventory.dispose();
  return rows;
}

const linkOf = (row: ResourceRow | undefined): object => ({
  connection: 'Acme',
  ...(row && linkTarget(row)),
});

describe('a link', () => {
  it('reveals its item, and reads only what leads to it', async () => {
    const window = await opened();
    const [project, cluster, pool, machine] = await rowsOf(window);
    window.service.clearRequests();
    for (const row of [machine, pool, cluster, project]) {
      expect(await window.open(linkOf(row))).toBe(row && shownName(row));
    }
    expect(window.service.requests.map(({ operation }) => operation)).toEqual([
      'listProjectsPost',
      'searchClusters',
      'readCloudConfig',
      'listMachines',
    ]);
    expect(window.shown).toEqual([]);
  });

  it('survives renaming, also of the machine pool', async () => {
    const window = await opened();
    const machine = (await rowsOf(window)).at(-1);
    expect(await window.open({ ...linkOf(machine), pool: 'former' })).toBe(machine && shownName(machine));
  });

  it('finds a project that is filtered or not on a loaded page', async () => {
    const window = await opened({ projects: 120 });
    const last = window.service.fleet.projects.at(-1);
    await window.model().find('payments');
    expect(await window.open({ connection: 'Acme', project: last?.uid })).toBe(last?.name);
  });

  it('finds an item that was created after its list was read', async () => {
    const window = await opened();
    const [project, cluster] = await rowsOf(window);
    await window.open(linkOf(cluster));
    const [shown] = window
      .model()
      .store.rows()
      .filter(({ id }) => id === project?.id);
    if (!isParentRow(shown)) throw new Error('Expected the project');
    // As if the list had been empty.
    window.model().store.remove(shown, ({ kind }) => kind === 'cluster', requestTime());
    expect(await window.open(linkOf(cluster))).toBe(cluster && shownName(cluster));
  });

  it.each([
    [{ project: 'gone' }, 'Project not found in Acme. It may have been deleted.'],
    [{ cluster: 'gone' }, 'Cluster not found in $project. It may have been deleted.'],
    [{ config: 'gone', machine: undefined }, 'Machine pool not found in $cluster. It may have been deleted.'],
    [{ machine: 'gone' }, 'Machine not found in $pool. It may have been deleted.'],
  ])('with %j says what is not found', async (changes, message) => {
    const window = await opened();
    const [project, cluster, pool, machine] = await rowsOf(window);
    const link = Object.entries({ ...linkOf(machine), ...changes }).filter(
      ([, value]) => value !== undefined,
    );
    expect(await window.open(Object.fromEntries(link))).toBeUndefined();
    const names = { project, cluster, pool };
    const expected = message.replace(/\$(\w+)/, (_, kind: keyof typeof names) => {
      const row = names[kind];
      return row === undefined ? '' : shownName(row);
    });
    expect(window.shown).toEqual([expected]);
  });

  it('to a pool that the service does not list says how to add it', async () => {
    const window = await opened({ profile: 'interface' });
    const [project] = await rowsOf(window);
    await window.open({ ...linkOf(project), config: 'cc', pool: 'workers' });
    expect(window.shown).toEqual([
      expect.stringMatching(/^The service doesn't list .* Add workers with Add or Rename Machine/),
    ]);
  });

  it('reports why the service cannot be read, and can be opened again', async () => {
    let retries = 0;
    const window = await opened({}, () => (retries++ === 0 ? 'Retry' : undefined));
    const [project, cluster] = await rowsOf(window);
    window.service.faults.add({ kind: 'status', status: 500, operation: 'searchClusters', times: 1 });
    await window.open({ ...linkOf(project), cluster: 'gone' });
    expect(window.shown).toEqual([
      expect.stringMatching(/^Couldn't open the link\. /),
      expect.stringMatching(/^Cluster not found/),
    ]);
    expect(await window.open(linkOf(cluster))).toBe(cluster && shownName(cluster));
  });

  it('can be canceled while it is opening', async () => {
    const window = await opened();
    const machine = (await rowsOf(window)).at(-1);
    window.service.faults.add({ kind: 'hang', operation: 'searchClusters', times: 1 });
    const opening = window.open(linkOf(machine));
    await expect.poll(() => window.service.requests.at(-1)?.operation).toBe('searchClusters');
    window.cancel();
    expect(await opening).toBeUndefined();
    expect(window.shown).toEqual([]);
  });
});

describe('a link that is opening while the user switches to another connection', () => {
  it.each([
    ['exists', false],
    ['is gone', true],
  ])('shows nothing, whether its item %s', async (_, isGone) => {
    const window = await opened();
    const { baseUrl, apiKey } = window.service;
    const cluster = (await rowsOf(window))[1];
    window.service.faults.add({ kind: 'delay', milliseconds: 100, operation: 'searchClusters' });
    const opening = window.open({ ...linkOf(cluster), ...(isGone ? { cluster: 'gone' } : {}) });
    await expect.poll(() => window.service.requests.at(-1)?.operation).toBe('searchClusters');
    await window.connections.add({ name: 'Other', baseUrl }, apiKey);
    expect(await opening).toBeUndefined();
    expect(window.shown).toEqual([]);
  });
});

describe('a link to another connection', () => {
  const acme = 'Acme [x](command:y)';

  async function withOther(answer: string | undefined) {
    const window = await opened({}, () => answer);
    const { baseUrl, apiKey } = window.service;
    const row = (await rowsOf(window))[0];
    await window.connections.add({ name: acme, baseUrl }, apiKey);
    await window.connections.switchTo({ name: 'Acme', baseUrl });
    return { ...window, link: { ...linkOf(row), connection: acme }, row };
  }

  it('is opened after the user agreed to switch', async () => {
    const { open, link, row, connections, shown, service } = await withOther('Switch Connection');
    expect(await open(link)).toBe(row && shownName(row));
    expect(connections.session?.connection.name).toBe(acme);
    const { host } = new URL(service.baseUrl);
    expect(shown).toEqual([
      `Switch to Acme [x]\u{200b}(command:y) (${host}) to open the link? This window is connected to Acme (${host}).`,
    ]);
  });

  it('does nothing if the user declines [guarantee: links]', async () => {
    const { open, link, connections, service } = await withOther(undefined);
    service.clearRequests();
    expect(await open(link)).toBeUndefined();
    expect(connections.session?.connection.name).toBe('Acme');
    expect(service.requests).toEqual([]);
  });

  it('that does not exist offers to add it', async () => {
    const { open, shown, executed } = await opened({}, () => 'Connect to a Service…');
    await open({ connection: 'B$(x)', project: 'p' });
    expect(shown).toEqual([expect.stringMatching(/^This link needs a connection named "B\$\u{200b}\(x\)"/u)]);
    expect(executed).toEqual([['poolview.connect', { name: 'B$(x)' }]]);
  });

  it('to the demo service, which is not running, offers to start it', async () => {
    const { open, shown, executed } = await opened({}, () => 'Try the Demo');
    await open({ connection: 'Demo service', project: 'p' });
    expect(shown).toEqual(["This link is to the demo service, which isn't running."]);
    expect(executed).toEqual([['poolview.exploreDemo']]);
  });
});

describe('a link to a query', () => {
  it('filters the projects, after the user agreed to what it shows [guarantee: links]', async () => {
    const { open, model, shown, executed } = await opened({}, () => 'Open Query');
    await open({ connection: 'Acme', query: 'pay is:problem "$(bug)"' });
    expect(shown).toEqual(['Open the query of this link? pay is:problem "$\u{200b}(bug)"']);
    expect(model().query).toBe('pay is:problem "$(bug)"');
    expect(executed).toEqual([['poolview.projects.focus']]);
  });

  it('applies what the user saw of it, and nothing invisible', async () => {
    const { open, model, shown } = await opened({}, () => 'Open Query');
    await open({ connection: 'Acme', query: 'pay\u{e0070}\u202e\n\n  is:problem' });
    expect(shown).toEqual(['Open the query of this link? pay is:problem']);
    expect(model().query).toBe('pay is:problem');
  });

  it('does nothing if the user does not agree', async () => {
    const { open, model } = await opened();
    await open({ connection: 'Acme', query: 'pay' });
    expect(model().query).toBe('');
  });

  it('is refused if its line is too long', async () => {
    const { open, shown } = await opened();
    await open({ connection: 'Acme', query: 'x'.repeat(5001) });
    expect(shown).toEqual(['This link is invalid. It is too long.']);
  });
});

describe('an invalid link', () => {
  it('is refused with a reason, and sends nothing [guarantee: links]', async () => {
    const window = await opened();
    window.service.clearRequests();
    await window.open({ connection: 'Acme', project: 'p', remove: 'all' });
    expect(window.shown).toEqual(['This link is invalid. It has the unknown parameter "remove".']);
    expect(window.service.requests).toEqual([]);
  });

  it('is not shown if it contains an API key', async () => {
    const window = await opened();
    await window.open({ connection: window.service.apiKey, project: 'p' });
    expect(window.shown).toEqual([expect.stringMatching(/contains an API key/)]);
    expect(window.shown.join()).not.toContain(window.service.apiKey);
  });
});
