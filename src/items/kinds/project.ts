import { projectHealth } from '../health';
import { uidOf } from '../../service/pages';
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
): Promise<RowPage<ProjectRow>> {
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

/** Reads one project by name. Returns undefined if the service can't search or doesn't find it. */
export async function readProject(
  { id, project }: ProjectRow,
  { service }: ReadContext,
  options: CallOptions,
): Promise<ProjectRow | undefined> {
  const { uid, name = '' } = project.metadata ?? {};
  if (service.listing === 'get' || uid === undefined || name === '') return undefined;
  const sent = timed(options);
  const pages = await service.projects({ name });
  // Its name may be a part of many others.
  while (!pages.done) {
    const { value: page } = await pages.next(sent.options);
    const found = page?.items.find((item) => uidOf(item) === uid);
    if (found !== undefined) return projectRow(found, id, sent.time);
  }
  return undefined;
}
