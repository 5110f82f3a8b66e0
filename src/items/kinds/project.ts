import { projectHealth } from '../health';
import { timed, type RequestTime } from '../../service/requestTime';
import type { Reference } from '../../service/readers';
import type { Project } from '../../service/resources/project';
import type { CallOptions } from '../../service/schedule';
import { readPages, type RowPage } from '../store/loadedList';
import { mergeLatest } from '../store/records';
import { idsBelow } from '../store/row';
import type { Kind, ReadContext } from './kind';
import type { ProjectRow } from './rows';

export const projectKind: Kind<ProjectRow> = {
  name: ({ project }) => project.metadata?.name,
  uid: ({ project }) => project.metadata?.uid,
  health: ({ project }) => projectHealth(project),
  isRead: ({ project }) => project.status !== undefined,
  emptyNote: 'noClusters',
  source: ({ project }) => project.source,
};

export function projectRow(project: Project, id: string, time?: RequestTime): ProjectRow {
  return { kind: 'project', id, parent: undefined, project, isReference: false, ...time };
}

/** The later summary replaces the earlier one. A reference has nothing that it has not. */
export function mergeProject(known: ProjectRow, fresh: ProjectRow): boolean {
  return fresh.isReference === true && known.isReference !== true ? false : mergeLatest(known, fresh);
}

/** The UID to scope requests to; undefined if missing or empty, because an empty UID would not limit them. */
export function projectUidOf({ project }: ProjectRow): string | undefined {
  const uid = project.metadata?.uid;
  return uid === '' ? undefined : uid;
}

/** The row of a project from a search. */
export function foundProjectRow(project: Project, rootId: string, time?: RequestTime): ProjectRow {
  const { uid, name } = project.metadata ?? {};
  return projectRow(project, idsBelow(rootId)('project', uid, name), time);
}

/** The row of a project that a cluster refers to. */
export function referredProjectRow({ uid, name }: Reference, rootId: string, time?: RequestTime): ProjectRow {
  const metadata = { uid, name };
  return { ...foundProjectRow({ metadata, source: { metadata } }, rootId, time), isReference: true };
}

export async function readProjects(
  { rootId, service, search }: ReadContext,
  options: CallOptions,
): Promise<RowPage<ProjectRow, never>> {
  const idOf = idsBelow(rootId);
  const read = readPages(await service.projects(search), (projects: readonly Project[], time) =>
    projects.map((project) => {
      const { uid, name } = project.metadata ?? {};
      return projectRow(project, idOf('project', uid, name), time);
    }),
  );
  const page = await read(options);
  // Each page comes from the same search.
  return { ...page, isFiltered: (search.name ?? '') !== '' && service.listing !== 'get' };
}

/** Reads the pages of a search for projects until one of them has a wanted ID. A service may ignore the search. */
export async function findProject(
  isWanted: (id: string) => boolean,
  { rootId, service, search }: Pick<ReadContext, 'rootId' | 'service' | 'search'>,
  options: CallOptions,
  maxPages = Infinity,
): Promise<ProjectRow | undefined> {
  const sent = timed(options);
  const pages = await service.projects(search);
  for (let page = 0; page < maxPages && !pages.done; page++) {
    const { value } = await pages.next(sent.options);
    const rows = value?.items.map((project) => foundProjectRow(project, rootId, sent.time));
    const found = rows?.find(({ id }) => isWanted(id));
    if (found !== undefined) return found;
  }
  return undefined;
}
