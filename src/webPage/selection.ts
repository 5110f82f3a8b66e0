/** The selected rows of a list, by ID. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The row that the keyboard acts on. */
  readonly active: string | undefined;
  /** Where a range begins. */
  readonly anchor: string | undefined;
}

export const nothingSelected: Selection = { ids: new Set(), active: undefined, anchor: undefined };

/** How a row is selected: instead of the others, in addition to them, or with all up to it. */
export type SelectionMode = 'only' | 'toggle' | 'range';

/** As a `MouseEvent` has them. Tests have no types of the browser. */
type HeldKeys = Readonly<Record<'shiftKey' | 'ctrlKey' | 'metaKey', boolean>>;

/** What a click with these keys held does. */
export function selectionMode({ shiftKey, ctrlKey, metaKey }: HeldKeys): SelectionMode {
  if (shiftKey) return 'range';
  return ctrlKey || metaKey ? 'toggle' : 'only';
}

/** @param selected what selecting `id` selects, if it is the ID of a group */
export function select(
  selection: Selection,
  id: string,
  mode: SelectionMode,
  shown: readonly string[],
  selected: readonly string[] = [id],
): Selection {
  if (mode === 'toggle') {
    const others = selected.filter((one) => !selection.ids.has(one));
    const ids = new Set([...selection.ids, ...others]);
    if (others.length === 0) for (const one of selected) ids.delete(one);
    return { ids, active: id, anchor: id };
  }
  const from = shown.indexOf(selection.anchor ?? '');
  if (mode === 'range' && from >= 0) {
    const to = shown.indexOf(id);
    const ids = new Set(shown.slice(Math.min(from, to), Math.max(from, to) + 1));
    return { ids, active: id, anchor: selection.anchor };
  }
  return { ids: new Set(selected), active: id, anchor: id };
}

/** The row that a key goes to, of those from 0 to `last`; undefined for other keys. @param page how many rows are in sight */
export function rowAfterKey(key: string, active: number, last: number, page: number): number | undefined {
  const targets = new Map([
    ['ArrowDown', active + 1],
    ['ArrowUp', active - 1],
    ['PageDown', active + page],
    ['PageUp', active - page],
    ['Home', 0],
    ['End', last],
  ]);
  const target = targets.get(key);
  return target === undefined || last < 0 ? undefined : Math.min(Math.max(target, 0), last);
}
