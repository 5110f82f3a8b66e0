import { keysOf } from '../service/keys';
import { amount, exactList, exactObject, flag, object, oneOf } from '../service/readers';

/** What is shown in a column. */
interface Field {
  readonly title: () => string;
  /** The title where there is little room, if it differs. */
  readonly shortTitle?: () => string;
}

interface Column {
  /** In a table of 1,200 pixels. Columns share the width of others in proportion. */
  readonly usual: number;
  /** How wide it must be. */
  readonly needed: number;
  /** Whether it has its usual width in a wide table, and the one that it needs in others. */
  readonly isFixed?: boolean;
  /** Whether it stays if there is no room for all. Users cannot hide those that are `always` there. */
  readonly stays?: 'always' | 'unlessHidden';
}

/** Those that the user chose. */
type Widths = Readonly<Partial<Record<string, number>>>;

/** How the user arranged a table. */
export interface TableView<Name extends string> {
  readonly sort: { readonly column: Name; readonly isDescending: boolean };
  readonly hidden: readonly Name[];
  readonly widths: Widths;
}

/** The readers of a stored {@link TableView}. */
export function tableViewReaders<Name extends string>(names: readonly Name[]) {
  return {
    sort: exactObject({ column: oneOf(...names), isDescending: flag }),
    hidden: exactList(oneOf(...names)),
    widths: object(Object.fromEntries(names.map((name) => [name, amount]))),
  };
}

/** Whether there is room for the words of icons. */
export function isWide(tableWidth: number): boolean {
  return tableWidth >= 1000;
}

/** The columns of a table. */
export class Columns<Name extends string> {
  /** In the order in which they are shown, which is that of their importance, too. */
  readonly names: readonly Name[];
  /** Those that users can hide. */
  readonly optional: readonly Name[];

  constructor(
    private readonly fields: Readonly<Record<Name, Field>>,
    private readonly columns: Readonly<Record<Name, Column>>,
  ) {
    this.names = keysOf(columns);
    this.optional = this.names.filter((name) => columns[name].stays !== 'always');
  }

  titleOf(name: Name): string {
    const { title, shortTitle = title } = this.fields[name];
    return shortTitle();
  }

  /** The columns that fit into a table of this width. @param asked those that are always there */
  fitting(hidden: readonly Name[], tableWidth: number, asked: readonly Name[] = []): readonly Name[] {
    const chosen = this.names.filter((name) => asked.includes(name) || !hidden.includes(name));
    const stays = (name: Name): boolean => asked.includes(name) || this.columns[name].stays !== undefined;
    let rest = tableWidth;
    for (const name of chosen) if (stays(name)) rest -= this.columns[name].needed;
    return chosen.filter((name) => {
      if (stays(name)) return true;
      rest -= this.columns[name].needed;
      return rest >= 0;
    });
  }

  /** The widths of columns, for CSS. */
  style(shown: readonly Name[], widths: Widths, tableWidth: number): string {
    const squeezed = shown.filter((name) => this.columns[name].stays && !this.columns[name].isFixed);
    const others = shown.filter((name) => !squeezed.includes(name));
    const room = others.reduce((rest, name) => rest - this.columns[name].needed, tableWidth);
    // Enough for the end of a name, unless the user chose less. A scroll bar needs some of the room.
    const least = Math.max(0, Math.min(120, Math.floor((0.9 * room) / squeezed.length)));
    const tracks = shown.map((name) => {
      const { isFixed, usual, needed } = this.columns[name];
      // There is room for what each of the others needs, such as its title.
      const from = others.includes(name) ? needed : name in widths ? 0 : least;
      if (isFixed !== true) return `minmax(${from}px, ${this.#widthOf(name, widths)}fr)`;
      return `${isWide(tableWidth) ? usual : needed}px`;
    });
    return `--columns: ${tracks.join(' ')}`;
  }

  /** Whether the border between two columns can be moved. */
  hasBorder(left: Name, right: Name): boolean {
    return !this.columns[left].isFixed && !this.columns[right].isFixed;
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
    return widths[name] ?? this.columns[name].usual;
  }
}
