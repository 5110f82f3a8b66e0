import { ThemeColor, ThemeIcon, type TreeItem } from 'vscode';
import { knownText } from '../../items/knownText';
import type { ResourceRow } from '../../items/kinds';
import type { ItemStore } from '../../items/kinds/kind';
import { needsAttention } from '../../items/severity';
import type { TreeRow } from '../../items/store/row';
import { parts } from '../../text/text';
import { ageText, healthIcon } from '../../tree/items';
import { clickCommand } from '../../ui/runCommand';
import type { HoverContext } from '../hover';

/** What the rows of a connection look like depends on. */
export interface RowContext extends HoverContext {
  readonly store: ItemStore;
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
  complete?(item: TreeItem, row: Row, shown: ShownRow): void;
}

/** What a click on a row runs if it is not an item. */
export const click = clickCommand('poolview.projects');

/** How a row shows its health. */
interface ShownHealth {
  readonly cause: string;
  /** The cause, after the note if the problem is known. */
  readonly text: string;
  readonly icon: ThemeIcon;
  /** For menus. */
  readonly word: string | undefined;
}

/** What all rows of items show. */
export interface ShownRow extends ShownHealth {
  readonly name: string;
  /** Undefined unless the row could not be refreshed. */
  readonly age: string | undefined;
  readonly siblings: readonly TreeRow[];
}

/** @param icon the one for healthy rows of its kind */
export function shownHealth(row: ResourceRow, { inventory }: RowContext, icon: string): ShownHealth {
  const { state, cause, known } = inventory.itemOf(row);
  const shown = healthIcon(icon, state);
  if (known === undefined) {
    return { cause, text: cause, icon: shown, word: needsAttention(state) ? 'ill' : undefined };
  }
  return {
    cause,
    text: parts(knownText(known), cause),
    icon: new ThemeIcon(shown.id, new ThemeColor('disabledForeground')),
    word: known.by === 'user' ? 'known' : undefined,
  };
}

/** The age of a row that could not be refreshed, for its description; otherwise undefined. */
export function ageOf(row: ResourceRow, { inventory }: RowContext): string | undefined {
  const { readAt, isStale } = inventory.itemOf(row);
  return isStale ? ageText(readAt) : undefined;
}
