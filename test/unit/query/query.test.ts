import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Item } from '../../../src/items/item';
import { answerTo, Matcher, notKnownText } from '../../../src/find/matcher';
import {
  parseQuery,
  printQuery,
  searchableWord,
  toggledValue,
  valuesIn,
  withValues,
  type QueryCondition,
} from '../../../src/query/query';
import type { QueryContext } from '../../../src/find/questions';
import { termKeys } from '../../../src/find/terms';
import { runs } from '../support/randomRuns';

/** How many random lines are parsed. */
const numRuns = runs(1000);

const pieces = [
  ...[
    'state:failed',
    'state:',
    'STATE:Failed,unhealthy',
    '-is:problem',
    'env:prod',
    'tag:env:prod',
    'k8s:<1.33',
  ],
  ...[
    'ip:10.2.0.0/16',
    'fd00:10::15',
    '::',
    '::1',
    'cause:"disk pressure"',
    '"quoted words"',
    '"open',
    'word',
  ],
  ...[
    '-',
    '--',
    ':',
    ',',
    ',,',
    '"',
    '""',
    '\\',
    '\\"',
    ' ',
    '  ',
    '\t',
    '\n',
    '\u00a0',
    '*',
    '<',
    '>=',
    '%',
    '/',
  ],
  ...[
    '\0',
    '\u200b',
    '\u202e',
    '\ud800',
    '\udfff',
    '🚀',
    '決済',
    'é',
    'İ',
    'ß',
    '__proto__:x',
    'constructor:y',
  ],
];

/** Lines that are close to those that people type, and any others. */
const anyLine = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join('')),
  },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((all) => all.join(' ')),
  },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
);

const unplaced = (line: string): readonly QueryCondition[] =>
  parseQuery(line).map(({ key, values, isNegated }) => ({ key, values, isNegated }));

const context: QueryContext = {
  itemOf: () => undefined,
  items: [],
  favorites: new Set(),
  areApprovalsKnown: true,
  coverage: { projects: { read: 1, total: 1 }, clusters: { read: 1, total: 1 }, machines: { read: 0 } },
};

const machine: Item = {
  kind: 'machine',
  id: 'm',
  name: 'payments-eu-workers-5',
  uid: 'b5c5',
  state: 'unhealthy',
  cause: 'DiskPressure',
  message: 'kubelet has disk pressure',
  addresses: ['10.2.0.25', 'fd00:10::15'],
  isStale: false,
};

describe('a line', () => {
  it('of any text has conditions', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        for (const { key, values, start, end } of parseQuery(line)) {
          expect(key === '' && values.length === 0).toBe(false);
          expect(0 <= start && start < end && end <= line.length).toBe(true);
        }
      }),
      { numRuns },
    );
  });

  it('is parsed, matched and printed in a millisecond', () => {
    const lines = fc.sample(anyLine, { numRuns, seed: 45 });
    const startedAt = process.cpuUsage();
    for (const line of lines) {
      printQuery(parseQuery(line));
      new Matcher(line, context).match(machine);
    }
    const { user, system } = process.cpuUsage(startedAt);
    expect((user + system) / 1000 / lines.length).toBeLessThan(1);
  });

  it('is the same after it was printed and parsed again', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        const conditions = unplaced(line);
        expect(unplaced(printQuery(conditions))).toEqual(conditions);
      }),
      { numRuns },
    );
  });

  it('has the conditions that it was printed from', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
      fc.constantFrom(
        'a',
        '-',
        '-a',
        'a b',
        '"',
        '\\',
        'a\\',
        ',',
        'a,b',
        ':',
        'a:b',
        '::1',
        'fd00:10::/64',
        'fd00',
        '10::15',
        ' ',
      ),
    );
    const term = fc.record({
      key: text,
      values: fc.array(text, { maxLength: 3 }),
      isNegated: fc.boolean(),
    });
    const word = fc.record({ key: fc.constant(''), values: fc.tuple(text), isNegated: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fc.oneof(term, word), { maxLength: 4 }), (conditions) => {
        expect(unplaced(printQuery(conditions))).toEqual(conditions);
      }),
      { numRuns },
    );
  });

  it('has conditions where they are, in their order', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        let last = 0;
        for (const { start, end, ...condition } of parseQuery(line)) {
          expect(start).toBeGreaterThanOrEqual(last);
          // What is between them separates them, or says nothing.
          expect(unplaced(line.slice(last, start))).toEqual([]);
          expect(unplaced(line.slice(start, end))).toEqual([condition]);
          last = end;
        }
        expect(unplaced(line.slice(last))).toEqual([]);
      }),
      { numRuns },
    );
  });

  it.each([
    'a',
    ' ',
    '"',
    '\\',
    '"\\',
    ':',
    ',',
    '-',
    'a:',
    'a,',
    'a:b,',
    '" ',
    '*',
    'k:*a',
    '\\"',
    '::',
    '""',
  ])('of a million characters takes time in proportion: %j', (piece) => {
    const line = piece.repeat(1_000_000 / piece.length);
    const startedAt = process.cpuUsage();
    parseQuery(line);
    const { items, notKnown, problems } = answerTo(line, [machine], context);
    expect(problems).toEqual(['The line is longer than 5,000 characters, so it selects nothing']);
    expect([items, notKnownText(notKnown)]).toEqual([[], '']);
    // Otherwise, it would take minutes.
    const { user, system } = process.cpuUsage(startedAt);
    expect((user + system) / 1000).toBeLessThan(10_000);
  });

  it.each<
    readonly [
      line: string,
      expected: readonly (readonly [key: string, values: string[], negated?: boolean])[],
    ]
  >([
    ['', []],
    ['  \t ', []],
    ['payments', [['', ['payments']]]],
    [
      'payments eu',
      [
        ['', ['payments']],
        ['', ['eu']],
      ],
    ],
    ['"payments eu"', [['', ['payments eu']]]],
    ['-"old one"', [['', ['old one'], true]]],
    [String.raw`"say \"no\" \\ here"`, [['', [String.raw`say "no" \ here`]]]],
    ['state:failed', [['state', ['failed']]]],
    ['-state:failed,unhealthy', [['state', ['failed', 'unhealthy'], true]]],
    ['cause:"disk pressure",oom', [['cause', ['disk pressure', 'oom']]]],
    ['cause:"a,b"', [['cause', ['a,b']]]],
    ['tag:env:prod', [['tag', ['env:prod']]]],
    ['env:prod', [['env', ['prod']]]],
    ['state:', [['state', []]]],
    ['fd00:10::15', [['', ['fd00:10::15']]]],
    ['ip:fd00:10::15', [['ip', ['fd00:10::15']]]],
    [
      'k8s:>=1.30 k8s:<1.33',
      [
        ['k8s', ['>=1.30']],
        ['k8s', ['<1.33']],
      ],
    ],
    ['"not:a term"', [['', ['not:a term']]]],
    ['a,b', [['', ['a,b']]]],
    ['-', [['', ['-']]]],
    ['"open quotation', [['', ['open quotation']]]],
    ['state:failed,', [['state', ['failed']]]],
  ])('%j is understood', (line, expected) => {
    expect(unplaced(line)).toEqual(
      expected.map(([key, values, isNegated = false]) => ({ key, values, isNegated })),
    );
  });
});

describe('other values of a key', () => {
  const key = fc.constantFrom('state', 'State', 'env', 'cause', 'cost center', 'a"b', 'tag');
  const value = fc.oneof(
    fc.constantFrom('failed', 'a b', 'a,b', '"', '\\', 'env:prod', '-x', '*'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
  );
  const isKey = (one: QueryCondition, wanted: string): boolean =>
    !one.isNegated && one.key.toLowerCase() === wanted.toLowerCase();

  it('are in the line after they were written, and no other condition changes', () => {
    fc.assert(
      fc.property(anyLine, key, fc.array(value, { maxLength: 3 }), (line, key, values) => {
        const changed = withValues(line, key, values);
        expect(valuesIn(changed, key)).toEqual(values);
        const others = (text: string) => unplaced(text).filter((one) => !isKey(one, key));
        expect(others(changed)).toEqual(others(line));
        expect(withValues(changed, key, values)).toBe(changed);
      }),
      { numRuns },
    );
  });

  it('leave none if there are none', () => {
    fc.assert(
      fc.property(anyLine, key, (line, key) => {
        expect(unplaced(withValues(line, key, [])).filter((one) => isKey(one, key))).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('are the same after a value was toggled twice', () => {
    fc.assert(
      fc.property(anyLine, key, value, (line, key, value) => {
        const once = toggledValue(line, key, value);
        const isSame = (other: string): boolean => other.toLowerCase() === value.toLowerCase();
        expect(valuesIn(once, key).some(isSame)).toBe(!valuesIn(line, key).some(isSame));
        const twice = toggledValue(once, key, value);
        const sorted = (text: string) => new Set(valuesIn(text, key).map((each) => each.toLowerCase()));
        expect(sorted(twice)).toEqual(sorted(line));
        const others = (text: string) => unplaced(text).filter((one) => !isKey(one, key));
        expect(others(twice)).toEqual(others(line));
      }),
      { numRuns },
    );
  });

  test.each<readonly [line: string, key: string, values: readonly string[], expected: string]>([
    ['', 'state', ['failed'], 'state:failed'],
    ['payments', 'state', ['failed'], 'payments state:failed'],
    ['state:failed payments', 'state', ['unhealthy', 'unknown'], 'state:unhealthy,unknown payments'],
    ['State:failed a state:unknown', 'state', ['healthy'], 'state:healthy a'],
    ['state:failed "a  b"', 'state', [], '"a  b"'],
    ['-state:failed', 'state', ['healthy'], '-state:failed state:healthy'],
    ['a', 'cause', ['disk pressure'], 'a cause:"disk pressure"'],
  ])('%j with %s: %j', (line, key, values, expected) => {
    expect(withValues(line, key, values)).toBe(expected);
  });
});

test.each<readonly [line: string, expected: string]>([
  ['', ''],
  ['payments', 'payments'],
  ['pay "card acquiring" state:failed', 'card acquiring'],
  ['-payments env:production', ''],
  ['state:failed eu', 'eu'],
])('the service can search %j for %j', (line, expected) => {
  expect(searchableWord(line)).toBe(expected);
});

describe('a value that a key does not take', () => {
  const wrong: Readonly<Record<string, readonly [value: string, named: readonly string[]]>> = {
    state: ['bad', ['failed', 'unhealthy', 'lateHeartbeat', 'notRead']],
    kind: ['node', ['project', 'cluster', 'pool', 'machine']],
    is: ['muted', ['problem', 'known', 'favorite', 'waiting', 'outdated', 'updatable']],
    k8s: ['new', ['1.32', '<1.33']],
    ip: ['10.2.0.0/99', ['10.2.0.0/16']],
    machines: ['many', ['12', '>10']],
    cpu: ['>x%', ['>90%']],
    memory: ['1Gi', ['>90%']],
  };

  it.each(Object.entries(wrong))('%s: is named, with what it takes', (key, [value, named]) => {
    const { problems, isEmpty } = new Matcher(`${key}:${value}`, context);
    expect(problems).toEqual([expect.stringContaining(`${key}:`)]);
    for (const each of named) expect(problems[0]).toContain(each);
    expect(isEmpty).toBe(true);
  });

  it.each([
    ['state:faild', "state: doesn't take faild (did you mean state:failed?)"],
    ['State:helthy', "State: doesn't take helthy (did you mean State:healthy?)"],
    ['-is:problems', "is: doesn't take problems (did you mean is:problem?)"],
    ['kind:clutser', "kind: doesn't take clutser (did you mean kind:cluster?)"],
    ['state:not', "state: doesn't take not (did you mean state:notRead?)"],
    ['sate:failed', 'No item has a tag sate (did you mean state:?)'],
    ['clusters:eu', 'No item has a tag clusters (did you mean cluster:?)'],
    ['proj:eu', 'No item has a tag proj (did you mean project:?)'],
    ['costcenter:1', 'No item has a tag costcenter (did you mean "cost center":?)'],
    // Too short to be like anything.
    ['oz:linux', 'No item has a tag oz'],
  ])('%s: says what may be meant', (line, problem) => {
    const tagged: Item = { ...machine, kind: 'cluster', id: 'c', tags: ['env:prod', 'cost center:1'] };
    const known = { ...context, items: [tagged] };
    expect(answerTo(`${line} state:failed`, known.items, known).problems).toEqual([problem]);
  });

  it('is left out, and what is beside it counts', () => {
    const matcher = new Matcher('state:bad,unhealthy -kind:node DiskPressure', context);
    expect(matcher.problems).toHaveLength(2);
    expect(matcher.match(machine)).toBe(true);
    expect(matcher.match({ ...machine, state: 'failed' })).toBe(false);
    expect(answerTo('state:bad', [machine], context)).toMatchObject({
      items: [machine],
      problems: [expect.stringMatching(/^state: takes failed, unhealthy/)],
    });
  });

  it('is nothing that a key without a value has', () => {
    for (const key of termKeys)
      expect(new Matcher(`${key}:`, context)).toMatchObject({ problems: [], isEmpty: true });
  });
});
