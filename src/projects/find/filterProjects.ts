import { isDeepStrictEqual } from 'node:util';
import { l10n, ThemeIcon } from 'vscode';
import type { Inventory } from '../../items/inventory';
import { kindCounts } from '../../items/itemText';
import { answerTo, notKnownText } from '../../items/query/answer';
import { queryContext } from '../../items/query/context';
import { maxLineLength } from '../../query/query';
import { escapeIconsAndLinks, parts } from '../../text/text';
import { keyRefusal } from '../../ui/inputBox';
import type { PickItem } from '../../ui/pickItem';
import { pickOne } from '../../ui/quickPick';
import type { ProjectsModel } from '../model';
import type { ShownProjects } from '../projectSearch';
import { suggestionItems } from './suggestions';

/** Asks for a line to filter by; empty shows all. The view updates while typing; Escape restores the previous line. */
export async function filterProjects(model: ProjectsModel): Promise<void> {
  const { inventory, query: before } = model;
  const apply = async (query: string): Promise<void> => {
    if (query !== model.query && query.length <= maxLineLength) await model.find({ ...model.search, query });
  };
  const line = await pickOne<string>({
    title: l10n.t('Filter Projects'),
    placeholder: inventory.searchesInService
      ? l10n.t('Filter by project name and terms, such as state:failed or env:prod')
      : l10n.t('Filter loaded projects by name and terms, such as state:failed or env:prod'),
    ignoreFocusOut: true,
    items: {
      text: before,
      find: (text) => [lineItem(text.trim(), inventory), ...suggestionItems(text, inventory)],
      refusalOf: (text) => keyRefusal(text, inventory.session.containsApiKey),
      search: async (text) => {
        await apply(text);
        await model.store.load();
        return [];
      },
    },
  });
  await apply(typeof line === 'string' ? line : before);
}

/** What a line shows, and what is not known of that. */
function lineItem(line: string, inventory: Inventory): PickItem<string> {
  const { items, notKnown, problems } = answerTo(line, inventory.items(), queryContext(inventory));
  const unread = line === '' || problems.length > 0 ? '' : notKnownText(notKnown);
  const counts = kindCounts((kind) => items.filter((item) => item.kind === kind).length);
  return {
    label: line === '' ? l10n.t('Show Everything') : escapeIconsAndLinks(line),
    description: counts === '' ? l10n.t('No item matches') : l10n.t('Show {0}', counts),
    detail: escapeIconsAndLinks(parts(...problems, unread)),
    iconPath: new ThemeIcon(problems.length > 0 ? 'warning' : 'filter-filled'),
    alwaysShow: true,
    value: line,
  };
}

/** Asks for the order that projects are shown in. */
export async function sortProjects(model: ProjectsModel): Promise<void> {
  const { query, sort, isUnhealthyFirst = false } = model.search;
  type Order = Omit<ShownProjects, 'query'>;
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
      item(l10n.t('Name, A to Z'), { sort: { field: 'name', order: 'asc' } }),
      item(l10n.t('Name, Z to A'), { sort: { field: 'name', order: 'desc' } }),
    ],
  });
  if (typeof choice === 'object') await model.find({ query, ...choice });
}
