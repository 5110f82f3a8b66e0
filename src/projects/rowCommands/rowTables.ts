import { stringify } from 'csv-stringify/sync';
import { copiedColumns, fields, type PlacedItem } from '../../items/fields';
import { containersOf, type Item } from '../../items/item';
import { itemOf } from '../../items/itemsOf';
import { kindOf, type ResourceRow } from '../../items/kinds';
import type { ItemStore } from '../../items/kinds/kind';
import { escapeMarkdownCell } from '../../presentation/markdown';
import { sanitizeLine } from '../../presentation/text';
import type { Inventory } from '../../items/inventory';

/** The most characters of a cell. */
const maxCell = 1000;

/** Rows as a Markdown table, one line each. */
export function markdownOf(rows: readonly ResourceRow[], { store }: Inventory): string {
  const [titles = [], ...cells] = tableOf(rows, store);
  const escaped = cells.map((texts) => texts.map(escapeMarkdownCell));
  return [titles, titles.map(() => '---'), ...escaped].map((texts) => `| ${texts.join(' | ')} |\n`).join('');
}

/**
 * Rows as CSV (RFC 4180), one record each. No cell can run as a formula in a spreadsheet. All cells are quoted, because
 * spreadsheets of some languages split others at semicolons.
 */
export function csvOf(rows: readonly ResourceRow[], { store }: Inventory): string {
  return stringify(recordsOf(rows, store), {
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}

/** Rows as lines of cells with tabs between them, which spreadsheets paste as cells. No cell can run as a formula. */
export function tabSeparatedOf(rows: readonly ResourceRow[], { store }: Inventory): string {
  return stringify(recordsOf(rows, store), { escape_formulas: true, delimiter: '\t' });
}

function recordsOf(rows: readonly ResourceRow[], store: ItemStore): string[][] {
  return tableOf(rows, store).map((texts) => texts.map((text) => sanitizeLine(text, maxCell)));
}

/** The titles of the columns, and the unescaped texts of each row. */
function tableOf(rows: readonly ResourceRow[], store: ItemStore): readonly (readonly string[])[] {
  const columns = copiedColumns.map((column) => fields[column]);
  const placed = rows.map((row) => placedItem(row, store));
  return [
    columns.map(({ title }) => title()),
    ...placed.map((item) => columns.map(({ text }) => text(item))),
  ];
}

/** A row as an item, with names as the service wrote them. */
function placedItem(row: ResourceRow, store: ItemStore): PlacedItem {
  const named = (each: ResourceRow): Pick<Item, 'kind' | 'name'> => ({
    kind: each.kind,
    name: kindOf(each).name(each) ?? '',
  });
  const containers = containersOf(row, ({ parent }) => parent).map(named);
  return { item: { ...itemOf(row, store), ...named(row) }, containers };
}
