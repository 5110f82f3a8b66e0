import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseBaseUrl, parseConsoleUrl, type Connection } from '../../../src/connections/connection';
import { unreadable, type SettingProblem } from '../../../src/connections/settingProblems';
import { secretName } from '../../../src/connections/settingSecrets';
import { isSettingName, problemsIn, settingReaders } from '../../../src/connections/settingValues';

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

/** What package.json tells VS Code about the settings, by name. */
const schemas = new Map<string, Schema>(
  Object.entries(
    (
      JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
        contributes: { configuration: { properties: Record<string, Schema> } };
      }
    ).contributes.configuration.properties,
  ).map(([id, schema]) => [id.replace(/^poolview\./, ''), schema]),
);

const numbers = ['pageSize', 'requestTimeoutSeconds', 'metricsPeriodMinutes'] as const;

/** The range that VS Code holds a setting to while it is typed. */
function rangeOf(name: string): { least: number; most: number; otherwise: unknown } {
  const { minimum = NaN, maximum = NaN, default: otherwise } = schemas.get(name) ?? {};
  return { least: minimum, most: maximum, otherwise };
}

function problems(written: Record<string, unknown>): readonly SettingProblem[] {
  return problemsIn(new Map(Object.entries(written)));
}

/** What is said about these entries of `poolview.connections`. */
function about(...entries: readonly unknown[]): readonly string[] {
  return problems({ connections: entries }).map(({ text }) => text);
}

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

const smallNonsense: readonly unknown[] = [
  null,
  true,
  '',
  'nonsense',
  '20',
  [],
  [20],
  {},
  { valueOf: 20 },
  withProto,
  NaN,
  Infinity,
  -Infinity,
  -1,
  0.5,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  unreadable,
];

const nonsense: readonly unknown[] = [...smallNonsense, 'x'.repeat(100_000), nested(100_000)];

describe('package.json', () => {
  it('contributes the settings that are read, and no others', () => {
    expect([...schemas.keys()].sort()).toEqual(Object.keys(settingReaders).sort());
  });

  it('lets no workspace set any of them', () => {
    for (const [name, { scope }] of schemas) {
      expect(['application', 'machine'], name).toContain(scope);
    }
  });

  it('gives defaults that there is nothing to say about', () => {
    expect(problemsIn(new Map([...schemas].map(([name, schema]) => [name, schema.default])))).toEqual([]);
  });

  it.each([
    'https://api.example.com',
    '  https://API.example.com/ ',
    'HTTPS://api.example.com',
    'https://example.com:8443/platform/api/',
    'https://例え.jp',
    'https://api.example.com/v1/x',
    'https://api.example.com/a@b',
    'http://localhost:3000',
    'http://localhost',
    'http://127.0.0.1:8080/x',
    'http://[::1]:8080/',
    '',
    'api.example.com',
    'https://',
    'http://api.example.com',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://127.0.0.2',
    'http://localhost@evil.example',
    'ftp://api.example.com',
    'javascript:alert(1)',
    'https://user:secret@api.example.com',
    'https://api.example.com?x=1',
    'https://api.example.com/?x=1',
    'https://api.example.com#x',
    'https://api.example.com/v1',
    'https://api.example.com/prefix/v1/',
    'https://api.example.com/prefix/v1//',
  ])('has the editor judge %j as Poolview does, as a base URL and as that of a web console', (url) => {
    const pattern = schemas.get('connections')?.items?.properties?.['baseUrl']?.pattern ?? '';
    expect(regularExpression(pattern).test(url)).toBe(parseBaseUrl(url).valid);
    const ofConsole = schemas.get('connections')?.items?.properties?.['consoleUrl']?.pattern ?? '';
    expect(regularExpression(ofConsole).test(url)).toBe(parseConsoleUrl(url).valid);
  });

  it('has the editor refuse the same secrets and names as Poolview', () => {
    const { properties, patternProperties } = schemas.get('connections')?.items ?? {};
    expect(Object.keys(patternProperties ?? {}).map(regularExpression)).toEqual([secretName]);
    for (const name of ['', ' ', 'x', ' x ']) {
      expect(regularExpression(properties?.['name']?.pattern ?? '').test(name)).toBe(
        about({ ...good, name }).length === 0,
      );
    }
  });
});

/** As VS Code reads a pattern of a schema. */
function regularExpression(pattern: string): RegExp {
  return new RegExp(pattern.replace(/^\(\?i\)/, ''), pattern.startsWith('(?i)') ? 'i' : '');
}

describe.each(numbers)('poolview.%s', (name) => {
  const { least, most, otherwise } = rangeOf(name);

  it('is its default where nothing is written', () => {
    expect(settingReaders[name](undefined)).toEqual({ value: otherwise, problems: [] });
  });

  it.each([least, most])('may be %d', (value) => {
    expect(settingReaders[name](value)).toEqual({ value, problems: [] });
  });

  it.each([
    [least - 1, least],
    [-1e300, least],
    [-Infinity, least],
    [most + 1, most],
    [1e300, most],
    [Infinity, most],
    [least + 0.4, least],
    [most - 0.4, most],
    [NaN, otherwise],
    [null, otherwise],
    ['20', otherwise],
    [true, otherwise],
    [[20], otherwise],
    [{ value: 20 }, otherwise],
  ])('is brought into range: %j as %j', (written, value) => {
    const reading = settingReaders[name](written);
    expect(reading.value).toBe(value);
    expect(reading.problems).toHaveLength(1);
    expect(reading.problems[0]?.text).toMatch(
      new RegExp(`^poolview\\.${name} is .+ from ${least} to ${most}: ${String(value)} is used\\.$`),
    );
  });

  it('is told with the number that was written, and never with a text', () => {
    expect(settingReaders[name](1234567).problems[0]?.text).toContain('is 1234567,');
    expect(settingReaders[name]('hunter2').problems[0]?.text).toContain('is text,');
  });
});

describe('poolview.projectListing', () => {
  it.each([
    [undefined, undefined],
    ['auto', undefined],
    ['get', 'get'],
    ['post', 'post'],
  ])('%j asks for %j', (written, value) => {
    expect(settingReaders.projectListing(written)).toEqual({ value, problems: [] });
  });

  it.each(['POST', '', 'put', null, 1, ['get'], {}, 'constructor'])('%j is used as auto', (written) => {
    expect(settingReaders.projectListing(written)).toMatchObject({
      value: undefined,
      problems: [
        { text: 'poolview.projectListing must be auto, post or get, and is something else: auto is used.' },
      ],
    });
  });
});

describe('poolview.connections', () => {
  it('is taken as it is where it makes sense', () => {
    const written = [good, { name: ' Beta ', baseUrl: ' http://localhost:3000/x/ ' }];
    expect(settingReaders.connections(written)).toEqual({
      value: [good, { name: ' Beta ', baseUrl: 'http://localhost:3000/x' }],
      problems: [],
    });
  });

  it.each([
    ['text', 'https://api.example.com'],
    ['an object', { acme: 'https://api.example.com' }],
    ['null', null],
    ['7', 7],
  ])('says that it is %s and not a list', (kind, written) => {
    expect(settingReaders.connections(written)).toMatchObject({
      value: [],
      problems: [{ text: `poolview.connections is ${kind}, but must be a list: nothing in it is used.` }],
    });
  });

  it.each([
    [
      null,
      'Entry 2 of poolview.connections is null, but must be an object with name and baseUrl: it is left out.',
    ],
    ['https://api.example.com', /^Entry 2 .+ is text, but/],
    [['acme', 'https://api.example.com'], /^Entry 2 .+ is a list, but/],
    [{ baseUrl: good.baseUrl }, 'Entry 2 of poolview.connections has no name: it is left out.'],
    [{ ...good, name: '  ' }, /^Entry 2 .+ has no name/],
    [{ ...good, name: 7 }, /^Entry 2 .+ has a name that is 7 and not text/],
    [{ name: 'beta' }, '"beta" in poolview.connections has no baseUrl: it is left out.'],
    [{ name: 'beta', baseUrl: null }, /^"beta" .+ has a baseUrl that is null and not text/],
    [
      { name: 'beta', baseUrl: 'api.example.com' },
      /^"beta" .+ because of its baseUrl\. Enter the whole address.+\.$/,
    ],
    [
      { name: 'beta', baseUrl: 'http://api.example.com/x' },
      /baseUrl http:\/\/api\.example\.com\. .+ https:\/\/.+\.$/,
    ],
    [{ name: 'beta', baseUrl: 'https://api.example.com/v1' }, /Leave out \/v1/],
    [{ name: 'beta', baseUrl: 'ftp://api.example.com' }, /because of its baseUrl\. The address must begin/],
    [withProto, /has no name/],
    [Object.create(good) as unknown, /has no name/],
  ])('leaves out %j and says why', (entry, text) => {
    const { value } = settingReaders.connections([good, entry]);
    expect(value).toEqual([good]);
    expect(about(good, entry)).toContainEqual(typeof text === 'string' ? text : expect.stringMatching(text));
  });

  it('takes the address of a web console along', () => {
    const written = [{ ...good, consoleUrl: ' https://Console.example.com/platform/ ' }];
    expect(settingReaders.connections(written)).toEqual({
      value: [{ ...good, consoleUrl: 'https://console.example.com/platform' }],
      problems: [],
    });
  });

  it.each([
    [null, '"acme" in poolview.connections has a consoleUrl that is null and not text: it is ignored.'],
    [['https://console.example.com'], /is a list and not text/],
    ['', /has a consoleUrl that cannot be used\. Enter the whole address.+\.$/],
    ['console.example.com', /cannot be used/],
    ['http://console.example.com', /cannot be used/],
    ['javascript:alert(1)', /cannot be used/],
    ['vscode://x/y', /cannot be used/],
    ['https://console.example.com/#/projects', /cannot be used/],
    ['https://console.example.com/?a=b', /cannot be used/],
    ['https://me@console.example.com', /cannot be used/],
  ])('uses a connection without the consoleUrl %j, and says why', (consoleUrl, text) => {
    const entry = { ...good, consoleUrl };
    expect(settingReaders.connections([entry]).value).toEqual([good]);
    expect(about(entry)).toEqual([typeof text === 'string' ? text : expect.stringMatching(text)]);
  });

  it('says everything that is wrong with an entry', () => {
    expect(about({ Name: 'acme', url: good.baseUrl })).toEqual([
      'Entry 1 of poolview.connections has no name: it is left out.',
      'Entry 1 of poolview.connections has no baseUrl: it is left out.',
      'Entry 1 of poolview.connections has "Name", which Poolview does not know: it is ignored.',
      'Entry 1 of poolview.connections has "url", which Poolview does not know: it is ignored.',
    ]);
  });

  it('takes the first of several with the same name, and says so once', () => {
    const others = [1, 2, 3].map((number) => ({ ...good, baseUrl: `https://${number}.example.com` }));
    expect(settingReaders.connections([good, ...others]).value).toEqual([good]);
    expect(about(good, ...others)).toEqual([
      '4 entries of poolview.connections have the name "acme": only the first of them is used.',
    ]);
  });

  it('uses an entry in spite of what it does not know in it', () => {
    const entry = { ...good, colour: 'red' };
    expect(settingReaders.connections([entry]).value).toEqual([good]);
    expect(about(entry)).toEqual([
      '"acme" in poolview.connections has "colour", which Poolview does not know: it is ignored.',
    ]);
  });

  it('brings no text into a message that a message would act on, and none that fills the screen', () => {
    const name = `[Sign in](command:workbench.action.quit) $(error) ${'x'.repeat(100_000)}`;
    const texts = [
      ...about({ name, [name]: 1 }),
      ...problems({ [name]: { key: 1 } }).map(({ text }) => text),
    ];
    expect(texts).toHaveLength(3);
    for (const text of texts) {
      expect(text).toContain('Sign in');
      expect(text).not.toMatch(/\]\(|\$\(/);
      expect(text.length).toBeLessThan(500);
    }
  });

  it('copes with 10,000 entries, of which each is wrong in its own way', () => {
    const entries = Array.from({ length: 10_000 }, (_, index) =>
      index % 2 === 0 ? { name: `c${index}`, baseUrl: index } : smallNonsense[index % smallNonsense.length],
    );
    const { value, problems: found } = settingReaders.connections(entries);
    expect(value).toEqual([]);
    expect(found.length).toBeGreaterThanOrEqual(10_000);
  });

  it('copes with an entry of 130,000 properties', () => {
    const entry = Object.fromEntries(Array.from({ length: 130_000 }, (_, index) => [`p${index}`, index]));
    expect(about({ ...good, ...entry })).toHaveLength(130_000);
  });
});

const planted = 'hunter2-hunter2';

describe('a secret in the settings', () => {
  it.each([
    [
      { connections: [{ ...good, apiKey: planted }] },
      '"acme" in poolview.connections has a key or password in "apiKey".',
    ],
    [{ connections: [{ ...good, 'X-Api-Key': planted }] }, /in "X-Api-Key"\./],
    [{ connections: [{ ...good, ACCESS_TOKEN: planted }] }, /in "ACCESS_TOKEN"\./],
    [{ connections: [{ ...good, headers: { Authorization: planted } }] }, /in "headers"\./],
    [{ connections: [{ ...good, auth: { user: 'me', value: [planted] } }] }, /in "auth"\./],
    [{ connections: [{ ...good, password: 123456 }] }, /in "password"\./],
    [{ connections: [{ apiKey: planted }] }, /^Entry 1 of poolview\.connections has a key/],
    [{ connections: [{ name: 'acme', baseUrl: { token: planted } }] }, /in "baseUrl"\./],
    [{ connections: [[{ apiKey: planted }]] }, /^Entry 1 of poolview\.connections has a key/],
    [{ connections: { ...good, apiKey: planted } }, /^poolview\.connections has a key/],
    [
      { connections: [{ ...good, baseUrl: `https://me:${planted}@api.example.com` }] },
      /because of its baseUrl\. Leave out/,
    ],
    [
      { connections: [{ ...good, baseUrl: `https://${planted}@api.example.com` }] },
      /because of its baseUrl\. Leave out/,
    ],
    [
      { connections: [{ ...good, baseUrl: `https://api.example.com/?apiKey=${planted}` }] },
      /baseUrl https:\/\/api\.example\.com\. Leave/,
    ],
    [
      { connections: [{ ...good, consoleUrl: `https://me:${planted}@console.example.com` }] },
      /consoleUrl that cannot be used\. Enter/,
    ],
    [
      { connections: [{ ...good, consoleUrl: `https://console.example.com/#token=${planted}` }] },
      /consoleUrl that cannot be used\. Enter/,
    ],
    [{ connections: [{ ...good, consoleUrl: { token: planted } }] }, /in "consoleUrl"\./],
    [{ apiKey: planted }, /^poolview\.apiKey has a key or password in it\./],
    [{ service: { token: planted } }, /^poolview\.service has a key or password in it\./],
    [{ pageSize: { apiKey: planted } }, /^poolview\.pageSize has a key or password in it\./],
  ])('in %j is named first, with what to do, and never repeated', (written, text) => {
    const found = problems({ metricsPeriodMinutes: 'nonsense', ...written });
    expect(found[0]).toMatchObject({
      isSecret: true,
      text:
        typeof text === 'string'
          ? (expect.stringContaining(text) as unknown)
          : (expect.stringMatching(text) as unknown),
    });
    expect(found[0]?.text).toMatch(/delete it there, regard it as known to others/);
    expect(found[0]?.text.length).toBeLessThan(500);
    expect(found.filter(({ isSecret }) => isSecret)).toHaveLength(1);
    expect(JSON.stringify(found)).not.toContain(planted);
  });

  it.each([
    { connections: [{ ...good, apiKey: '' }] },
    { connections: [{ ...good, apiKey: null }] },
    { connections: [{ ...good, keys: [] }] },
    { connections: [{ ...good, useToken: true }] },
    { connections: [{ ...good, colour: planted }] },
    { pagesize: 7 },
  ])('is not seen in %j, where there is none', (written) => {
    expect(problems(written).filter(({ isSecret }) => isSecret)).toEqual([]);
  });

  it('is found as deep as it may be', () => {
    const entry = { ...good, more: { within: nested(100_000), apiKey: { is: nested(100_000) } } };
    expect(problems({ connections: [entry] })).toMatchObject([{ setting: 'connections', isSecret: true }]);
  });

  it('is not repeated wherever in an address it stands', () => {
    const partOfAddress = fc.constantFrom(
      'https:',
      'http:',
      '//',
      '/',
      ':',
      '@',
      '?',
      '#',
      'me',
      planted,
      'api.example.com',
    );
    fc.assert(
      fc.property(fc.array(partOfAddress, { maxLength: 12 }), (parts) => {
        const baseUrl = parts.join('');
        // What stands where the host stands is the host, whatever it looks like.
        fc.pre(baseUrl.includes('@') || !URL.canParse(baseUrl) || !new URL(baseUrl).host.includes(planted));
        expect(about({ ...good, baseUrl }).join()).not.toContain(planted);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('whatever is written', () => {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(...nonsense),
    fc.double(),
    fc.integer({ min: -10, max: 50_000 }),
  );
  const entry = fc.oneof(
    fc.record(
      {
        name: fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom('acme', 'beta', 'Beta', '', ' ', '__proto__') },
          fc.string(),
          anything,
        ),
        baseUrl: fc.oneof(
          {
            weight: 3,
            arbitrary: fc.constantFrom(
              good.baseUrl,
              ' https://b.example/x// ',
              'http://[::1]:80',
              'http://b.example',
              'x',
            ),
          },
          fc.webUrl(),
          anything,
        ),
        consoleUrl: fc.oneof(
          fc.constantFrom('https://c.example/x/', 'http://c.example', ''),
          fc.webUrl(),
          anything,
        ),
        colour: anything,
      },
      { requiredKeys: ['name', 'baseUrl'] },
    ),
    fc.constant(good),
    anything,
  );

  it.each(numbers)(
    'poolview.%s is a whole number in its range, and differs from it exactly where a problem is told',
    (name) => {
      const { least, most } = rangeOf(name);
      fc.assert(
        fc.property(anything, (written) => {
          const { value, problems: found } = settingReaders[name](written);
          expect(Number.isInteger(value) && value >= least && value <= most).toBe(true);
          expect(found.length > 0).toBe(value !== written);
        }),
      );
    },
  );

  it('poolview.autoRefreshSeconds is 0 or at least 10, and told to be', () => {
    const { least, most } = rangeOf('autoRefreshSeconds');
    expect([least, most]).toEqual([0, 86_400]);
    fc.assert(
      fc.property(fc.oneof(anything, fc.integer({ min: -5, max: 30 })), (written) => {
        const { value, problems: found } = settingReaders.autoRefreshSeconds(written);
        expect(value === 0 || (Number.isInteger(value) && value >= 10 && value <= most)).toBe(true);
        expect(found).toHaveLength(value === written ? 0 : 1);
      }),
    );
    expect([1, 9.4, 10, 86_401].map((written) => settingReaders.autoRefreshSeconds(written).value)).toEqual([
      ...[10, 10, 10, 86_400],
    ]);
    expect(settingReaders.autoRefreshSeconds(undefined)).toEqual({ value: 0, problems: [] });
    expect(settingReaders.autoRefreshSeconds(10)).toEqual({ value: 10, problems: [] });
  });

  it.each(['statusBar', 'editorHover'] as const)(
    'poolview.%s is on unless it is switched off, and told to be one or the other',
    (name) => {
      expect(rangeOf(name).otherwise).toBe(true);
      expect(settingReaders[name](undefined)).toEqual({ value: true, problems: [] });
      expect(settingReaders[name](false)).toEqual({ value: false, problems: [] });
      fc.assert(
        fc.property(anything, (written) => {
          const { value, problems: found } = settingReaders[name](written);
          expect(value).toBe(written !== false);
          expect(found).toHaveLength(typeof written === 'boolean' ? 0 : 1);
        }),
      );
    },
  );

  it('poolview.projectListing is auto, and told to be, unless it is one of three', () => {
    fc.assert(
      fc.property(fc.oneof(anything, fc.constantFrom('auto', 'post', 'get')), (written) => {
        const { value, problems: found } = settingReaders.projectListing(written);
        const isOneOfThem = schemas.get('projectListing')?.enum?.includes(written) === true;
        expect(value).toBe(isOneOfThem && written !== 'auto' ? written : undefined);
        expect(found.length > 0).toBe(!isOneOfThem);
      }),
    );
  });

  it('poolview.connections is a list of connections, and differs from it exactly where a problem is told', () => {
    fc.assert(
      fc.property(fc.oneof(anything, { weight: 5, arbitrary: fc.array(entry) }), (written) => {
        const { value, problems: found } = settingReaders.connections(written);
        expect(new Set(value.map(({ name }) => name)).size).toBe(value.length);
        for (const { name, baseUrl, consoleUrl } of value) {
          if (consoleUrl !== undefined) {
            expect(parseConsoleUrl(consoleUrl)).toEqual({ valid: true, value: consoleUrl });
          }
          expect(name.trim()).not.toBe('');
          expect(parseBaseUrl(baseUrl)).toEqual({ valid: true, value: baseUrl });
        }
        const isTheSame =
          Array.isArray(written) &&
          written.length === value.length &&
          value.every((connection, index) => isConnection(written[index], connection));
        expect(found.length > 0).toBe(!isTheSame);
      }),
      { numRuns: 1000 },
    );
  });

  it('under any name, nothing throws, and what is said is short and in one line', () => {
    const name = fc.oneof(fc.constantFrom(...schemas.keys()), fc.string());
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(anything, fc.array(entry))), (written) => {
        for (const { setting, text } of problems(written)) {
          expect(isSettingName(setting) || Object.hasOwn(written, setting)).toBe(true);
          expect(text.length).toBeLessThan(600);
          // eslint-disable-next-line no-control-regex -- Control characters are what must not be there.
          expect(text).not.toMatch(/[\u0000-\u001f]|\]\(|\$\(/);
        }
      }),
    );
  });
});

/** Whether `written` says what `connection` is, and nothing else. */
function isConnection(written: unknown, connection: Connection): boolean {
  if (typeof written !== 'object' || written === null) return false;
  const { name, baseUrl, consoleUrl, ...others } = written as Record<string, unknown>;
  return (
    Object.keys(others).length === 0 &&
    name === connection.name &&
    isAddress(baseUrl, connection.baseUrl) &&
    (consoleUrl === undefined
      ? connection.consoleUrl === undefined
      : isAddress(consoleUrl, connection.consoleUrl))
  );
}

function isAddress(written: unknown, read: string | undefined): boolean {
  if (typeof written !== 'string' || !URL.canParse(written)) return false;
  return new URL(written.trim()).href.replace(/\/+$/, '') === read;
}
