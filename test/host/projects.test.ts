import { Inventory } from '../../src/items/inventory';
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { commands, MarkdownString, ThemeIcon, TreeItemCollapsibleState, type TreeItem } from 'vscode';
import { createSession } from '../../src/connections/session';
import { ProjectsModel, newProjectsTree } from '../../src/projects/model';
import { Schedule } from '../../src/service/schedule';
import type { ScriptedOptions, ScriptedService } from '../support/demo/service';
import { hoverCommands } from '../support/hoverCommands';
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
  parent: string | undefined,
  label: string,
): Promise<[string, TreeItem]> {
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
    assert.equal(projectRow.description, '1 unhealthy cluster');
    assert.equal(iconOf(projectRow), 'warning poolview.unhealthyForeground');
    assert.equal(projectRow.resourceUri?.scheme, 'poolview-row');
    assert.equal(projectRow.collapsibleState, TreeItemCollapsibleState.Collapsed);

    const [cluster, clusterRow] = await row(projects, project, 'payments-eu');
    assert.equal(clusterRow.description, '1 of 15 machines unhealthy · 2 pools · 15 machines');
    assert.equal(iconOf(projects.getTreeItem(project)), 'warning poolview.unhealthyForeground');
    const [pool, poolRow] = await row(projects, cluster, 'workers');
    assert.equal(poolRow.description, '12 machines · autoscale 3–20');

    const [machine, machineRow] = await row(projects, pool, '…workers-1');
    assert.equal(machineRow.description, '10.0.0.21 · az1');
    assert.equal(iconOf(machineRow), 'vm-running poolview.healthyForeground');
    assert.equal(machineRow.collapsibleState, TreeItemCollapsibleState.None);
    assert.equal(projects.getParent(machine), pool);
    assert.equal(
      projects.getTreeItem(pool).description,
      'DiskPressure: 1 machine · 11 of 12 healthy · autoscale 3–20',
    );
    assert.equal(iconOf(projects.getTreeItem(pool)), 'warning poolview.unhealthyForeground');
    assert.match(String(projects.getTreeItem(cluster).description), /^DiskPressure: 1 machine · /);
    assert.equal(
      machineRow.accessibilityInformation?.label,
      'Healthy, payments-eu-workers-1, Machine, 10.0.0.21, az1',
    );
  });

  it('create hovers only when they are shown, as Markdown that runs only their links [guarantee: hover-links]', async () => {
    const { tree: projects, service } = await tree();
    const [project, item] = await row(projects, undefined, 'payments');
    assert.equal(item.tooltip, undefined);
    service.clearRequests();
    const { tooltip } = await projects.resolveTreeItem(item, project);
    assert(tooltip instanceof MarkdownString);
    assert.match(tooltip.value, /Card and account payments/);
    assert.deepEqual(tooltip.isTrusted, { enabledCommands: hoverCommands });
    assert(!tooltip.supportHtml);
    assert(!tooltip.supportThemeIcons);
    assert.equal(service.requests.length, 0);
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
        'showDetails',
        'copyName',
        'copyUid',
        'copyIpAddress',
        'copySshKeyName',
        'copyLink',
        'copyAsJson',
        'openInWebConsole',
        'showTimeline',
        'whoChangedThis',
        'clearFilter',
        'removePinnedPool',
      ]) {
        await commands.executeCommand(`poolview.${command}`, argument);
      }
    }
  });
});

describe('settings', () => {
  it('decide how many projects are requested, and how', async () => {
    await setting('pageSize', 7);
    const { tree: byPost, service: newer } = await tree();
    await byPost.getChildren();
    assert.equal(newer.requests[0]?.path, '/v1/dashboard/projects?limit=7');
    await setting('pageSize', 9999);
    await setting('metricsPeriodMinutes', 15);
    const { tree: byGet, service } = await tree({ without: ['listProjectsPost'] });
    await byGet.getChildren();
    const request = service.requests.at(-1);
    assert.equal(request?.operation, 'listProjectsGet');
    assert.match(request.path, /limit=50&.*period=15|period=15&.*limit=50/);
  });

  it('can set the request timeout', async () => {
    await setting('requestTimeoutSeconds', 1);
    const { tree: projects, service } = await tree();
    service.faults.add({ kind: 'hang' });
    await projects.getChildren();
    assert.equal(service.requests.length, 2);
  });
});
