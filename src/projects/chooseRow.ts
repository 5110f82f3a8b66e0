import { l10n, QuickPickItemKind, ThemeIcon } from 'vscode';
import { errorSentence } from '../text/errors';
import { escapeIconsAndLinks, pathText } from '../text/text';
import { withViewProgress } from '../ui/progress';
import { pickOne, type PickItem } from '../ui/quickPick';
import { Ranking } from '../items/find/matches';
import { areAllKnown, foundRows, revealFound, searchService } from '../items/find/search';
import type { Inventory } from '../items/inventory';
import type { ItemKind } from '../items/item';
import { parseQuery } from '../items/query/query';
import { findOpened, openedItems } from './find/opened';
import { suggestionItems } from './find/suggestions';
import type { ProjectsModel } from './model';
import { shownName, type ResourceRow } from '../items/kinds';
import { locationOf, rowKindOf } from './rows/items';

/** A question for a row. */
export interface RowChoice {
  readonly title: string;
  readonly placeholder: string;
  /** Limits the choice to the loaded rows for which it is true. Without it, the service is searched too. */
  readonly isOffered?: (node: ResourceRow) => boolean;
  /** What to offer besides the rows that match a text. */
  readonly alternative?: (text: string) => PickItem<ChosenRow> | undefined;
}

const separator = QuickPickItemKind.Separator;

/** The most items that a user would scroll through. */
const maxItems = 100;

/** A row that may have to be added to the view first. */
type ChosenRow = () => ResourceRow | undefined | Promise<ResourceRow | undefined>;

/** Lets the user choose a loaded row or, shortly after typing, one that the service finds. */
export async function chooseRow(
  projects: ProjectsModel,
  { title, placeholder, isOffered, alternative }: RowChoice,
): Promise<ResourceRow | undefined> {
  const { inventory } = projects;
  const rows = isOffered ? inventory.rows.filter(isOffered) : inventory.rows;
  const find = (text: string): readonly PickItem<ChosenRow>[] => {
    if (text.trim() === '') {
      const opened = isOffered ? [] : openedItems(inventory);
      const others = rows.filter(({ id }) => !opened.some((item) => item.id === id)).slice(0, maxItems);
      return [...openedFirst(opened, inventory), ...others.map((row) => itemOf(row))];
    }
    const items = new Ranking(text, inventory).best(rows, maxItems).map((row) => itemOf(row));
    const suggestions = suggestionItems(text, inventory);
    const { key = '' } = parseQuery(text).find(({ end }) => end === text.length) ?? {};
    return key !== '' ? [...suggestions, ...items] : [...items, ...suggestions];
  };
  const search = async (text: string, signal: AbortSignal): Promise<readonly PickItem<ChosenRow>[]> =>
    (await inventory.session.containsApiKey(text))
      ? []
      : foundItems(inventory, await searchService(inventory, text, signal), text);
  const toggle = {
    icon: 'cloud',
    tooltip: l10n.t('Search the Service'),
    isOn: projects.isServiceSearched,
    run: (isOn: boolean) => {
      projects.isServiceSearched = isOn;
    },
  };
  const row = await pickOne<ChosenRow>({
    title,
    placeholder,
    buttons: isOffered ? [] : [toggle],
    items: {
      find,
      get search() {
        return isOffered === undefined && projects.isServiceSearched ? search : undefined;
      },
      get prompt() {
        return isOffered ? undefined : searchPrompt(projects);
      },
      get nothingFound() {
        return nothingFound(projects);
      },
      alternative,
    },
  });
  if (typeof row !== 'function') return undefined;
  return withViewProgress('poolview.projects', async () => row());
}

/** What the user opened last, even if it has to be read again. */
function openedFirst(
  opened: ReturnType<typeof openedItems>,
  inventory: Inventory,
): readonly PickItem<ChosenRow>[] {
  if (opened.length === 0) return [];
  return [
    { label: l10n.t('recently opened'), kind: separator },
    ...opened.map(({ id, kind, names }) =>
      pickItem(kind, names.at(-1) ?? '', pathText(...names.slice(0, -1)), () =>
        findOpened(inventory, id, names),
      ),
    ),
    { label: '', kind: separator },
  ];
}

/** What a search requests. */
function searchPrompt({ inventory, isServiceSearched }: ProjectsModel): string {
  if (!isServiceSearched) return l10n.t('Only loaded items are searched, without a request.');
  return inventory.searchesInService
    ? l10n.t('After a pause in typing, up to 2 requests search the service for projects and clusters.')
    : l10n.t('After a pause in typing, 1 request searches the service for clusters.');
}

function nothingFound({ inventory, isServiceSearched }: ProjectsModel): PickItem<ChosenRow> {
  if (areAllKnown(inventory)) return { label: l10n.t('No item matches'), alwaysShow: true };
  const description = isServiceSearched
    ? l10n.t('Only loaded machine pools and machines are searched')
    : l10n.t('Only loaded items are searched');
  return { label: l10n.t('No results'), description, alwaysShow: true };
}

function itemOf(row: ResourceRow, value: ChosenRow = () => row): PickItem<ChosenRow> {
  return pickItem(row.kind, shownName(row), locationOf(row), value);
}

function pickItem(kind: ItemKind, name: string, description: string, value: ChosenRow): PickItem<ChosenRow> {
  return {
    label: escapeIconsAndLinks(name),
    description: escapeIconsAndLinks(description),
    iconPath: new ThemeIcon(rowKindOf({ kind }).icon),
    alwaysShow: true,
    value,
  };
}

function foundItems(
  inventory: Inventory,
  found: Awaited<ReturnType<typeof searchService>>,
  line: string,
): readonly PickItem<ChosenRow>[] {
  const items = foundRows(inventory, found, line).map((row) =>
    itemOf(row, () => revealFound(inventory, row)),
  );
  return [
    ...(items.length === 0 ? [] : [{ label: l10n.t('from the service'), kind: separator }, ...items]),
    ...found.errors.map((error) => ({
      label: l10n.t("Couldn't search the service"),
      detail: escapeIconsAndLinks(errorSentence(error)),
      iconPath: new ThemeIcon('error'),
      alwaysShow: true,
    })),
  ];
}
