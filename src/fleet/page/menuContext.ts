import { isOpenProblem, type Item } from '../../items/item';
import type { RowContext } from '../messages';

/** An item of the fleet, or of an entry. */
export type ShownItem = Pick<Item, 'kind' | 'id'> & Partial<Item>;

function problemOf({ state = 'notRead', ...item }: ShownItem): RowContext['problem'] {
  if (item.known?.by === 'user') return 'known';
  return isOpenProblem({ state, ...item }) ? 'open' : '';
}

/**
 * What menus know about the item below the pointer. A row without one has no menu: not that of what has the focus.
 * @param meant the items that they act on. Undefined if the table has them: VS Code adds what elements around it have.
 */
export function menuContext(
  item: ShownItem | undefined,
  meant: readonly (ShownItem | undefined)[] | undefined,
): string {
  const own: Partial<RowContext> = { webviewSection: item?.kind ?? '', problem: item ? problemOf(item) : '' };
  if (item !== undefined && meant === undefined) return JSON.stringify(own);
  const ids = new Set(item && meant?.flatMap((each) => each?.id ?? []));
  return JSON.stringify({
    ...own,
    ids: [...ids],
    listMultiSelection: ids.size > 1,
    preventDefaultContextMenuItems: true,
  });
}
