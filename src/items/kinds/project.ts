import { l10n } from 'vscode';
import { timed, type RequestTime } from '../../service/requestTime';
import type { Reference } from '../../service/readers';
import type { Project } from '../../service/resources/project';
import type { CallOptions } from '../../service/operations';
import { clusterCount, coreCount, formatNumber, ifGiven, teamCount, userCount } from '../../text/format';
import {
  count,
  description,
  inline,
  metadataRows,
  names,
  optional,
  someCount,
  escapeMarkdown as escape,
  type Row,
} from '../../text/markdown';
import { observedAt } from '../changes/change';
import { parts, present } from '../../text/text';
import { healthText } from '../health';
import { laterReadings, timeOf } from '../record';
import { readPages, type RowPage } from '../store/loadedList';
import { idsBelow } from '../store/row';
import type { Kind, Observed, ReadContext } from './kind';
import { ownProjectHealth, projectHealth, shownProjectHealth } from './projectHealth';
import type { ProjectRow } from './rows';

export const projectKind: Kind<ProjectRow> = {
  name: ({ project }) => project.metadata?.name,
  uid: ({ project }) => project.metadata?.uid,
  consoleFolder: 'projects',
  merge: mergeProject,
  health: ownProjectHealth,
  shown: shownProjectHealth,
  isRead: ({ project }) => project.status !== undefined,
  read: (_parent, context, options) => readProjectPage(context, options),
  source: ({ project }) => project.source,
  observed: observedProject,
  size: projectSize,
  hoverTable: ({ project }, now) => projectHover(project, now),
};

/** The UID to scope requests to; undefined if missing or empty, because an empty UID would not limit them. */
export function projectUidOf({ project }: ProjectRow): string | undefined {
  const uid = project.metadata?.uid;
  return uid === '' ? undefined : uid;
}

/** Whether only clusters that refer to a project are known. */
export function isReference({ readings }: ProjectRow): boolean {
  return readings.listing === undefined;
}

export function foundProjectRow(
  project: Project,
  rootId: string,
  time: RequestTime,
  idOf = idsBelow(rootId),
): ProjectRow {
  return projectRow(project, { listing: { ...time, value: project } }, idOf);
}

export function referredProjectRow({ uid, name }: Reference, rootId: string, time: RequestTime): ProjectRow {
  const metadata = { uid, name };
  const project = { metadata, source: { metadata } };
  return projectRow(project, { named: { ...time, value: project } }, idsBelow(rootId));
}

function projectRow(
  project: Project,
  readings: ProjectRow['readings'],
  idOf: ReturnType<typeof idsBelow>,
): ProjectRow {
  const id = idOf('project', project.metadata?.uid, project.metadata?.name);
  return { kind: 'project', id, parent: undefined, ...mergedProject(readings, project) };
}

/** What all readings say together: that of the listing has everything that a reference has. */
function mergedProject(readings: ProjectRow['readings'], before: Project) {
  const reading = readings.listing ?? readings.named;
  return { readings, project: reading?.value ?? before, ...(reading && timeOf(reading)) };
}

function mergeProject(row: ProjectRow, fresh: ProjectRow): boolean {
  const { project } = row;
  Object.assign(row, mergedProject(laterReadings(row.readings, fresh.readings), project));
  return row.project !== project;
}

async function readProjectPage(
  { rootId, service, search }: ReadContext,
  options: CallOptions,
): Promise<RowPage<ProjectRow>> {
  const idOf = idsBelow(rootId);
  const read = readPages(await service.projects(search), (projects: readonly Project[], time) =>
    projects.map((project) => foundProjectRow(project, rootId, time, idOf)),
  );
  const page = await read(options);
  // Each page comes from the same search.
  return { ...page, isFiltered: (search.name ?? '') !== '' && service.listing !== 'get' };
}

/** Reads the pages of a search for projects until one of them has a wanted ID. A service may ignore the search. */
export async function findProject(
  isWanted: (id: string) => boolean,
  { rootId, service, search }: ReadContext,
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

function observedProject({ project, readings }: ProjectRow): Observed {
  const { status } = project;
  const health = projectHealth(project);
  const isDisabled = status?.status?.isDisabled === true;
  return {
    health,
    values: observedAt(readings.listing, {
      state: status && (isDisabled ? l10n.t('Disabled') : l10n.t('Enabled')),
      health: healthText(health),
      size: ifGiven(status?.usage?.clusters?.length, clusterCount),
    }),
  };
}

/** The clusters by state, the cores, and who has access. */
function projectSize({ project }: ProjectRow): readonly string[] {
  const { specSummary, status } = project;
  const { clustersHealth = {}, usage: { clusters, pureCpuCores, alloyCpuCores } = {} } = status ?? {};
  const { errored, unhealthy, healthy, running } = clustersHealth;
  const states = present(
    countInState(errored, (n) => l10n.t('{0} failed', n)),
    countInState(unhealthy, (n) => l10n.t('{0} unhealthy', n)),
    countInState(healthy, (n) => l10n.t('{0} healthy', n)),
    countInState(running, (n) => l10n.t('{0} running', n)),
  ).join(', ');
  const total = ifGiven(clusters?.length, clusterCount);
  return [
    total === undefined || states === '' ? (total ?? states) : l10n.t('{0}: {1}', total, states),
    parts(
      coreCount((pureCpuCores ?? 0) + (alloyCpuCores ?? 0)),
      ifGiven(specSummary?.teams?.length, teamCount),
      ifGiven(specSummary?.users?.length, userCount),
    ),
  ];
}

export function projectHover(project: Project, now: number): readonly Row[] {
  const { metadata, specSummary } = project;
  const { clustersHealth: health, status, usage } = project.status ?? {};
  const cleanUp = status?.cleanUpStatus;
  return [
    [l10n.t('Description'), description(metadata)],
    [l10n.t('State'), status?.isDisabled === true ? l10n.t('Disabled') : undefined],
    [l10n.t('Cleanup'), optional(cleanUp?.state)],
    [l10n.t('Cleanup message'), optional(cleanUp?.msg)],
    [l10n.t('Cleaned-up resources'), inline(cleanUp?.cleanedResources, escape)],
    [l10n.t('Clusters'), count(usage?.clusters?.length)],
    [l10n.t('Running'), count(health?.running)],
    [l10n.t('Healthy'), count(health?.healthy)],
    [l10n.t('Unhealthy'), someCount(health?.unhealthy)],
    [l10n.t('Failed'), someCount(health?.errored)],
    [l10n.t('CPU cores'), count(usage?.pureCpuCores)],
    [l10n.t('CPU cores (Alloy)'), someCount(usage?.alloyCpuCores)],
    [l10n.t('Teams'), names(specSummary?.teams)],
    [l10n.t('Users'), names(specSummary?.users)],
    [l10n.t('Logo'), optional(specSummary?.logoUrl)],
    ...metadataRows(metadata, now),
  ];
}

function countInState(count = 0, many: (formatted: string) => string): string | undefined {
  return count === 0 ? undefined : many(formatNumber(count));
}
