import { MarkdownString } from 'vscode';
import { isParentRow, type ParentRow } from '../../../src/items/kinds';
import { newProjectsTree, type ProjectsModel } from '../../../src/projects/model';
import { yamlDetails } from '../../../src/projects/rowCommands/documents';
import { tableOf } from '../../../src/projects/rowCommands/rowTables';
import { csvText } from '../../../src/text/csv';
import { jsonOfRows } from '../../../src/tree/rowSpec';
import { callTool, toolContext } from '../agents/support';
import { wordFor, type Script } from './scripted';
import { atEnd } from './service';

type Shown = Readonly<Record<'rows' | 'hovers' | 'details' | 'json' | 'csv' | 'agents', string>>;

/** Everything that Poolview shows, copies and returns to agents of a project, when all of it is read. */
export async function everythingOf(model: ProjectsModel, project = 'project'): Promise<Shown> {
  const { inventory } = model;
  const tree = newProjectsTree();
  tree.show(model);
  atEnd(() => {
    tree.dispose();
  });
  const texts: Record<keyof Shown, string> = {
    rows: '',
    hovers: '',
    details: '',
    json: '',
    csv: '',
    agents: '',
  };
  const visit = async (parent?: ParentRow): Promise<void> => {
    for (const node of await model.rows.children(parent)) {
      const item = await tree.resolveTreeItem(tree.getTreeItem(node.id), node.id);
      const { tooltip } = item;
      texts.rows += JSON.stringify([item.label, item.description]);
      texts.hovers += tooltip instanceof MarkdownString ? tooltip.value : (tooltip ?? '');
      if (isParentRow(node) && (parent !== undefined || wordFor(node) === project)) await visit(node);
    }
  };
  await visit();
  for (const row of inventory.rows) {
    texts.details += await yamlDetails(row, inventory);
    texts.json += jsonOfRows([row], model);
    texts.csv += csvText(tableOf([row], inventory));
  }
  const context = toolContext(inventory);
  for (const { id } of inventory.items()) {
    texts.agents += JSON.stringify(await callTool('poolview_get', { id }, context));
  }
  return texts;
}

const named = (name: string) => ({ uid: name, name });

/** A service with one item of each kind, which have these parts. */
export function scriptOfEach(parts: {
  readonly metadata?: object;
  readonly pool?: object;
  readonly machine?: object;
}): Script {
  return {
    listProjects: () => ({ items: [{ metadata: named('project') }] }),
    searchClusters: () => ({
      items: [
        {
          metadata: { ...named('cluster'), ...parts.metadata },
          specSummary: { cloudConfig: { uid: 'config', cloudType: 'aws' } },
        },
      ],
    }),
    readCluster: () => ({ metadata: named('cluster'), spec: {} }),
    readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'pool', size: 1, ...parts.pool }] } }),
    listMachines: () => ({
      items: [{ metadata: { ...named('machine'), ...parts.metadata }, ...parts.machine }],
    }),
  };
}
