import { l10n } from 'vscode';
import { sanitizeLine } from '../text/text';
import type { TagFilterGroup } from '../service/resources/role';
import { and, or, type Verdict } from '../query/verdict';

type TagCondition = TagFilterGroup['filters'][number];

/** Whether a filter matches clusters with tags. What a filter without conditions matches is not documented. */
export function matcher(
  group: TagFilterGroup | undefined,
): (tags: ReadonlySet<string> | undefined) => Verdict {
  if (group === undefined || group.filters.length === 0) return () => undefined;
  const tests = group.filters.map(conditionTest);
  const combine = group.conjunction === 'and' ? and : or;
  return (tags) => tags && combine(...tests.map((test) => test(tags)));
}

/** Without a value, a condition is for the tag that is the key alone. */
function conditionTest({ key, values, negation }: TagCondition): (tags: ReadonlySet<string>) => Verdict {
  const wanted = (values.length === 0 ? [''] : values).map((value) =>
    value === '' ? key : `${key}:${value}`,
  );
  return (tags) => wanted.some((tag) => tags.has(tag)) !== negation;
}

/** `env = prod and not tier = test` */
export function tagFilterText({ conjunction, filters }: TagFilterGroup): string {
  if (filters.length === 0) return l10n.t('no conditions');
  return filters
    .map((condition) => tagConditionText(condition, filters.length === 1))
    .reduce((text, next) =>
      conjunction === 'and' ? l10n.t('{0} and {1}', text, next) : l10n.t('{0} or {1}', text, next),
    );
}

/** @param isOnly whether it is the whole filter, so that its values need no parentheses */
function tagConditionText({ key, values, negation }: TagCondition, isOnly: boolean): string {
  const [first = '', ...others] = values;
  const start = first === '' ? quotedWord(key) : `${quotedWord(key)} = ${quotedWord(first)}`;
  const text = others.reduce((before, value) => l10n.t('{0} or {1}', before, quotedWord(value)), start);
  const whole = others.length > 0 && (negation || !isOnly) ? `(${text})` : text;
  return negation ? l10n.t('not {0}', whole) : whole;
}

/** Anything but a plain word is quoted, because it could read as more conditions. */
function quotedWord(text: string): string {
  const line = sanitizeLine(text, 60);
  const isPlain = line === text && /^(?!(?:and|or|not)$)[\p{L}\p{N}._/:@+-]+$/u.test(text);
  return isPlain ? text : JSON.stringify(line);
}
