import { sanitizeLine } from './text';

/**
 * Text of a service as Markdown that shows it letter for letter: with every punctuation character escaped there is
 * no link, image, HTML, icon or table cell in it, whatever it says.
 */
export function escapeMarkdown(text: string): string {
  return sanitizeLine(text, 1000).replace(/[!-/:-@[-`{-~]/g, '\\$&');
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
  const head = [`| ${name} | ${kind} |`, '|:--|:--|'];
  let length = head.join('\n').length;
  const shown = lines.filter((line) => (length += line.length + 1) <= longest);
  return [...head, ...shown, ...(shown.length < lines.length ? ['| … |  |'] : [])].join('\n');
}

/** VS Code cuts Markdown off at 100,000 characters, be it in the middle of an escape. */
const longest = 90_000;

/** What a list may take up in a hover, however long it is. */
const room = { values: 50, characters: 4000 };

/**
 * As many of `values` as a hover has room for, as Markdown, and how many more there are: those are not even looked at.
 */
export function fitting<Value, Markdown extends string | Row>(
  values: readonly Value[],
  toMarkdown: (value: Value) => Markdown,
): { readonly shown: readonly Markdown[]; readonly more: number } {
  const shown: Markdown[] = [];
  let characters = 0;
  for (const value of values) {
    if (shown.length === room.values || characters > room.characters) break;
    const markdown = toMarkdown(value);
    shown.push(markdown);
    characters += markdown.toString().length;
  }
  return { shown, more: values.length - shown.length };
}
