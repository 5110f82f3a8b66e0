import { versionColumns, type TableColumn } from '../../items/fields';
import { parseQuery } from '../../query/query';
import { termOf } from '../../items/query/terms';
import { both, exactList, exactObject, object, oneOf, text, type Read } from '../../service/readers';
import { tableViewReaders } from '../../webPage/columns';
import { readSource, timelinePeriods } from '../../items/timeline/entry';
import { pageTabs } from '../messages';
import { readGrouping, type Grouping } from './groups';
import { columns } from './rows';
import { noEntryFilter, shownLevels, columns as timelineColumns } from './timelineRows';

const readTable = exactObject(tableViewReaders(columns.names));

const readAll = exactObject({
  /** The queries belong to the connection that is named here. */
  connection: text,
  table: readTable,
  capacity: readTable,
  tab: oneOf(...pageTabs),
  /** That of each tab, once the user chose it. */
  queries: object({ overview: text, capacity: text, timeline: text }),
  timeline: exactObject({
    period: oneOf(...timelinePeriods),
    /** The last choice of a time, by its ID; empty if there is none. */
    since: text,
    /** None are all. */
    sources: exactList(readSource),
    levels: oneOf(...shownLevels),
    table: exactObject(tableViewReaders(timelineColumns.names)),
  }),
});
/** `group` is missing until the user chose one: what the groups of the overview have in common. */
const read = both(readAll, object({ group: readGrouping }));
/** What the user chose to see. It survives a reload. */
export type ChosenView = Read<typeof read>;
/** What the page shows, with the query of its tab. */
export type View = ChosenView & { readonly query: string; readonly group: Grouping };

/** The query with which the overview opens. */
export const attentionQuery = 'is:problem';

/** How full clusters are. The overview shows it only if the user chooses that. */
const uses: readonly TableColumn[] = ['fullest', 'cpu', 'memory', 'limit'];
const capacityColumns: readonly TableColumn[] = ['state', 'name', 'path', ...uses];

const defaultView: ChosenView = {
  connection: '',
  table: {
    sort: { column: 'state', isDescending: false },
    hidden: [...uses, 'os', 'profile', 'uid', 'tags'],
    widths: {},
  },
  capacity: {
    sort: { column: 'fullest', isDescending: true },
    hidden: columns.names.filter((column) => !capacityColumns.includes(column)),
    widths: {},
  },
  tab: 'overview',
  queries: {},
  timeline: {
    ...noEntryFilter,
    period: 'day',
    since: '',
    table: { sort: { column: 'time', isDescending: true }, hidden: [], widths: {} },
  },
};

/** A stored view; the default if it is missing or from another version. */
export function readView(stored: unknown): ChosenView {
  return read(stored) ?? defaultView;
}

export function shownView(view: ChosenView): View {
  const { tab, queries, group = 'cause' } = view;
  return { ...view, group, query: queries[tab] ?? (tab === 'overview' ? attentionQuery : '') };
}

/** The view of a connection. The queries and tags of another one do not apply to it. */
export function viewOf(connection: string, view: ChosenView): ChosenView {
  const { group, timeline } = view;
  return view.connection === connection
    ? view
    : {
        ...view,
        connection,
        group: group?.startsWith('tag:') === true ? undefined : group,
        queries: {},
        timeline: { ...timeline, ...noEntryFilter },
      };
}

/**
 * Whether the user chose to see what only cluster search tells, such as cores and versions. A column that is shown by default
 * is no choice.
 */
export function needsSearch({ tab, query, group, table: { sort, hidden } }: View): boolean {
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
