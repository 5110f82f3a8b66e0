import { l10n } from 'vscode';
import type { Reference } from '../service/readers';
import type { Metadata } from '../service/resources/resource';
import { formatAge, formatNumber, formatUtc, ifGiven } from './format';
import { escapeMarkdown as escape, type Row } from './markdown';
import { shownText } from './secrets';
import { isVisible, present } from './text';

/** The metadata of a resource, at the end of each hover. */
export function metadataRows(metadata: Metadata | undefined, now: number): readonly Row[] {
  const labels = Object.entries(metadata?.labels ?? {});
  const annotations = Object.entries(metadata?.annotations ?? {}).filter(([key]) => key !== 'description');
  // A label with this value is a tag, and its key is the text.
  const isTag = ([, value]: [string, string]): boolean => value.endsWith('__tag');
  const pair = ([key, value]: [string, string]): string =>
    escape(value === '' ? key : `${key}: ${shownText(key, value)}`);
  return [
    [l10n.t('Tags'), inline(labels.filter(isTag), ([key]) => escape(key))],
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
  return text === undefined ? undefined : escape(text);
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
    isVisible(escape(name)) ? escape(name) : escape(uid),
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
