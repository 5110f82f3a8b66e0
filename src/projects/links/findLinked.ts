import type { Session } from '../../connections/session';
import { present } from '../../presentation/text';
import { unlessAborted } from '../../service/abort';
import type { Project } from '../../service/resources/project';
import type { ProjectsModel } from '../model';
import type { ClusterRow, ParentRow, PoolRow, ProjectRow, ResourceRow, ViewRow } from '../../items/kinds';
import type { Link } from './link';
import { identityOf, placeOf } from './rowLink';

/** The row that a link leads to, or what is missing and where it should be. */
export type Linked =
  | { readonly row: ResourceRow }
  | { readonly missing: ResourceRow['kind']; readonly parent: ParentRow | undefined };

/** Where to look. */
interface Search {
  readonly model: ProjectsModel;
  readonly session: Pick<Session, 'projects'>;
  /** Ends the search with an `AbortError`. */
  readonly signal: AbortSignal;
}

/** The loaded row that a link leads to. */
export function findLoaded({ model }: Pick<Search, 'model'>, link: Link): ResourceRow | undefined {
  const textOf = ({ project, cluster, config, pool, machine }: Omit<Link, 'connection'>): string =>
    JSON.stringify([project, cluster, config, pool, machine]);
  const wanted = textOf(link);
  return model.loadedRows.find((row) => {
    const place = placeOf(row);
    return place !== undefined && textOf(place) === wanted;
  });
}

/**
 * Finds the row that a link leads to, and reads the lists on the way to it.
 * @throws ServiceError if one of them cannot be read
 */
export async function findLinked(search: Search, link: Link): Promise<Linked> {
  const project = await findProject(search, link.project);
  if (project === undefined) return { missing: 'project', parent: undefined };
  if (link.cluster === undefined) return findPool(search, project, link);
  const isWanted = (row: ViewRow): row is ClusterRow =>
    row.kind === 'cluster' && identityOf(row) === link.cluster;
  const cluster = await findBelow(search, project, isWanted);
  return cluster === undefined ? { missing: 'cluster', parent: project } : findPool(search, cluster, link);
}

/** Reads the projects page by page, without the filter of the view. */
async function findProject(
  { model, session, signal }: Search,
  identity: string,
): Promise<ProjectRow | undefined> {
  // The first page of a new connection is already known, and belongs to the view.
  await unlessAborted(model.store.children(), signal);
  const loaded = model.loadedRows.find((row) => row.kind === 'project' && identityOf(row) === identity);
  if (loaded?.kind === 'project') return loaded;
  const isWanted = ({ metadata }: Project): boolean => present(metadata?.uid, metadata?.name)[0] === identity;
  const pages = await session.projects();
  for (;;) {
    const { value: page } = await pages.next({ signal });
    if (page === undefined) return undefined;
    const project = page.items.find(isWanted);
    if (project !== undefined) return model.revealProject(project);
  }
}

async function findPool(
  search: Search,
  parent: ClusterRow | ProjectRow,
  { config, pool, machine }: Link,
): Promise<Linked> {
  if (pool === undefined) return { row: parent };
  const isWanted = (row: ViewRow): row is PoolRow =>
    row.kind === 'pool' && row.ref.configUid === config && row.ref.poolName === pool;
  const named = await findBelow(search, parent, isWanted);
  if (machine === undefined) return named === undefined ? { missing: 'pool', parent } : { row: named };
  const pools = search.model.store.rows(parent).filter((row) => row.kind === 'pool');
  if (named === undefined && pools.length === 0) return { missing: 'pool', parent };
  // The pool may have been renamed.
  for (const one of named === undefined ? pools : [named]) {
    const row = await findMachine(search, one, machine);
    if (row !== undefined) return { row };
  }
  return { missing: 'machine', parent: named ?? parent };
}

function findMachine(search: Search, pool: PoolRow, identity: string): Promise<ResourceRow | undefined> {
  const isWanted = (row: ViewRow): row is Extract<ViewRow, { kind: 'machine' }> =>
    row.kind === 'machine' && identityOf(row) === identity;
  return findBelow(search, pool, isWanted);
}

/** Reads the list below a row until it has the wanted one. An earlier list without it is refreshed. */
export async function findBelow<Row extends ViewRow>(
  { model: { store }, signal }: Pick<Search, 'model' | 'signal'>,
  parent: ParentRow,
  isWanted: (row: ViewRow) => row is Row,
): Promise<Row | undefined> {
  const find = (): Row | undefined => store.rows(parent).find(isWanted);
  const wasRead = store.branchOf(parent)?.hasBeenRead === true;
  if (wasRead && find() === undefined) await unlessAborted(store.refresh(parent), signal);
  await unlessAborted(store.peek(parent), signal);
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    const { error, nextPageError, list } = store.branchOf(parent) ?? {};
    const failure = error ?? nextPageError;
    if (failure !== undefined) throw failure;
    if (list?.next === undefined) return undefined;
    await unlessAborted(store.loadMore(parent), signal);
  }
}
