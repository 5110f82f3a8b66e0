import { l10n, QuickPickItemKind, ThemeIcon, type TreeView } from 'vscode';
import { attentionIn } from '../items/attention';
import {
  Ranking,
  takeFound,
  foundRows,
  takeFoundRow,
  searchService,
  type FoundInService,
} from '../find/search';
import { canSearch } from '../reads/allClusters';
import { maxUnasked } from '../reads/causeReader';
import type { Inventory } from '../items/inventory';
import type { ItemPath } from '../items/item';
import type { ItemKind } from '../items/kinds/levels';
import { shownName, type ResourceRow, isResourceRow, type ItemStoreRow } from '../items/kinds';
import { parseQuery, searchableWord } from '../query/query';
import { needsAttention, stateText } from '../items/severity';
import { areAllKnown } from '../items/unread';
import type { ServiceError } from '../service/errors';
import { errorSentence } from '../text/errors';
import { formatNumber } from '../text/format';
import { escapeIconsAndLinks, parts, pathText } from '../text/text';
import { healthIcon } from '../tree/rowSpec';
import { withViewProgress } from '../ui/progress';
import type { PickItem } from '../ui/searchList';
import { pickOne } from '../ui/quickPick';
import { runCommand } from '../ui/runCommand';
import { findOpened, openedItems } from './find/opened';
import { suggestionItems, asksForProblems } from './projectSearch';
import type { ProjectsModel } from './model';
import { itemLooks, locationOf, viewId } from './rows/items';
import { isObject } from '../service/readers';
import { givenRows, type Selecting } from '../tree/givenRows';
import type { CommandArguments } from '../ui/commands';

/** A question for a row. */
interface RowChoice {
  readonly title: string;
  readonly placeholder: string;
  /** Limits the choice to the loaded rows for which it is true. Without it, the service is searched too. */
  readonly isOffered?: (node: ResourceRow) => boolean;
  /** The text at first. */
  readonly line?: string | undefined;
  /** What to offer besides the rows that match a text. */
  readonly alternative?: (text: string) => PickItem<ChosenRow> | undefined;
  /** Reads more items that a text may select. Returns what failed. */
  readonly readMore?: (text: string, signal: AbortSignal) => Promise<readonly ServiceError[]>;
}

const separatorKind = QuickPickItemKind.Separator;

/** The most items that a user would scroll through. */
const maxChoices = 100;

/** A row that may have to be added to the view first. */
export type ChosenRow = () => ResourceRow | undefined | Promise<ResourceRow | undefined>;

/** Lets the user choose a loaded row or, shortly after typing, one that the service finds. */
export async function chooseRow(
  { inventory }: ProjectsModel,
  { title, placeholder, isOffered, line, alternative, readMore }: RowChoice,
): Promise<ResourceRow | undefined> {
  let shown: readonly ResourceRow[] = [];
  let ofService: { readonly text: string; readonly found: FoundInService } | undefined;
  const find = (text: string): readonly PickItem<ChosenRow>[] => {
    // More may have been read since.
    const rows = isOffered ? inventory.rows.filter(isOffered) : inventory.rows;
    if (ofService?.text !== text.trim()) ofService = undefined;
    if (text.trim() === '') {
      const opened = isOffered ? [] : openedItems(inventory);
      shown = rows.filter(({ id }) => !opened.some((item) => item.id === id)).slice(0, maxChoices);
      return [...openedFirst(opened, inventory), ...shown.map((row) => pickItemOf(row, inventory))];
    }
    const ranking = new Ranking(text, inventory);
    // What is in a cluster that needs attention is not listed besides it.
    const counted = isOffered || !asksForProblems(text) ? [] : attentionIn(inventory).counted;
    shown = ranking.best(counted, Infinity);
    if (shown.length === 0) shown = ranking.best(rows, maxChoices);
    const items = shown.map((row) => pickItemOf(row, inventory));
    const suggestions = suggestionItems(text, inventory);
    const { key = '' } = parseQuery(text).find(({ end }) => end === text.length) ?? {};
    return key !== '' ? [...suggestions, ...items] : [...items, ...suggestions];
  };
  const search = async (text: string, signal: AbortSignal): Promise<readonly PickItem<ChosenRow>[]> => {
    if (await inventory.session.containsApiKey(text)) return [];
    const [found, failed = []] = await Promise.all([
      searchService(inventory, text, signal),
      readMore?.(text, signal),
    ]);
    ofService = { text, found };
    return foundItems(inventory, { ...found, errors: [...found.errors, ...failed] }, text);
  };
  const copyShown = async (): Promise<void> => {
    const added = ofService && foundRows(inventory, ofService.found, ofService.text);
    if (ofService) await takeFound(inventory, ofService.found);
    const ids = [...shown, ...(added ?? [])].map(({ id }) => id);
    if (ids.length > 0) await runCommand('copyForTicket', { ids });
  };
  const row = await pickOne<ChosenRow>({
    title,
    placeholder,
    buttons: isOffered ? [] : [{ icon: 'copy', tooltip: l10n.t('Copy for Ticket'), run: copyShown }],
    items: {
      text: line,
      find,
      search: isOffered ? undefined : search,
      prompt: isOffered ? undefined : promptText(),
      nothingFound: (text) => nothingFound(inventory, isOffered === undefined ? searchableWord(text) : ''),
      alternative,
    },
  });
  if (typeof row !== 'function') return undefined;
  return withViewProgress('poolview.projects', async () => row());
}

function promptText(): string {
  return l10n.t(
    'After a pause in typing, up to 2 requests search the service. is:problem also reads all clusters, and up to {0} causes.',
    formatNumber(maxUnasked),
  );
}

/** What the user opened last, even if it has to be read again. */
function openedFirst(opened: readonly ItemPath[], inventory: Inventory): readonly PickItem<ChosenRow>[] {
  if (opened.length === 0) return [];
  return [
    { label: l10n.t('recently opened'), kind: separatorKind },
    ...opened.map((path) =>
      pickItem(path.kind, path.names.at(-1) ?? '', pathText(...path.names.slice(0, -1)), () =>
        findOpened(inventory, path),
      ),
    ),
    { label: '', kind: separatorKind },
  ];
}

/** @param word what the service was searched for, if it can search */
function nothingFound(inventory: Inventory, word: string): string {
  if (areAllKnown(inventory)) return l10n.t('No item matches');
  const searched =
    word !== '' && (inventory.searchesInService || canSearch(inventory))
      ? l10n.t('Only loaded machine pools and machines are searched')
      : l10n.t('Only loaded items are searched');
  return parts(l10n.t('No results'), searched);
}

/** An item with what is wrong with it, its address, and where it is. */
function pickItemOf(
  row: ResourceRow,
  inventory: Inventory,
  value: ChosenRow = () => row,
): PickItem<ChosenRow> {
  const { state, cause, addresses } = inventory.itemOf(row);
  const problem = cause || (needsAttention(state) ? stateText(state) : '');
  const description = parts(problem, addresses[0], locationOf(row));
  return {
    ...pickItem(row.kind, shownName(row), description, value),
    iconPath: healthIcon(itemLooks[row.kind].icon, state),
  };
}

function pickItem(kind: ItemKind, name: string, description: string, value: ChosenRow): PickItem<ChosenRow> {
  return {
    label: escapeIconsAndLinks(name),
    description: escapeIconsAndLinks(description),
    iconPath: new ThemeIcon(itemLooks[kind].icon),
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
    pickItemOf(row, inventory, () => takeFoundRow(inventory, row)),
  );
  return [
    ...(items.length === 0 ? [] : [{ label: l10n.t('from the service'), kind: separatorKind }, ...items]),
    ...found.errors.map((error) => ({
      label: l10n.t("Couldn't search the service"),
      detail: escapeIconsAndLinks(errorSentence(error)),
      iconPath: new ThemeIcon('error'),
      alwaysShow: true,
    })),
  ];
}

/** The Projects view, as commands need it. */
export interface CommandView {
  readonly view: TreeView<string>;
  /** What is selected in it, also while VS Code draws it again. */
  readonly selection: Selecting;
}

/**
 * The rows that a command works on, in the order of the tree, or in that of the page which passes them. From the Command
 * Palette, it works on the selection of the view.
 * @param choice what to ask the user from the Command Palette if nothing is selected
 */
export async function rowsOf(
  selected: Selecting,
  projects: ProjectsModel,
  given: CommandArguments,
  choice?: RowChoice,
): Promise<readonly ResourceRow[]> {
  const rows = new Set((await anyRowsOf(selected, projects, given)).filter(isResourceRow));
  if (rows.size > 0 && !isObject(given[0])) return inTreeOrder(rows, projects);
  if (rows.size > 0 || given.length > 0 || choice === undefined) return [...rows];
  const row = await chooseRow(projects, choice);
  return row === undefined ? [] : [row];
}

/** Rows in the order of the tree. Those that it no longer shows come last. */
function inTreeOrder(rows: ReadonlySet<ResourceRow>, projects: ProjectsModel): readonly ResourceRow[] {
  const visible = projects.rows
    .visible()
    .filter(isResourceRow)
    .filter((row) => rows.has(row));
  return [...new Set([...visible, ...rows])];
}

/** Those that stand for no item, too, in the order in which they are given. */
export function anyRowsOf(
  selected: Selecting,
  { rows }: ProjectsModel,
  given: CommandArguments,
): Promise<readonly ItemStoreRow[]> {
  return givenRows(rows, given.length === 0 ? [undefined, selected.selection] : given, viewId, selected);
}
