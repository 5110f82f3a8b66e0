import type { TreeNode } from './nodes';

/**
 * Rows that somebody asked for and that their list does not have, as far as it is loaded: they stand where the loaded
 * part of it ends.
 */
export class AskedRows<Node extends TreeNode> {
  readonly #rows = new Map<string, Node>();

  /** @param saysNothing whether a row says that there is nothing where it stands */
  constructor(private readonly saysNothing: (row: Node) => boolean) {}

  add(row: Node): void {
    this.#rows.set(row.id, row);
  }

  /** `rows` are listed by now: where their list loses one of them, it is gone. */
  dropListed(rows: readonly Node[]): void {
    if (this.#rows.size > 0) for (const { id } of rows) this.#rows.delete(id);
  }

  find(id: string): Node | undefined {
    return this.#rows.get(id);
  }

  /** `rows`, which are below the row with the id `parentId`, with those that belong there and are missing. */
  among(parentId: string | undefined, rows: readonly Node[]): readonly Node[] {
    if (this.#rows.size === 0) return rows;
    const ids = new Set(rows.map(({ id }) => id));
    const missing = [...this.#rows.values()].filter(
      ({ id, parent }) => (parent as TreeNode | undefined)?.id === parentId && !ids.has(id),
    );
    if (missing.length === 0) return rows;
    const listed = rows.filter((row) => !this.saysNothing(row));
    const end = listed.findIndex(
      ({ kind }, index) => kind === 'loadMore' || kind === 'note' || (kind === 'error' && index > 0),
    );
    return end === -1 ? [...listed, ...missing] : [...listed.slice(0, end), ...missing, ...listed.slice(end)];
  }

  clear(): void {
    this.#rows.clear();
  }
}
