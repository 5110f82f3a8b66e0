import { isServiceError, type ServiceError } from '../../service/errors';
import { requestTime, type RequestTime } from '../../service/requestTime';
import type { ClusterSummary } from '../../service/resources/cluster';
import type { Project } from '../../service/resources/project';
import type { CallOptions } from '../../service/schedule';
import type { Inventory } from '../inventory';
import { isRow, type ClusterRow, type ProjectRow, type Row } from '../kinds';
import { foundClusterRow } from '../kinds/cluster';
import type { ReadContext } from '../kinds/kind';
import { foundProjectRow } from '../kinds/project';

/** A cluster and what is known about its project. */
interface FoundCluster {
  readonly cluster: ClusterSummary;
  readonly project: Project;
}

/** What the service found, one page of each. */
export interface Found {
  /** Before its requests. */
  readonly time: RequestTime;
  readonly projects: readonly Project[];
  readonly clusters: readonly FoundCluster[];
  /** Why a search failed; undefined if the service doesn't support it. */
  readonly errors: readonly ServiceError[];
}

/**
 * Searches the service for projects and clusters whose names contain `text` and that are not known yet, where it supports
 * that.
 */
export async function searchService(
  { store, readContext }: Inventory,
  text: string,
  signal: AbortSignal,
): Promise<Found> {
  const errors: ServiceError[] = [];
  const orNone = async <Item>(found: Promise<readonly Item[]>): Promise<readonly Item[]> => {
    try {
      return await found;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (!['unsupported', 'forbidden', 'cancelled'].includes(error.kind)) errors.push(error);
      return [];
    }
  };
  const time = requestTime();
  const [projects, clusters] = await Promise.all([
    orNone(projectsNamed(readContext, text, { signal })),
    orNone(clustersNamed(readContext, text, { signal })),
  ]);
  const isNew = ({ id }: Row): boolean => store.find(id) === undefined;
  return {
    time,
    projects: projects.filter((project) => isNew(foundProjectRow(project, store.rootId))),
    clusters: clusters.filter(({ cluster, project }) =>
      isNew(foundClusterRow(foundProjectRow(project, store.rootId), cluster)),
    ),
    errors,
  };
}

/**
 * Shows a project from a search, even if its page is not loaded.
 * @param time of the search: a later list without the project shows that it is gone
 */
export async function revealProject(
  { store }: Pick<Inventory, 'store'>,
  project: Project,
  time?: RequestTime,
): Promise<ProjectRow> {
  await store.children();
  const row = foundProjectRow(project, store.rootId, time);
  const shown = store.reveal(row);
  return isRow(shown, 'project') ? shown : row;
}

/** Shows a cluster from a search. */
export async function revealCluster(
  inventory: Inventory,
  { cluster, project }: FoundCluster,
  time?: RequestTime,
): Promise<ClusterRow> {
  const { store, readContext } = inventory;
  const parent = await revealProject(inventory, await projectLike(readContext, project), time);
  await store.peek(parent);
  const row = foundClusterRow(parent, cluster, time);
  const shown = store.reveal(row);
  return isRow(shown, 'cluster') ? shown : row;
}

/** The project that a cluster refers to, or the reference itself if the service doesn't find it. */
async function projectLike(context: ReadContext, project: Project): Promise<Project> {
  const { name = '', uid } = project.metadata ?? {};
  try {
    const named = name === '' ? [] : await projectsNamed(context, name, {});
    return named.find(({ metadata }) => metadata?.uid === uid) ?? project;
  } catch (error) {
    if (isServiceError(error)) return project;
    throw error;
  }
}

async function projectsNamed(
  { service }: ReadContext,
  name: string,
  options: CallOptions,
): Promise<readonly Project[]> {
  // The older listing can't search. Loaded projects are searched elsewhere.
  if (service.listing === 'get') return [];
  const { value } = await (await service.projects({ name })).next(options);
  return value?.items.filter(({ metadata }) => includes(metadata?.name, name)) ?? [];
}

async function clustersNamed(
  { service }: ReadContext,
  name: string,
  options: CallOptions,
): Promise<readonly FoundCluster[]> {
  const client = await service.client();
  const { items } = await client.searchClusters({ name }, options);
  return items.flatMap((cluster) => {
    const project = cluster.specSummary?.projectMeta;
    // Without a project, there is no row to show it below.
    const uid = project?.uid ?? '';
    return uid === '' || !includes(cluster.metadata?.name, name)
      ? []
      : [{ cluster, project: { metadata: { uid, name: project?.name }, source: { metadata: project } } }];
  });
}

/** Some services ignore the filter of a request. */
function includes(name: string | undefined, part: string): boolean {
  return (name ?? '').toLowerCase().includes(part.toLowerCase());
}
