import { present } from '../../text/text';
import { unlessAborted } from '../../service/abort';
import { timed } from '../../service/requestTime';
import type { CallOptions } from '../../service/schedule';
import type { Project } from '../../service/resources/project';
import { revealProject } from '../../items/find/serviceSearch';
import type { Inventory } from '../../items/inventory';
import { findBelow } from '../../items/find/findItem';
import type {
  ClusterRow,
  MachineRow,
  ParentRow,
  PoolRow,
  ProjectRow,
  ResourceRow,
  ItemStoreRow,
} from '../../items/kinds';
import { identityOf, placeOf, type Link } from './link';

/** The row that a link leads to, or what is missing and where it should be. */
export type Linked =
  | { readonly row: ResourceRow }
  | { readonly missing: ResourceRow['kind']; readonly parent: ParentRow | undefined };

/** The loaded row that a link leads to. */
export function findLoaded({ rows }: Inventory, link: Link): ResourceRow | undefined {
  const textOf = ({ project, cluster, config, pool, machine }: Omit<Link, 'connection'>): string =>
    JSON.stringify([project, cluster, config, pool, machine]);
  const wanted = textOf(link);
  return rows.find((row) => {
    const place = placeOf(row);
    return place !== undefined && textOf(place) === wanted;
  });
}

/**
 * Finds the row that a link leads to, and reads the lists on the way to it. If `signal` is aborted, ends with an `AbortError`.
 * @throws ServiceError if one of them cannot be read
 */
export async function findLinked(inventory: Inventory, link: Link, signal: AbortSignal): Promise<Linked> {
  const project = await findProject(inventory, link.project, signal);
  if (project === undefined) return { missing: 'project', parent: undefined };
  if (link.cluster === undefined) return findPool(inventory, project, link, signal);
  const isWanted = (row: ItemStoreRow): row is ClusterRow =>
    row.kind === 'cluster' && identityOf(row) === link.cluster;
  const cluster = await findBelow(inventory.store, project, isWanted, signal);
  return cluster === undefined
    ? { missing: 'cluster', parent: project }
    : findPool(inventory, cluster, link, signal);
}

/** Reads the projects page by page, without the filter of the view. */
async function findProject(
  inventory: Inventory,
  identity: string,
  signal: AbortSignal,
): Promise<ProjectRow | undefined> {
  // The first page of a new connection is already known, and belongs to the view.
  await unlessAborted(inventory.store.children(), signal);
  const loaded = inventory.rows.find((row) => row.kind === 'project' && identityOf(row) === identity);
  if (loaded?.kind === 'project') return loaded;
  const isWanted = ({ metadata }: Project): boolean => present(metadata?.uid, metadata?.name)[0] === identity;
  const pages = await inventory.session.projects();
  for (;;) {
    const sent = timed<CallOptions>({ signal });
    const { value: page } = await pages.next(sent.options);
    if (page === undefined) return undefined;
    const project = page.items.find(isWanted);
    if (project !== undefined) return revealProject(inventory, project, sent.time);
  }
}

async function findPool(
  inventory: Inventory,
  parent: ClusterRow | ProjectRow,
  { config, pool, machine }: Link,
  signal: AbortSignal,
): Promise<Linked> {
  if (pool === undefined) return { row: parent };
  const isWanted = (row: ItemStoreRow): row is PoolRow =>
    row.kind === 'pool' && row.ref.configUid === config && row.ref.poolName === pool;
  const named = await findBelow(inventory.store, parent, isWanted, signal);
  if (machine === undefined) return named === undefined ? { missing: 'pool', parent } : { row: named };
  const pools = inventory.store.rows(parent).filter((row) => row.kind === 'pool');
  if (named === undefined && pools.length === 0) return { missing: 'pool', parent };
  const isMachine = (row: ItemStoreRow): row is MachineRow =>
    row.kind === 'machine' && identityOf(row) === machine;
  // The pool may have been renamed.
  for (const one of named === undefined ? pools : [named]) {
    const row = await findBelow(inventory.store, one, isMachine, signal);
    if (row !== undefined) return { row };
  }
  return { missing: 'machine', parent: named ?? parent };
}
