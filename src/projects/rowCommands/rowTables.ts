import { l10n } from 'vscode';
import { copiedColumns, fields, type PlacedItem } from '../../items/fields';
import { containersOf, type Item } from '../../items/item';
import { kindCounts } from '../../items/itemText';
import { kindOf, type ResourceRow } from '../../items/kinds';
import { csvText, tabSeparatedText } from '../../text/csv';
import { escapeLinkAddress, escapeMarkdownCell } from '../../text/markdownParts';
import { formatZoned } from '../../text/format';
import type { Inventory } from '../../items/inventory';
import { ticketText } from '../../items/ticketText';

/** What a ticket says in addition to its rows. */
export interface TicketContext {
  /** In milliseconds since 1970. */
  readonly now: number;
  /** What was shown of the fleet, in words; empty if that is not known. */
  readonly filter: string;
  /** The address of a row; undefined if it has none. */
  readonly linkOf: (row: ResourceRow) => string | undefined;
}

/** The columns of a ticket. Those without a value are left out. */
const ticketColumns = ['state', 'name', 'path', 'cause', 'addresses', 'heartbeat', 'readAt'] as const;

/** Rows for a ticket: a heading, and a Markdown table with a line for each row. Times are local. */
export async function ticketOf(
  rows: readonly ResourceRow[],
  inventory: Inventory,
  { now, filter, linkOf }: TicketContext,
): Promise<string> {
  const links = rows.map(linkOf);
  const areSafe = !(await inventory.session.containsApiKey(links.join('\n')));
  const items = rows.map((row) => ({ ...placedItem(row, inventory), item: inventory.itemOf(row) }));
  const columns = ticketColumns
    .map((column) => ({ title: fields[column].title(), cells: items.map(ticketCell(column)) }))
    .concat({ title: l10n.t('Link'), cells: areSafe ? links.map(linkCell) : [] })
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  return ticketText(
    inventory.session,
    { filter, count: kindCounts((kind) => rows.filter((row) => row.kind === kind).length), now },
    columns.map(({ title }) => title),
    rows.map((_, index) => columns.map(({ cells }) => cells[index])),
  );
}

function ticketCell(column: (typeof ticketColumns)[number]): (placed: PlacedItem) => string {
  return (placed) => {
    const isTime = column === 'heartbeat' || column === 'readAt';
    const time = isTime ? placed.item[column] : undefined;
    return escapeMarkdownCell(time === undefined ? fields[column].text(placed) : formatZoned(time));
  };
}

function linkCell(link: string | undefined): string {
  return link === undefined ? '' : `[${l10n.t('Open')}](${escapeLinkAddress(link)})`;
}

/** Rows as CSV, one record each. */
export function csvOf(rows: readonly ResourceRow[], inventory: Inventory): string {
  return csvText(tableOf(rows, inventory));
}

/** Rows as lines of cells with tabs between them. */
export function tabSeparatedOf(rows: readonly ResourceRow[], inventory: Inventory): string {
  return tabSeparatedText(tableOf(rows, inventory));
}

/** The titles of the columns, and the unescaped texts of each row. */
function tableOf(rows: readonly ResourceRow[], inventory: Inventory): readonly (readonly string[])[] {
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
  return { item: named(row), containers: containersOf(row, ({ parent }) => parent).map(named) };
}
