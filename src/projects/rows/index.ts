import { pathOf, type ResourceRow } from '../../items/kinds';
import { clusterRows } from './cluster';
import { machineRows } from './machine';
import { poolRows } from './pool';
import { projectRows } from './project';
import type { RowKind } from './rowKind';

const rowKinds: { readonly [Kind in ResourceRow['kind']]: RowKind<Extract<ResourceRow, { kind: Kind }>> } = {
  project: projectRows,
  cluster: clusterRows,
  pool: poolRows,
  machine: machineRows,
};

/** How the rows of a kind look. */
export function rowKindOf({ kind }: Pick<ResourceRow, 'kind'>): RowKind<ResourceRow> {
  return rowKinds[kind];
}

/** The item that a row stands for and its location. */
export function locationOf(row: ResourceRow): string {
  return rowKindOf(row).location(row, pathOf(row));
}
