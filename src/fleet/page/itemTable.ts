import { html, nothing } from 'lit';
import { l10n } from 'vscode';
import { usesOf } from '../../items/capacity';
import { sortedBy, type TableColumn } from '../../items/fields';
import { agesText, causeText, otherTimesText, spokenItem } from '../../items/itemText';
import { notKnownText } from '../../find/matcher';
import { hasValue, parseQuery } from '../../query/query';
import { formatMoment, ifGiven } from '../../text/format';
import { parts } from '../../text/text';
import { linkButton } from '../../webPage/controls';
import { lastOf } from '../../service/remember';
import type { TableSpec } from '../../webPage/tableSpec';
import { type CopyForm, attentionQuery } from '../messages';
import { unreadSearch, firstReadText, type PageCluster, type PageFleet, type FleetRow } from './fleet';
import { groupItems, type FleetGroup, heldGroups, type HeldGroup } from './groups';
import { heading, headingTitles, headingSpoken } from './heading';
import { itemColumns } from './itemColumns';
import { itemKeys, machinesRead, sends } from './actions';
import { menuContext } from './menuContext';
import { knownOf } from './answer';
import type { ShownPage } from './shownFleet';
import type { PageView } from './view';

type ItemTable = TableSpec<ShownPage, FleetRow, TableColumn, HeldGroup>;

function sortedRows() {
  return lastOf((clusters: readonly PageCluster[], { column, isDescending }: PageView['table']['sort']) =>
    sortedBy(
      clusters.flatMap(({ rows }) => rows),
      column,
      isDescending,
    ),
  );
}

/** Copies items, unless there are none. */
export function copyItems(form: CopyForm, rows: readonly FleetRow[], { view, answer }: ShownPage): void {
  const filter = parts(view.query.trim(), notKnownText(answer.notKnown));
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) sends({ type: 'copy', form, ids, filter })();
}

const base = {
  columns: itemColumns,
  spoken: ({ item, containers }, { now }) => [
    ...spokenItem(item, causeText(item)),
    containers.at(-1)?.name,
    otherTimesText(item, now),
    agesText(item, (time) => formatMoment(time, now)),
  ],
  open: ({ id }, isCommand) => {
    sends({ type: 'run', command: isCommand ? 'revealInProjects' : 'showDetails', ids: [id] })();
  },
  keys: itemKeys(
    (rows) => rows.map(({ id }) => id),
    (rows, page) => {
      copyItems('ticket', rows, page);
    },
  ),
  menu: menuContext(({ item }) => item),
  copyCells: (rows, page) => {
    copyItems('tabSeparated', rows, page);
  },
  filter: ({ view }) => view.query,
} satisfies Partial<ItemTable>;

/** What the user chose to see of a table. */
function viewIn(name: 'table' | 'capacity'): Pick<ItemTable, 'view' | 'change'> {
  return {
    view: ({ view }) => view[name],
    change: ({ view, changeView }, change) => {
      changeView({ [name]: { ...view[name], ...change } });
    },
  };
}

const sortedItems = sortedRows();
const shownItems = lastOf(
  (
    all: readonly FleetRow[],
    selected: ReadonlySet<string>,
    known: ReadonlySet<string>,
  ): readonly FleetRow[] => all.filter(({ id }) => selected.has(id) || known.has(id)),
);
const itemGroups = lastOf(groupItems);
const heldOf = lastOf((hold: string | undefined, current: readonly FleetGroup[], fleet: PageFleet) => {
  let rows: ReadonlyMap<string, FleetRow> | undefined;
  return heldGroups(hold, current, (id) => {
    rows ??= new Map(fleet.clusters.flatMap((cluster) => cluster.rows).map((row) => [row.id, row]));
    return rows.get(id);
  });
});

/** The clusters and machines. */
export const itemTable: ItemTable = {
  ...base,
  label: () => l10n.t('Clusters and machines'),
  ...viewIn('table'),
  rows: ({ fleet, answer, view }) =>
    shownItems(sortedItems(fleet.clusters, view.table.sort), answer.selected, knownOf(fleet, view)),
  groups: (page) => {
    const { query, group } = page.view;
    // What is asked for by its name, or by what it is, is shown.
    const keys = parseQuery(query).map(({ key }) => key.toLowerCase());
    const isFolded = keys.length > 0 && keys.every((key) => key === 'is' || key === 'state');
    const current = itemGroups(itemTable.rows(page), group, isFolded);
    const hold = ifGiven(page.hold, (count) => `${count} ${group} ${query}`);
    return current && heldOf(hold, current, page.fleet);
  },
  heading,
  headingHead: headingTitles,
  headingSpoken,
  asked: ({ view }) => itemColumns.askedBy(parseQuery(view.query).map(({ key }) => key)),
  empty: ({ fleet, view, changeView, answer }) => {
    const { header } = fleet;
    const { read, total } = header.coverage.clusters;
    const isSure = header.reading === undefined && header.problems.length === 0 && read === total;
    if (view.query === attentionQuery && header.firstRead === 'succeeded')
      return html`${isSure ? l10n.t('Nothing needs attention') : l10n.t('Nothing that was read needs attention.')}
      ${linkButton(l10n.t('Show All Clusters'), () => {
        changeView({ query: '' });
      })}`;
    const isUnread = hasValue(view.query, 'kind', 'machine') && header.coverage.machines.read === 0;
    const text =
      firstReadText(header.firstRead) ??
      (isUnread ? l10n.t("Machines haven't been read.") : (answer.problems[0] ?? l10n.t('No results')));
    const machines = isUnread ? machinesRead(header) : undefined;
    return html`${text} ${machines ? linkButton(machines.title, machines.run) : nothing}`;
  },
};

const sortedUses = sortedRows();
// A cluster is also shown for a machine pool or a machine that is selected.
const shownUses = lastOf(
  (all: readonly FleetRow[], clusters: readonly PageCluster[]): readonly FleetRow[] => {
    const selected = new Set(clusters.map(({ item }) => item));
    return all.filter((row) => selected.has(row.cluster) && hasUses(row));
  },
);

function hasUses(row: FleetRow): boolean {
  const { cpu, memory, limit } = usesOf(row);
  return cpu.length + memory.length + limit.length > 0;
}

/** Cores, memory and pool limits of clusters. */
export const capacityTable: ItemTable = {
  ...base,
  label: () => l10n.t('Capacity'),
  ...viewIn('capacity'),
  rows: ({ fleet, answer, view }) =>
    shownUses(sortedUses(fleet.clusters, view.capacity.sort), answer.clusters),
  empty: ({ answer, fleet }) => {
    const { firstRead } = fleet.header;
    if (firstRead === 'succeeded' && unreadSearch(fleet.header) !== undefined)
      return l10n.t("Cores and memory haven't been read.");
    const isFiltered = answer.clusters.length < fleet.clusters.length;
    const text = isFiltered ? l10n.t('No results') : l10n.t('The service reports no cores or memory.');
    return firstReadText(firstRead) ?? text;
  },
};
