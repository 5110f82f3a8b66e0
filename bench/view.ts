import { KeyIdentities } from '../src/connections/keys';
import { Inventory } from '../src/items/inventory';
import type { ServiceClient } from '../src/service/client';
import { listAllProjects } from '../src/service/projectListing';
import { Marks } from '../src/items/marks/marks';
import { ProjectsModel, newProjectsTree } from '../src/projects/model';
import { isParentRow, type ItemStoreRow, type ParentRow } from '../src/items/kinds';

/** The Projects view without VS Code: the measurement reads its rows instead. */
export class View {
  readonly model: ProjectsModel;
  readonly #tree = newProjectsTree();

  constructor(client: ServiceClient, marks = new Marks()) {
    const keyIdentity = new KeyIdentities().of('');
    this.model = new ProjectsModel(
      new Inventory(
        {
          connection: { name: 'bench', baseUrl: 'http://service' },
          keyIdentity,
          containsApiKey: () => Promise.resolve(false),
          listing: 'post',
          state: { read: () => undefined, write: () => Promise.resolve() },
          client: () => Promise.resolve(client),
          refusals: client.refusals,
          projects: (search) =>
            Promise.resolve(listAllProjects(client, client.refusals, { ...search, limit: 50 })),
        },
        marks,
      ),
    );
    this.#tree.show(this.model);
  }

  /** Calls `listener` with the rows of each change event; undefined for the whole view. */
  onDidChange(listener: (rows: readonly ItemStoreRow[] | undefined) => void): void {
    this.#tree.onDidChangeTreeData((ids) => {
      listener(ids?.flatMap((id) => this.model.store.find(id) ?? []));
    });
  }

  /** Reads the rows below `parent` as VS Code does: the nodes, then the tree item of each. */
  async rows(parent?: ParentRow): Promise<readonly ItemStoreRow[]> {
    const ids = await this.#tree.getChildren(parent?.id);
    for (const id of ids) this.#tree.getTreeItem(id);
    return ids.flatMap((id) => this.model.store.find(id) ?? []);
  }

  /** Makes the tree item of one row. */
  look(node: ItemStoreRow): void {
    this.#tree.getTreeItem(node.id);
  }

  /** The first row below `parent`, which has rows below it. */
  async first(parent?: ParentRow): Promise<ParentRow> {
    const [node] = await this.rows(parent);
    if (!isParentRow(node)) throw new Error(`There is nothing to open: ${node?.kind ?? 'no row'}`);
    return node;
  }

  dispose(): void {
    this.#tree.dispose();
    this.model.inventory.dispose();
  }
}
