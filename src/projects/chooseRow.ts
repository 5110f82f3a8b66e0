import { l10n, QuickPickItemKind, ThemeIcon, window, type QuickPickItem } from 'vscode';
import { errorSentence } from '../presentation/errors';
import { escapeIconsAndLinks, parts } from '../presentation/text';
import type { ClusterSummary } from '../service/resources/cluster';
import type { Project } from '../service/resources/project';
import { nameOr } from '../tree/rowParts';
import type { ActiveProjects } from './activeProjects';
import { RowMatches } from './find/matches';
import type { Found } from './find/serviceSearch';
import { addressesOf, pathOf, shownName } from './identity';
import type { ProjectsModel } from './model';
import type { ResourceNode } from './nodes';

/** What a person is asked to choose. */
export interface RowChoice {
  readonly title: string;
  readonly placeholder: string;
  /** Whether a loaded row is one of those that may be chosen; where it is left out, all are, and what the service finds. */
  readonly isOffered?: (node: ResourceNode) => boolean;
}

const nothing: Found = { projects: [], clusters: [], errors: [] };

/** Items that a person can still look through. */
const mostItems = 100;

/** After so many milliseconds without typing, the service is asked, too. */
const restMs = 300;

interface RowItem extends QuickPickItem {
  /** The row, which may have to be put into the view first. Left out where there is nothing to choose. */
  readonly row?: () => ResourceNode | Promise<ResourceNode>;
}

/**
 * Asks for one of the rows that are loaded, which are found as somebody types, or of those that the service finds a
 * moment later.
 */
export async function chooseRow(
  active: ActiveProjects,
  { title, placeholder, isOffered }: RowChoice,
): Promise<ResourceNode | undefined> {
  const { model, session } = active;
  const matches = new RowMatches(isOffered ? model.loadedRows.filter(isOffered) : model.loadedRows);
  const list = window.createQuickPick<RowItem>();
  list.title = title;
  list.placeholder = placeholder;
  list.matchOnDescription = true;

  let asking = new AbortController();
  let typing: NodeJS.Timeout | undefined;
  const known = new Map<ResourceNode, RowItem>();
  const itemFor = (row: ResourceNode): RowItem => {
    const item = known.get(row) ?? itemOf(row);
    known.set(row, item);
    return item;
  };
  const show = (found: readonly RowItem[] = []): void => {
    const items = [...matches.find(list.value, mostItems).map(itemFor), ...found];
    list.items = items.length > 0 || list.busy ? items : [nothingFound()];
  };
  const ask = async (signal: AbortSignal): Promise<void> => {
    const text = list.value.trim();
    const found = (await session.containsApiKey(text)) ? nothing : await model.lookFor(text, signal);
    if (signal.aborted) return;
    list.busy = false;
    const active = list.activeItems;
    show(foundItems(model, found));
    // VS Code would go back to the first one, under the fingers of whoever has gone on from there.
    if (active.length > 0) list.activeItems = active;
  };
  const follow = (reject: (error: unknown) => void): void => {
    clearTimeout(typing);
    // What is answered to what was typed before comes too late.
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    list.busy = isOffered === undefined && list.value.trim() !== '';
    if (list.busy) typing = setTimeout(() => void ask(signal).catch(reject), restMs);
    show();
  };
  try {
    const row = await new Promise<RowItem['row']>((resolve, reject) => {
      list.onDidChangeValue(() => {
        follow(reject);
      });
      list.onDidAccept(() => {
        const chosen = list.activeItems[0]?.row;
        if (chosen !== undefined) resolve(chosen);
      });
      list.onDidHide(() => {
        resolve(undefined);
      });
      follow(reject);
      list.show();
    });
    list.hide();
    return await window.withProgress({ location: { viewId: 'poolview.projects' } }, async () => row?.());
  } finally {
    clearTimeout(typing);
    asking.abort();
    list.dispose();
  }
}

function itemOf(row: ResourceNode): RowItem {
  return item(row.kind, shownName(row), whereOf(row), () => row);
}

function item(
  kind: ResourceNode['kind'],
  name: string,
  where: string,
  row: NonNullable<RowItem['row']>,
): RowItem {
  return {
    label: escapeIconsAndLinks(name),
    description: escapeIconsAndLinks(where),
    iconPath: iconOf(kind),
    alwaysShow: true,
    row,
  };
}

function whereOf(row: ResourceNode): string {
  const path = pathOf(row);
  switch (row.kind) {
    case 'project':
      return l10n.t('Project');
    case 'cluster':
      return l10n.t('Cluster in {0}', path);
    case 'pool':
      return l10n.t('Machine pool in {0}', path);
    case 'machine':
      return parts(l10n.t('Machine in {0}', path), ...addressesOf(row.machine));
  }
}

function iconOf(kind: ResourceNode['kind']): ThemeIcon {
  return new ThemeIcon(
    { project: 'project', cluster: 'server-environment', pool: 'layers', machine: 'vm' }[kind],
  );
}

function foundItems(model: ProjectsModel, { projects, clusters, errors }: Found): readonly RowItem[] {
  const nameIn = ({ metadata }: Project | ClusterSummary): string =>
    nameOr(metadata?.name, metadata?.uid, '?');
  const items = [
    ...projects.map((project) =>
      item('project', nameIn(project), l10n.t('Project'), () => model.rowOfProject(project)),
    ),
    ...clusters.map((found) =>
      item('cluster', nameIn(found.cluster), l10n.t('Cluster in {0}', nameIn(found.project)), () =>
        model.rowOfFound(found),
      ),
    ),
  ];
  return [
    ...(items.length === 0
      ? []
      : [{ label: l10n.t('found by the service'), kind: QuickPickItemKind.Separator }, ...items]),
    ...errors.map((error): RowItem => ({
      label: l10n.t('The service could not be searched'),
      detail: escapeIconsAndLinks(errorSentence(error)),
      iconPath: new ThemeIcon('error'),
      alwaysShow: true,
    })),
  ];
}

function nothingFound(): RowItem {
  return {
    label: l10n.t('Nothing found'),
    description: l10n.t('Machine pools and machines are found where they are loaded.'),
    alwaysShow: true,
  };
}
