import { sanitizeLine } from './text';

// Tables, cells and links. Unlike markdown.ts, they are loaded when they are needed.

/** Escapes service text for a Markdown table cell that users paste elsewhere and may read unrendered. */
export function escapeMarkdownCell(text: string): string {
  return (
    sanitizeLine(text, 1000)
      .replace(/[!$&*<>@[\\\]^_`{|}~]/g, '\\$&')
      // These turn an address into a link.
      .replace(/:(?=\/\/)|(?<=www)\./gi, '\\$&')
  );
}

/** A Markdown table of service texts, to paste elsewhere. */
export function plainTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [titles, titles.map(() => '---'), ...rows.map((cells) => cells.map(escapeMarkdownCell))];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** Encodes what could end a link or a table cell, or be Markdown of its own, in an address that is a URL otherwise. */
export function escapeLinkAddress(address: string): string {
  // As encodeURIComponent does, which leaves some of these.
  return address.replace(/[!'()*~<>|\\\s]/g, (character) =>
    Buffer.from(character).toString('hex').replace(/../g, '%$&'),
  );
}

/**
 * A row of a table; both cells are Markdown. A row without a value is omitted. Each of several values has its own line,
 * because table cells in Markdown have no line breaks.
 */
export type Row = readonly [label: string, value: string | readonly string[] | undefined];

/** A table with the header cells `name` and `kind`; both are Markdown. */
export function markdownTable(name: string, kind: string, rows: readonly Row[]): string {
  const lines = rows.flatMap(([label, value]) =>
    (typeof value === 'string' ? [value] : (value ?? []))
      .filter((line) => line !== '')
      .map((line, index) => `| ${index === 0 ? label : ''} | ${line} |`),
  );
  const head = [`| ${name} | ${kind} |`, '|:--|:--|'];
  let length = head.join('\n').length;
  const shown = lines.filter((line) => (length += line.length + 1) <= maxLength);
  return [...head, ...shown, ...(shown.length < lines.length ? ['| … |  |'] : [])].join('\n');
}

/** The table of an item, whose name is above it: with an empty header, because Markdown has no tables without one. */
export function itemTable(rows: readonly Row[]): string {
  // Values can be wrapped, labels stay on one line.
  const unbroken = rows.map(([label, value]): Row => [label.replaceAll(' ', '\u00a0'), value]);
  return markdownTable('', '', unbroken);
}

/** VS Code truncates Markdown at 100,000 characters, even within an escape. The rest is for what precedes the table. */
const maxLength = 80_000;
