import { l10n } from 'vscode';
import type { ProjectSearch } from '../service/resources/project';
import { exactObject, flag, object, oneOf, text, type Read } from '../service/readers';
import { compareStates } from '../items/severity';
import type { Inventory } from '../items/inventory';
import type { ProjectRow, Row } from '../items/kinds';
import { projectProgress } from '../items/listState';
import { answerTo, Matcher, notKnownText } from '../items/query/answer';
import { queryContext } from '../items/query/context';
import { hasValue, parseQuery, printQuery, searchableWord } from '../query/query';
import { idsTo } from '../items/store/ids';
import { formatProgress } from '../text/format';
import { escapeIconsAndLinks, parts, present } from '../text/text';
import { isOutermost } from '../items/kinds/levels';

export const readSearch = object({
  /** The line that selects what is shown. Without it, all is. */
  query: text,
  /** An earlier version also sorted by time: the order is then that of the service. */
  sort: exactObject({ field: oneOf('name'), order: oneOf('asc', 'desc') }),
  /** Whether loaded rows that need attention come first, at every level. */
  isUnhealthyFirst: flag,
});

/** What the Projects view shows, and in which order. */
export type ShownProjects = Read<typeof readSearch>;

/** The projects in which a line with a word selects something. The service lists those that are called so. */
export function projectsWith(line: string, inventory: Inventory): readonly ProjectRow[] {
  if (searchableWord(line) === '') return [];
  const matcher = new Matcher(line, queryContext(inventory));
  const selected = inventory.items().filter((item) => !isOutermost(item) && matcher.match(item));
  const ids = new Set(selected.map(({ id }) => idsTo(id)[0]));
  return inventory.store.rows().filter((row): row is ProjectRow => ids.has(row.id));
}

const attentionTerms = ['is:problem', 'is:problem,known'];

/** The term of a line that shows only what needs attention; empty without it. */
export function attentionIn(line: string): string {
  return conditionsOf(line).find((text) => attentionTerms.includes(text)) ?? '';
}

/** A line with another term that shows only what needs attention, or without it. */
export function withAttention(line: string, term: string): string {
  const others = conditionsOf(line).filter((text) => !attentionTerms.includes(text));
  return present(...others, term).join(' ');
}

/** The line that shows only favorites and what contains them. */
export const favoritesTerm = 'is:favorite';

/** Whether a line shows only favorites and what contains them. */
export function asksForFavorites(line: string): boolean {
  return hasValue(line, 'is', 'favorite');
}

function conditionsOf(line: string): readonly string[] {
  return parseQuery(line).map((condition) => printQuery([condition]));
}

/** Sorts the worst rows first, keeping the order of equally bad ones. Notes stay at the end. */
export function unhealthyFirst(rows: readonly Row[], inventory: Inventory): readonly Row[] {
  const items = rows
    .filter((row) => row.kind !== 'note')
    .map((row) => ({ row, state: inventory.itemOf(row).state }));
  items.sort((one, other) => compareStates(one.state, other.state));
  return [...items.map(({ row }) => row), ...rows.filter((row) => row.kind === 'note')];
}

/** Filters and sorts projects as the service would. */
export function arrangeProjects(rows: readonly Row[], { name = '', sort }: ProjectSearch): readonly Row[] {
  const wanted = name.toLowerCase();
  const shown = rows
    .filter((row) => row.kind === 'project')
    .filter(({ project }) => (project.metadata?.name ?? '').toLowerCase().includes(wanted));
  if (sort === undefined) return shown;
  const direction = sort.order === 'asc' ? 1 : -1;
  const names = new Intl.Collator('en', { sensitivity: 'base' });
  return shown.sort(
    ({ project: one }, { project: other }) =>
      direction * names.compare(one.metadata?.name ?? '', other.metadata?.name ?? ''),
  );
}

/** Describes what is shown for the description of the view; empty if all is. */
export function searchDescription({ query = '' }: ShownProjects): string {
  const shown = withAttention(query, '');
  return parts(
    shown === '' ? undefined : l10n.t('"{0}"', escapeIconsAndLinks(shown, 60)),
    attentionIn(query) !== '' ? l10n.t('needs attention') : undefined,
  );
}

/** Describes for the message above the rows what is shown, and what is not known of it; empty if all is shown. */
export function searchMessage(search: ShownProjects, inventory: Inventory): string {
  const { query = '', sort, isUnhealthyFirst = false } = search;
  const { loaded, total, isAll } = projectProgress(inventory.store);
  const isPartly = !inventory.searchesInService && !isAll;
  const line = withAttention(query, '');
  const shown = escapeIconsAndLinks(line, 60);
  const progress = formatProgress(loaded, total);
  const sentences: string[] = [];
  if (searchableWord(line) !== '' && isPartly) {
    sentences.push(
      l10n.t(
        'Filtered by "{0}". Only loaded projects are searched ({1}), because this service can\'t search.',
        shown,
        progress,
      ),
    );
  } else if (line !== '') {
    sentences.push(l10n.t('Filtered by "{0}".', shown));
  } else if (sort !== undefined && isPartly) {
    sentences.push(
      l10n.t("Only loaded projects are sorted ({0}), because this service can't sort.", progress),
    );
  }
  if (isUnhealthyFirst) {
    sentences.push(
      isAll
        ? l10n.t('Loaded rows are sorted by health.')
        : l10n.t('Loaded rows are sorted by health ({0} projects).', progress),
    );
  }
  if (attentionIn(query) !== '') sentences.push(l10n.t('Showing loaded items that need attention.'));
  // Rows say which favorites are not known.
  if (line !== '' && line !== favoritesTerm) {
    const { notKnown, problems } = answerTo(query, inventory.items(), queryContext(inventory));
    sentences.push(
      ...present(notKnownText(notKnown), ...problems).map((one) => escapeIconsAndLinks(l10n.t('{0}.', one))),
    );
  }
  return sentences.join(' ');
}
