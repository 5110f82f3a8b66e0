import { describe, expect, it } from 'vitest';
import { tagFilterText, matcher } from '../../../src/access/tagFilter';
import type { TagFilterGroup } from '../../../src/service/resources/role';

type Condition = TagFilterGroup['filters'][number];

const prod: Condition = { key: 'env', values: ['prod'], negation: false };
const notTest: Condition = { key: 'tier', values: ['test'], negation: true };
const several: Condition = { key: 'env', values: ['prod', 'stage'], negation: false };
const keyAlone: Condition = { key: 'pci', values: [], negation: false };

function all(...filters: Condition[]): TagFilterGroup {
  return { conjunction: 'and', filters };
}

function any(...filters: Condition[]): TagFilterGroup {
  return { conjunction: 'or', filters };
}

it.each([
  ['env = prod and not tier = test', all(prod, notTest)],
  ['env = prod or not tier = test', any(prod, notTest)],
  ['env = prod or stage', all(several)],
  ['(env = prod or stage) and pci', all(several, keyAlone)],
  ['not (env = prod or stage)', all({ ...several, negation: true })],
  ['"env and x" = "not"', all({ key: 'env and x', values: ['not'], negation: false })],
  ['env = "a ]b"', all({ key: 'env', values: ['a\n\u202e]b'], negation: false })],
  ['env = "prod"', all({ ...prod, values: ['prod\u3164'] })],
  ['env = prod or ""', all({ ...prod, values: ['prod', ''] })],
  ['no conditions', all()],
])('%s', (text, group) => {
  expect(tagFilterText(group)).toBe(text);
});

describe('a filter', () => {
  it.each([
    [all(prod, notTest), ['env:prod'], true],
    [all(prod, notTest), ['env:prod', 'tier:test'], false],
    [any(prod, notTest), ['tier:test'], false],
    [all(several), ['env:stage'], true],
    [all(prod), ['env'], false],
    [all(keyAlone), ['pci'], true],
    [all(keyAlone), ['pci:dss'], false],
    [all({ ...keyAlone, values: ['', 'dss'] }), ['pci:dss'], true],
    [all({ ...keyAlone, values: [''] }), ['pci'], true],
    [all(), ['env:prod'], undefined],
    [undefined, ['env:prod'], undefined],
    [all(prod), undefined, undefined],
  ] as const)('matches %j with the tags %j: %s', (group, tags, answer) => {
    expect(matcher(group)(tags && new Set(tags))).toBe(answer);
  });
});
