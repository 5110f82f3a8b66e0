import {
  l10n,
  QuickPickItemKind,
  ThemeIcon,
  type QuickPick,
  type QuickPickItem,
  type QuickInputButton,
} from 'vscode';
import { parts } from '../text/text';
import type { OpenInput } from './quickInput';
import { debounce } from './timing';

/** Items that depend on the text that the user types. */
export interface SearchItems<Value> {
  /** The text at first. It is searched for, too. */
  readonly text?: string | undefined;
  /** The known items, called at each change of the text, and after a search. */
  readonly find: (text: string) => readonly PickItem<Value>[];
  /** Why a text is not accepted; undefined if it is. Called after a pause in typing, and when the user chooses. */
  readonly refusalOf?: (text: string) => Promise<string | undefined>;
  /** Further items, called after a pause in typing. The next change aborts `signal`. */
  readonly search?: ((text: string, signal: AbortSignal) => Promise<readonly PickItem<Value>[]>) | undefined;
  /** What the title says if nothing is found. */
  readonly nothingFound?: (text: string) => string;
  /** What a search requests, shown below the box. VS Code before 1.108 doesn't. */
  readonly prompt?: string | undefined;
  /** An item below all others, such as a longer search. It does not wait for `search`. */
  readonly alternative?: ((text: string) => PickItem<Value> | undefined) | undefined;
}

const typingPauseMs = 300;

/** What a list does. It is busy but while it rests. */
type State =
  | 'resting'
  /** After a change of the text, until everything was found. */
  | 'searching'
  /** The same, after the user pressed Enter before anything was found: what is found first is chosen. */
  | 'choosing'
  /** An item loads more. */
  | 'loading';

interface SearchListParts<Value> {
  readonly list: QuickPick<PickItem<Value>>;
  readonly items: SearchItems<Value>;
  readonly options: { readonly ignoreFocusOut?: boolean };
  readonly open: OpenInput<readonly Value[]>;
}

/** A list of what is found for the text that the user types. */
export class SearchList<Value> {
  #state: State = 'resting';
  readonly #shown: ShownItems<Value>;
  #loading = new AbortController();
  readonly #searchLater;

  constructor(private readonly parts: SearchListParts<Value>) {
    this.#shown = new ShownItems(parts.list, parts.items);
    this.#searchLater = afterPauses((signal) => this.#search(signal), parts.open);
  }

  start(): void {
    const { list, open, items } = this.parts;
    const { text, prompt } = items;
    list.onDidAccept(() => {
      const isEarly = this.#state === 'searching' && this.#shown.first === undefined;
      if (isEarly) this.#enter('choosing');
      // While the user types on, VS Code has the focus on an item that was replaced, and tells its index as that of another one.
      else this.#choose(list.activeItems.find((item) => list.items.includes(item))).catch(open.reject);
    });
    list.onDidChangeValue(() => {
      this.#update();
    });
    // The prompt is not in the types of the oldest VS Code, which does not show it.
    Object.assign(list, { value: text ?? '', prompt });
    this.#update(text !== undefined);
  }

  #enter(next: State): void {
    const { list, options } = this.parts;
    // A user who looks something up elsewhere meanwhile loses nothing.
    if (this.#state === 'loading' || next === 'loading')
      list.ignoreFocusOut = options.ignoreFocusOut === true || next === 'loading';
    this.#state = next;
    list.busy = next !== 'resting';
  }

  #update(isSearched = true): void {
    const { list, items } = this.parts;
    this.#loading.abort();
    this.#shown.later = {};
    this.#enter((items.search ?? items.refusalOf) !== undefined && isSearched ? 'searching' : 'resting');
    this.#searchLater(list.busy);
    this.#shown.show();
  }

  async #search(signal: AbortSignal): Promise<void> {
    const { list, items } = this.parts;
    // What was typed while this was checked is not checked itself.
    const isSearched = !(await this.#isRefused()) && !signal.aborted;
    const further = isSearched ? await items.search?.(list.value.trim(), signal) : undefined;
    if (signal.aborted) return;
    this.#shown.later.further = further;
    const isChosen = this.#state === 'choosing';
    if (this.#state !== 'loading') this.#enter('resting');
    this.#shown.showMore();
    if (isChosen) await this.#choose();
  }

  async #isRefused(): Promise<boolean> {
    const { list, items } = this.parts;
    const { value } = list;
    const refusal = await items.refusalOf?.(value);
    if (value === list.value) this.#shown.later.refusal = refusal;
    return refusal !== undefined;
  }

  async #choose(item = this.#shown.first ?? this.#shown.last): Promise<void> {
    const { list, open } = this.parts;
    if (item?.load !== undefined) await this.#load(item.load);
    else if (item?.value !== undefined) {
      if (await this.#isRefused()) this.#shown.show();
      else open.resolve([item.value]);
    } else if (item?.text !== undefined) {
      list.value = item.text;
      this.#update();
    }
  }

  async #load(load: NonNullable<PickItem<Value>['load']>): Promise<void> {
    this.#loading.abort();
    this.#loading = new AbortController();
    const signal = AbortSignal.any([this.#loading.signal, this.parts.open.closed]);
    this.#enter('loading');
    const show = (item: PickItem<Value> | undefined): void => {
      this.#shown.later.loaded = item;
      this.#shown.showMore();
    };
    const item = await load(signal, (description) => {
      if (!signal.aborted) show({ ...searchingItem(), description });
    });
    if (signal.aborted) return;
    this.#enter('resting');
    show(item);
    if (item?.value !== undefined || item?.text !== undefined) await this.#choose(item);
  }
}

/** What is found out about a text later than the known items. */
interface FoundLater<Value> {
  /** What the search has found. */
  further?: readonly PickItem<Value>[] | undefined;
  /** Why the text is not accepted. */
  refusal?: string | undefined;
  /** What an item that loads has put in its place. */
  loaded?: PickItem<Value> | undefined;
}

/** The items of a list, and its title. */
class ShownItems<Value> {
  readonly #title;
  later: FoundLater<Value> = {};
  /** The item below all others. */
  last: PickItem<Value> | undefined;

  constructor(
    private readonly list: QuickPick<PickItem<Value>>,
    private readonly items: SearchItems<Value>,
  ) {
    this.#title = list.title;
  }

  get first(): PickItem<Value> | undefined {
    return this.list.items.find((item) => item !== this.last && canBeChosen(item));
  }

  show(): void {
    const { list } = this;
    const { find, alternative, nothingFound } = this.items;
    const { further = [], refusal, loaded } = this.later;
    const found =
      refusal === undefined
        ? [...find(list.value), ...further]
        : [{ label: refusal, iconPath: new ThemeIcon('error'), alwaysShow: true }];
    const isNothing = found.length === 0;
    const searching = isNothing && list.busy ? searchingItem() : undefined;
    this.last = loaded ?? alternative?.(list.value.trim()) ?? searching;
    list.items = withLast(found, this.last);
    list.title = parts(this.#title, isNothing && !list.busy ? nothingFound?.(list.value) : undefined);
  }

  /** Shows what was found meanwhile. VS Code focuses the first item again when items are replaced. */
  showMore(): void {
    const { list } = this;
    const [active] = this.first === undefined ? [] : list.activeItems;
    this.show();
    const isSame = ({ label, description }: QuickPickItem): boolean =>
      label === active?.label && description === active.description;
    const same = list.items.find(isSame);
    if (same !== undefined) list.activeItems = [same];
  }
}

/** VS Code does not tell that the user pressed Enter while there is no item. */
function searchingItem(): PickItem<never> {
  return { label: l10n.t('Searching…'), alwaysShow: true };
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
  }, typingPauseMs);
  closed.addEventListener('abort', searchLater.cancel);
  return (isSearched) => {
    current.abort();
    current = new AbortController();
    searchLater.cancel();
    if (isSearched) searchLater();
  };
}

/**
 * Reads what `find` shows then. The next change of the text, and closing the list, abort `signal`.
 * @param report shows how far it is instead of the item
 * @returns what is chosen if it has a value or a text, and shown instead of the item otherwise
 */
type LoadMore<Value> = (
  signal: AbortSignal,
  report: (progress: string) => void,
) => Promise<PickItem<Value> | undefined>;

/** An item that can be chosen for its value, its text or what it loads. One with none of them can't be chosen. */
export interface PickItem<Value> extends QuickPickItem {
  readonly value?: Value;
  /** Replaces what the user has typed. The list stays open. */
  readonly text?: string;
  /** Loads more into the list, which stays open. */
  readonly load?: LoadMore<Value>;
  /** Shown at its end. Each chooses its own value. */
  readonly buttons?: readonly (QuickInputButton & { readonly value: Value })[];
}

function canBeChosen({ value, text, load }: PickItem<unknown>): boolean {
  return value !== undefined || text !== undefined || load !== undefined;
}
