import { amount, exactList, exactObject, text, type Read } from '../service/readers';

const ids = exactList(text, Infinity);

export const readPlace = exactObject({
  /** The IDs of selected rows, and of headings, whose rows are then meant. */
  selected: ids,
  /** The row that the keyboard acts on, and where a range begins; empty if there is none. */
  active: text,
  anchor: text,
  /** The IDs of what the user opened and closed, which is open or closed otherwise. */
  opened: ids,
  closed: ids,
  /** How far the table is scrolled, in pixels. */
  top: amount,
});
/** Where in a table the user is. */
export type Place = Read<typeof readPlace>;

/** What the user opened and closed. */
export type FoldState = Pick<Place, 'opened' | 'closed'>;

export const noPlace: Place = { selected: [], active: '', anchor: '', opened: [], closed: [], top: 0 };

/** Whether what belongs to something is shown. @param atFirst before the user opens or closes it */
export function isOpenIn({ opened, closed }: FoldState, id: string, atFirst: boolean): boolean {
  return atFirst ? !closed.includes(id) : opened.includes(id);
}

/** The place after something was opened or closed. */
export function turned(place: Place, id: string, isOpen: boolean): Place {
  const without = (all: readonly string[]): readonly string[] => all.filter((each) => each !== id);
  const [opened, closed] = [without(place.opened), without(place.closed)];
  return isOpen
    ? { ...place, opened: [...opened, id], closed }
    : { ...place, opened, closed: [...closed, id] };
}

/** How a row is selected: instead of the others, in addition to them, or with all up to it. */
export type SelectionMode = 'only' | 'toggle' | 'range';

/** As a `MouseEvent` has them. Tests have no types of the browser. */
type HeldKeys = Readonly<Record<'shiftKey' | 'ctrlKey' | 'metaKey', boolean>>;

/** What a click with these keys held does. */
export function selectionMode({ shiftKey, ctrlKey, metaKey }: HeldKeys): SelectionMode {
  if (shiftKey) return 'range';
  return ctrlKey || metaKey ? 'toggle' : 'only';
}

/** The place after a line was selected. @param shown the IDs of all lines */
export function select(place: Place, id: string, mode: SelectionMode, shown: readonly string[]): Place {
  const from = shown.indexOf(place.anchor);
  if (mode === 'toggle') {
    const selected = place.selected.includes(id)
      ? place.selected.filter((each) => each !== id)
      : [...place.selected, id];
    return { ...place, selected, active: id, anchor: id };
  }
  if (mode === 'range' && from >= 0) {
    const to = shown.indexOf(id);
    return { ...place, selected: shown.slice(Math.min(from, to), Math.max(from, to) + 1), active: id };
  }
  return { ...place, selected: [id], active: id, anchor: id };
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
