import { sanitizeLine, present } from './text';

/**
 * Converts text of a service to Markdown that shows it literally. All punctuation is escaped, so that it can contain no
 * link, image, HTML, icon or table cell.
 */
export function escapeMarkdown(text: string, maxLength = 1000): string {
  return sanitizeLine(text, maxLength).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

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

/** The most characters of a line of a hover: enough for four names of 63, as Kubernetes has them, and more. */
export const maxLine = 400;

/** A line of a hover, as Markdown. @param strong the emphasized part; may be empty */
export function hoverLine(strong: string, text: string): string {
  const escaped = escapeMarkdown(strong, maxLine);
  return present(escaped && `**${escaped}**`, escapeMarkdown(text, maxLine)).join(': ');
}

/**
 * A hover: first what users need most, because VS Code cuts off hovers in editors, and what they can do.
 * @param lines at most six
 * @param rows of a table of everything else
 */
export function writeHover(lines: readonly string[], rows: readonly Row[], links = ''): string {
  return present(present(...lines).join('  \n'), links, fieldTable(rows)).join('\n\n');
}

/** A table with an empty header, because Markdown has no tables without one. */
export function fieldTable(rows: readonly Row[]): string {
  // Values can be wrapped, labels stay on one line.
  const lines = rows.flatMap(([label, value]) =>
    (typeof value === 'string' ? [value] : (value ?? []))
      .filter((line) => line !== '')
      .map((line, index) => `| ${index === 0 ? label.replaceAll(' ', '\u00a0') : ''} | ${line} |`),
  );
  const head = ['|  |  |', '|:--|:--|'];
  let length = head.join('\n').length;
  const shown = lines.filter((line) => (length += line.length + 1) <= maxLength);
  return [...head, ...shown, ...(shown.length < lines.length ? ['| … |  |'] : [])].join('\n');
}

/** VS Code truncates Markdown at 100,000 characters, even within an escape. The rest is for what precedes the table. */
const maxLength = 80_000;
