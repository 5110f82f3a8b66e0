import { QuickPickItemKind, ThemeIcon, window, type QuickPick, type QuickPickItem } from 'vscode';
import { showQuickInput, type back, type QuickInputOptions } from './quickInput';
import { type PickItem, SearchList, type SearchItems } from './searchList';

/** A button at the end of an item, which chooses its own value. @param icon its ID */
export function itemButton<Value>(icon: string, tooltip: string, value: Value) {
  return { iconPath: new ThemeIcon(icon), tooltip, value };
}

/** Loads the items of a list, which is busy meanwhile. An error closes the list and is thrown. */
type LoadItems<Value> = (signal: AbortSignal) => Promise<readonly PickItem<Value>[]>;

interface PickOptions<Value> extends QuickInputOptions {
  readonly items: readonly PickItem<Value>[] | LoadItems<Value> | SearchItems<Value>;
}

/** Lets the user choose an item. */
export async function pickOne<Value>(options: PickOptions<Value>): Promise<Value | typeof back | undefined> {
  const values = await showQuickPick(options, false);
  return typeof values === 'object' ? values[0] : values;
}

/** Lets the user check items. If none is checked, the focused one is returned. */
export function pickMany<Value>(
  options: PickOptions<Value>,
): Promise<readonly Value[] | typeof back | undefined> {
  return showQuickPick(options, true);
}

function showQuickPick<Value>(
  options: PickOptions<Value>,
  canSelectMany: boolean,
): Promise<readonly Value[] | typeof back | undefined> {
  const list = window.createQuickPick<PickItem<Value>>();
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  return showQuickInput<readonly Value[]>(list, options, (open) => {
    const load = async (loadItems: LoadItems<Value>): Promise<void> => {
      list.busy = true;
      const items = await loadItems(open.closed);
      if (open.closed.aborted) return;
      showItems(list, items, canSelectMany);
      list.activeItems = [firstOf(items) ?? items[0]].filter((item) => item !== undefined);
      list.busy = false;
    };
    const { items } = options;
    if (typeof items === 'object' && !('length' in items)) {
      new SearchList({ list, items, options, open }).start();
      return;
    }
    list.onDidAccept(() => {
      const chosen = list.selectedItems.length > 0 ? list.selectedItems : list.activeItems;
      const values = chosen.flatMap(({ value }) => (value === undefined ? [] : [value]));
      if (values.length > 0) open.resolve(values);
    });
    list.onDidTriggerItemButton(({ item, button }) => {
      const pressed = item.buttons?.find((one) => one === button);
      if (pressed !== undefined) open.resolve([pressed.value]);
    });
    if (typeof items === 'function') load(items).catch(open.reject);
    else showItems(list, items, canSelectMany);
  });
}

function showItems<Value>(
  list: QuickPick<PickItem<Value>>,
  items: readonly PickItem<Value>[],
  canSelectMany: boolean,
): void {
  // A single item needs no check box.
  list.canSelectMany = canSelectMany && items.filter(({ value }) => value !== undefined).length > 1;
  list.keepScrollPosition = true;
  list.items = items;
  const picked = items.filter((item) => item.picked === true);
  if (list.canSelectMany) list.selectedItems = picked;
  else if (picked.length > 0) list.activeItems = picked;
}

/** The first item below the first separator. Items above it are alternatives. */
function firstOf<Item extends QuickPickItem>(items: readonly Item[]): Item | undefined {
  return items[items.findIndex(({ kind }) => kind === QuickPickItemKind.Separator) + 1];
}
