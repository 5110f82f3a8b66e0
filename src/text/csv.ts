import { sanitizeLine } from './text';

/** A cell that no spreadsheet runs as a formula. */
function safeCell(text: string, maxCell: number): string {
  const line = sanitizeLine(text, maxCell);
  return /^[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(line) ? `'${line}` : line;
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/** Cells are made once: thousands of lines have many in common. */
function linesOf(
  records: readonly (readonly string[])[],
  separator: string,
  end: string,
  cellOf: (text: string) => string,
): string {
  const made = new Map<string, string>();
  const cell = (text: string): string => {
    const known = made.get(text) ?? cellOf(text);
    made.set(text, known);
    return known;
  };
  return records.map((texts) => `${texts.map(cell).join(separator)}${end}`).join('');
}

/**
 * Records as CSV (RFC 4180). No cell can run as a formula in a spreadsheet. All cells are quoted, because spreadsheets of some
 * languages split others at semicolons.
 * @param maxCell the most characters of a cell
 */
export function csvText(records: readonly (readonly string[])[], maxCell = 1000): string {
  return linesOf(records, ',', '\r\n', (text) => quoted(safeCell(text, maxCell)));
}

/** Lines of cells with tabs between them, which spreadsheets paste as cells. No cell can run as a formula. */
export function tabSeparatedText(records: readonly (readonly string[])[]): string {
  return linesOf(records, '\t', '\n', (text) => {
    const cell = safeCell(text, 1000);
    return cell.includes('"') ? quoted(cell) : cell;
  });
}
