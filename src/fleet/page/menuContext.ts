import { isOpenProblem, type Item } from '../../items/item';
import type { PageFleet } from './fleet';

/** An item of the fleet, or of an entry. */
type ShownItem = Pick<Item, 'kind' | 'id'> & Partial<Item>;

/** Whether it can be marked as known, or its mark removed. Empty if neither. */
function problemState({ state = 'notRead', ...item }: ShownItem): 'open' | 'known' | '' {
  if (item.known?.by === 'user') return 'known';
  return isOpenProblem({ state, ...item }) ? 'open' : '';
}

/**
 * What the menu of a row knows, as `data-vscode-context`: VS Code passes it to commands, and the `when` clauses in `package.json`
 * use its keys. A row without an item has no menu.
 */
export function menuContext<Row, Page extends { readonly fleet: PageFleet }>(
  itemOf: (row: Row, page: Page) => ShownItem | undefined,
) {
  return (row: Row, meant: readonly Row[], page: Page): string => {
    const item = itemOf(row, page);
    const ids = new Set(item && meant.flatMap((each) => itemOf(each, page)?.id ?? []));
    return JSON.stringify({
      webviewSection: item?.kind ?? '',
      problem: item ? problemState(item) : '',
      isFavorite: item !== undefined && page.fleet.header.favorites.includes(item.id),
      ids: [...ids],
      // As in trees of VS Code.
      listMultiSelection: ids.size > 1,
      // Hides Cut, Copy and Paste.
      preventDefaultContextMenuItems: true,
    });
  };
}
