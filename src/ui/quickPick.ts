import { QuickInputButtons, QuickPickItemKind, window, type QuickPick, type QuickPickItem } from 'vscode';
import { back, type StepPosition } from './multiStep';
import { onTypingPause } from './typingPause';

/** An item that can be chosen for its value, or for the items that it loads. One with neither is only shown. */
export interface PickItem<Value> extends QuickPickItem {
  readonly value?: Value;
  /** Loads the items that replace the list when this one is chosen, such as *Load more*. */
  readonly load?: LoadItems<Value>;
}

/** Loads the items of a list that is open already, and busy meanwhile. An error closes the list and is thrown. */
export type LoadItems<Value> = (signal: AbortSignal) => Promise<readonly PickItem<Value>[]>;

/** Items that depend on the text that the user types. */
export interface SearchItems<Value> {
  /** The items that are known, at each change of the text. */
  readonly find: (text: string) => readonly PickItem<Value>[];
  /** Further items, which follow the others. Is called after a pause in typing; the next change aborts `signal`. */
  readonly search?: LoadFurtherItems<Value> | undefined;
  readonly nothingFound: PickItem<Value>;
}

type LoadFurtherItems<Value> = (text: string, signal: AbortSignal) => Promise<readonly PickItem<Value>[]>;

export interface PickOptions<Value> extends Partial<StepPosition> {
  readonly title: string;
  readonly placeholder?: string;
  readonly ignoreFocusOut?: boolean;
  readonly items: readonly PickItem<Value>[] | LoadItems<Value> | SearchItems<Value>;
}

/** Lets the user choose an item. */
export async function pickOne<Value>(options: PickOptions<Value>): Promise<Value | typeof back | undefined> {
  const values = await showQuickPick(options, false);
  return values === undefined || values === back ? values : values[0];
}

/** Lets the user check items. Without a checked one, the focused one counts. */
export function pickMany<Value>(
  options: PickOptions<Value>,
): Promise<readonly Value[] | typeof back | undefined> {
  return showQuickPick(options, true);
}

async function showQuickPick<Value>(
  options: PickOptions<Value>,
  canSelectMany: boolean,
): Promise<readonly Value[] | typeof back | undefined> {
  const list = window.createQuickPick<PickItem<Value>>();
  list.title = options.title;
  list.placeholder = options.placeholder;
  list.step = options.step;
  list.totalSteps = options.totalSteps;
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  list.ignoreFocusOut = options.ignoreFocusOut ?? false;
  list.buttons = (options.step ?? 1) > 1 ? [QuickInputButtons.Back] : [];

  const closed = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      let isLoading = false;
      const load = async (loadItems: LoadItems<Value>): Promise<void> => {
        isLoading = true;
        list.busy = true;
        const items = await loadItems(closed.signal);
        if (closed.signal.aborted) return;
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
        if (loadItems !== undefined) load(loadItems).catch(reject);
        else if (values.length > 0) resolve(values);
      });
      list.onDidTriggerButton(() => {
        resolve(back);
      });
      list.onDidHide(() => {
        resolve(undefined);
      });
      const { items } = options;
      if (typeof items === 'function') load(items).catch(reject);
      else if ('nothingFound' in items) showFound(list, items, closed.signal, reject);
      else showItems(list, items, canSelectMany);
      list.show();
    });
  } finally {
    closed.abort();
    list.dispose();
  }
}

function showItems<Value>(
  list: QuickPick<PickItem<Value>>,
  items: readonly PickItem<Value>[],
  canSelectMany: boolean,
): void {
  // A check box makes no sense for a single item.
  list.canSelectMany = canSelectMany && items.filter(({ value }) => value !== undefined).length > 1;
  list.keepScrollPosition = true;
  list.items = items;
}

/** The first item below the first separator: above it are other ways to answer. */
function firstOf<Item extends QuickPickItem>(items: readonly Item[]): Item | undefined {
  return items[items.findIndex(({ kind }) => kind === QuickPickItemKind.Separator) + 1];
}

function showFound<Value>(
  list: QuickPick<PickItem<Value>>,
  { find, search, nothingFound }: SearchItems<Value>,
  closed: AbortSignal,
  onError: (error: unknown) => void,
): void {
  let known: readonly PickItem<Value>[] = [];
  const show = (further: readonly PickItem<Value>[]): void => {
    const items = [...known, ...further];
    list.items = items.length > 0 || list.busy ? items : [nothingFound];
  };
  const pause = onTypingPause(async (signal) => {
    const further = (await search?.(list.value.trim(), signal)) ?? [];
    if (signal.aborted) return;
    list.busy = false;
    const { activeItems } = list;
    show(further);
    // VS Code focuses the first item again.
    if (activeItems.length > 0) list.activeItems = activeItems;
  }, onError);
  const update = (): void => {
    list.busy = search !== undefined && list.value.trim() !== '';
    if (list.busy) pause.restart();
    else pause.cancel();
    known = find(list.value);
    show([]);
  };
  list.onDidChangeValue(update);
  closed.addEventListener('abort', pause.cancel);
  update();
}
