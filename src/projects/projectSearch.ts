import { l10n } from 'vscode';
import type { ProjectSearch, ProjectSort } from '../service/resources/project';
import { exactObject, flag, object, oneOf, text } from '../service/readers';
import { compareStates } from '../items/item';
import type { Inventory } from '../items/inventory';
import type { ParentRow, ProjectRow, Row, ItemStoreRow } from '../items/kinds';
import { noteRow } from '../items/kinds/note';
import { projectProgress } from '../items/listState';
import type { TreeRow } from '../items/store/row';
import { matchTags } from '../items/tags';
import { tagsOf } from '../items/cluster';
import { formatProgress } from '../text/format';
import { escapeIconsAndLinks, parts } from '../text/text';

export const sortFields: readonly ProjectSort['field'][] = [
  'name',
  'creationTimestamp',
  'lastModifiedTimestamp',
];

/** Which projects are shown, and in which order. */
export interface ShownProjects extends ProjectSearch {
  /** Whether loaded rows that need attention come first, at every level. */
  readonly isUnhealthyFirst?: boolean | undefined;
}

/** What the Projects view is asked to show. */
export interface ShownSearch {
  readonly search: ShownProjects;
  /** Whether only rows that may need attention are shown. */
  readonly isAttentionOnly: boolean;
}

const readSearch = object({
  name: text,
  sort: exactObject({ field: oneOf(...sortFields), order: oneOf('asc', 'desc') }),
  isUnhealthyFirst: flag,
});

/** The valid parts of a stored search. */
export function parseSearch(stored: unknown): ShownProjects {
  return readSearch(stored) ?? {};
}

/** Whether the change from one search to the other needs a new request. */
export function isOtherRequest(before: ShownProjects, after: ShownProjects): boolean {
  const requestOf = ({ name = '', sort }: ShownProjects): string => JSON.stringify([name, sort]);
  return requestOf(before) !== requestOf(after);
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
  return sort === undefined ? shown : shown.sort(comparison(sort));
}

function comparison({ field, order }: ProjectSort): (one: ProjectRow, other: ProjectRow) => number {
  const direction = order === 'asc' ? 1 : -1;
  const names = new Intl.Collator('en', { sensitivity: 'base' });
  return ({ project: one }, { project: other }) =>
    direction *
    (field === 'name'
      ? names.compare(one.metadata?.name ?? '', other.metadata?.name ?? '')
      : (one.metadata?.[field] ?? 0) - (other.metadata?.[field] ?? 0));
}

/** The clusters that match the tags in `text`, and projects with such clusters. What was not read may match. */
export function rowsWithTags(
  rows: readonly ItemStoreRow[],
  text: string,
  isKept: (row: TreeRow) => boolean,
  inventory: Inventory,
): readonly ItemStoreRow[] {
  const { store } = inventory;
  const areAllKnown = inventory.coverage().clusters.total !== undefined;
  const mayMatch = (row: ItemStoreRow): boolean => {
    if (row.kind === 'cluster') {
      const tags = tagsOf(row);
      return tags === undefined || matchTags(tags, text);
    }
    const isRead = areAllKnown || (inventory.isRead(row.id) && !inventory.isUnlisted(row.id));
    return (
      row.kind !== 'project' ||
      !isRead ||
      store.rows(row).some((child) => child.kind === 'cluster' && mayMatch(child))
    );
  };
  const shown = rows.filter((row) => isKept(row) || mayMatch(row));
  return shown.length > 0 ? shown : [noteRow<ParentRow>(store.rootId, undefined, { about: 'noMatches' })];
}

/** Describes the filter for the description of the view; empty if all projects are shown. */
export function searchDescription({ search: { name = '' }, isAttentionOnly }: ShownSearch): string {
  return parts(
    name === '' ? undefined : l10n.t('"{0}"', escapeIconsAndLinks(name, 60)),
    isAttentionOnly ? l10n.t('needs attention') : undefined,
  );
}

/**
 * Describes the filter and which projects were searched, for the message above the rows; empty if all are shown.
 */
export function searchMessage({ search, isAttentionOnly }: ShownSearch, inventory: Inventory): string {
  const { name = '', sort, isUnhealthyFirst = false } = search;
  const { loaded, total, isAll } = projectProgress(inventory.store);
  const isPartly = !inventory.searchesInService && !isAll;
  const shown = escapeIconsAndLinks(name, 60);
  const progress = formatProgress(loaded, total);
  const sentences: string[] = [];
  if (name !== '' && isPartly) {
    sentences.push(
      l10n.t(
        'Filtered by "{0}". Only loaded projects are searched ({1}), because this service can\'t search.',
        shown,
        progress,
      ),
    );
  } else if (name !== '') {
    sentences.push(l10n.t('Filtered by "{0}".', shown));
  } else if (sort !== undefined && isPartly) {
    sentences.push(
      l10n.t("Only loaded projects are sorted ({0}), because this service can't sort.", progress),
    );
  }
  if (name.includes(':')) sentences.push(l10n.t('Tag filters apply to loaded clusters.'));
  if (isUnhealthyFirst) {
    sentences.push(
      isAll
        ? l10n.t('Loaded rows are sorted by health.')
        : l10n.t('Loaded rows are sorted by health ({0} projects).', progress),
    );
  }
  if (isAttentionOnly) sentences.push(l10n.t('Showing loaded items that need attention.'));
  return sentences.join(' ');
}
