import { isDeepStrictEqual } from 'node:util';
import { l10n } from 'vscode';
import type { ProjectSort } from '../../service/resources/project';
import { showInputBox } from '../../ui/inputBox';
import { pickOne, type PickItem } from '../../ui/quickPick';
import type { ProjectsModel } from '../model';
import { sortFields, type ShownProjects } from '../projectSearch';

/**
 * Asks for part of a project name, or for tags, to filter by; empty shows all. The view updates while typing; Escape restores the
 * previous filter.
 */
export async function filterProjects(model: ProjectsModel): Promise<void> {
  const { name: before = '' } = model.search;
  const apply = async (name: string): Promise<void> => {
    if (name !== (model.search.name ?? '')) await model.find({ ...model.search, name });
  };
  const name = await showInputBox({
    title: l10n.t('Filter Projects'),
    prompt: model.inventory.searchesInService
      ? l10n.t('Filter by project name, or by tags of loaded clusters, such as env:prod')
      : l10n.t('Filter loaded projects by name, or by tags of loaded clusters, such as env:prod'),
    value: before,
    containsApiKey: model.inventory.session.containsApiKey,
    onPause: async (typed) => {
      await apply(typed);
      await model.store.children();
    },
  });
  await apply(typeof name === 'string' ? name : before);
}

/** Asks for the order that projects are shown in. */
export async function sortProjects(model: ProjectsModel): Promise<void> {
  const { name, sort, isUnhealthyFirst = false } = model.search;
  type Order = Omit<ShownProjects, 'name'>;
  const current: Order = isUnhealthyFirst ? { isUnhealthyFirst } : sort === undefined ? {} : { sort };
  const item = (label: string, order: Order, detail?: string): PickItem<Order> => ({
    label,
    ...(isDeepStrictEqual(order, current) ? { description: l10n.t('current') } : {}),
    ...(detail === undefined ? {} : { detail }),
    value: order,
  });
  const choice = await pickOne({
    title: l10n.t('Sort Projects'),
    placeholder: model.inventory.searchesInService
      ? l10n.t('Select the order of projects')
      : l10n.t('Select the order of loaded projects'),
    items: [
      item(l10n.t('Default'), {}, l10n.t('As listed by the service')),
      item(
        l10n.t('Unhealthy First'),
        { isUnhealthyFirst: true },
        l10n.t('Sorts loaded rows only, at every level'),
      ),
      ...sortFields.flatMap((field) =>
        (['asc', 'desc'] as const).map((order) =>
          item(sortLabel({ field, order }), { sort: { field, order } }),
        ),
      ),
    ],
  });
  if (typeof choice === 'object') await model.find({ name, ...choice });
}

function sortLabel({ field, order }: ProjectSort): string {
  return {
    name: { asc: l10n.t('Name, A to Z'), desc: l10n.t('Name, Z to A') },
    creationTimestamp: { asc: l10n.t('Oldest First'), desc: l10n.t('Newest First') },
    lastModifiedTimestamp: { asc: l10n.t('Least Recently Modified'), desc: l10n.t('Most Recently Modified') },
  }[field][order];
}
