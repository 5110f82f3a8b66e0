import { posts, Section as AnySection } from '../../webPage/section';
import type { Item } from '../../items/item';
import { needsAttention } from '../../items/severity';
import type { RowContext, RowReference, ToExtension } from '../messages';
import type { PageAnswer } from './answer';
import type { PageFleet } from './fleet';
import type { View } from './viewState';

/** What the sections show, and how they change it. */
export interface Page {
  readonly fleet: PageFleet;
  readonly answer: PageAnswer;
  readonly view: View;
  readonly changeView: (change: Partial<View>) => void;
  readonly now: number;
  /** How far the table is from the top of the page that scrolls with it; undefined if the table scrolls by itself. */
  readonly tableTop: number | undefined;
  /** How many requests it takes to read the machines that a button offers; undefined until that is known. */
  readonly machineRequests: number | undefined;
  /** Whether the next step is to copy what is shown, and no longer to read machines. */
  readonly isCopyNext: boolean;
}

/** A part of the page. */
export abstract class Section extends AnySection<Page> {}

export const sends: (message: ToExtension) => () => void = posts;

/** An item of the fleet, or of an entry. */
type ShownItem = RowReference & Partial<Item>;

function problemOf({ state = 'notRead', known }: ShownItem): RowContext['problem'] {
  if (known?.by === 'user') return 'known';
  return known === undefined && needsAttention(state) ? 'open' : undefined;
}

/** Of a row without an item, which has no menu: not that of what has the focus. */
const noItemContext = JSON.stringify({
  webviewSection: '',
  problem: '',
  selected: [],
  preventDefaultContextMenuItems: true,
});

/**
 * What menus know about the item below the pointer.
 * @param meant the items that they act on. Undefined if the table has them: VS Code adds what elements around it have.
 */
export function menuContext(
  item: ShownItem | undefined,
  meant: readonly (ShownItem | undefined)[] | undefined,
): string {
  if (item === undefined) return noItemContext;
  const { kind, id } = item;
  const own: Partial<RowContext> = { webviewSection: kind, kind, id, problem: problemOf(item) };
  if (meant === undefined) return JSON.stringify(own);
  const items = new Map(meant.flatMap((each) => (each ? [[each.id, { kind: each.kind, id: each.id }]] : [])));
  return JSON.stringify({
    ...own,
    selected: [...items.values()],
    listMultiSelection: items.size > 1,
    preventDefaultContextMenuItems: true,
  });
}

const rowKeys: Readonly<Partial<Record<string, 'markAsKnown' | 'showTimeline'>>> = {
  k: 'markAsKnown',
  t: 'showTimeline',
};

/** Handles the keys for the items of the selected rows. */
export function handleItemKey(event: KeyboardEvent, items: readonly (ShownItem | undefined)[]): boolean {
  const type = rowKeys[event.key.toLowerCase()];
  const ids = items.flatMap((item) => item?.id ?? []);
  if (type === undefined || event.ctrlKey || event.metaKey || event.altKey || ids.length === 0) return false;
  sends({ type, ids })();
  return true;
}
