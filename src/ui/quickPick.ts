import {
  l10n,
  QuickPickItemKind,
  ThemeIcon,
  window,
  type QuickInputButton,
  type QuickPick,
  type QuickPickItem,
} from 'vscode';
import { showQuickInput, type back, type OpenInput, type QuickInputOptions } from './quickInput';
import { parts } from '../text/text';
import { debounce } from './timing';

/** An item that can be chosen for its value or its text. One with neither can't be chosen. */
export interface PickItem<Value> extends QuickPickItem {
  readonly value?: Value;
  /** Replaces what the user has typed. The list stays open. */
  readonly text?: string;
  /** Shown at its end. Each chooses its own value. */
  readonly buttons?: readonly (QuickInputButton & { readonly value: Value })[];
}

/** A button at the end of an item, which chooses its own value. @param icon its ID */
export function itemButton<Value>(icon: string, tooltip: string, value: Value) {
  return { iconPath: new ThemeIcon(icon), tooltip, value };
}

/** Loads the items of a list, which is busy meanwhile. An error closes the list and is thrown. */
type LoadItems<Value> = (signal: AbortSignal) => Promise<readonly PickItem<Value>[]>;

/** Items that depend on the text that the user types. */
interface SearchItems<Value> {
  /** The text at first. It is searched for, too. */
  readonly text?: string | undefined;
  /** The known items, called at each change of the text, and after a search. */
  readonly find: (text: string) => readonly PickItem<Value>[];
  /** Why a text is not accepted; undefined if it is. Called after a pause in typing, and when the user chooses. */
  readonly refusalOf?: (text: string) => Promise<string | undefined>;
  /** Further items, called after a pause in typing. The next change aborts `signal`. */
  readonly search?: ((text: string, signal: AbortSignal) => Promise<readonly PickItem<Value>[]>) | undefined;
  /** What the title says if nothing is found. */
  readonly nothingFound?: () => string;
  /** What a search requests, shown below the box. VS Code before 1.108 doesn't. */
  readonly prompt?: string | undefined;
  /** An item below all others, such as a longer search. It does not wait for `search`. */
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
      showFound(list, items, open);
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

const pauseMs = 300;

function canBeChosen({ value, text }: PickItem<unknown>): boolean {
  return value !== undefined || text !== undefined;
}

function showFound<Value>(
  list: QuickPick<PickItem<Value>>,
  { text, find, refusalOf, search, nothingFound, prompt, alternative }: SearchItems<Value>,
  open: OpenInput<readonly Value[]>,
): void {
  const { title } = list;
  let last: PickItem<Value> | undefined;
  const refusal = refusalIn(list, refusalOf);
  /** Whether the user pressed Enter before anything was found. */
  let isWaiting = false;
  const firstFound = () => list.items.find((item) => item !== last && canBeChosen(item));
  const show = (further: readonly PickItem<Value>[]): void => {
    const found = refusal.items ?? [...find(list.value), ...further];
    const isNothing = found.length === 0;
    const searching = isNothing && list.busy ? searchingItem() : undefined;
    last = alternative?.(list.value.trim()) ?? searching;
    list.items = withLast(found, last);
    list.title = parts(title, isNothing && !list.busy ? nothingFound?.() : undefined);
  };
  const choose = async (item = firstFound() ?? last): Promise<void> => {
    if (item?.value !== undefined) {
      if (await refusal.check()) show([]);
      else open.resolve([item.value]);
    }
    if (item?.text === undefined) return;
    list.value = item.text;
    update();
  };
  const searchFurther = async (signal: AbortSignal): Promise<void> => {
    // What was typed while this was checked is not checked itself.
    const isSearched = !(await refusal.check()) && !signal.aborted;
    const further = isSearched ? await search?.(list.value.trim(), signal) : undefined;
    if (signal.aborted) return;
    list.busy = false;
    const [active] = firstFound() === undefined ? [] : list.activeItems;
    show(further ?? []);
    if (isWaiting) await choose();
    activateSame(list, active);
  };
  const searchLater = afterPauses(searchFurther, open);
  const update = (isSearched = true): void => {
    isWaiting = false;
    refusal.items = undefined;
    list.busy = (search ?? refusalOf) !== undefined && isSearched;
    searchLater(list.busy);
    show([]);
  };
  list.onDidAccept(() => {
    const isEarly = list.busy && !isWaiting && firstFound() === undefined;
    isWaiting = isEarly;
    // While the user types on, VS Code has the focus on an item that was replaced, and tells its index as that of another one.
    if (!isEarly) choose(list.activeItems.find((item) => list.items.includes(item))).catch(open.reject);
  });
  list.onDidChangeValue(() => {
    update();
  });
  // The prompt is not in the types of the oldest VS Code, which does not show it.
  Object.assign(list, { value: text ?? '', prompt });
  update(text !== undefined);
}

/** VS Code does not tell that the user pressed Enter while there is no item. */
function searchingItem(): PickItem<never> {
  return { label: l10n.t('Searching…'), alwaysShow: true };
}

/** Why the text of a list is not accepted, in place of its items. */
function refusalIn<Value>(list: QuickPick<PickItem<Value>>, refusalOf: SearchItems<Value>['refusalOf']) {
  const refusal: { items: readonly PickItem<Value>[] | undefined; readonly check: () => Promise<boolean> } = {
    items: undefined,
    check: async () => {
      const { value } = list;
      const label = await refusalOf?.(value);
      if (label !== undefined && value === list.value)
        refusal.items = [{ label, iconPath: new ThemeIcon('error'), alwaysShow: true }];
      return label !== undefined;
    },
  };
  return refusal;
}

/** VS Code focuses the first item again when items are replaced. */
function activateSame<Item extends QuickPickItem>(list: QuickPick<Item>, active: Item | undefined): void {
  const same = list.items.find(
    ({ label, description }) => label === active?.label && description === active.description,
  );
  if (same !== undefined) list.activeItems = [same];
}

function withLast<Value>(
  found: readonly PickItem<Value>[],
  last: PickItem<Value> | undefined,
): readonly PickItem<Value>[] {
  const separator = { label: '', kind: QuickPickItemKind.Separator };
  if (last === undefined) return found;
  return found.some(canBeChosen) ? [...found, separator, last] : [last, ...found];
}

/** Runs a search after a pause in typing, and aborts the one before. */
function afterPauses(
  search: (signal: AbortSignal) => Promise<void>,
  { closed, reject }: OpenInput<never>,
): (isSearched: boolean) => void {
  let current = new AbortController();
  const searchLater = debounce(() => {
    search(AbortSignal.any([current.signal, closed])).catch(reject);
  }, pauseMs);
  closed.addEventListener('abort', searchLater.cancel);
  return (isSearched) => {
    current.abort();
    current = new AbortController();
    searchLater.cancel();
    if (isSearched) searchLater();
  };
}
