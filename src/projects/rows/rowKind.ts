import { ThemeColor, ThemeIcon } from 'vscode';
import { knownText } from '../../items/knownText';
import type { ResourceRow } from '../../items/kinds';
import type { ItemStore } from '../../items/kinds/kind';
import { needsAttention } from '../../items/severity';
import { parts } from '../../text/text';
import { ageText, healthIcon } from '../../tree/items';
import type { RowKind } from '../../tree/rowKinds';
import { clickCommand } from '../../ui/runCommand';
import type { HoverContext } from '../hover';

/** What the rows of a connection look like depends on. */
export interface RowContext extends HoverContext {
  readonly store: ItemStore;
}

/** How the rows of the items of one kind look, and where they are. */
export interface ItemRowKind<Row extends ResourceRow> extends RowKind<Row, RowContext> {
  /** The ID of its icon in lists. */
  readonly icon: string;
  /** What it is and where; `path` has the names of its containers. */
  location(row: Row, path: string): string;
}

/** What a click on a row runs if it is not an item. */
export const click = clickCommand('poolview.projects');

/** The hover of the rows of items. Its code is loaded when a row is first hovered over. */
export async function itemHover(row: ResourceRow, model: RowContext, now: number): Promise<string> {
  return (await import('../hover')).readHover(row, model, now);
}

/** How a row shows its health. */
interface ShownHealth {
  readonly cause: string;
  /** The cause, after the note if the problem is known. */
  readonly text: string;
  readonly icon: ThemeIcon;
  /** For menus, with a space in front of each. */
  readonly words: string;
}

/** @param icon the one for healthy rows of its kind */
export function shownHealth(row: ResourceRow, { inventory }: RowContext, icon: string): ShownHealth {
  const { state, cause, known } = inventory.itemOf(row);
  const shown = healthIcon(icon, state);
  if (known === undefined) {
    return { cause, text: cause, icon: shown, words: needsAttention(state) ? ' ill' : '' };
  }
  return {
    cause,
    text: parts(knownText(known), cause),
    icon: new ThemeIcon(shown.id, new ThemeColor('disabledForeground')),
    words: known.by === 'user' ? ' known' : '',
  };
}

/** The age of a row that could not be refreshed, for its description; otherwise undefined. */
export function ageOf(row: ResourceRow, { inventory }: RowContext): string | undefined {
  const { readAt, isStale } = inventory.itemOf(row);
  return isStale ? ageText(readAt) : undefined;
}
