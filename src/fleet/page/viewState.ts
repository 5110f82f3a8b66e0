import { versionColumns, type TableColumn } from '../../items/fields';
import { parseQuery } from '../../items/query/query';
import {
  exactList,
  exactObject,
  flag,
  isObject,
  object,
  oneOf,
  text,
  type JsonObject,
  type Read,
} from '../../service/readers';
import { tableViewReaders } from '../../webPage/columns';
import { readSource, timelinePeriods } from '../../items/timeline/entry';
import { pageTabs } from '../messages';
import { readGrouping } from './clusterGroups';
import { columns } from './rows';
import { noEntryFilter, shownLevels, columns as timelineColumns } from './timelineRows';

const readTable = exactObject({ isGrouped: flag, ...tableViewReaders(columns.names) });

const read = exactObject({
  /** The queries belong to the connection that is named here. */
  connection: text,
  /** What the clusters in a group of the status grid have in common. */
  grouping: readGrouping,
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
/** What the user chose to see. It survives a reload. */
export type ChosenView = Read<typeof read>;
/** What the page shows, with the query of its tab. */
export type View = ChosenView & { readonly query: string };

/** The query with which the overview opens. */
export const attentionQuery = 'is:problem';

/** How full clusters are. The overview shows it only if the user chooses that. */
const uses: readonly TableColumn[] = ['fullest', 'cpu', 'memory', 'limit'];
const capacityColumns: readonly TableColumn[] = ['state', 'name', 'path', ...uses];

const defaultView: ChosenView = {
  connection: '',
  grouping: 'project',
  table: {
    sort: { column: 'state', isDescending: false },
    isGrouped: false,
    hidden: [...uses, 'os', 'profile', 'uid', 'tags'],
    widths: {},
  },
  capacity: {
    sort: { column: 'fullest', isDescending: true },
    isGrouped: false,
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
  const { tab, queries } = view;
  return { ...view, query: queries[tab] ?? (tab === 'overview' ? attentionQuery : '') };
}

/** The view of a connection. The queries of another one do not apply to it. */
export function viewOf(connection: string, view: ChosenView): ChosenView {
  return view.connection === connection
    ? view
    : {
        ...view,
        connection,
        queries: {},
        timeline: { ...view.timeline, ...noEntryFilter },
      };
}

/**
 * Whether the user chose to see what only cluster search tells, such as versions. A column that is shown by default is no
 * choice.
 */
export function needsSearch({ query, grouping, table: { sort, hidden } }: View): boolean {
  return (
    parseQuery(query).some(({ key }) => searchKeys.has(key.toLowerCase())) ||
    grouping === 'kubernetes' ||
    versionColumns.some((column) => sort.column === column) ||
    versionColumns.some((column) => column !== 'kubernetes' && !hidden.includes(column))
  );
}

/** What cluster search tells. */
const searchKeys: ReadonlySet<string> = new Set(['k8s', 'os', 'pack', 'profile', 'cpu', 'memory']);

/** `view` with another query and choices for the table, without what this version cannot read. What is missing stays. */
export function withSaved(view: ChosenView, { query, table }: JsonObject): ChosenView {
  let shown: ChosenView =
    query === undefined ? view : { ...view, queries: { ...view.queries, [view.tab]: text(query) ?? '' } };
  for (const [field, value] of Object.entries(isObject(table) ? table : {}))
    shown = read({ ...shown, table: { ...shown.table, [field]: value } }) ?? shown;
  return shown;
}
