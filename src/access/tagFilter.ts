import { l10n } from 'vscode';
import { sanitizeLine } from '../text/text';
import type { TagFilterGroup } from '../service/resources/tagFilter';
import type { Answer } from './access';
import { and, not, or } from './answer';

type TagCondition = TagFilterGroup['filters'][number];

/** Whether a filter matches a cluster with these tags. What a filter without conditions matches is not documented. */
export function matches(group: TagFilterGroup | undefined, tags: ReadonlySet<string> | undefined): Answer {
  if (group === undefined || group.filters.length === 0 || tags === undefined) return 'unknown';
  const answers = group.filters.map((condition) => conditionMatches(condition, tags));
  return group.conjunction === 'and' ? and(...answers) : or(...answers);
}

/** Without a value, a condition is for the tag that is the key alone. */
function conditionMatches({ key, values, negation }: TagCondition, tags: ReadonlySet<string>): Answer {
  const wanted = values.length === 0 ? [''] : values;
  const hasTag = wanted.some((value) => tags.has(value === '' ? key : `${key}:${value}`)) ? 'yes' : 'no';
  return negation ? not(hasTag) : hasTag;
}

/** `env = prod and not tier = test` */
export function filterText({ conjunction, filters }: TagFilterGroup): string {
  if (filters.length === 0) return l10n.t('no conditions');
  return filters
    .map((condition) => conditionText(condition, filters.length === 1))
    .reduce((text, next) =>
      conjunction === 'and' ? l10n.t('{0} and {1}', text, next) : l10n.t('{0} or {1}', text, next),
    );
}

/** @param isOnly whether it is the whole filter, so that its values need no parentheses */
function conditionText({ key, values, negation }: TagCondition, isOnly: boolean): string {
  const [first = '', ...others] = values;
  const start = first === '' ? word(key) : `${word(key)} = ${word(first)}`;
  const text = others.reduce((before, value) => l10n.t('{0} or {1}', before, word(value)), start);
  const whole = others.length > 0 && (negation || !isOnly) ? `(${text})` : text;
  return negation ? l10n.t('not {0}', whole) : whole;
}

/** Anything but a plain word is quoted, because it could read as more conditions. */
function word(text: string): string {
  const line = sanitizeLine(text, 60);
  const isPlain = line === text && /^(?!(?:and|or|not)$)[\p{L}\p{N}._/:@+-]+$/u.test(text);
  return isPlain ? text : JSON.stringify(line);
}
