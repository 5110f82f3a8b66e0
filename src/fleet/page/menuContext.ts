import { isOpenProblem, type Item } from '../../items/item';

/** An item of the fleet, or of an entry. */
export type ShownItem = Pick<Item, 'kind' | 'id'> & Partial<Item>;

/** Whether it can be marked as known, or its mark removed. Empty if neither, so that VS Code takes that of no other element. */
function problemOf({ state = 'notRead', ...item }: ShownItem): 'open' | 'known' | '' {
  if (item.known?.by === 'user') return 'known';
  return isOpenProblem({ state, ...item }) ? 'open' : '';
}

/**
 * What menus know about the item below the pointer, as `data-vscode-context`: VS Code passes it to commands, and the `when` clauses
 * in `package.json` use its keys. A row without an item has no menu: not that of what has the focus.
 * @param meant the items that they act on. Undefined if the table has them: VS Code adds what elements around it have.
 */
export function menuContext(
  item: ShownItem | undefined,
  meant: readonly (ShownItem | undefined)[] | undefined,
): string {
  const own = { webviewSection: item?.kind ?? '', problem: item ? problemOf(item) : '' };
  if (item !== undefined && meant === undefined) return JSON.stringify(own);
  const ids = new Set(item && meant?.flatMap((each) => each?.id ?? []));
  return JSON.stringify({
    ...own,
    ids: [...ids],
    // As in trees of VS Code.
    listMultiSelection: ids.size > 1,
    // Hides Cut, Copy and Paste.
    preventDefaultContextMenuItems: true,
  });
}
