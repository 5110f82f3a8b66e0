import { l10n } from 'vscode';
import { sanitizeLine, present, isVisible } from './text';
import type { Reference } from '../service/readers';
import type { Metadata } from '../service/resources/resource';
import { formatAge, formatNumber, formatUtc, ifGiven } from './format';
import { shownText } from './secrets';

/**
 * Converts text of a service to Markdown that shows it literally. All punctuation is escaped, so that it can contain no
 * link, image, HTML, icon or table cell.
 */
export function escapeMarkdown(text: string, maxLength = 1000): string {
  return sanitizeLine(text, maxLength).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

// Tables, cells and links.

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

/** The metadata of a resource, at the end of each hover. */
export function metadataRows(metadata: Metadata | undefined, now: number): readonly Row[] {
  const labels = Object.entries(metadata?.labels ?? {});
  const annotations = Object.entries(metadata?.annotations ?? {}).filter(([key]) => key !== 'description');
  // A label with this value is a tag, and its key is the text.
  const isTag = ([, value]: [string, string]): boolean => value.endsWith('__tag');
  const pair = ([key, value]: [string, string]): string =>
    escapeMarkdown(value === '' ? key : `${key}: ${shownText(key, value)}`);
  return [
    [l10n.t('Tags'), inline(labels.filter(isTag), ([key]) => escapeMarkdown(key))],
    [
      l10n.t('Labels'),
      lines(
        labels.filter((label) => !isTag(label)),
        pair,
      ),
    ],
    [l10n.t('Annotations'), lines(annotations, pair)],
    [l10n.t('Created'), time(metadata?.creationTimestamp, now)],
    [l10n.t('Modified'), time(metadata?.lastModifiedTimestamp, now)],
    [l10n.t('Deletion requested'), time(metadata?.deletionTimestamp, now)],
    [l10n.t('Name'), optional(metadata?.name)],
    [l10n.t('UID'), optional(metadata?.uid)],
  ];
}

export function description(metadata: Metadata | undefined): string | undefined {
  return optional(metadata?.annotations?.['description']);
}

export function optional(text: string | undefined): string | undefined {
  return text === undefined ? undefined : escapeMarkdown(text);
}

/** The maximum size of a list in a hover. */
const maxList = { values: 50, characters: 4000 };

/** The values of a list that fit in a hover, one in each line, and how many were left out. */
export function lines<Value>(
  values: readonly Value[] = [],
  toMarkdown: (value: Value) => string,
): readonly string[] {
  const shown: string[] = [];
  let characters = 0;
  for (const value of values) {
    if (shown.length === maxList.values || characters > maxList.characters) break;
    const markdown = toMarkdown(value);
    shown.push(markdown);
    characters += markdown.length;
  }
  const more = values.length - shown.length;
  return more === 0 ? shown : [...shown, andMore(more)];
}

/** The values of a list, all in one line. */
export function inline<Value>(
  values: readonly Value[] | undefined,
  toMarkdown: (value: Value) => string,
): string {
  return present(...lines(values, toMarkdown)).join(', ');
}

export function andMore(more: number): string {
  return l10n.t('and {0} more', formatNumber(more));
}

export function names(references: readonly Reference[] | undefined): string {
  return inline(references, ({ name = '', uid = '' }) =>
    isVisible(escapeMarkdown(name)) ? escapeMarkdown(name) : escapeMarkdown(uid),
  );
}

export function count(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatNumber(value);
}

/** Undefined also for none. */
export function someCount(value: number | undefined): string | undefined {
  return value === 0 ? undefined : count(value);
}

/** `3 min ago (2026-11-21 09:30:05 UTC)` */
export function time(value: number | undefined, now: number): string | undefined {
  return ifGiven(value, (at) => l10n.t('{0} ({1})', formatAge(at, now), formatUtc(at)));
}

export function yesOrNo(value: boolean): string {
  return value ? l10n.t('Yes') : l10n.t('No');
}
