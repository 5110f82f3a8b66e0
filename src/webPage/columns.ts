import { keysOf, amount, exactList, exactObject, flag, object, oneOf, type Reader } from '../service/readers';
import { noPlace, readPlace, type Place } from './place';

/** A column, once: what its cells and tooltips show, how wide it is, and what asks for it. */
export interface ColumnSpec<Page, Row> {
  readonly title: () => string;
  /** The title where there is little room, if it differs. */
  readonly shortTitle?: () => string;
  /** What it shows, as text. Empty if there is nothing to show. */
  readonly text: (row: Row, page: Page) => string;
  /** What the cell shows, if not the text. */
  readonly cell?: (row: Row, page: Page) => unknown;
  /** What a cell shows below the pointer, if not the text; nothing if it is empty. */
  readonly tip?: (row: Row, page: Page) => string;
  /** In pixels: in a table of 1,200, whose columns share other widths in proportion, and at least. */
  readonly width: readonly [usual: number, needed: number];
  /** Whether it has its usual width in a wide table, and the one that it needs in others. */
  readonly isFixed?: boolean;
  /** Whether it stays if there is no room for all. Users cannot hide those that are `always` there. */
  readonly stays?: 'always' | 'unlessHidden';
  /** Whether it is only shown if the user asks for it. */
  readonly isHidden?: boolean;
  /** The keys of the query that ask for it. */
  readonly terms?: readonly string[];
}

/** Those that the user chose. */
type Widths = Readonly<Partial<Record<string, number>>>;

/** How the user arranged a table, and where in it the user is. */
export interface TableView<Name extends string> {
  readonly sort: { readonly column: Name; readonly isDescending: boolean };
  readonly hidden: readonly Name[];
  readonly widths: Widths;
  readonly place: Place;
}

/** Whether there is room for the words of icons. */
export function isWide(tableWidth: number): boolean {
  return tableWidth >= 1000;
}

/** The columns of a table, in the order in which they are shown, which is that of their importance, too. */
export class Columns<Name extends string, Page = unknown, Row = unknown> {
  readonly names: readonly Name[];

  constructor(readonly specs: Readonly<Record<Name, ColumnSpec<Page, Row>>>) {
    this.names = keysOf(specs);
  }

  /** Reads a stored view. Where in the table the user was may be missing. */
  readonly readView: Reader<TableView<Name>> = (json) => {
    const { names } = this;
    const read = exactObject({
      sort: exactObject({ column: oneOf(...names), isDescending: flag }),
      hidden: exactList(oneOf(...names)),
      widths: object(Object.fromEntries(names.map((name) => [name, amount]))),
    });
    const view = read(json);
    return view && { ...view, place: object({ place: readPlace })(json)?.place ?? noPlace };
  };

  /** The view before the user changes it. @param shown those that are not hidden, if that is not what the columns say */
  firstView(column: Name, isDescending = false, shown?: readonly Name[]): TableView<Name> {
    const isHidden = (name: Name): boolean =>
      shown === undefined ? this.specs[name].isHidden === true : !shown.includes(name);
    const hidden = this.names.filter(isHidden);
    return { sort: { column, isDescending }, hidden, widths: {}, place: noPlace };
  }

  titleOf(name: Name): string {
    const { title, shortTitle = title } = this.specs[name];
    return shortTitle();
  }

  /** Those that keys of a query ask for. */
  askedBy(keys: readonly string[]): readonly Name[] {
    const wanted = new Set(keys.map((key) => key.toLowerCase()));
    return this.names.filter((name) => this.specs[name].terms?.some((term) => wanted.has(term)));
  }

  /** The columns that fit into a table of this width. @param asked those that are always there */
  fitting(hidden: readonly Name[], tableWidth: number, asked: readonly Name[] = []): readonly Name[] {
    const chosen = this.names.filter((name) => asked.includes(name) || !hidden.includes(name));
    const stays = (name: Name): boolean => asked.includes(name) || this.specs[name].stays !== undefined;
    let rest = tableWidth;
    for (const name of chosen) if (stays(name)) rest -= neededBy(this.specs[name]);
    return chosen.filter((name) => {
      if (stays(name)) return true;
      rest -= neededBy(this.specs[name]);
      return rest >= 0;
    });
  }

  /** The widths of columns, for CSS. */
  style(shown: readonly Name[], widths: Widths, tableWidth: number): string {
    const squeezed = shown.filter((name) => this.specs[name].stays && !this.specs[name].isFixed);
    const others = shown.filter((name) => !squeezed.includes(name));
    const room = others.reduce((rest, name) => rest - neededBy(this.specs[name]), tableWidth);
    // Enough for the end of a name, unless the user chose less. A scroll bar needs some of the room.
    const least = Math.max(0, Math.min(120, Math.floor((0.9 * room) / squeezed.length)));
    const tracks = shown.map((name) => {
      const {
        isFixed,
        width: [usual, needed],
      } = this.specs[name];
      // There is room for what each of the others needs, such as its title.
      const from = others.includes(name) ? needed : name in widths ? 0 : least;
      if (isFixed !== true) return `minmax(${from}px, ${this.#widthOf(name, widths)}fr)`;
      return `${isWide(tableWidth) ? usual : needed}px`;
    });
    return `--columns: ${tracks.join(' ')}`;
  }

  /** Whether the border between two columns can be moved. */
  hasBorder(left: Name, right: Name): boolean {
    return !this.specs[left].isFixed && !this.specs[right].isFixed;
  }

  /** The part of the width of two columns that the left one has. */
  shareOf(widths: Widths, left: Name, right: Name): number {
    return this.#widthOf(left, widths) / (this.#widthOf(left, widths) + this.#widthOf(right, widths));
  }

  /** Moves the border between two columns. @param share the part of their width that the left one gets */
  resized(widths: Widths, left: Name, right: Name, share: number): Widths {
    const both = this.#widthOf(left, widths) + this.#widthOf(right, widths);
    // A column that has less could not be found again.
    const width = Math.round(both * Math.min(Math.max(share, 0.15), 0.85));
    return { ...widths, [left]: width, [right]: both - width };
  }

  #widthOf(name: Name, widths: Widths): number {
    return widths[name] ?? this.specs[name].width[0];
  }
}

function neededBy<Page, Row>({ width: [, needed] }: ColumnSpec<Page, Row>): number {
  return needed;
}
