import { perObject, lastOf } from '../service/remember';
import { isOpenIn, type Place } from './place';
import type { RowGroup, TablePage, TableSpec } from './tableSpec';

/** What a line of a table shows: a row, or the heading of a group. */
export type Line<Row, Group> =
  | { readonly id: string; readonly row: Row; readonly group?: Group; readonly level: 1 | 2 }
  | { readonly id: string; readonly group: Group; readonly level: 1; readonly isOpen: boolean };

export function lineRows<Row, Group extends RowGroup<Row>>(line: Line<Row, Group>): readonly Row[] {
  return 'row' in line ? [line.row] : line.group.rows;
}

type AnyTable<
  Page extends TablePage,
  Row extends { readonly id: string },
  Group extends RowGroup<Row>,
> = TableSpec<Page, Row, string, Group>;

function linesOf<Row extends { readonly id: string }, Group extends RowGroup<Row>>(
  rows: readonly Row[],
  groups: readonly Group[] | undefined,
  opened: Place['opened'],
  closed: Place['closed'],
): readonly Line<Row, Group>[] {
  const below = (all: readonly Row[], level: 1 | 2): readonly Line<Row, Group>[] =>
    all.map((row) => ({ id: row.id, row, level }));
  if (groups === undefined) return below(rows, 1);
  return groups.flatMap((group): readonly Line<Row, Group>[] => {
    const { id, isFolded = false } = group;
    if (group.isRow === true)
      return group.rows.map((row) => ({ id: row.id, row, level: 1, ...(isFolded && { group }) }));
    const isOpen = isOpenIn({ opened, closed }, id, !isFolded);
    const heading = { id, group, level: 1, isOpen } as const;
    return isOpen ? [heading, ...below(group.rows, 2)] : [heading];
  });
}

function selectedRows<Row extends { readonly id: string }, Group extends RowGroup<Row>>(
  lines: readonly Line<Row, Group>[],
  ids: readonly string[],
): readonly Row[] {
  const wanted = new Set(ids);
  const rows = lines.filter(({ id }) => wanted.has(id)).flatMap(lineRows);
  // Those of a heading may be selected themselves.
  return [...new Set(rows)];
}

const arrangements = perObject(() => ({ lines: lastOf(linesOf), selected: lastOf(selectedRows) }));

/** What a table shows: its lines, and the rows that are selected, also by their headings. */
export function arranged<
  Page extends TablePage,
  Row extends { readonly id: string },
  Group extends RowGroup<Row>,
>(spec: AnyTable<Page, Row, Group>, page: Page) {
  const arrangement = arrangements(spec) as {
    readonly lines: typeof linesOf<Row, Group>;
    readonly selected: typeof selectedRows<Row, Group>;
  };
  const { place } = spec.view(page);
  const rows = spec.rows(page);
  const lines = arrangement.lines(rows, spec.groups?.(page), place.opened, place.closed);
  return { rows, lines, selected: arrangement.selected(lines, place.selected) };
}
