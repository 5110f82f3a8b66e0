import { l10n, window, type QuickPickItem } from 'vscode';
import { ask } from '../connections/prompt';
import { formatProgress } from '../details/format';
import { inert } from '../details/text';
import type { ProjectSort } from '../service/resources/project';
import type { ProjectsModel } from './model';
import { sortFields } from './projectSearch';

/** Asks for a part of the names of the projects to show; nothing of it shows all. */
export async function filterProjects(model: ProjectsModel): Promise<void> {
  const { name = '', sort } = model.search;
  const answer = await ask({
    title: l10n.t('Filter Projects'),
    prompt: model.searchesInService
      ? l10n.t('A part of the names of the projects to show')
      : l10n.t('A part of the names of the projects to show, among those that are loaded'),
    value: name,
    check: () => undefined,
  });
  if (typeof answer !== 'string') await model.find({ name: answer.value.trim(), sort });
}

export async function clearFilter(model: ProjectsModel): Promise<void> {
  await model.find({ sort: model.search.sort });
}

/** Asks for the order that projects are shown in. */
export async function sortProjects(model: ProjectsModel): Promise<void> {
  const { name, sort: current } = model.search;
  const item = (label: string, sort?: ProjectSort): SortItem => ({
    label,
    ...(sort?.field === current?.field && sort?.order === current?.order
      ? { description: l10n.t('in use') }
      : {}),
    sort,
  });
  const choice = await window.showQuickPick(
    [
      item(l10n.t('As the service lists them')),
      ...sortFields.flatMap((field) =>
        (['asc', 'desc'] as const).map((order) => item(sortLabel({ field, order }), { field, order })),
      ),
    ],
    {
      title: l10n.t('Sort Projects'),
      placeHolder: model.searchesInService
        ? l10n.t('Order of the projects')
        : l10n.t('Order of the projects, among those that are loaded'),
    },
  );
  if (choice !== undefined) await model.find({ name, sort: choice.sort });
}

interface SortItem extends QuickPickItem {
  readonly sort: ProjectSort | undefined;
}

function sortLabel({ field, order }: ProjectSort): string {
  switch (field) {
    case 'name':
      return order === 'asc' ? l10n.t('Name, A to Z') : l10n.t('Name, Z to A');
    case 'creationTimestamp':
      return order === 'asc' ? l10n.t('Oldest first') : l10n.t('Newest first');
    case 'lastModifiedTimestamp':
      return order === 'asc' ? l10n.t('Longest unchanged first') : l10n.t('Last changed first');
  }
}

/** What the view says above its rows: what is shown, and what it was looked for in; the empty text where that is all. */
export function searchMessage(model: ProjectsModel): string {
  const { name = '', sort } = model.search;
  const { loaded, total, isAll } = model.progress;
  const progress = formatProgress(loaded, total);
  const isPartly = !model.searchesInService && !isAll;
  if (name !== '') {
    const shown = inert(name, 60);
    return isPartly
      ? l10n.t(
          'Names with “{0}”, among the projects that are loaded ({1}): this service cannot search.',
          shown,
          progress,
        )
      : l10n.t('Names with “{0}”.', shown);
  }
  return sort !== undefined && isPartly
    ? l10n.t('Sorted among the projects that are loaded ({0}): this service cannot sort.', progress)
    : '';
}
