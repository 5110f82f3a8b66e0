import { plain } from './text';

/**
 * Text of a service as Markdown that shows it letter for letter: with every punctuation character escaped there is
 * no link, image, HTML, icon or table cell in it, whatever it says.
 */
export function escapeMarkdown(text: string): string {
  return plain(text, 1000).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/**
 * A line of a table, both cells Markdown; without a value there is no line. Several values stand below one another,
 * one in each line: a table cell in Markdown has no line breaks.
 */
export type Row = readonly [label: string, value: string | readonly string[] | undefined];

/** A two-column table under a name and what it is the name of; both are Markdown. */
export function markdownTable(name: string, kind: string, rows: readonly Row[]): string {
  const lines = rows.flatMap(([label, value]) =>
    (typeof value === 'string' ? [value] : (value ?? []))
      .filter((line) => line !== '')
      .map((line, index) => `| ${index === 0 ? label : ''} | ${line} |`),
  );
  return [`| ${name} | ${kind} |`, '|:--|:--|', ...lines].join('\n');
}
