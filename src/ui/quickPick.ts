import { QuickPickItemKind, window, type QuickInputButton, type QuickPick, type QuickPickItem } from 'vscode';
import {
  isAtLeastVersion,
  showQuickInput,
  type back,
  type OpenInput,
  type QuickInputOptions,
} from './quickInput';
import { debounce } from './timing';

/** An item that can be chosen for its value, its text or the items that it loads. One with none of these can't be chosen. */
export interface PickItem<Value> extends QuickPickItem {
  readonly value?: Value;
  /** Replaces what the user has typed. The list stays open. */
  readonly text?: string;
  /** Loads the items that replace the list when this one is chosen, such as *Load more*. */
  readonly load?: LoadItems<Value>;
  /** Shown at its end. Each chooses its own value. */
  readonly buttons?: readonly (QuickInputButton & { readonly value: Value })[];
}

/** Loads the items of an open list, which is busy meanwhile. An error closes the list and is thrown. */
type LoadItems<Value> = (signal: AbortSignal) => Promise<readonly PickItem<Value>[]>;

/** Items that depend on the text that the user types, and on toggles. */
interface SearchItems<Value> {
  /** The text at first. */
  readonly text?: string;
  /** The known items, called at each change of the text, and after a search. */
  readonly find: (text: string) => readonly PickItem<Value>[];
  /** Further items, called after a pause in typing. The next change aborts `signal`. */
  readonly search?: ((text: string, signal: AbortSignal) => Promise<readonly PickItem<Value>[]>) | undefined;
  readonly nothingFound?: PickItem<Value>;
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
    let type: ((text: string) => void) | undefined;
    list.onDidAccept(() => {
      if (isLoading) return;
      const chosen = list.selectedItems.length > 0 ? list.selectedItems : list.activeItems;
      const text = chosen.find((item) => item.text !== undefined)?.text;
      if (text !== undefined) type?.(text);
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
    else if ('length' in items) showItems(list, items, canSelectMany);
    else type = showFound(list, items, open);
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

/** @returns what replaces the text */
function showFound<Value>(
  list: QuickPick<PickItem<Value>>,
  items: SearchItems<Value>,
  open: OpenInput<never>,
): (text: string) => void {
  const afterPause = afterPauses(open);
  const update = (isSearched: boolean): void => {
    const { find, search, nothingFound, alternative, prompt } = items;
    if (isAtLeastVersion(108)) Object.assign(list, { prompt });
    const show = (further: readonly PickItem<Value>[]): void => {
      const found = [...find(list.value), ...further];
      const items = found.length > 0 || list.busy ? found : [nothingFound ?? []].flat();
      const last = list.busy ? undefined : alternative?.(list.value.trim());
      list.items =
        last === undefined ? items : [...items, { label: '', kind: QuickPickItemKind.Separator }, last];
      if (last !== undefined && found.length === 0) list.activeItems = [last];
    };
    const searchFurther = async (signal: AbortSignal): Promise<void> => {
      const further = (await search?.(list.value.trim(), signal)) ?? [];
      if (signal.aborted) return;
      list.busy = false;
      const active = list.activeItems.map((item) => list.items.indexOf(item));
      show(further);
      // VS Code focuses the first item again.
      if (active.length > 0) list.activeItems = active.flatMap((index) => list.items[index] ?? []);
    };
    list.busy = search !== undefined && isSearched;
    afterPause(list.busy ? searchFurther : undefined);
    show([]);
  };
  const onType = (): void => {
    update(true);
  };
  const type = (text: string): void => {
    list.value = text;
    onType();
  };
  list.onDidChangeValue(onType);
  list.onDidTriggerButton(onType);
  list.value = items.text ?? '';
  update(false);
  return type;
}

const pauseMs = 300;

/** Runs a function after a pause in typing. Aborts the signal of the previous one. */
function afterPauses({
  closed,
  reject,
}: OpenInput<never>): (run?: (signal: AbortSignal) => Promise<void>) => void {
  let current = new AbortController();
  const runLater = debounce((run: (signal: AbortSignal) => Promise<void>) => {
    run(current.signal).catch(reject);
  }, pauseMs);
  const afterPause = (run?: (signal: AbortSignal) => Promise<void>): void => {
    runLater.cancel();
    current.abort();
    if (run === undefined) return;
    current = new AbortController();
    runLater(run);
  };
  closed.addEventListener('abort', () => {
    afterPause();
  });
  return afterPause;
}
