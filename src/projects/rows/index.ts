import { pathOf, type ParentRow, type ResourceRow, type Row } from '../../items/kinds';
import { appearanceOf, type RowKinds } from '../../tree/rowKinds';
import { clusterRows } from './cluster';
import { machineRows } from './machine';
import { noteRows } from './note';
import { poolRows } from './pool';
import { projectRows } from './project';
import { click, type ItemRowKind, type RowContext } from './rowKind';

const kinds: RowKinds<Row, RowContext> & {
  readonly [Kind in ResourceRow['kind']]: ItemRowKind<Extract<ResourceRow, { kind: Kind }>>;
} = {
  project: projectRows,
  cluster: clusterRows,
  pool: poolRows,
  machine: machineRows,
  note: noteRows,
};

/** How the rows of the Projects view look. */
export const appearance = appearanceOf<Row, ParentRow, RowContext>(({ kind }) => kinds[kind], click);

/** The kind of the rows of an item. */
export function rowKindOf({ kind }: Pick<ResourceRow, 'kind'>): ItemRowKind<ResourceRow> {
  return kinds[kind];
}

/** The item that a row stands for and its location. */
export function locationOf(row: ResourceRow): string {
  return rowKindOf(row).location(row, pathOf(row));
}
