import { l10n } from 'vscode';
import { clusterIdOf, groupByCause, withKnownCauses } from '../../items/causeGroups';
import { changedText, sinceText } from '../../items/causeTimes';
import { copiedColumns, fields, itemNames, unsaid } from '../../items/fields';
import { groupBy } from '../../items/order';
import { containersOf, type Item, type PlacedItem } from '../../items/item';
import { kindCounts, oldAfterMs } from '../../items/itemText';
import { isParentRow, isResourceRow, kindOf, type ResourceRow } from '../../items/kinds';
import { escapeLinkAddress, escapeMarkdownCell } from '../../text/markdown';
import { formatNumber, formatZoned, ifGiven, someOf } from '../../text/format';
import { parts, pathText, present } from '../../text/text';
import type { Inventory } from '../../items/inventory';
import { oldestTime } from '../../service/requestTime';
import { ticketHeading } from '../../items/ticketText';

/** What a ticket says in addition to its rows. */
export interface TicketContext {
  /** In milliseconds since 1970. */
  readonly now: number;
  /** What was shown of the fleet, in words; empty if that is not known. */
  readonly filter: string;
  /** The address of a row; undefined if it has none. */
  readonly linkOf: (row: ResourceRow) => string | undefined;
}

/** The most clusters that a line names, and the most machines that it names of each. */
const maxPerCause = { clusters: 20, machines: 3 };

/** Rows for a ticket: a heading, and a line for each cause with the items that have it. Times are local. */
export async function ticketOf(
  rows: readonly ResourceRow[],
  inventory: Inventory,
  { now, filter, linkOf }: TicketContext,
): Promise<string> {
  const links = new Map(rows.map((row) => [row.id, linkOf(row)]));
  const areSafe = !(await inventory.session.containsApiKey([...links.values()].join('\n')));
  const groups = groupByCause(
    rows.map((row) => ({ ...placedItem(row, inventory), item: inventory.itemOf(row) })),
  );
  const lines = groups.flatMap(withKnownCauses).map((group) => {
    const { cause, counts, changed, rows: members } = group;
    const [{ item }, ...others] = members;
    const link = areSafe && others.length === 0 ? links.get(item.id) : undefined;
    return parts(
      `- **${escapeMarkdownCell(cause)}**`,
      others.length === 0 ? itemText(members[0]) : present(counts, namesText(members)).join(': '),
      sinceText(group, now),
      changed && escapeMarkdownCell(changedText(changed, now)),
      asOf(members, now),
      link === undefined ? undefined : `[${l10n.t('Open')}](${escapeLinkAddress(link)})`,
    );
  });
  const count = kindCounts((kind) => rows.filter((row) => row.kind === kind).length);
  return `${await ticketHeading(inventory.session, { filter, count, now })}${lines.join('\n')}\n`;
}

/** `payments-eu-workers-5 · 10.0.0.25 · heartbeat 2026-11-22 09:31:00 UTC` */
function itemText({ item, containers }: PlacedItem): string {
  const { name, addresses, heartbeat } = item;
  return parts(
    ...[pathText(...unsaid(name, itemNames(containers)), name), addresses.join(', ')].map(escapeMarkdownCell),
    ifGiven(heartbeat, (time) => l10n.t('heartbeat {0}', formatZoned(time))),
  );
}

/** `payments-eu (payments-eu-workers-5 10.0.0.25), catalog-dashboards-ap (14)` */
function namesText(members: readonly PlacedItem[]): string {
  const names = [...groupBy(members, clusterIdOf)].map(([id, [first, ...others]]) => {
    const path = [...first.containers, first.item];
    const containers = path.slice(
      0,
      path.findIndex((each) => each.id === id),
    );
    const { item = first.item } = { item: path[containers.length] };
    const within = [first, ...others].filter((each) => each.item.id !== id).map((each) => each.item);
    const detail =
      within.length > maxPerCause.machines
        ? formatNumber(within.length)
        : within.map((each) => present(each.name, each.addresses[0]).join(' ')).join(', ');
    const name = pathText(...unsaid(item.name, itemNames(containers)), item.name);
    return escapeMarkdownCell(detail === '' ? name : l10n.t('{0} ({1})', name, detail));
  });
  return someOf(names, maxPerCause.clusters);
}

/** When the oldest of these was read, if that is long ago or refreshing it has failed since. */
function asOf(members: readonly PlacedItem[], now: number): string | undefined {
  const isOld = ({ readAt = now, isStale }: Item): boolean => isStale || now - readAt > oldAfterMs;
  const times = members.map(({ item }) => (isOld(item) ? (item.readAt ?? now) : undefined));
  return ifGiven(oldestTime(times), (time) => l10n.t('as of {0}', formatZoned(time)));
}

/** The titles of the columns, and the unescaped texts of each row. */
export function tableOf(rows: readonly ResourceRow[], inventory: Inventory): readonly (readonly string[])[] {
  const columns = copiedColumns.map((column) => fields[column]);
  const placed = rows.map((row) => placedItem(row, inventory));
  return [
    columns.map(({ title }) => title()),
    ...placed.map((item) => columns.map(({ text }) => text(item))),
  ];
}

/** A row as an item, with names as the service wrote them. */
function placedItem(row: ResourceRow, inventory: Inventory): PlacedItem {
  const named = (each: ResourceRow): Item => ({
    ...inventory.itemOf(each),
    name: kindOf(each).name(each) ?? '',
  });
  const below = (each: ResourceRow): readonly ResourceRow[] =>
    isParentRow(each) ? inventory.store.rows(each).filter(isResourceRow) : [];
  const pools = row.kind === 'cluster' ? below(row) : [];
  return {
    item: named(row),
    containers: containersOf(row, ({ parent }) => parent).map(named),
    pools: pools.map(named),
    machines: pools.flatMap(below).map((each) => inventory.itemOf(each)),
  };
}
