import { isServiceError, type ServiceError, type ServiceErrorKind } from '../../service/errors';
import { Pages, uidOf, uniqueByUid, type Cut, type Page } from '../../service/pages';
import { requestTime, timed, type RequestTime } from '../../service/requestTime';
import type { ClusterSummary } from '../../service/resources/cluster';
import type { RepavedCluster } from '../../service/resources/repave';
import type { CallOptions } from '../../service/schedule';
import type { Inventory } from '../inventory';
import type { OnProgress } from './readState';

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
    // The project summaries tell nothing about the state of a cluster.
    if (missing.some((one) => one.about === 'details')) inventory.markClustersOutdated(requestNumber);
    return missing;
  } catch (error) {
    if (!isServiceError(error, 'cancelled')) inventory.markClustersOutdated(requestNumber);
    throw error;
  }
}

async function readBest(
  inventory: Inventory,
  options: CallOptions,
  onProgress: OnProgress,
): Promise<readonly Missing[]> {
  try {
    const missing = await readMetadata(inventory, options, onProgress);
    if (missing !== undefined) return missing;
  } catch (error) {
    if (!isServiceError(error, ...operationErrors)) throw error;
  }
  let pagesRead = 0;
  let error: ServiceError | undefined;
  try {
    const { count, missing } = await searchClusters(inventory, undefined, options, (done, total) => {
      pagesRead = done;
      onProgress(done, total);
    });
    if (count > 0) return missing;
  } catch (cause) {
    if (pagesRead > 0 || !isServiceError(cause, ...operationErrors)) throw cause;
    error = cause;
  }
  const missing = await readProjects(inventory, options, onProgress);
  const isEmpty = error === undefined && inventory.items().every(({ kind }) => kind !== 'cluster');
  return isEmpty ? missing : [{ about: 'details', error }, ...missing];
}

/**
 * Reads the clusters of a project, or of all projects, with their capacity and their cloud configs.
 * @throws ServiceError What arrived before stays.
 */
export async function searchClusters(
  inventory: Inventory,
  projectUid: string | undefined,
  options: CallOptions,
  onProgress?: OnProgress,
): Promise<{ readonly count: number; readonly missing: readonly Missing[] }> {
  const client = await inventory.session.client();
  const pages = new Pages<ClusterSummary>((token, pageOptions) =>
    client.searchClusters({ projectUid, continue: token }, pageOptions),
  );
  const sent = timed(options);
  const isWhole = projectUid === undefined;
  const clusters = await readPages(pages, sent.options, onProgress, (items, isAll) =>
    inventory.addClusters(items, sent.time, isAll && isWhole),
  );
  return { count: clusters.length, missing: [...cutOf(pages), ...withoutProject(clusters)] };
}

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
  await inventory.addClusters(clusters, sent.time, isAll, 'metadata');
  onProgress(1, isAll ? 1 : undefined);
  return isAll ? withoutProject(clusters) : undefined;
}

async function readProjects(
  inventory: Inventory,
  options: CallOptions,
  onProgress: OnProgress,
): Promise<readonly Missing[]> {
  const pages = await inventory.session.projects();
  const sent = timed(options);
  let first: RequestTime | undefined;
  await readPages(pages, sent.options, onProgress, (projects, isAll, requestedAt) => {
    // The first page may be the one that was read to check the key.
    first ??= requestedAt ?? sent.time;
    inventory.addProjects(projects, first, isAll);
  });
  return cutOf(pages);
}

/** Reads which clusters wait for approval. If the service does not tell, what search said of each stays, and nothing is missing. */
export async function readRepaves(inventory: Inventory, options: CallOptions): Promise<readonly Missing[]> {
  const client = await inventory.session.client();
  const pages = new Pages<RepavedCluster>((token, pageOptions) =>
    client.listPendingRepaves(token, pageOptions),
  );
  const sent = timed(options);
  try {
    const waiting = await readPages(pages, sent.options, undefined, () => undefined);
    if (pages.cut !== undefined) return [{ about: 'approvals', why: pages.cut }];
    inventory.addApprovals(new Set(waiting.map(uidOf)), sent.time);
    return [];
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return error.kind === 'unsupported' ? [] : [{ about: 'approvals', why: error }];
  }
}

/**
 * Reads a list to its end.
 * @param add called with each page, and with all items if there are several: then, those that are gone can be removed. Told
 *   whether it is the whole list, and when it was requested if that was before
 */
async function readPages<Item extends Parameters<typeof uidOf>[0]>(
  pages: Pages<Item>,
  options: CallOptions,
  onProgress: OnProgress | undefined,
  add: (items: readonly Item[], isAll: boolean, requestedAt: RequestTime | undefined) => Promise<void> | void,
): Promise<readonly Item[]> {
  const seen = new Set<string>();
  const all: Item[] = [];
  let done = 0;
  let total: number | undefined;
  while (!pages.done) {
    const { value: page } = await pages.next(options);
    if (page === undefined) break;
    const items = uniqueByUid(page.items, uidOf, seen);
    all.push(...items);
    done++;
    total ??= requestsFor(page);
    await add(items, done === 1 && items.length > 0 && isComplete(pages), page.requestedAt);
    onProgress?.(done, total === undefined ? undefined : Math.max(done, total));
  }
  if (done > 1 && isComplete(pages)) await add(all, true, undefined);
  return all;
}

function isComplete({ done, cut }: Pages<unknown>): boolean {
  return done && cut === undefined;
}

/** How many pages like the first one a list has. */
function requestsFor({ items, total }: Page<unknown>): number | undefined {
  return total === undefined || items.length === 0 ? undefined : Math.ceil(total / items.length);
}

function cutOf({ cut }: Pages<unknown>): readonly Missing[] {
  return cut === undefined ? [] : [{ about: 'cut', cut }];
}

function withoutProject(clusters: readonly ClusterSummary[]): readonly Missing[] {
  const count = clusters.filter(({ specSummary }) => (specSummary?.projectMeta?.uid ?? '') === '').length;
  return count === 0 ? [] : [{ about: 'clustersWithoutProject', count }];
}
