import { l10n, ThemeIcon } from 'vscode';
import { object, text } from '../service/readers';
import type { Inventory } from '../items/inventory';
import {
  type ProjectRow,
  type Row,
  isParentRow,
  isResourceRow,
  type ItemStoreRow,
  type ParentRow,
} from '../items/kinds';
import { projectProgress, isNote } from '../items/listState';
import { answerTo, Matcher, notKnownText } from '../find/matcher';
import { queryContext } from '../find/search';
import { itemTerms } from '../find/terms';
import { hasValue, searchableWord } from '../query/query';
import { suggestionsFor } from '../query/suggest';
import { idsTo, type TreeRow } from '../items/store/row';
import { formatProgress } from '../text/format';
import { escapeIconsAndLinks, present } from '../text/text';
import type { PickItem } from '../ui/searchList';
import { isOutermost, isGroup } from '../items/kinds/levels';
import type { Item, Known } from '../items/item';
import type { ItemStore } from '../items/kinds/kind';
import { noteRow } from '../items/kinds/rows';
import { hasAllClusters } from '../items/unread';

/** What is kept of the view: the line that selects what it shows. Without it, all is shown. */
export const readSearch = object({ query: text });

/** The projects in which a line selects something. The service lists those that are called so. */
export function projectsWith(line: string, inventory: Inventory): readonly ProjectRow[] {
  if (line === '') return [];
  const matcher = new Matcher(line, queryContext(inventory));
  const selected = inventory.items().filter((item) => !isOutermost(item) && matcher.match(item));
  const ids = new Set(selected.map(({ id }) => idsTo(id)[0]));
  return inventory.store.rows().filter((row): row is ProjectRow => ids.has(row.id));
}

/** Whether a line asks for what needs attention, and perhaps for what is known. */
export function asksForProblems(line: string): boolean {
  return hasValue(line, 'is', 'problem');
}

/** The line that shows only favorites and what contains them. */
export const favoritesTerm = 'is:favorite';

/** Whether a line shows only favorites and what contains them. */
export function asksForFavorites(line: string): boolean {
  return hasValue(line, 'is', 'favorite');
}

/** The projects with these letters in their name, as the service would find them. */
export function projectsNamed(name: string, rows: readonly Row[]): readonly Row[] {
  const wanted = name.toLowerCase();
  return rows.filter(
    (row) => row.kind === 'project' && (row.project.metadata?.name ?? '').toLowerCase().includes(wanted),
  );
}

/** The line for the description of the view. */
export function lineText(line: string): string {
  return line === '' ? '' : l10n.t('"{0}"', escapeIconsAndLinks(line, 60));
}

/** Describes for the message above the rows what is shown, and what is not known of it; empty if all is shown. */
export function searchMessage(line: string, inventory: Inventory): string {
  if (line === '') return '';
  const { loaded, total, isAll } = projectProgress(inventory.store);
  const shown = escapeIconsAndLinks(line, 60);
  const isPartly = searchableWord(line) !== '' && !inventory.searchesInService && !isAll;
  const filtered = isPartly
    ? l10n.t(
        'Filtered by "{0}". Only loaded projects are searched ({1}), because this service can\'t search.',
        shown,
        formatProgress(loaded, total),
      )
    : l10n.t('Filtered by "{0}".', shown);
  // Rows say which favorites are not known.
  if (line === favoritesTerm) return filtered;
  const { notKnown, problems } = answerTo(line, inventory.items(), queryContext(inventory));
  const further = present(notKnownText(notKnown), ...problems).map((one) =>
    escapeIconsAndLinks(l10n.t('{0}.', one)),
  );
  return [filtered, ...further].join(' ');
}

/** What the condition at the end of a line may become. Choosing one changes the line. */
export function suggestionItems(line: string, inventory: Inventory): readonly PickItem<never>[] {
  return suggestionsFor(line, line.length, inventory.items(), itemTerms(queryContext(inventory)))
    .filter((suggestion) => suggestion.line !== line)
    .map(({ label, detail, line: text }) => ({
      label: escapeIconsAndLinks(label),
      ...(detail === undefined ? {} : { description: detail }),
      iconPath: new ThemeIcon('filter'),
      alwaysShow: true,
      text,
    }));
}

/**
 * The rows that a line selects, and those in which something is selected, or may be.
 * @param isKept whether a row is shown in any case
 */
export function filteredRows(
  line: string,
  inventory: Inventory,
  rows: readonly ItemStoreRow[],
  parent?: ParentRow,
  isKept: (row: TreeRow) => boolean = () => false,
): readonly ItemStoreRow[] {
  const { store } = inventory;
  const matcher = new Matcher(line, queryContext(inventory), true);
  const areAllClustersKnown = hasAllClusters(inventory);
  const mayShow = (row: ItemStoreRow): boolean => {
    if (!isResourceRow(row)) return true;
    const item = inventory.itemOf(row);
    const known = knownIn(row, inventory);
    const isComplete =
      !isParentRow(row) ||
      isWholeRead(row, store) ||
      (row.kind === 'project' && (areAllClustersKnown || row.project.status?.usage?.clusters?.length === 0));
    // The service does not say how it is, and nothing in it does.
    const told: Item =
      item.state === 'notRead' ? { ...item, known, state: isComplete ? 'unknown' : 'notRead' } : item;
    if (matcher.match(told) !== false || store.rows(row).filter(isResourceRow).some(mayShow)) return true;
    // A group itself has no state: only what is loaded in it does.
    const saysState =
      ['healthy', 'inTransition'].includes(item.state) && !isGroup(row) && !store.hasFailed(row);
    const state = saysState ? item.state : 'notRead';
    return !isComplete && matcher.mayBeIn(item, undefined, { known, state });
  };
  const shown = rows.filter((row) => isKept(row) || mayShow(row));
  const isEmpty = !shown.some(
    (row) => isResourceRow(row) || (row.kind === 'note' && isNote(row, 'favorites')),
  );
  if (shown.length === rows.length || !isEmpty) return shown;
  const about = asksForProblems(line) ? 'allWell' : 'noMatches';
  return [noteRow(parent?.id ?? store.rootId, parent, { about }), ...shown];
}

/** Why what was not read in a row is no news: what is said of the row itself, or of one that contains it, is known. */
function knownIn(row: TreeRow | undefined, inventory: Inventory): Known | undefined {
  if (!isResourceRow(row)) return undefined;
  const { ownProblem } = inventory.derivedOf(row);
  return ownProblem === 'open' ? undefined : (ownProblem ?? knownIn(row.parent, inventory));
}

/** Whether everything directly in a row was read, if not as of now: rows stay while they are refreshed. */
function isWholeRead(row: ParentRow, store: ItemStore): boolean {
  const list = store.listOf(row);
  return list?.isWhole === true && !list.hasFailed;
}
