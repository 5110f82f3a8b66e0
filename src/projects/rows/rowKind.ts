import type { TreeItem } from 'vscode';
import type { ResourceRow } from '../../items/kinds';
import type { ItemStore } from '../../items/kinds/kind';
import type { TreeRow } from '../../items/store/row';
import { clickCommand } from '../../ui/runCommand';
import type { HoverContext } from '../hover';

/** What the rows of a connection look like depends on. */
export interface RowContext extends HoverContext {
  readonly store: ItemStore;
}

/** What the rows of all kinds of items show. */
export interface ShownRow {
  readonly name: string;
  /** The cause of its health, after the note if the problem is known. */
  readonly cause: string;
  /** Undefined unless the row could not be refreshed. */
  readonly age: string | undefined;
  readonly siblings: readonly TreeRow[];
}

/** How the rows of the items of one kind look, and where they are. */
export interface ItemRowKind<Row extends ResourceRow> {
  /** The ID of its icon in lists, and that of the icon of a healthy one if it is another. */
  readonly icon: string;
  readonly healthyIcon?: string;
  noName(): string;
  /** What it is and where; `path` has the names of its containers. */
  location(row: Row, path: string): string;
  description(row: Row, shown: ShownRow, model: RowContext): string;
  /** For menus, besides those that all kinds have. */
  word?(row: Row): string | undefined;
  /** Adds what only rows of this kind have. */
  complete?(item: TreeItem, row: Row, shown: ShownRow): void;
}

/** What a click on a row runs if it is not an item. */
export const click = clickCommand('poolview.projects');
