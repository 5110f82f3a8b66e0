import { l10n, ThemeIcon } from 'vscode';
import type { Inventory } from '../../items/inventory';
import { kindCounts } from '../../items/itemText';
import { answerTo, notKnownText } from '../../find/matcher';
import { queryContext } from '../../find/search';
import { maxLineLength } from '../../query/query';
import type { FleetReader } from '../../reads/fleetReader';
import { escapeIconsAndLinks, parts } from '../../text/text';
import { keyRefusal } from '../../ui/inputBox';
import type { PickItem } from '../../ui/searchList';
import { pickOne } from '../../ui/quickPick';
import type { ProjectsModel } from '../model';
import { asksForProblems, suggestionItems } from '../projectSearch';
import { readProblems } from './goTo';

/**
 * Asks for a line to filter by; empty shows all. The view updates while typing; Escape restores the previous line.
 * @param reader of the same connection
 */
export async function filterProjects(model: ProjectsModel, reader: FleetReader | undefined): Promise<void> {
  const { inventory, query: before } = model;
  const apply = async (query: string): Promise<void> => {
    if (query !== model.query && query.length <= maxLineLength) await model.find(query);
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
      search: async (text, signal) => {
        await apply(text);
        await model.store.load();
        if (reader !== undefined && asksForProblems(text)) await readProblems(reader, signal);
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
