import { Ajv } from 'ajv';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseBaseUrl, parseConsoleUrl, type Connection } from '../../../src/connections/connection';
import {
  holdsSecret,
  parseConnections,
  secretProperty,
  settingParsers,
} from '../../../src/connections/settingValues';

interface Schema {
  readonly scope?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

/** The schemas of the settings in package.json, by name. */
const schemas = new Map<string, Schema>(
  (
    JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
      contributes: { configuration: readonly { properties: Record<string, Schema> }[] };
    }
  ).contributes.configuration
    .flatMap(({ properties }) => Object.entries(properties))
    .map(([id, schema]) => [id.replace(/^poolview\./, ''), schema]),
);

const numbers = ['pageSize', 'requestTimeoutSeconds', 'metricsPeriodMinutes'] as const;

/** The range that VS Code holds a setting to while it is typed. */
function rangeOf(name: string): { least: number; most: number; otherwise: unknown } {
  const { minimum = NaN, maximum = NaN, default: otherwise } = schemas.get(name) ?? {};
  return { least: minimum, most: maximum, otherwise };
}

/** Whether the settings editor reports nothing about a value of this setting. */
function isValidInEditor(name: string, value: unknown): boolean {
  return validators.get(name)?.(value) === true;
}

/** As VS Code reads a pattern of a schema. */
function regularExpression(pattern: string): RegExp {
  return new RegExp(pattern.replace(/^\(\?i\)/, ''), pattern.startsWith('(?i)') ? 'i' : '');
}

const ajv = new Ajv({
  strict: false,
  code: { regExp: Object.assign(regularExpression, { code: 'regularExpression' }) },
});
const validators = new Map([...schemas].map(([name, schema]) => [name, ajv.compile(schema)]));

const good = { name: 'acme', baseUrl: 'https://api.example.com' };

/** A value that `JSON.parse` makes an own property called __proto__ of. */
const withProto = JSON.parse(
  '{ "__proto__": { "name": "evil", "baseUrl": "https://evil.example" } }',
) as object;

function nested(depth: number): unknown {
  let value: unknown = 'innermost';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { level: value };
  return value;
}

const nonsense: readonly unknown[] = [
  ...[null, true, '', 'nonsense', '20', [], [20], {}, { valueOf: 20 }, withProto, nested(1000)],
  ...[NaN, Infinity, -Infinity, -1, 0.5, Number.MAX_VALUE, Number.MIN_VALUE, Symbol('unreadable')],
];

describe('package.json', () => {
  it('contributes exactly the settings that are read', () => {
    expect([...schemas.keys()].sort()).toEqual(['connections', ...Object.keys(settingParsers)].sort());
  });

  it('has no setting that a workspace can set [guarantee: workspace-settings]', () => {
    for (const [name, { scope }] of schemas) {
      expect(['application', 'machine'], name).toContain(scope);
    }
  });

  it('has the same defaults as the parsers', () => {
    for (const [name, parse] of Object.entries(settingParsers)) {
      expect(parse(undefined), name).toEqual(schemas.get(name)?.default);
      expect(isValidInEditor(name, parse(undefined)), name).toBe(true);
    }
    expect(schemas.get('connections')?.default).toEqual([]);
  });

  it.each([
    '  https://API.example.com/ ',
    '\u00a0https://api.example.com\n',
    'HTTPS://api.example.com',
    'https://example.com:8443/platform/api/',
    'https://例え.jp',
    'https://api.example.com/a@b',
    'http://localhost',
    'http://127.0.0.1:8080/x',
    'http://[::1]:8080/',
    '',
    'api.example.com',
    'https://',
    'http://api.example.com',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://localhost@evil.example',
    'javascript:alert(1)',
    'https://user:secret@api.example.com',
    'https://api.example.com/?x=1',
    'https://api.example.com#x',
    'https://api.example.com/v1',
    'https://api.example.com/prefix/v1//',
  ])('accepts %j as a base URL and as a console URL exactly if Poolview does', (url) => {
    const entry = { ...good, baseUrl: url };
    expect(isValidInEditor('connections', [entry])).toBe(parseBaseUrl(url).value !== undefined);
    const withConsole = { ...good, consoleUrl: url };
    expect(isValidInEditor('connections', [withConsole])).toBe(parseConsoleUrl(url).value !== undefined);
  });

  it('rejects the same secrets and names as Poolview', () => {
    const { patternProperties } = schemas.get('connections')?.items ?? {};
    expect(Object.keys(patternProperties ?? {}).map(regularExpression)).toEqual([secretProperty]);
    for (const name of ['', ' ', 'x', ' x ']) {
      const written = [{ ...good, name }];
      expect(isValidInEditor('connections', written)).toBe(parseConnections(written).isWhole);
    }
  });
});

describe.each(numbers)('poolview.%s', (name) => {
  const { least, most, otherwise } = rangeOf(name);

  it('has its default if it is not set', () => {
    expect(settingParsers[name](undefined)).toBe(otherwise);
  });

  it.each([least, most])('can be %d', (value) => {
    expect(settingParsers[name](value)).toBe(value);
  });

  it.each([least - 1, most + 1, Infinity, least + 0.4, NaN, '20', [20]])(
    'has its default, and is marked in the editor, if it is %j',
    (written) => {
      expect(settingParsers[name](written)).toBe(otherwise);
      expect(isValidInEditor(name, written)).toBe(false);
    },
  );
});

/** The connections that are used, of a list that the editor marks. */
function usedOf(written: unknown): readonly Connection[] {
  expect(isValidInEditor('connections', JSON.parse(JSON.stringify(written)))).toBe(false);
  return parseConnections(written).connections;
}

describe('poolview.connections', () => {
  it('is used as written if it is valid', () => {
    const written = [good, { name: ' Beta ', baseUrl: ' http://localhost:3000/x/ ' }];
    expect(parseConnections(written)).toEqual({
      connections: [good, { name: ' Beta ', baseUrl: 'http://localhost:3000/x' }],
      refused: [],
      isWhole: true,
    });
  });

  it.each(['https://api.example.com', { acme: 'https://api.example.com' }, null, 7])(
    'is empty if it is not a list: %j',
    (written) => {
      expect(usedOf(written)).toEqual([]);
      expect(parseConnections(written).isWhole).toBe(false);
    },
  );

  it.each([
    null,
    'https://api.example.com',
    ['acme', 'https://api.example.com'],
    { baseUrl: good.baseUrl },
    { ...good, name: '  ' },
    { ...good, name: 7 },
    { Name: 'acme', url: good.baseUrl },
    withProto,
    Object.create({ ...good, name: 'inherited' }) as unknown,
  ])('leaves out %j [guarantee: https]', (entry) => {
    expect(usedOf([good, entry])).toEqual([good]);
    expect(parseConnections([good, entry])).toMatchObject({ refused: [], isWhole: false });
  });

  it.each([undefined, null, 'api.example.com', 'http://api.example.com/x', 'ftp://api.example.com'])(
    'says why an entry with the base URL %j is not used',
    (baseUrl) => {
      expect(usedOf([good, { name: 'beta', baseUrl }])).toEqual([good]);
      const { refused, isWhole } = parseConnections([good, { name: 'beta', baseUrl }]);
      expect(refused).toEqual([
        { name: 'beta', reason: expect.stringMatching(/^(?:Enter|Use) /) as unknown },
      ]);
      expect(isWhole).toBe(false);
    },
  );

  it('can have the URL of a web console', () => {
    const written = [{ ...good, consoleUrl: ' https://Console.example.com/platform/ ' }];
    expect(parseConnections(written).connections).toEqual([
      { ...good, consoleUrl: 'https://console.example.com/platform' },
    ]);
    expect(isValidInEditor('connections', written)).toBe(true);
  });

  it.each([
    null,
    ['https://console.example.com'],
    '',
    'console.example.com',
    'http://console.example.com',
    'javascript:alert(1)',
    'vscode://x/y',
    'https://console.example.com/#/projects',
    'https://console.example.com/?a=b',
    'https://me@console.example.com',
  ])('uses a connection without the consoleUrl %j', (consoleUrl) => {
    expect(usedOf([{ ...good, consoleUrl }])).toEqual([good]);
  });

  it('uses the first of several with the same name', () => {
    const others = [1, 2, 3].map((number) => ({ ...good, baseUrl: `https://${number}.example.com` }));
    expect(parseConnections([good, ...others])).toMatchObject({ connections: [good], isWhole: false });
    // The schema of VS Code can only tell whole entries apart.
    expect(isValidInEditor('connections', [good, good])).toBe(false);
  });

  it('uses the one of several with the same name that is read-only, wherever it is', () => {
    const other = { ...good, baseUrl: 'https://1.example.com' };
    const readOnly = { ...good, baseUrl: 'https://2.example.com', readOnly: true };
    const late = { ...good, baseUrl: 'https://3.example.com', readOnly: true };
    expect(parseConnections([readOnly, other]).connections).toEqual([readOnly]);
    expect(parseConnections([other, readOnly, late, other]).connections).toEqual([readOnly]);
    const alias = { ...other, 'read-only': 'yes' };
    expect(parseConnections([good, alias]).connections).toEqual([{ ...other, readOnly: true }]);
  });

  it.each([
    [{}, false, true],
    [{ readOnly: false }, false, true],
    [{ readOnly: true }, true, true],
    [{ readOnly: 'false' }, true, false],
    [{ readOnly: null }, true, false],
    [{ readOnly: 0 }, true, false],
    [{ readOnly: {} }, true, false],
    [{ readonly: true }, true, false],
    [{ 'read-only': 'yes' }, true, false],
    [{ readOnly: false, ReadOnly: true }, true, false],
    [{ colour: 'red' }, false, false],
  ])(
    'reads %j as read-only unless it surely is not [guarantee: read-only-confirmed]',
    (written, isReadOnly, isValid) => {
      const entries = [{ ...good, ...written }];
      const connections = [isReadOnly ? { ...good, readOnly: true } : good];
      expect(parseConnections(entries)).toEqual({ connections, refused: [], isWhole: true });
      expect(isValidInEditor('connections', entries)).toBe(isValid);
    },
  );
});

const planted = 'hunter2-hunter2';

describe('a secret in the settings', () => {
  it.each<[string, unknown]>([
    ['connections', [{ ...good, apiKey: planted }]],
    ['connections', [{ ...good, 'X-Api-Key': planted }]],
    ['connections', [{ ...good, ACCESS_TOKEN: planted }]],
    ['connections', [{ ...good, headers: { Authorization: planted } }]],
    ['connections', [{ ...good, auth: { user: 'me', value: [planted] } }]],
    ['connections', [{ ...good, password: 123456 }]],
    ['connections', [{ apiKey: planted }]],
    ['connections', [{ name: 'acme', baseUrl: { token: planted } }]],
    ['connections', [[{ apiKey: planted }]]],
    ['connections', { ...good, apiKey: planted }],
    ['connections', [{ ...good, baseUrl: `https://me:${planted}@api.example.com` }]],
    ['connections', [{ ...good, baseUrl: ` https://${planted}@api.example.com` }]],
    ['connections', [{ ...good, baseUrl: `https://api.example.com/?apiKey=${planted}` }]],
    ['connections', [{ ...good, consoleUrl: `https://me:${planted}@console.example.com` }]],
    ['connections', [{ ...good, consoleUrl: `https://console.example.com/#token=${planted}` }]],
    ['connections', [{ ...good, consoleUrl: { token: planted } }]],
    ['apiKey', planted],
    ['service', { token: planted }],
    ['pageSize', { apiKey: planted }],
  ])('is found in poolview.%s: %j', (name, value) => {
    expect(holdsSecret(name, value)).toBe(true);
    if (schemas.has(name)) expect(isValidInEditor(name, value)).toBe(false);
  });

  it.each<[string, unknown]>([
    ['connections', [{ ...good, apiKey: '' }]],
    ['connections', [{ ...good, apiKey: null }]],
    ['connections', [{ ...good, keys: [] }]],
    ['connections', [{ ...good, useToken: true }]],
    ['connections', [{ ...good, colour: planted }]],
    ['connections', [{ ...good, consoleUrl: 'https://console.example.com/auth' }]],
    ['pagesize', 7],
  ])('is not reported in poolview.%s: %j', (name, value) => {
    expect(holdsSecret(name, value)).toBe(false);
  });

  it('is found at any depth', () => {
    // Deeper than the stack.
    const entry = { ...good, more: { within: nested(20_000), apiKey: { is: nested(20_000) } } };
    expect(holdsSecret('connections', [entry])).toBe(true);
  });
});

describe('any value', () => {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(...nonsense),
    fc.double(),
    fc.integer({ min: -10, max: 50_000 }),
  );
  const some = (...values: readonly unknown[]) =>
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, fc.webUrl(), anything);
  const entry = fc.oneof(
    fc.record(
      {
        name: some('acme', 'beta', 'Beta', '', ' ', '__proto__'),
        baseUrl: some(good.baseUrl, ' https://b.example/x// ', 'http://[::1]:80', 'http://b.example', 'x'),
        consoleUrl: some('https://c.example/x/', 'http://c.example', ''),
        colour: anything,
      },
      { requiredKeys: ['name', 'baseUrl'] },
    ),
    fc.constant(good),
    anything,
  );

  it.each(Object.keys(settingParsers) as (keyof typeof settingParsers)[])(
    'of poolview.%s is used as written exactly if the settings editor accepts it, and what is used is accepted [guarantee: invalid-settings]',
    (name) => {
      const likely = [
        ...['off', 'problems', 'all', 'favorites', true, false],
        ...[0, 1, 9, 9.4, 10, 86_401, 'POST', '', 'constructor', ['VS Code'], ['a', 7]],
      ];
      fc.assert(
        fc.property(fc.oneof(anything, fc.integer({ min: -5, max: 700 })), (written: unknown) => {
          const used = settingParsers[name](written);
          // JSON can have a zero with a sign, which is the same number.
          expect(isDeepStrictEqual(used, written === 0 ? 0 : written)).toBe(isValidInEditor(name, written));
          expect(isValidInEditor(name, used)).toBe(true);
        }),
        { numRuns: 100, examples: likely.map((written): [unknown] => [written]) },
      );
    },
  );

  it('of a choice that is none of them is its default', () => {
    const choices = ['editorHover', 'autoRefreshHidden', 'notify'] as const;
    for (const name of choices) {
      const { default: otherwise } = schemas.get(name) ?? {};
      for (const written of [null, 0, 1, '', 'true', 'POST', 'constructor', {}]) {
        expect(settingParsers[name](written), name).toBe(otherwise);
      }
    }
  });

  it('of poolview.autoRefreshSeconds is 0 or at least 10', () => {
    const parsed = [0, 9, 9.4, 10, 86_401, undefined].map(settingParsers.autoRefreshSeconds);
    expect(parsed).toEqual([0, 0, 0, 10, 0, 0]);
  });

  it('in poolview.connections is used if the settings editor accepts it, and what is used is accepted', () => {
    fc.assert(
      fc.property(entry, (written) => {
        const { connections, isWhole } = parseConnections([written]);
        if (isValidInEditor('connections', [written])) expect(isWhole).toBe(true);
        expect(isValidInEditor('connections', connections)).toBe(true);
        for (const { name, baseUrl, consoleUrl } of connections) {
          expect(name.trim()).not.toBe('');
          expect(parseBaseUrl(baseUrl)).toEqual({ value: baseUrl });
          if (consoleUrl !== undefined) {
            expect(parseConsoleUrl(consoleUrl)).toEqual({ value: consoleUrl });
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
