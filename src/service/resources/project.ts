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
  withSource,
  type Read,
  type Reader,
} from '../readers';
import type { Endpoint } from '../http';
import { listOf, metadata } from './metadata';

const clusterUsage = object({ cpuCores: amount, isAlloy: flag, name: text, uid: text });
/** A cluster as the project summary mentions it. */
export type ClusterUsage = Read<typeof clusterUsage>;

const project = withSource(
  object({
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
        isDisabled: flag,
        cleanUpStatus: object({ cleanedResources: texts, msg: text, state: text }),
      }),
      usage: object({ alloyCpuCores: amount, pureCpuCores: amount, clusters: list(clusterUsage) }),
    }),
  }),
);
/** A project summary. */
export type Project = Read<typeof project>;

const projectList = listOf(project);

/** Which of the two project listings is asked: the deprecated GET or the POST that replaces it. */
export type ListingMethod = 'get' | 'post';

/** What the POST can sort by. */
export interface ProjectSort {
  readonly field: 'name' | 'creationTimestamp' | 'lastModifiedTimestamp';
  readonly order: 'asc' | 'desc';
}

/** Which projects, and in which order: that of the service where it is left out. Only the POST knows them. */
export interface ProjectSearch {
  /** A part of their name, in capitals or not. */
  readonly name?: string | undefined;
  readonly sort?: ProjectSort | undefined;
}

/** What to list. A `continue` token is only valid with the same other values that it was given for. */
export interface ProjectQuery extends ProjectSearch {
  readonly method: ListingMethod;
  /** Projects a page, 1 to 50. */
  readonly limit: number;
  /** Minutes of metrics to look back on, 60 where it is left out. Only the GET knows it. */
  readonly periodMinutes?: number;
  readonly offset?: number;
  readonly continue?: string;
  /** Scopes the request to one project; the tenant otherwise. */
  readonly projectUid?: string;
}

const defaultPeriodMinutes = 60;

/** `GET` or `POST /v1/dashboard/projects`; both take the same query and give the same answer. */
export function listProjects(query: ProjectQuery): Endpoint<Read<typeof projectList>> {
  const { periodMinutes } = query;
  return {
    operation: 'listProjects',
    // A service has one of the two, seldom both: which one is found out by asking.
    optional: true,
    method: query.method,
    path: ['v1', 'dashboard', 'projects'],
    query: {
      limit: query.limit,
      offset: query.offset,
      continue: query.continue,
      // The description of the GET leaves the name of this parameter open; `period` is what it is called elsewhere
      // in the API. It is left out where it says nothing, for services that refuse what they do not know, and the POST
      // is described without it.
      period: query.method === 'post' || periodMinutes === defaultPeriodMinutes ? undefined : periodMinutes,
    },
    projectUid: query.projectUid,
    body: query.method === 'post' ? searchBody(query) : undefined,
    answer: projectList,
  };
}

function searchBody({ name = '', sort }: ProjectSearch): object {
  return {
    ...(name === '' ? {} : { filter: { name: { contains: name, ignoreCase: true } } }),
    ...(sort === undefined ? {} : { sort: [sort] }),
  };
}

const someProject = object({ metadata: object({ uid: text }) });

/** What is missing in it is taken for gone: with an item that cannot be read, the whole list says nothing. */
const uidsOfProjects = exactList((json) => someProject(json)?.metadata?.uid);
const projectUids: Reader<readonly string[]> = (json) =>
  isObject(json) ? uidsOfProjects(json['items']) : undefined;

/** `GET /v1/dashboard/projects/metadata`: every project that the key may see; not paginated. */
export function listProjectUids(): Endpoint<Read<typeof projectUids>> {
  return {
    operation: 'listProjectUids',
    optional: true,
    method: 'get',
    path: ['v1', 'dashboard', 'projects', 'metadata'],
    answer: projectUids,
  };
}
