import { isServiceError, type ServiceError, type ServiceErrorKind } from '../service/errors';
import { Pages, uidOf, uniqueByUid, type Cut, type Page } from '../service/pages';
import { requestTime, timed, type RequestTime } from '../service/requestTime';
import type { ClusterSummary } from '../service/resources/cluster';
import type { RepavedCluster } from '../service/resources/clusterFacts';
import type { CallOptions } from '../service/operations';
import type { Inventory } from '../items/inventory';
import type { OnProgress } from './fleetState';

/** What a read of all clusters did not get. */
export type Missing =
  /** Only what the project summaries say is known. Without an error, the lists of clusters are empty. */
  | { readonly about: 'details'; readonly error: ServiceError | undefined }
  | { readonly about: 'cut'; readonly cut: Cut }
  | { readonly about: 'clustersWithoutProject'; readonly count: number }
  | { readonly about: 'approvals'; readonly why: ServiceError | Cut };

/** The kinds of errors with which a service may answer one operation but not another. */
const operationErrors: readonly ServiceErrorKind[] = [
  'unsupported',
  'forbidden',
  'invalidRequest',
  'invalidResponse',
  'serviceFault',
  'timedOut',
];

/** Whether the service is not known to lack cluster search, or to refuse it. */
export function canSearch({ session }: Inventory): boolean {
  return session.refusals.of('searchClusters') === undefined;
}

/**
 * Reads all clusters from the best list that the service offers. Pages are added to the items as they arrive.
 * @throws ServiceError What arrived before stays.
 */
export async function readAllClusters(
  inventory: Inventory,
  options: CallOptions,
  onProgress: OnProgress,
): Promise<readonly Missing[]> {
  const { requestNumber } = requestTime();
  try {
    const missing = await readBest(inventory, options, onProgress);
    // Unless a list was whole since, there may be others.
    if (inventory.allClustersKnownAt < requestNumber) inventory.setAllClustersKnownAt(0);
    // The project summaries tell nothing about the state of a cluster.
    if (missing.some((one) => one.about === 'details'))
      inventory.store.markOutdated(inventory.clusters, requestNumber);
    return missing;
  } catch (error) {
    if (!isServiceError(error, 'cancelled')) inventory.store.markOutdated(inventory.clusters, requestNumber);
    throw error;
  }
}

async function readBest(
  inventory: Inventory,
  options: CallOptions,
  onProgress: OnProgress,
): Promise<readonly Missing[]> {
  let error: ServiceError | undefined;
  for (const read of [readMetadata, searchAll]) {
    let pagesRead = 0;
    try {
      const missing = await read(inventory, options, (done, total) => {
        pagesRead = done;
        onProgress(done, total);
      });
      if (missing !== undefined) return missing;
      error = undefined;
    } catch (cause) {
      if (pagesRead > 0 || !isServiceError(cause, ...operationErrors)) throw cause;
      error = cause;
    }
  }
  const missing = await readProjects(inventory, options, onProgress);
  const isEmpty = error === undefined && inventory.items().every(({ kind }) => kind !== 'cluster');
  return isEmpty ? missing : [{ about: 'details', error }, ...missing];
}

/**
 * Reads the clusters of a project, or of all projects, with their capacity and their cloud configs. Undefined if there are none.
 * @throws ServiceError What arrived before stays.
 */
export async function searchAllClusters(
  inventory: Inventory,
  projectUid: string | undefined,
  options: CallOptions,
  onProgress?: OnProgress,
): Promise<readonly Missing[] | undefined> {
  const client = await inventory.session.client();
  const pages = new Pages<ClusterSummary>((token, pageOptions) =>
    client.searchClusters({ projectUid, continue: token }, pageOptions),
  );
  const isWhole = projectUid === undefined;
  const clusters = await readAllPages(pages, options, onProgress, (items, time, isAll) =>
    inventory.takeClusters(items, time, isAll && isWhole && items.length > 0),
  );
  return clusters.length === 0 ? undefined : [...cutOf(pages), ...withoutProject(clusters)];
}

const searchAll = (inventory: Inventory, options: CallOptions, onProgress: OnProgress) =>
  searchAllClusters(inventory, undefined, options, onProgress);

/** Returns undefined if the response may be incomplete: an empty list may be that of a key for single projects. */
async function readMetadata(
  inventory: Inventory,
  options: CallOptions,
  onProgress: OnProgress,
): Promise<readonly Missing[] | undefined> {
  const client = await inventory.session.client();
  const sent = timed(options);
  const { items, total, cut, ...page } = await client.searchClusterMetadata(sent.options);
  const clusters = uniqueByUid(items, uidOf);
  const isAll =
    items.length > 0 && cut === undefined && (page.continue ?? '') === '' && (total ?? 0) <= items.length;
  await inventory.takeClusters(clusters, sent.time, isAll, 'metadata');
  onProgress(1, isAll ? 1 : undefined);
  return isAll ? withoutProject(clusters) : undefined;
}

async function readProjects(
  inventory: Inventory,
  options: CallOptions,
  onProgress: OnProgress,
): Promise<readonly Missing[]> {
  const pages = await inventory.session.projects();
  await readAllPages(pages, options, onProgress, (projects, time, isAll) => {
    inventory.takeProjects(projects, time, isAll && projects.length > 0);
  });
  return cutOf(pages);
}

/** Reads which clusters wait for approval. If the service does not tell, what search said of each stays, and nothing is missing. */
export async function readRepaves(inventory: Inventory, options: CallOptions): Promise<readonly Missing[]> {
  const client = await inventory.session.client();
  const pages = new Pages<RepavedCluster>((token, pageOptions) =>
    client.listPendingRepaves(token, pageOptions),
  );
  try {
    await readAllPages(pages, options, undefined, (waiting, time, isAll) => {
      if (isAll) inventory.takeApprovals(new Set(waiting.map(uidOf)), time);
    });
    return pages.cut === undefined ? [] : [{ about: 'approvals', why: pages.cut }];
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return error.kind === 'unsupported' ? [] : [{ about: 'approvals', why: error }];
  }
}

/**
 * Reads a list to its end.
 * @param add called with each page and, if there are several, with all items: then, those that are gone can be removed. Told
 *   when the first page was requested, which may be the one that was read to check the key, and whether it is the whole list
 */
async function readAllPages<Item extends Parameters<typeof uidOf>[0]>(
  pages: Pages<Item>,
  options: CallOptions,
  onProgress: OnProgress | undefined,
  add: (items: readonly Item[], time: RequestTime, isAll: boolean) => Promise<void> | void,
): Promise<readonly Item[]> {
  const sent = timed(options);
  const isComplete = (): boolean => pages.done && pages.cut === undefined;
  const seen = new Set<string>();
  const all: Item[] = [];
  let done = 0;
  let total: number | undefined;
  let first: RequestTime | undefined;
  while (!pages.done) {
    const { value: page } = await pages.next(sent.options);
    if (page === undefined) break;
    const items = uniqueByUid(page.items, uidOf, seen);
    all.push(...items);
    done++;
    total ??= pagesFor(page);
    first ??= page.requestedAt ?? sent.time;
    await add(items, first, done === 1 && isComplete());
    onProgress?.(done, total === undefined ? undefined : Math.max(done, total));
  }
  if (done > 1 && isComplete()) await add(all, first ?? sent.time, true);
  return all;
}

/** How many pages like the first one a list has. */
function pagesFor({ items, total }: Page<unknown>): number | undefined {
  return total === undefined || items.length === 0 ? undefined : Math.ceil(total / items.length);
}

function cutOf({ cut }: Pages<unknown>): readonly Missing[] {
  return cut === undefined ? [] : [{ about: 'cut', cut }];
}

function withoutProject(clusters: readonly ClusterSummary[]): readonly Missing[] {
  const count = clusters.filter(({ specSummary }) => (specSummary?.projectMeta?.uid ?? '') === '').length;
  return count === 0 ? [] : [{ about: 'clustersWithoutProject', count }];
}
