import { withSource, listOf, metadata } from './resource';
import {
  amount,
  exactList,
  flag,
  isObject,
  list,
  object,
  reference,
  text,
  texts,
  wholeNumber,
  type Read,
  type Reader,
} from '../readers';
import type { Endpoint } from '../endpoint';
import type { PageAnswer } from '../pages';
import type { ExactReference } from './team';

const clusterUsage = object({ cpuCores: amount, isAlloy: flag, name: text, uid: text });
/** A cluster in a project summary. */
export type ClusterUsage = Read<typeof clusterUsage>;

const project = withSource({
  metadata,
  specSummary: object({ logoUrl: text, teams: list(reference), users: list(reference) }),
  status: object({
    clustersHealth: object({
      errored: wholeNumber,
      healthy: wholeNumber,
      running: wholeNumber,
      unhealthy: wholeNumber,
    }),
    status: object({
      cleanUpStatus: object({ cleanedResources: texts, msg: text, state: text }),
      isDisabled: flag,
    }),
    usage: object({ alloyCpuCores: amount, clusters: list(clusterUsage), pureCpuCores: amount }),
  }),
});
export type Project = Read<typeof project>;

/** The project listing to use: the deprecated GET or the POST that replaces it. */
export type ListingMethod = 'get' | 'post';

/** A filter, which only the POST supports. */
export interface ProjectSearch {
  /** Part of the name, case-insensitive. */
  readonly name?: string | undefined;
}

/** A request for a page. A `continue` token is valid only together with the other values of its first page. */
export interface ProjectQuery extends ProjectSearch {
  readonly method: ListingMethod;
  /** Projects per page, 1 to 50. */
  readonly limit: number;
  /** The period of the metrics, 60 by default. Only the GET supports it. */
  readonly periodMinutes?: number;
  readonly continue?: string;
}

const defaultPeriodMinutes = 60;

/** `GET` or `POST /v1/dashboard/projects`. Both take the same query and return the same list. */
export function listProjects(query: ProjectQuery): Endpoint<PageAnswer<Project>> {
  const { periodMinutes } = query;
  return {
    // Most services offer only one of the two.
    method: query.method,
    path: ['v1', 'dashboard', 'projects'],
    query: {
      limit: query.limit,
      continue: query.continue,
      // The description of the GET does not name this parameter; `period` is its name elsewhere in the API. The default
      // is omitted, for services that reject unknown parameters, and the POST is documented without it.
      period: query.method === 'post' || periodMinutes === defaultPeriodMinutes ? undefined : periodMinutes,
    },
    body: query.method === 'post' ? projectSearchBody(query) : undefined,
    read: listOf(project),
  };
}

function projectSearchBody({ name = '' }: ProjectSearch): object {
  return name === '' ? {} : { filter: { name: { contains: name, ignoreCase: true } } };
}

/** Invalid if one item is, because a project that is missing in the list is considered deleted. */
const uidList = exactList((json): ExactReference | undefined => {
  const { name, uid } = project(json)?.metadata ?? {};
  return uid === undefined ? undefined : { name, uid };
});
const projectUids: Reader<readonly ExactReference[]> = (json) =>
  isObject(json) ? uidList(json['items']) : undefined;

/** `GET /v1/dashboard/projects/metadata`: UID and name of every project that the key can access; not paginated. */
export function listProjectUids(): Endpoint<readonly ExactReference[]> {
  return { path: ['v1', 'dashboard', 'projects', 'metadata'], read: projectUids };
}
