import { stringify } from 'csv-stringify/sync';
import { sanitizeLine } from './text';

function safeRecords(records: readonly (readonly string[])[], maxCell = 1000): string[][] {
  return records.map((texts) => texts.map((text) => sanitizeLine(text, maxCell)));
}

/**
 * Records as CSV (RFC 4180). No cell can run as a formula in a spreadsheet. All cells are quoted, because spreadsheets of some
 * languages split others at semicolons.
 * @param maxCell the most characters of a cell
 */
export function csvText(records: readonly (readonly string[])[], maxCell?: number): string {
  return stringify(safeRecords(records, maxCell), {
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}

/** Lines of cells with tabs between them, which spreadsheets paste as cells. No cell can run as a formula. */
export function tabSeparatedText(records: readonly (readonly string[])[]): string {
  return stringify(safeRecords(records), { escape_formulas: true, delimiter: '\t' });
}
