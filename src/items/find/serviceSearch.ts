import { isServiceError, type ServiceError } from '../../service/errors';
import type { ClusterSummary } from '../../service/resources/cluster';
import type { Project } from '../../service/resources/project';
import type { CallOptions } from '../../service/schedule';
import type { ProjectsService } from '../kinds/kind';

/** A cluster and what is known about its project. */
export interface FoundCluster {
  readonly cluster: ClusterSummary;
  readonly project: Project;
}

/** What the service found, one page of each. */
export interface Found {
  readonly projects: readonly Project[];
  readonly clusters: readonly FoundCluster[];
  /** Why a search failed; undefined if the service doesn't support it. */
  readonly errors: readonly ServiceError[];
}

/** Searches the service for projects and clusters by name, where it supports that. */
export class ServiceSearch {
  constructor(private readonly source: ProjectsService) {}

  /** The projects and clusters whose names contain `text`. */
  async find(text: string, options: CallOptions): Promise<Found> {
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
    const [projects, clusters] = await Promise.all([
      orNone(this.#projects(text, options)),
      orNone(this.#clusters(text, options)),
    ]);
    return { projects, clusters, errors };
  }

  /** The project that a cluster refers to, or the reference itself if the service doesn't find it. */
  async projectOf(project: Project, options: CallOptions = {}): Promise<Project> {
    const { name = '', uid } = project.metadata ?? {};
    try {
      const named = name === '' ? [] : await this.#projects(name, options);
      return named.find(({ metadata }) => metadata?.uid === uid) ?? project;
    } catch (error) {
      if (isServiceError(error)) return project;
      throw error;
    }
  }

  async #projects(name: string, options: CallOptions): Promise<readonly Project[]> {
    // The older listing can't search. Loaded projects are searched elsewhere.
    if (this.source.listing === 'get') return [];
    const { value } = await (await this.source.projects({ name })).next(options);
    return value?.items.filter(({ metadata }) => includes(metadata?.name, name)) ?? [];
  }

  async #clusters(name: string, options: CallOptions): Promise<readonly FoundCluster[]> {
    const client = await this.source.client();
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
}

/** Some services ignore the filter of a request. */
function includes(name: string | undefined, part: string): boolean {
  return (name ?? '').toLowerCase().includes(part.toLowerCase());
}
