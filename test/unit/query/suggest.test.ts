import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Item } from '../../../src/items/item';
import { answerTo, Matcher } from '../../../src/find/matcher';
import { parseQuery } from '../../../src/query/query';
import { suggestionsFor, type Suggestion } from '../../../src/query/suggest';
import type { QueryContext } from '../../../src/find/questions';
import { itemTerms, termKeys } from '../../../src/find/terms';
import { contextOf, randomFleet } from '../find/randomFleet';
import { runs } from '../support/randomRuns';

/** How many random fleets there are. */
const numRuns = runs(60);

const nothing: Omit<QueryContext, 'itemOf' | 'items'> = {
  favorites: new Set(),
  areApprovalsKnown: true,
  coverage: { projects: { read: 1, total: 1 }, clusters: { read: 2, total: 2 }, machines: { read: 2 } },
};

function item(kind: Item['kind'], name: string, parent?: string, more: Partial<Item> = {}): Item {
  return {
    kind,
    id: name,
    name,
    parent,
    state: 'healthy',
    cause: '',
    addresses: [],
    isStale: false,
    ...more,
  };
}

const fleet: readonly Item[] = [
  item('project', 'payments'),
  item('cluster', 'eu', 'payments', {
    tags: ['env:prod', 'env:eu west', 'pci-dss', 'cost,center:4711', 'state:of mind'],
    cloudType: 'aws',
    packs: [{ layer: 'k8s', name: 'kubernetes', version: '1.31.8' }],
  }),
  item('pool', 'workers', 'eu'),
  item('machine', 'eu-1', 'workers', { state: 'unhealthy', cause: 'DiskPressure: "/var" is full' }),
  item('machine', 'eu-2', 'workers'),
  item('cluster', 'us', 'payments', {
    tags: ['env:prod'],
    cloudType: 'azure',
    packs: [{ layer: 'k8s', name: 'kubernetes', version: '1.30.6' }],
  }),
];
const context: QueryContext = {
  ...nothing,
  items: fleet,
  itemOf: (id) => fleet.find((one) => one.id === id),
};

/** Suggestions where `|` is the caret. */
function at(marked: string, items = fleet): readonly Suggestion[] {
  const caret = marked.indexOf('|');
  return suggestionsFor(marked.replace('|', ''), caret, items, itemTerms(context));
}

const labelsOf = (all: readonly Suggestion[]): readonly string[] => all.map(({ label }) => label);
const labels = (marked: string): readonly string[] => labelsOf(at(marked));

/** The line of a suggestion, with its caret. */
const taken = (marked: string, label: string): string => {
  const { line, caret } = at(marked).find((one) => one.label === label) ?? expect.fail(label);
  return `${line.slice(0, caret)}|${line.slice(caret)}`;
};

describe('suggestions', () => {
  it('are keys of items first, then those of tags', () => {
    const all = labels('|');
    expect(all.slice(0, termKeys.length)).toEqual(termKeys.map((key) => `${key}:`));
    expect(all.slice(termKeys.length)).toEqual(['cost,center:', 'env:', 'pci-dss:']);
  });

  it('have an example of each key, which can be asked for', () => {
    const details = at('|').map(({ detail }) => detail);
    expect(details.slice(0, 4)).toEqual(['state:failed', 'kind:project', 'is:problem', 'project:payments']);
    // Of tags, the values that occur follow.
    expect(details.slice(termKeys.length)).toEqual([undefined, undefined, undefined]);
    const { problems, checks } = new Matcher(details.slice(0, termKeys.length).join(' '), context);
    expect(problems).toEqual([]);
    expect(checks.map(({ key }) => key)).toEqual(termKeys);
    expect(at('state:|').map(({ detail }) => detail)).toEqual([undefined, undefined]);
  });

  test.each<readonly [marked: string, expected: readonly string[]]>([
    ['st|', ['state:']],
    ['payments ST|', ['state:']],
    ['-st|', ['state:']],
    ['cl|', ['cluster:', 'cloud:']],
    ['en|', ['env:']],
    ['xyz|', []],
    ['state:|', ['healthy', 'unhealthy']],
    ['state:un|', ['unhealthy']],
    ['state:unhealthy,|', ['healthy']],
    ['env:|', ['eu west', 'prod']],
    ['cloud:|', ['aws', 'azure']],
    ['k8s:|', ['1.30', '1.31']],
    ['cluster:e|', ['eu']],
    ['kind:|', ['cluster', 'machine', 'pool', 'project']],
    ['is:|', ['problem']],
    ['tag:|', ['cost,center:4711', 'env:eu west', 'env:prod', 'pci-dss', 'state:of mind']],
  ])('%s', (marked, expected) => {
    expect(labels(marked)).toEqual(expected);
  });

  test.each<readonly [marked: string, label: string, expected: string]>([
    ['|', 'state:', 'state:|'],
    ['st| payments', 'state:', 'state:| payments'],
    ['a -st| b', 'state:', 'a -state:| b'],
    ['a state:un| b', 'unhealthy', 'a state:unhealthy| b'],
    ['state:healthy,un|', 'unhealthy', 'state:healthy,unhealthy|'],
    ['-state:|', 'healthy', '-state:healthy|'],
    ['env:|', 'eu west', 'env:"eu west"|'],
    ['env:e|', 'eu west', 'env:"eu west"|'],
    ['tag:c|', 'cost,center:4711', 'tag:"cost,center:4711"|'],
    ['cause:disk|', 'DiskPressure: "/var" is full', String.raw`cause:"DiskPressure: \"/var\" is full"|`],
    ['state:|failed payments', 'unhealthy', 'state:unhealthy| payments'],
  ])('%s with %s', (marked, label, expected) => {
    expect(taken(marked, label)).toBe(expected);
  });

  it('are not more than anyone would look through', () => {
    const many = Array.from({ length: 250 }, (_, index) => item('cluster', `cluster-${index}`));
    expect(suggestionsFor('cluster:', 8, many, itemTerms(context))).toHaveLength(100);
  });

  it('are also projects of which no cluster was read', () => {
    const projects = [item('project', 'payments'), item('project', 'ledger')];
    expect(labelsOf(suggestionsFor('project:', 8, projects, itemTerms(context)))).toEqual([
      'ledger',
      'payments',
    ]);
  });

  it('can be taken, and then select something', () => {
    const lines = fc.constantFrom(
      ...[
        '',
        's',
        'state:',
        'is:',
        'kind:',
        'cloud:',
        'region:',
        'env:',
        'Env:',
        'tag:',
        'cost-center:',
        'k8s:',
      ],
      ...[
        'pack:',
        'os:',
        'profile:',
        'cause:',
        'project:',
        'cluster:',
        'pool:',
        'a -state:un',
        'env:p',
        'project:"R',
      ],
      ...['state:failed,', 'env:prod,s', '"open', 'machines:', 'ip:', 'compliance:'],
    );
    fc.assert(
      fc.property(randomFleet, lines, lines, fc.nat(12), ({ items, ...given }, line, after, back) => {
        const context = contextOf({ items, ...given });
        const whole = after === '' || line.includes('"') ? line : `${line} ${after}`;
        const caret = Math.max(0, line.length - back);
        const suggested = suggestionsFor(whole, caret, items, itemTerms(context));
        expect(suggested.length).toBeLessThanOrEqual(100);
        expect(new Set(suggested.map(({ label }) => label)).size).toBe(suggested.length);
        const before = parseQuery(whole);
        for (const { label, line: written, caret: end } of suggested) {
          const conditions = parseQuery(written);
          const changed =
            conditions.find((one) => one.start <= end && end === one.end) ?? expect.fail(written);
          // The other conditions are as they were.
          const texts = (all: typeof conditions, text: string): readonly string[] =>
            all.map((one) => text.slice(one.start, one.end));
          const others = new Set(texts(before, whole));
          const changedText = written.slice(changed.start, changed.end);
          const left = texts(conditions, written).filter((text) => text !== changedText && !others.has(text));
          expect(left).toEqual([]);
          if (changed.values.length === 0) {
            expect(`${changed.key}:`).toBe(label);
            continue;
          }
          expect(changed.values.at(-1)).toBe(label);
          const term = `${changed.key}:${JSON.stringify(label)}`;
          expect(new Matcher(term, context).problems).toEqual([]);
          // A filter may also select more, by a part or by other capitals.
          expect(answerTo(term, items, context).items, term).not.toEqual([]);
        }
      }),
      { numRuns },
    );
  });
});
