import { MarkdownString, type TreeItem } from 'vscode';
import { documentOf } from '../../../src/projects/documents';
import type { ProjectsModel } from '../../../src/projects/model';
import { isNode, type Node, type ParentNode } from '../../../src/projects/nodes';
import { ProjectsTree } from '../../../src/projects/view';
import { roleItem } from '../../../src/roles/removeFlow';
import { RolesModel } from '../../../src/roles/model';
import { createServiceClient, type ServiceClient } from '../../../src/service/client';
import type { ListingMethod } from '../../../src/service/resources/project';
import { atEnd, serve, sourceOf, unhurried, type SourceOptions } from '../../unit/support/service';
import { rowBelow, scriptedModel, type Script } from '../../unit/support/scripted';

/** A read of the service, and what Poolview makes of its answer. */
export interface Reading {
  /** Shows what the service answers `answer` to; all of it as text. */
  readonly show: (answer: object) => Promise<Shown>;
}

export interface Shown {
  /** The rows, with their icons and hovers. */
  readonly rows: string;
  /** The documents of those rows. */
  readonly documents: string;
}

const named = (name: string) => ({ uid: name, name });
const projects = { items: [{ metadata: named('project') }] };
const naming = {
  items: [{ metadata: named('project'), status: { usage: { clusters: [named('cluster')] } } }],
};

function searched(cloudType: string) {
  return {
    items: [{ metadata: named('cluster'), specSummary: { cloudConfig: { uid: 'config', cloudType } } }],
  };
}

const noPools = { spec: { machinePoolConfig: [] } };
const onePool = { spec: { machinePoolConfig: [{ name: 'pool' }] } };

/** What is read where, with the smallest answers to all that is read on the way. */
export const readings = {
  projects: (listing: ListingMethod) =>
    reading('listProjects', {}, () => Promise.resolve(undefined), { listing }),
  foundClusters: () =>
    reading('searchClusters', { listProjects: () => projects }, (model) =>
      rowBelow(model, undefined, 'project', 'project'),
    ),
  cluster: () =>
    reading('readCluster', { listProjects: () => naming, readCloudConfig: () => noPools }, async (model) =>
      rowBelow(model, await rowBelow(model, undefined, 'project', 'project'), 'cluster', 'cluster'),
    ),
  cloudConfig: (cloudType: string) =>
    reading(
      'readCloudConfig',
      { listProjects: () => projects, searchClusters: () => searched(cloudType) },
      async (model) =>
        rowBelow(model, await rowBelow(model, undefined, 'project', 'project'), 'cluster', 'cluster'),
    ),
  machines: (cloudType: string) =>
    reading(
      'listMachines',
      {
        listProjects: () => projects,
        searchClusters: () => searched(cloudType),
        readCloudConfig: () => onePool,
      },
      async (model) => {
        const project = await rowBelow(model, undefined, 'project', 'project');
        const cluster = await rowBelow(model, project, 'cluster', 'cluster');
        return rowBelow(model, cluster, 'pool', 'pool');
      },
    ),
  /** In the list that a person picks the role to remove from; there is no document of it. */
  roles: () =>
    directReading(async (client) => {
      const list = await new RolesModel(sourceOf(client)).resourceRoles({ uid: 'team' });
      if ('notListed' in list) throw list.notListed;
      return list.roles.map((role) => ({ ...roleItem(role), value: undefined }));
    }),
  // STAND-IN until there is a Team Roles view: its rows belong here. Until then all that is read counts as shown.
  teams: () =>
    directReading(async (client) => {
      const { items, total } = await client.listTeams(undefined);
      return { items, total };
    }),
  // STAND-IN until the restoring of a role says which projects are no more: what it says belongs here.
  projectNames: () => directReading((client) => client.listProjectNames()),
};

/** A read without a tree around it. */
async function directReading(rowsOf: (client: ServiceClient) => Promise<unknown>): Promise<Reading> {
  let body = '';
  const { baseUrl } = await serve((_request, response) => response.end(body));
  const client = createServiceClient(
    { baseUrl, apiKey: () => Promise.resolve('key'), timeoutMs: () => 10_000 },
    unhurried(),
  );
  return {
    async show(answer) {
      body = JSON.stringify(answer);
      return { rows: JSON.stringify(await rowsOf(client), withMaps), documents: '' };
    },
  };
}

function withMaps(_name: string, value: unknown): unknown {
  return value instanceof Map ? [...(value as ReadonlyMap<unknown, unknown>)] : value;
}

async function reading(
  operation: keyof Script,
  onTheWay: Script,
  parentIn: (model: ProjectsModel) => Promise<ParentNode | undefined>,
  options: SourceOptions = {},
): Promise<Reading> {
  const script = { ...onTheWay };
  const { model } = await scriptedModel(script, options);
  const parent = await parentIn(model);
  const tree = new ProjectsTree();
  tree.show(model);
  atEnd(() => {
    tree.dispose();
  });
  const textOf = (node: Node): string => {
    const item = tree.resolveTreeItem(tree.getTreeItem(node), node);
    return JSON.stringify([item.label, item.description, item.iconPath, tooltipOf(item)]);
  };
  const documentText = (node: Node): string =>
    isNode(node, 'project', 'cluster', 'pool', 'machine') ? documentOf(node, model) : '';
  return {
    async show(answer) {
      script[operation] = () => answer;
      model.refresh(parent);
      const below = await model.children(parent);
      // The clusters that a project names stand below it; that is all that is shown of them where there is no search.
      const deeper =
        operation === 'listProjects'
          ? (
              await Promise.all(
                below.filter((node) => node.kind === 'project').map((node) => model.children(node)),
              )
            ).flat()
          : [];
      const nodes = [...(parent?.kind === 'cluster' ? [parent] : []), ...below, ...deeper];
      return { rows: nodes.map(textOf).join('\n'), documents: nodes.map(documentText).join('\n') };
    },
  };
}

function tooltipOf({ tooltip }: TreeItem): string | undefined {
  return tooltip instanceof MarkdownString ? tooltip.value : tooltip;
}
