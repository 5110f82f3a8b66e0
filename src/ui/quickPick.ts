import { QuickPickItemKind, window, type QuickInputButton, type QuickPick, type QuickPickItem } from 'vscode';
import {
  isAtLeastVersion,
  showQuickInput,
  type AfterPause,
  type back,
  type QuickInputOptions,
} from './quickInput';

/** An item that can be chosen for its value or for the items that it loads. One with neither can't be chosen. */
export interface PickItem<Value> extends QuickPickItem {
  readonly value?: Value;
  /** Loads the items that replace the list when this one is chosen, such as *Load more*. */
  readonly load?: LoadItems<Value>;
  /** Shown at its end. Each chooses its own value. */
  readonly buttons?: readonly (QuickInputButton & { readonly value: Value })[];
}

/** Loads the items of an open list, which is busy meanwhile. An error closes the list and is thrown. */
type LoadItems<Value> = (signal: AbortSignal) => Promise<readonly PickItem<Value>[]>;

/** Items that depend on the text that the user types, and on the toggles. */
interface SearchItems<Value> {
  /** The known items, called at each change of the text. */
  readonly find: (text: string) => readonly PickItem<Value>[];
  /** Further items, called after a pause in typing. The next change aborts `signal`. */
  readonly search?: ((text: string, signal: AbortSignal) => Promise<readonly PickItem<Value>[]>) | undefined;
  readonly nothingFound: PickItem<Value>;
  /** What a search requests, shown below the box. VS Code before 1.108 doesn't. */
  readonly prompt?: string | undefined;
  /** An item below all others, such as a longer search. Shown when `search` has ended. */
  readonly alternative?: ((text: string) => PickItem<Value> | undefined) | undefined;
}

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
    let isLoading = false;
    const load = async (loadItems: LoadItems<Value>): Promise<void> => {
      isLoading = true;
      list.busy = true;
      const items = await loadItems(open.closed);
      if (open.closed.aborted) return;
      const focused = list.items.length === 0 ? firstOf(items) : items[list.items.length - 1];
      showItems(list, items, canSelectMany);
      list.activeItems = [focused ?? items[0]].filter((item) => item !== undefined);
      list.busy = false;
      isLoading = false;
    };
    list.onDidAccept(() => {
      if (isLoading) return;
      const chosen = list.selectedItems.length > 0 ? list.selectedItems : list.activeItems;
      const loadItems = chosen.find((item) => item.load !== undefined)?.load;
      const values = chosen.flatMap(({ value }) => (value === undefined ? [] : [value]));
      if (loadItems !== undefined) load(loadItems).catch(open.reject);
      else if (values.length > 0) open.resolve(values);
    });
    list.onDidTriggerItemButton(({ item, button }) => {
      const pressed = item.buttons?.find((one) => one === button);
      if (pressed !== undefined) open.resolve([pressed.value]);
    });
    const { items } = options;
    if (typeof items === 'function') load(items).catch(open.reject);
    else if ('nothingFound' in items) showFound(list, items, open.afterPause);
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

function showFound<Value>(
  list: QuickPick<PickItem<Value>>,
  items: SearchItems<Value>,
  afterPause: AfterPause,
): void {
  const update = (): void => {
    const { find, search, nothingFound, alternative, prompt } = items;
    if (isAtLeastVersion(108)) Object.assign(list, { prompt });
    const known = find(list.value);
    const show = (further: readonly PickItem<Value>[]): void => {
      const found = [...known, ...further];
      const items = found.length > 0 || list.busy ? found : [nothingFound];
      const last = list.busy ? undefined : alternative?.(list.value.trim());
      list.items =
        last === undefined ? items : [...items, { label: '', kind: QuickPickItemKind.Separator }, last];
      if (last !== undefined && found.length === 0) list.activeItems = [last];
    };
    const searchFurther = async (signal: AbortSignal): Promise<void> => {
      const further = (await search?.(list.value.trim(), signal)) ?? [];
      if (signal.aborted) return;
      list.busy = false;
      const { activeItems } = list;
      show(further);
      // VS Code focuses the first item again.
      if (activeItems.length > 0) list.activeItems = activeItems;
    };
    list.busy = search !== undefined && list.value.trim() !== '';
    afterPause(list.busy ? searchFurther : undefined);
    show([]);
  };
  list.onDidChangeValue(update);
  list.onDidTriggerButton(update);
  update();
}
