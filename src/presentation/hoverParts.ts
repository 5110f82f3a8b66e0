import { l10n } from 'vscode';
import type { Reference } from '../service/readers';
import type { Condition } from '../service/resources/machine';
import type { Metadata } from '../service/resources/metadata';
import type { InstanceType, Spec } from '../service/spec';
import { factsOf } from './facts';
import { formatNumber, formatTime } from './format';
import { isUnhealthy } from './health';
import { escapeMarkdown as escape, fitting, type Row } from './markdown';
import { shownText } from './secrets';
import { instanceTypeText } from './sizes';
import { isVisible, present } from './text';

export function nameOf(metadata: Pick<Metadata, 'name'> | undefined): string {
  return escape(metadata?.name ?? '');
}

/** The metadata of a resource, at the end of each hover. */
export function metadataRows(metadata: Metadata | undefined, now: number): readonly Row[] {
  const labels = [...(metadata?.labels ?? [])];
  const annotations = [...(metadata?.annotations ?? [])].filter(([key]) => key !== 'description');
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
    [l10n.t('UID'), optional(metadata?.uid)],
  ];
}

export function description(metadata: Metadata | undefined): string | undefined {
  return optional(metadata?.annotations?.get('description'));
}

export function optional(text: string | undefined): string | undefined {
  return text === undefined ? undefined : escape(text);
}

/** The values of a list, one in each line. */
export function lines<Value>(
  values: readonly Value[] = [],
  toMarkdown: (value: Value) => string,
): readonly string[] {
  const { shown, more } = fitting(values, toMarkdown);
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

export function time(value: number | undefined, now: number): string | undefined {
  return value === undefined ? undefined : formatTime(value, now);
}

export function yesOrNo(value: boolean): string {
  return value ? l10n.t('Yes') : l10n.t('No');
}

/** One line per condition, labeled with its type. */
export function conditionRows(conditions: readonly Condition[] = []): readonly Row[] {
  const { shown, more } = fitting(conditions, (condition): Row => {
    const { type = '', status: value = '', reason, message } = condition;
    const because = present(reason, message).join(': ');
    const said = present(escape(value), escape(because)).join(', ');
    // Without a name, it would look like a value of the line above.
    return [escape(type) || l10n.t('Condition'), isUnhealthy(condition) ? `**${said}**` : said];
  });
  return more === 0 ? shown : [...shown, ['', andMore(more)]];
}

/** A line for each fact. */
export function factRows(spec: Spec | undefined): readonly Row[] {
  return spec === undefined
    ? []
    : factsOf(spec).map(({ label, texts }) => [label, inline(texts, (text) => escape(text))]);
}

/** The instance type of a machine or a pool. */
export function instanceType(type: InstanceType | undefined): string {
  return escape(instanceTypeText(type));
}
