import { QuickInputButtons, QuickPickItemKind, window, type QuickPick, type QuickPickItem } from 'vscode';

/** An item and what it stands for; one without a value is a heading or tells that there is nothing. */
export interface PickItem<Value> extends QuickPickItem {
  readonly value?: Value;
}

export interface PickOptions<Value> {
  readonly title: string;
  readonly placeholder: string;
  readonly step?: number;
  readonly totalSteps?: number;
  /**
   * The items; called again with the value of an item for which `staysOpen`, whose items then replace these.
   * What it throws ends the pick.
   */
  readonly load: (signal: AbortSignal) => Promise<readonly PickItem<Value>[]>;
  /** Whether choosing `value` loads more rather than answering. */
  readonly staysOpen?: (value: Value) => boolean;
}

export type Picked<Answer> = Answer | 'back' | 'cancelled';

/** Lets a person choose from a list that has to be fetched first. The list shows at once, busy until it is there. */
export async function pick<Value>(options: PickOptions<Value>): Promise<Picked<Value>> {
  const picked = await show(options, false);
  if (typeof picked === 'string') return picked;
  // One is never accepted without a value.
  return picked[0] ?? 'cancelled';
}

/** The same for one or several of the list: those that are checked, or else the one that has the focus. */
export function pickSeveral<Value>(options: PickOptions<Value>): Promise<Picked<readonly Value[]>> {
  return show(options, true);
}

async function show<Value>(
  options: PickOptions<Value>,
  several: boolean,
): Promise<Picked<readonly [Value, ...Value[]]>> {
  const list = window.createQuickPick<PickItem<Value>>();
  list.title = options.title;
  list.step = options.step;
  list.totalSteps = options.totalSteps;
  list.placeholder = options.placeholder;
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  list.ignoreFocusOut = true;
  list.buttons = (options.step ?? 1) > 1 ? [QuickInputButtons.Back] : [];
  const closed = new AbortController();
  try {
    return await new Promise<Picked<readonly [Value, ...Value[]]>>((resolve, reject) => {
      const load = (): void => {
        void fill(list, options, several, closed.signal).catch(reject);
      };
      list.onDidAccept(() => {
        if (list.busy) return;
        const chosen = list.selectedItems.length > 0 ? list.selectedItems : list.activeItems;
        const [value, ...others] = chosen.flatMap((item) => (item.value === undefined ? [] : [item.value]));
        if (value === undefined) return;
        if (options.staysOpen?.(value) === true) load();
        else resolve([value, ...others]);
      });
      list.onDidTriggerButton(() => {
        resolve('back');
      });
      list.onDidHide(() => {
        resolve('cancelled');
      });
      list.show();
      load();
    });
  } finally {
    closed.abort();
    list.dispose();
  }
}

async function fill<Value>(
  list: QuickPick<PickItem<Value>>,
  { load }: PickOptions<Value>,
  several: boolean,
  signal: AbortSignal,
): Promise<void> {
  const before = list.items.length;
  list.busy = true;
  const items = await load(signal);
  if (signal.aborted) return;
  // There is nothing to check in front of a single one, or of none.
  list.canSelectMany = several && items.filter(({ value }) => value !== undefined).length > 1;
  list.keepScrollPosition = true;
  list.items = items;
  list.busy = false;
  // Where a person goes on: at the first thing in the list, below the other ways to answer, or at the first new one.
  const heading = items.findIndex(({ kind }) => kind === QuickPickItemKind.Separator);
  const next = items[before === 0 ? heading + 1 : before - 1] ?? items[0];
  if (next !== undefined) list.activeItems = [next];
}
