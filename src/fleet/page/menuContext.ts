import { isOpenProblem, type Item } from '../../items/item';

/** An item of the fleet, or of an entry. */
type ShownItem = Pick<Item, 'kind' | 'id'> & Partial<Item>;

/** Whether it can be marked as known, or its mark removed. Empty if neither. */
function problemState({ state = 'notRead', ...item }: ShownItem): 'open' | 'known' | '' {
  if (item.known?.by === 'user') return 'known';
  return isOpenProblem({ state, ...item }) ? 'open' : '';
}

/**
 * What the menu of an item knows, as `data-vscode-context`: VS Code passes it to commands, and the `when` clauses in `package.json`
 * use its keys. A row without an item has no menu.
 * @param meant the items that it acts on
 */
export function menuContext(item: ShownItem | undefined, meant: readonly (ShownItem | undefined)[]): string {
  const ids = new Set(item && meant.flatMap((each) => each?.id ?? []));
  return JSON.stringify({
    webviewSection: item?.kind ?? '',
    problem: item ? problemState(item) : '',
    ids: [...ids],
    // As in trees of VS Code.
    listMultiSelection: ids.size > 1,
    // Hides Cut, Copy and Paste.
    preventDefaultContextMenuItems: true,
  });
}
