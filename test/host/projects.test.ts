import { Inventory } from '../../src/items/inventory';
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { commands, MarkdownString, ThemeIcon, TreeItemCollapsibleState, type TreeItem } from 'vscode';
import { createSession } from '../../src/connections/session';
import { ProjectsModel } from '../../src/projects/model';
import type { ViewRow } from '../../src/items/kinds';
import { newProjectsTree } from '../../src/projects/appearance';
import { Schedule } from '../../src/service/schedule';
import type { ScriptedOptions, ScriptedService } from '../support/demo/service';
import { newKey } from '../support/keyIdentity';
import { atEnd, connected, demo, refreshUntil, setting, until } from './support/service';

/** The view's tree with its own model, and a real session to a demo service. */
async function tree(
  options: Partial<ScriptedOptions> = {},
): Promise<{ tree: ReturnType<typeof newProjectsTree>; service: ScriptedService }> {
  const service = await demo(options);
  const state = new Map<string, unknown>();
  const session = createSession({
    connection: { name: 'Test', baseUrl: service.baseUrl },
    keyIdentity: newKey(),
    apiKey: () => Promise.resolve(service.apiKey),
    isReadOnly: () => false,
    state: {
      read: (name) => state.get(name),
      write: (name, value) => Promise.resolve(void state.set(name, value)),
    },
    version: '1.0.0',
    onRequest: () => undefined,
    schedule: () => Promise.resolve(new Schedule()),
    containsApiKey: () => Promise.resolve(false),
  });
  const projects = newProjectsTree();
  const model = new ProjectsModel(new Inventory(session));
  projects.show(model);
  atEnd(() => {
    model.inventory.dispose();
    projects.dispose();
  });
  return { tree: projects, service };
}

/** The child of `parent` with this label. */
async function row(
  of: ReturnType<typeof newProjectsTree>,
  parent: ViewRow | undefined,
  label: string,
): Promise<[ViewRow, TreeItem]> {
  for (const node of await of.getChildren(parent)) {
    const item = of.getTreeItem(node);
    if (item.label === label) return [node, item];
  }
  throw new Error(`There is no row ${label}`);
}

function iconOf({ iconPath }: TreeItem): string {
  assert(iconPath instanceof ThemeIcon);
  return `${iconPath.id} ${iconPath.color?.id ?? ''}`.trim();
}

describe('the rows of the Projects view', () => {
  it('show the most important state at every level, from projects to machines', async () => {
    const { tree: projects } = await tree();
    const [project, projectRow] = await row(projects, undefined, 'payments');
    assert.equal(projectRow.description, '1 unhealthy cluster · 6 clusters · 226 CPU');
    assert.equal(iconOf(projectRow), 'warning problemsErrorIcon.foreground');
    assert.equal(projectRow.resourceUri?.scheme, 'poolview-row');
    assert.equal(projectRow.collapsibleState, TreeItemCollapsibleState.Collapsed);

    const [cluster, clusterRow] = await row(projects, project, 'payments-eu');
    assert.equal(clusterRow.description, '1 of 15 machines unhealthy · 2 pools · 15 machines');
    assert.equal(iconOf(projects.getTreeItem(project)), 'warning problemsErrorIcon.foreground');
    const [pool, poolRow] = await row(projects, cluster, 'workers');
    assert.equal(poolRow.description, '12 machines · autoscale 3–20');

    const [machine, machineRow] = await row(projects, pool, '…workers-1');
    assert.equal(machineRow.description, '10.0.0.21 · az1');
    assert.equal(iconOf(machineRow), 'vm-running charts.green');
    assert.equal(machineRow.collapsibleState, TreeItemCollapsibleState.None);
    assert.equal(projects.getParent(machine), pool);
    assert.equal(
      projects.getTreeItem(pool).description,
      'DiskPressure: 1 machine · 11 of 12 healthy · autoscale 3–20',
    );
    assert.equal(iconOf(projects.getTreeItem(pool)), 'warning problemsErrorIcon.foreground');
    assert.match(String(projects.getTreeItem(cluster).description), /^DiskPressure: 1 machine · /);
    assert.equal(
      machineRow.accessibilityInformation?.label,
      'Machine, payments-eu-workers-1, 10.0.0.21, az1',
    );
  });

  it('create hovers only when they are shown, as Markdown that runs only their links', async () => {
    const { tree: projects, service } = await tree();
    const [project, item] = await row(projects, undefined, 'payments');
    assert.equal(item.tooltip, undefined);
    service.clearRequests();
    const { tooltip } = await projects.resolveTreeItem(item, project);
    assert(tooltip instanceof MarkdownString);
    assert.match(tooltip.value, /Card and account payments/);
    assert.deepEqual(tooltip.isTrusted, {
      enabledCommands: ['poolview.showDetails', 'poolview.copyIpAddress', 'poolview.openInWebConsole'],
    });
    assert(!tooltip.supportHtml);
    assert(!tooltip.supportThemeIcons);
    assert.equal(service.requests.length, 0);
  });

  it('have unique IDs, whatever their names are', async () => {
    const { tree: projects } = await tree();
    const ids = (await projects.getChildren()).map((node) => projects.getTreeItem(node).id);
    assert.equal(new Set(ids).size, 51);
  });

  it('show an error with a command that fixes it', async () => {
    const { tree: projects, service } = await tree();
    service.faults.add({ kind: 'status', status: 500 });
    const [node] = await projects.getChildren();
    assert(node);
    const item = projects.getTreeItem(node);
    assert.equal(item.label, "Couldn't load projects");
    assert.equal(item.command?.command, 'poolview.retry');
  });

  it('show a disabled project and machines in every state of the demo service', async () => {
    const { tree: projects } = await tree();
    const [, sandbox] = await row(projects, undefined, 'sandbox');
    assert.equal(iconOf(sandbox), 'circle-slash disabledForeground');
    assert.match(String(sandbox.description), /^disabled · /);

    const [lab] = await row(projects, undefined, 'chaos-lab');
    const [cluster] = await projects.getChildren(lab);
    const [pool] = await row(projects, cluster, 'victims');
    const states = (await projects.getChildren(pool)).map((node) => {
      const item = projects.getTreeItem(node);
      return `${iconOf(item).split(' ')[0] ?? ''}: ${String(item.description).split(' · ').slice(0, 1).join(', ')}`;
    });
    for (const expected of [
      /^vm-running: 10\./,
      /^sync: Provisioning/,
      /^error: Failed/,
      /^pulse: No heartbeat for \d+ /,
      /^tools: Maintenance/,
      /^warning: DiskPressure/,
      /^question: Unknown/,
    ]) {
      assert(
        states.some((state) => expected.test(state)),
        `${String(expected)} in ${states.join('\n')}`,
      );
    }
  });
});

describe('the commands of the Projects view', () => {
  it('refresh with one request', async () => {
    const service = await connected('Refreshed');
    await refreshUntil(3, service);
    await commands.executeCommand('poolview.refresh');
    await until(() => service.requests.length === 4);
  });

  it('ignore invalid arguments', async () => {
    await connected('Robust');
    for (const argument of [null, 42, 'x', [], {}, { kind: 'project' }, { kind: 'machine', id: 7 }]) {
      for (const command of [
        'refresh',
        'refreshRow',
        'retry',
        'loadMore',
        'showDetails',
        'compareSelected',
        'copyName',
        'copyUid',
        'copyIpAddress',
        'copySshKeyName',
        'copyLink',
        'copyAsJson',
        'openInWebConsole',
        'clearFilter',
        'renamePinnedPool',
        'removePinnedPool',
      ]) {
        await commands.executeCommand(`poolview.${command}`, argument);
      }
    }
  });
});

describe('settings', () => {
  for (const [value, limit] of [
    [7, 7],
    [9999, 50],
    [-3, 1],
    ['many', 50],
    [null, 50],
  ] as const) {
    it(`a page size of ${JSON.stringify(value)} requests ${limit} projects`, async () => {
      await setting('pageSize', value);
      const { tree: projects, service } = await tree();
      await projects.getChildren();
      assert.match(service.requests[0]?.path ?? '', new RegExp(`limit=${limit}$`));
    });
  }

  it('can force one of the two project listings', async () => {
    await setting('projectListing', 'get');
    const { tree: projects, service } = await tree();
    await projects.getChildren();
    assert.equal(service.requests[0]?.operation, 'listProjectsGet');
  });

  it('can change the metrics period if the listing supports it', async () => {
    await setting('metricsPeriodMinutes', 15);
    const { tree: byPost, service: newer } = await tree();
    await byPost.getChildren();
    assert.equal(newer.requests[0]?.path, '/v1/dashboard/projects?limit=50');
    await setting('projectListing', 'get');
    const { tree: projects, service } = await tree();
    await projects.getChildren();
    assert.match(service.requests[0]?.path ?? '', /period=15/);
  });

  it('can set the request timeout', async () => {
    await setting('requestTimeoutSeconds', 1);
    const { tree: projects, service } = await tree();
    service.faults.add({ kind: 'hang', times: 4 });
    const [node] = await projects.getChildren();
    assert(node?.kind === 'error');
    assert.equal(node.error.kind, 'timedOut');
  });
});
