import type { TreeItem } from 'vscode';
import type { ResourceRow } from '../../items/kinds';
import type { ItemStore } from '../../items/kinds/kind';
import { readingOf } from '../../items/known';
import type { TreeRow } from '../../items/store/row';
import { ageText } from '../../tree/items';

/** How the rows of the items of one kind look. */
export interface RowKind<Row extends TreeRow> {
  /** The ID of its icon in lists. */
  readonly icon: string;
  /** The path of its pages in the web console; missing if it has none. */
  readonly consoleFolder?: string;
  /** What it is and where; `path` has the names of its containers. */
  location(row: Row, path: string): string;
  item(row: Row, store: ItemStore): TreeItem;
}

/** The age of a row that could not be refreshed, for its description; otherwise undefined. */
export function ageOf(row: ResourceRow, store: ItemStore): string | undefined {
  const { readAt, isStale } = readingOf(row, store);
  return isStale ? ageText(readAt) : undefined;
}
