import { tableColumns, versionColumns } from '../../items/fields';
import { parseQuery } from '../../items/query/query';
import {
  exactList,
  exactObject,
  flag,
  isObject,
  oneOf,
  text,
  type JsonObject,
  type Read,
} from '../../service/readers';
import { tableViewReaders } from '../../webPage/columns';
import { readSource, timelinePeriods } from '../../items/timeline/entry';
import { pageTabs } from '../messages';
import { timelineColumns } from '../timelineText';
import { readOrder } from './clusterGroups';
import { noEntryFilter, shownLevels } from './timelineRows';

const readTable = exactObject({ isGrouped: flag, ...tableViewReaders(tableColumns) });

const read = exactObject({
  /** The query belongs to the connection that is named here. */
  connection: text,
  query: text,
  /** The groups of the status grid that come first. */
  order: readOrder,
  table: readTable,
  capacity: readTable,
  tab: oneOf(...pageTabs),
  timeline: exactObject({
    period: oneOf(...timelinePeriods),
    /** The last choice of a time of today or yesterday, by its ID. */
    since: text,
    /** None are all. */
    sources: exactList(readSource),
    levels: oneOf(...shownLevels),
    table: exactObject(tableViewReaders(timelineColumns)),
  }),
});
/** What the user chose to see. It survives a reload. */
export type View = Read<typeof read>;

const capacityColumns: ReadonlySet<string> = new Set([
  'state',
  'name',
  'fullest',
  'cpu',
  'memory',
  'limit',
  'path',
]);

const defaultView: View = {
  connection: '',
  query: '',
  order: { grouping: 'project', readAt: 0, keys: [] },
  table: {
    sort: { column: 'state', isDescending: false },
    isGrouped: false,
    hidden: ['fullest', 'cpu', 'memory', 'limit', 'os', 'profile', 'uid', 'tags'],
    widths: {},
  },
  capacity: {
    sort: { column: 'fullest', isDescending: true },
    isGrouped: false,
    hidden: tableColumns.filter((column) => !capacityColumns.has(column)),
    widths: {},
  },
  tab: 'overview',
  timeline: {
    ...noEntryFilter,
    period: 'day',
    since: 'yesterday 18:00',
    table: { sort: { column: 'time', isDescending: true }, hidden: [], widths: {} },
  },
};

/** A stored view; the default if it is missing or from another version. */
export function readView(stored: unknown): View {
  return read(stored) ?? defaultView;
}

/** The view of a connection. The query of another one does not apply to it. */
export function viewOf(connection: string, view: View): View {
  return view.connection === connection
    ? view
    : {
        ...view,
        connection,
        query: '',
        order: { ...defaultView.order, grouping: view.order.grouping },
        timeline: { ...view.timeline, ...noEntryFilter },
      };
}

/**
 * Whether the user chose to see what only cluster search tells, such as versions. A column that is shown by default is no
 * choice.
 */
export function needsSearch({ query, order, table: { sort, hidden } }: View): boolean {
  return (
    parseQuery(query).some(({ key }) => searchKeys.has(key.toLowerCase())) ||
    order.grouping === 'kubernetes' ||
    versionColumns.some((column) => sort.column === column) ||
    versionColumns.some((column) => column !== 'kubernetes' && !hidden.includes(column))
  );
}

/** What cluster search tells. */
const searchKeys: ReadonlySet<string> = new Set(['k8s', 'os', 'pack', 'profile', 'cpu', 'memory']);

/** The part of a view that can be saved. Which groups come first follows from how the fleet is. */
export function savedPart({ query, order, table }: View): JsonObject {
  return { query, order: { grouping: order.grouping }, table };
}

/** `view` with the saved part of another one, without what this version cannot read. */
export function withSaved(view: View, saved: JsonObject): View {
  let shown: View = { ...view, query: '', order: defaultView.order };
  const take = (part: object): void => {
    shown = read({ ...shown, ...part }) ?? shown;
  };
  take({ query: saved['query'] });
  for (const name of ['order', 'table'] as const) {
    const fields = isObject(saved[name]) ? Object.entries(saved[name]) : [];
    for (const [field, value] of fields) take({ [name]: { ...shown[name], [field]: value } });
  }
  return shown;
}
