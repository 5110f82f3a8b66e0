import { versionColumns, type TableColumn } from '../../items/fields';
import { parseQuery } from '../../query/query';
import { termOf } from '../../find/terms';
import { both, exactList, exactObject, object, oneOf, text, type Read } from '../../service/readers';
import { noPlace } from '../../webPage/place';
import { readSelected, readSource, timelinePeriods } from '../../timeline/entry';
import { pageTabs, readQueries, shownQuery } from '../messages';
import { readGrouping, type Grouping } from './groups';
import { itemColumns } from './itemColumns';
import { columns as timelineColumns } from './timelineColumns';
import { noEntryFilter, shownLevels } from './timelineRows';

const readAll = exactObject({
  /** The queries belong to the connection that is named here. */
  connection: text,
  table: itemColumns.readView,
  capacity: itemColumns.readView,
  tab: oneOf(...pageTabs),
  queries: readQueries,
  timeline: both(
    exactObject({
      period: oneOf(...timelinePeriods),
      /** The last choice of a time, by its ID; empty if there is none. */
      since: text,
      /** None are all. */
      sources: exactList(readSource),
      levels: oneOf(...shownLevels),
      table: timelineColumns.readView,
    }),
    /** What it is about; the fleet if it is missing. */
    object({ item: readSelected }),
  ),
});
/** `group` is missing until the user chose one: what the groups of the overview have in common. */
const read = both(readAll, object({ group: readGrouping }));
/** What the user chose to see. It survives a reload. */
export type ChosenView = Read<typeof read>;
/** What the page shows, with the query of its tab. */
export type PageView = ChosenView & { readonly query: string; readonly group: Grouping };

const capacityColumns: readonly TableColumn[] = [
  'state',
  'name',
  'path',
  'fullest',
  'cpu',
  'memory',
  'limit',
];

const emptyView: ChosenView = {
  connection: '',
  table: itemColumns.firstView('state'),
  capacity: itemColumns.firstView('fullest', true, capacityColumns),
  tab: 'overview',
  queries: {},
  timeline: { ...noEntryFilter, period: 'day', since: '', table: timelineColumns.firstView('time', true) },
};

/** A stored view; the first one if it is missing or from another version. */
export function readPageView(stored: unknown): ChosenView {
  return read(stored) ?? emptyView;
}

export function shownView(view: ChosenView): PageView {
  const { group = 'cause' } = view;
  return { ...view, group, query: shownQuery(view) };
}

/** The view of a connection. The queries, tags and rows of another one do not apply to it. */
export function pageViewOf(connection: string, view: ChosenView): ChosenView {
  const { group, table, capacity, timeline } = view;
  return view.connection === connection
    ? view
    : {
        ...view,
        connection,
        group: group?.startsWith('tag:') === true ? undefined : group,
        queries: {},
        table: { ...table, place: noPlace },
        capacity: { ...capacity, place: noPlace },
        timeline: {
          ...timeline,
          ...noEntryFilter,
          item: undefined,
          table: { ...timeline.table, place: noPlace },
        },
      };
}

/**
 * Whether the user chose to see what only cluster search tells, such as cores and versions. A column that is shown by default
 * is no choice.
 */
export function needsSearch({ tab, query, group, table: { sort, hidden } }: PageView): boolean {
  if (tab !== 'overview') return tab === 'capacity';
  return (
    parseQuery(query).some(({ key, values }) => values.some((value) => isOfSearch(key, value))) ||
    group === 'kubernetes' ||
    versionColumns.some((column) => sort.column === column) ||
    versionColumns.some((column) => column !== 'kubernetes' && !hidden.includes(column))
  );
}

/** Whether only cluster search answers a term. */
function isOfSearch(key: string, value: string): boolean {
  const unread = termOf(key).question(value, false)?.unread;
  return unread === 'versions' || unread === 'capacity';
}
