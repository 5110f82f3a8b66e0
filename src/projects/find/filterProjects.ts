import { l10n } from 'vscode';
import type { ProjectSearch, ProjectSort } from '../../service/resources/project';
import { completeStep } from '../../ui/contextKeys';
import { showInputBox } from '../../ui/inputBox';
import { pickOne, type PickItem } from '../../ui/quickPick';
import type { ActiveProjects } from '../activeProjects';
import type { ProjectsModel } from '../model';
import { sortFields } from '../projectSearch';

/**
 * Asks for a part of the names of the projects to show. An empty text shows all. The view follows the typing; Escape
 * restores the filter before.
 */
export async function filterProjects({ session, model }: ActiveProjects): Promise<void> {
  const { name: before = '', sort } = model.search;
  const apply = async (name: string): Promise<void> => {
    if (name !== (model.search.name ?? '')) await model.find({ name, sort });
  };
  const name = await showInputBox({
    title: l10n.t('Filter Projects'),
    prompt: model.searchesInService
      ? l10n.t('A part of the names of the projects to show')
      : l10n.t('A part of the names of the projects to show, among those that are loaded'),
    value: before,
    containsApiKey: session.containsApiKey,
    onPause: async (typed) => {
      await apply(typed);
      await model.store.children();
    },
  });
  await apply(typeof name === 'string' ? name : before);
  if (typeof name === 'string' && name !== '') completeStep('find');
}

/** Asks for the order that projects are shown in. */
export async function sortProjects(model: ProjectsModel): Promise<void> {
  const { name, sort: current } = model.search;
  const item = (label: string, sort?: ProjectSort): PickItem<Pick<ProjectSearch, 'sort'>> => ({
    label,
    ...(sort?.field === current?.field && sort?.order === current?.order
      ? { description: l10n.t('in use') }
      : {}),
    value: { sort },
  });
  const choice = await pickOne({
    title: l10n.t('Sort Projects'),
    placeholder: model.searchesInService
      ? l10n.t('Order of the projects')
      : l10n.t('Order of the projects, among those that are loaded'),
    items: [
      item(l10n.t('As the service lists them')),
      ...sortFields.flatMap((field) =>
        (['asc', 'desc'] as const).map((order) => item(sortLabel({ field, order }), { field, order })),
      ),
    ],
  });
  if (typeof choice === 'object') await model.find({ name, sort: choice.sort });
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
