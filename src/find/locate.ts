import { unlessAborted } from '../service/abort';
import { isServiceError, missingStatuses } from '../service/errors';
import { requestTime, timed } from '../service/requestTime';
import type { CallOptions } from '../service/operations';
import { clusterName } from '../items/cluster';
import type { Inventory } from '../items/inventory';
import type { ItemPath } from '../items/item';
import { isParentRow, isResourceRow, isRow, type ParentRow, type ResourceRow } from '../items/kinds';
import type { ItemStore } from '../items/kinds/kind';
import { kindIn, type ItemKind } from '../items/kinds/levels';
import { findProject, isReference } from '../items/kinds/project';
import { idsTo, parentIdOf, uidIn } from '../items/store/row';

/** One of the items that lead to another one. */
export interface Step {
  /** Undefined in an ID that is made up. */
  readonly kind: ItemKind | undefined;
  /** What the last part of its ID can be. */
  readonly parts: readonly string[];
  /** To search for it; undefined if not known. */
  readonly name?: string | undefined;
}

/** How an item is looked for. A timer does not read all projects to find one. */
export interface LocateOptions extends CallOptions {
  /** The item is read again, unless a request from this one on has read it. */
  readonly since?: number | undefined;
  /** For an ID that may be made up: reads no projects, and only the first page of lists that have not been read. */
  readonly isBrief?: boolean;
}

/** An item, or the first one on the way to it that was not found, and what should contain it. */
export type Located =
  | { readonly row: ResourceRow }
  | { readonly missing: Step | undefined; readonly parent: ParentRow | undefined };

/** What leads to an item. Names that are not known may be missing. */
export function stepsTo({ id, names }: Omit<ItemPath, 'kind'>): readonly Step[] {
  return idsTo(id).map((each, index) => ({
    kind: kindIn(each),
    parts: [each.slice(parentIdOf(each).length + 1)],
    name: names[index],
  }));
}

/** The item that steps lead to, if it is known. */
export function knownAt(
  store: ItemStore,
  [step, ...below]: readonly Step[],
  parentId = store.rootId,
): ResourceRow | undefined {
  const row = step?.parts.map((part) => store.find(`${parentId}/${part}`)).find(isResourceRow);
  return row === undefined || below.length === 0 ? row : knownAt(store, below, row.id);
}

/**
 * Makes an item known: searches what has a name, and reads the lists that lead to it as far as needed. If `signal` is aborted,
 * ends with an `AbortError`.
 * @throws ServiceError
 */
export async function locate(
  inventory: Inventory,
  steps: readonly Step[],
  options: LocateOptions,
): Promise<Located> {
  const { store } = inventory;
  const known = knownAt(store, steps);
  if (known !== undefined && options.since === undefined) return { row: known };
  const clusterId = clusterOnWay(store, steps);
  const name = steps[1]?.name;
  // This finds its project, too.
  const isSearched = clusterId !== undefined && name !== undefined;
  return isSearched && !(await hasCluster(inventory, clusterId, name, options))
    ? { missing: steps[1], parent: undefined }
    : locateBelow(inventory, undefined, steps, options);
}

/** The ID of the cluster on the way to an item, or of that item, unless it need not be read. */
export function clusterOnWay(store: ItemStore, steps: readonly Step[]): string | undefined {
  const toCluster = steps.slice(0, 2);
  const isNeeded = steps.length === 2 || knownAt(store, toCluster) === undefined;
  if (toCluster[1]?.kind !== 'cluster' || !isNeeded) return undefined;
  return [store.rootId, ...toCluster.map(({ parts }) => parts[0])].join('/');
}

async function locateBelow(
  inventory: Inventory,
  parent: ParentRow | undefined,
  [step, ...below]: readonly Step[],
  options: LocateOptions,
): Promise<Located> {
  const { isBrief, since } = options;
  options.signal?.throwIfAborted();
  if (step === undefined) return { missing: step, parent };
  const own = { ...options, since: below.length === 0 ? since : undefined };
  const reading =
    parent === undefined ? readProject(inventory, step, own) : readListOf(inventory, parent, step, own);
  const row = await unlessAborted(reading, options.signal);
  if (row !== undefined && below.length === 0) return { row };
  if (isParentRow(row)) return locateBelow(inventory, row, below, options);
  // The pool of a machine may have been renamed.
  const isRenamed = step.kind === 'pool' && below.length > 0 && isBrief !== true;
  const pools = isRenamed ? inventory.store.rows(parent).filter((each) => isRow(each, 'pool')) : [];
  for (const pool of pools) {
    const found = await locateBelow(inventory, pool, below, options);
    if ('row' in found) return found;
  }
  return { missing: pools.length > 0 ? below[0] : step, parent };
}

/** Makes a project known. @param maxPages how many pages of a search for it are read @throws ServiceError */
export async function readProject(
  inventory: Inventory,
  step: Step,
  options: LocateOptions,
  maxPages?: number,
): Promise<ResourceRow | undefined> {
  const { store, session, readContext } = inventory;
  const { isBrief, since, priority } = options;
  // The first page of a new connection belongs to the view.
  if (isBrief !== true && knownAt(store, [step]) === undefined) await store.load();
  const known = knownAt(store, [step]);
  if (isBrief === true || (known !== undefined && since === undefined)) return known;
  const given = isRow(known, 'project') ? known.project.metadata?.name : step.name;
  const name = session.listing === 'get' ? undefined : given;
  if (name === undefined && priority === 'timer') return known;
  const ids = step.parts.map((part) => `${store.rootId}/${part}`);
  const sent = timed(options);
  const find = (part: string | undefined) =>
    findProject((id) => ids.includes(id), { ...readContext, search: { name: part } }, sent.options, maxPages);
  let found = await find(name);
  if (found === undefined && name !== undefined && maxPages === undefined) {
    try {
      const listed = await (await session.client()).listProjectUids(sent.options);
      const renamed = listed.find(({ uid }) => ids.some((id) => uidIn(id) === uid));
      found = renamed && (await find(renamed.name));
    } catch (error) {
      // What is known may have been renamed.
      if (known !== undefined || !isServiceError(error, 'unsupported', 'forbidden')) throw error;
    }
  }
  if (found !== undefined) inventory.takeProjects([found.project], sent.time, false);
  // The listing may lack what clusters refer to.
  else if (isRow(known, 'project') && !isReference(known)) forget(store, known);
  return knownAt(store, [step]);
}

async function readListOf(
  { store }: Inventory,
  parent: ParentRow,
  step: Step,
  options: LocateOptions,
): Promise<ResourceRow | undefined> {
  const { isBrief = false, since } = options;
  const find = (): ResourceRow | undefined => knownAt(store, [step], parent.id);
  const { requestNumber = 0, error, loaded } = store.listOf(parent) ?? {};
  const isOld = since !== undefined && step.kind !== 'cluster' && requestNumber < since;
  if (find() !== undefined && !isOld) return find();
  if (isBrief && error !== undefined && (loaded?.pages.length ?? 0) > 1) throw error;
  const isEnough = (): boolean => isBrief || find() !== undefined;
  try {
    await store.readToEnd(parent, options, !isBrief, isEnough);
  } catch (cause) {
    // A cluster may be known by its name although it could not be searched.
    if (isOld || find() === undefined) throw cause;
  }
  return find();
}

/**
 * Adds those clusters of a list whose IDs are wanted.
 * @param list of all clusters, without what only cluster search tells, or a search
 * @returns whether it has any of them; undefined if the service does not offer the list, or it may be on a later page
 * @throws ServiceError
 */
export async function takeFromList(
  inventory: Inventory,
  list: 'metadata' | { readonly name: string | undefined },
  ids: Iterable<string>,
  options: CallOptions,
): Promise<boolean | undefined> {
  const sent = timed(options);
  const uids = new Set(Array.from(ids, uidIn));
  try {
    const client = await inventory.session.client();
    const isSearch = typeof list === 'object';
    const page = await (isSearch
      ? client.searchClusters(list, sent.options)
      : client.searchClusterMetadata(sent.options));
    const found = page.items.filter(({ metadata }) => uids.has(metadata?.uid));
    await inventory.takeClusters(found, sent.time, false, isSearch ? 'search' : list);
    return found.length > 0 || ((page.continue ?? '') === '' ? false : undefined);
  } catch (error) {
    if (!isServiceError(error, 'unsupported', 'forbidden')) throw error;
    return undefined;
  }
}

/**
 * Reads a cluster by its name or, if it is not found, by its UID. One that does not exist is forgotten.
 * @param givenName the name to search for if it is not known
 * @returns false if it does not exist
 * @throws ServiceError
 */
async function hasCluster(
  inventory: Inventory,
  id: string,
  givenName: string,
  options: CallOptions,
): Promise<boolean> {
  const { store, session, readContext } = inventory;
  const row = store.find(id);
  const known = isRow(row, 'cluster') ? row : undefined;
  const uid = uidIn(id);
  const search = (name: string | undefined): Promise<boolean | undefined> =>
    takeFromList(inventory, { name }, [id], options);
  const name = (known && clusterName(known)) ?? givenName;
  const isFound = await search(name);
  // If it was not searched, the list of its project has it.
  const isListed = known === undefined && isFound === undefined;
  if (isFound === true || isListed || uid === undefined) return isFound !== false;
  const client = await session.client();
  const sent = timed(options);
  try {
    const cluster = await client.readCluster(uid, uidIn(parentIdOf(id)), sent.options);
    const isRenamed = isFound === false && cluster.metadata?.name !== name;
    if (isRenamed && (await search(cluster.metadata?.name)) === true) return true;
    if (known !== undefined)
      readContext.takeCluster(known, { readings: { own: { value: cluster, ...sent.time } } });
    return true;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    // A service without this operation responds with the same status.
    if (error.kind === 'notFound' || (isFound === false && missingStatuses.has(error.failure.status))) {
      if (known !== undefined) forget(store, known);
      return false;
    }
    if (error.kind === 'unsupported' || error.kind === 'forbidden') return true;
    throw error;
  }
}

function forget(store: ItemStore, row: ParentRow): void {
  store.remove(row.parent, (each) => each === row, requestTime());
}
