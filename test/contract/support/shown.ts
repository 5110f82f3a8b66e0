import type { IncomingMessage } from 'node:http';
import { MarkdownString, type TreeItem } from 'vscode';
import { yamlDetails } from '../../../src/projects/rowCommands/documents';
import { isRow, type ItemStoreRow, type ParentRow } from '../../../src/items/kinds';
import { newProjectsTree } from '../../../src/projects/model';
import { jsonOfRows } from '../../../src/tree/rowSpec';
import { TeamRolesModel } from '../../../src/roles/model';
import { isSourceRow, isTeamRow, type ViewRow as RoleTreeNode } from '../../../src/roles/rows';
import type { ServiceClient } from '../../../src/service/client';
import type { ListingMethod } from '../../../src/service/resources/project';
import { newRolesTree } from '../../unit/support/roles';
import { atEnd, createTestClient, serve, sourceOf, type SourceOptions } from '../../unit/support/service';
import { rowBelow, scriptedModel, type Script } from '../../unit/support/scripted';

/** A read of the service, and how Poolview shows its response. */
export interface Reading {
  /** Everything that Poolview shows for the response `answer`, as text. */
  readonly show: (answer: object) => Promise<Shown>;
}

interface Shown {
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

const onTheWay = (cloudType: string): Script => ({
  listProjects: () => projects,
  searchClusters: () => searched(cloudType),
  readCloudConfig: () => onePool,
});

/** The reads, with minimal responses to the requests before them. */
export const readings = {
  projects: (listing: ListingMethod) => reading('listProjects', {}, [], { listing }),
  foundClusters: () => reading('searchClusters', { listProjects: () => projects }, ['project']),
  cluster: () =>
    reading('readCluster', { listProjects: () => naming, readCloudConfig: () => noPools }, [
      'project',
      'cluster',
    ]),
  cloudConfig: (cloudType: string) => reading('readCloudConfig', onTheWay(cloudType), ['project', 'cluster']),
  machines: (cloudType: string) =>
    reading('listMachines', onTheWay(cloudType), ['project', 'cluster', 'pool']),
  teams: () => teamRoles((asked) => !asked.endsWith('resourceRoles')),
  roles: () => teamRoles((asked) => asked.endsWith('resourceRoles')),
  /** What no row shows as it is: what the client returns. */
  ofClient: async (read: (client: ServiceClient) => Promise<unknown>): Promise<Reading> => {
    const { client, answerWith } = await answering(() => true);
    return {
      async show(answer) {
        answerWith(answer);
        const result = await read(client);
        return { rows: textOf(result, false), documents: textOf(result, true) };
      },
    };
  },
};

/** What the client returns as text, with the JSON that it keeps for documents, or without. */
function textOf(result: unknown, withSource: boolean): string {
  const isJson = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && 'metadata' in value;
  return JSON.stringify(result, (name, value: unknown) =>
    name === 'source' && isJson(value) && !withSource ? undefined : value,
  );
}

/** A service that sends the given response to requests where `isRead`, and one team otherwise. */
async function answering(isRead: (path: string) => boolean) {
  let body: object = {};
  const { baseUrl } = await serve((request, response) =>
    response.end(JSON.stringify(isRead(pathOf(request)) ? body : { items: [{ metadata: named('team') }] })),
  );
  const { client } = createTestClient(baseUrl);
  return {
    client,
    answerWith: (answer: object) => {
      body = answer;
    },
  };
}

function pathOf({ url = '' }: IncomingMessage): string {
  return new URL(url, 'http://service').pathname;
}

/** The Team Roles view with all teams expanded. */
async function teamRoles(isRead: (path: string) => boolean): Promise<Reading> {
  const { client, answerWith } = await answering(isRead);
  const model = new TeamRolesModel(sourceOf(client));
  const tree = newRolesTree();
  tree.show(model);
  atEnd(() => {
    tree.dispose();
    model.dispose();
  });
  const textOf = async (node: RoleTreeNode): Promise<string> =>
    itemText(await tree.resolveTreeItem(tree.getTreeItem(node.id), node.id));
  return {
    async show(answer) {
      answerWith(answer);
      await model.refresh();
      const teams = await model.rows.children();
      const roles = await Promise.all(teams.filter(isTeamRow).map((team) => model.rows.children(team)));
      const rows = [...teams, ...roles.flat()];
      const documents = rows.filter(isSourceRow).map((row) => jsonOfRows([row], model));
      return { rows: (await Promise.all(rows.map(textOf))).join('\n'), documents: documents.join('\n') };
    },
  };
}

function itemText(item: TreeItem): string {
  return JSON.stringify([item.label, item.description, item.iconPath, tooltipOf(item)]);
}

async function reading(
  operation: keyof Script,
  before: Script,
  path: readonly ('project' | 'cluster' | 'pool')[],
  options: SourceOptions = {},
): Promise<Reading> {
  const script = { ...before };
  const { model } = await scriptedModel(script, options);
  let parent: ParentRow | undefined;
  for (const kind of path) parent = await rowBelow(model, parent, kind, kind);
  const tree = newProjectsTree();
  tree.show(model);
  atEnd(() => {
    tree.dispose();
  });
  // A hover that says that something is still being read is not all that is shown.
  const textOf = async (node: ItemStoreRow): Promise<string> => {
    const text = itemText(await tree.resolveTreeItem(tree.getTreeItem(node.id), node.id));
    if (!/Still\sbeing\sread/.test(text)) return text;
    await new Promise((resolve) => setImmediate(resolve));
    return textOf(node);
  };
  const documentText = async (node: ItemStoreRow): Promise<string> =>
    isRow(node, 'project', 'cluster', 'pool', 'machine') ? yamlDetails(node, model.inventory) : '';
  return {
    async show(answer) {
      script[operation] = () => answer;
      await model.inventory.refresh(parent);
      const below = await model.rows.children(parent);
      // Without cluster search, only the clusters in the project summary are shown.
      const listed = operation === 'listProjects' ? below.filter((node) => node.kind === 'project') : [];
      const deeper = await Promise.all(listed.map((node) => model.rows.children(node)));
      const nodes = [...(parent?.kind === 'cluster' ? [parent] : []), ...below, ...deeper.flat()];
      const rows = await Promise.all(nodes.map(textOf));
      return { rows: rows.join('\n'), documents: (await Promise.all(nodes.map(documentText))).join('\n') };
    },
  };
}

function tooltipOf({ tooltip }: TreeItem): string | undefined {
  return tooltip instanceof MarkdownString ? tooltip.value : tooltip;
}
