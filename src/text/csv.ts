import { stringify } from 'csv-stringify/sync';
import { sanitizeLine } from './text';

/** The most characters of a cell. */
const maxCell = 1000;

function safeRecords(records: readonly (readonly string[])[]): string[][] {
  return records.map((texts) => texts.map((text) => sanitizeLine(text, maxCell)));
}

/**
 * Records as CSV (RFC 4180). No cell can run as a formula in a spreadsheet. All cells are quoted, because spreadsheets of some
 * languages split others at semicolons.
 */
export function csvText(records: readonly (readonly string[])[]): string {
  return stringify(safeRecords(records), {
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
