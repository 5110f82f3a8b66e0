import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import strings from '../../package.nls.json';
import { withGuarantees } from '../../scripts/guarantees/document';
import { namedTests } from '../../scripts/guarantees/namedTests';
import { taggedTests } from '../../scripts/guarantees/taggedTests';
import { fromRoot } from '../../scripts/paths';
import { selfContainedReadme } from '../../scripts/readme';
import { guarantees } from '../guarantees';

const guides = [
  'README.md',
  'SECURITY.md',
  'SUPPORT.md',
  ...readdirSync(fromRoot('docs')).map((name) => `docs/${name}`),
];

const documents = [...guides, 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench/README.md'];

function textOf(document: string): string {
  return readFileSync(fromRoot(document), 'utf8');
}

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function expandBraces(path: string): readonly string[] {
  const [, start = '', alternatives, end = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  return alternatives?.split(',').map((alternative) => start + alternative + end) ?? [path];
}

it.each(documents)('%s names only files and folders that exist', (document) => {
  const text = textOf(document);
  const code = [
    ...text.matchAll(/`((?:bench|docs|l10n|media|scripts|src|test)\/[^`<\s]*|[\w.-]+\.(?:json|mjs|md|ts))`/g),
  ];
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
  const paths = [
    ...code.flatMap(([, path = '']) => expandBraces(path)),
    ...links.map(([, path = '']) => join(dirname(document), path)),
  ];
  expect(paths.filter((path) => !existsSync(fromRoot(path)))).toEqual([]);
});

it.each(guides)('%s uses the names of commands and views that Poolview has', (document) => {
  const prose = textOf(document).replaceAll(/```.*?```|`[^`]*`/gs, '');
  const named = [...prose.matchAll(/(?<!\w)_([^_]+)_(?!\w)/g)].map(([, name = '']) =>
    name.replaceAll(/\s+/g, ' ').replace(/^Poolview: /, ''),
  );
  const known = Object.entries(strings).filter(([key]) => /^(command|menu|view)\./.test(key));
  const names = new Set([...known.map(([, name]) => name), 'Extensions: Install from VSIX…']);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

it('README.md begins with the description that the Marketplace shows', () => {
  const [, first = ''] = textOf('README.md').split('\n\n');
  expect(strings.description).toBe(first.replaceAll('\n', ' '));
});

it('docs/service-operations.md names each permission that an error says the key lacks', () => {
  const permissions = [...textOf('src/service/operations.ts').matchAll(/^ {2}\w+: '(.+)'/gm)];
  expect(permissions.length).toBeGreaterThan(20);
  const text = textOf('docs/service-operations.md');
  for (const [, permission = ''] of permissions) expect(text).toContain(`\`${permission}\``);
});

describe('docs/security.md', () => {
  const sourceFiles = readdirSync(fromRoot('src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.d)\.ts$/.test(name) && !name.startsWith('demo/'),
  );

  it('is generated from the guarantees as they are: npm run guarantees', async () => {
    const text = textOf('docs/security.md');
    expect(await withGuarantees(text)).toBe(text);
  });

  it('has code that exists and tests that are run for each guarantee, and a guarantee for each tag', () => {
    const rows = Object.values(guarantees).flatMap((section) => Object.entries(section));
    const ids = new Set(rows.map(([id]) => id));
    expect(ids.size).toBe(rows.length);
    expect(ids.size).toBeGreaterThan(40);
    const { tests, misplaced } = taggedTests();
    expect(misplaced).toEqual([]);
    expect(tests.filter((test) => !test.isRun || test.ids.some((id) => !ids.has(id)))).toEqual([]);
    const tagged = new Set(tests.flatMap((test) => test.ids));
    expect([...ids].filter((id) => !tagged.has(id))).toEqual([]);
    const files = rows.map(([id, { code }]) => [id, code.filter((file) => existsSync(fromRoot(file)))]);
    expect(files).toEqual(rows.map(([id, { code }]) => [id, code]));
    expect(rows.filter(([, { code }]) => code.length === 0)).toEqual([]);
  });

  it.each([
    ["it('a', f)", true],
    ["test.describe('b', () => { test('a', f) })", true],
    ["it.skipIf(isWindows).each<[string]>([['x']])('a', f)", true],
    ["it('a, which was renamed', f)", undefined],
    ["// it('a', f)", undefined],
    ["describe('a', () => { test.step('a', f) })", undefined],
    ["it.skip('a', f)", false],
    ["it.todo('a')", false],
    ["it.fails.each([1])('a', f)", false],
    ["describe.skip('b', () => { describe('c', () => { it.each`x`('a', f) }) })", false],
    ["it('a', f); it.only('b', f)", false],
    ["describe('b', () => { it('a', f) }); describe.skip('c', () => { it('a', f) })", false],
  ])('detects by %s that the test "a" is run: %s', (text, isRun) => {
    expect(namedTests(text).get('a')).toBe(isRun);
  });

  it('is right that only one file sends requests [guarantee: no-telemetry]', () => {
    const sends =
      /from 'axios'|from 'node:(?:https?|http2|net|tls|dgram)'|globalThis\.fetch|XMLHttpRequest|sendBeacon/;
    expect(sourceFiles.filter((name) => sends.test(textOf(join('src', name)))).sort()).toEqual([
      // Only recognizes IP addresses.
      'agents/tools/find.ts',
      'service/http.ts',
      'service/response.ts',
      'service/transport.ts',
    ]);
  });

  it('is right about what is stored [guarantee: private-files, memory-only]', () => {
    const writes = /from 'node:fs(?:\/promises)?'|workspace\.fs\b/;
    expect(sourceFiles.filter((name) => writes.test(textOf(join('src', name)))).sort()).toEqual([
      // Only reads the file of an administrator.
      'connections/policy.ts',
      'connections/storage.ts',
      'connections/storedFiles.ts',
      // A report, where the user chooses.
      'review/report.ts',
      // Only asks whether there are removed roles.
      'roles/index.ts',
    ]);
    const stores = /\b(?:folderFiles|connectionFiles|state\.write)\(/;
    expect(sourceFiles.filter((name) => stores.test(textOf(join('src', name)))).sort()).toEqual([
      // That the user has confirmed what agents may read.
      'agents/access.ts',
      'connections/connections.ts',
      // Which operations the service refused.
      'connections/session.ts',
      'connections/storage.ts',
      'connections/storedFiles.ts',
      'projects/find/opened.ts',
      'projects/model.ts',
      'projects/pinnedPools.ts',
      'reads/inventories.ts',
      'review/reviewTab.ts',
      'roles/journal/journal.ts',
    ]);
  });
});

describe('README.md', () => {
  it('fits the page of the extension', () => {
    expect(textOf('README.md').trim().split(/\s+/).length).toBeLessThan(900);
  });

  it('has the commands for its repository only there', async () => {
    expect(textOf('README.md')).toContain('npm ci && npm start\nnpm ci && npm test\n');
    const packaged = await selfContainedReadme();
    expect(packaged).not.toMatch(/npm start|```/);
    expect(packaged).toContain('## Install and connect');
  });

  it('has its pictures in the package, where relative links lead nowhere', async () => {
    const packaged = await selfContainedReadme();
    const pictures = [...textOf('README.md').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(
      ([, file = '']) => file,
    );
    expect(pictures).not.toEqual([]);
    for (const file of pictures) {
      expect(packaged).toContain(`(data:image/png;base64,${readFileSync(fromRoot(file), 'base64')} `);
    }
    expect(packaged).not.toMatch(/\]\((?!data:|https:|#)/);
  });
});

interface Setting {
  readonly order: number;
  readonly default: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly not?: { readonly exclusiveMaximum: number };
  readonly enum?: readonly string[];
}

interface SettingGroup {
  readonly title: string;
  readonly order: number;
  readonly properties: Readonly<Record<string, Setting>>;
}

describe('docs/settings.md', () => {
  const text = textOf('docs/settings.md');
  const rows = [...text.matchAll(/^\| `([^`]+)` +\| `([^`]+)` +\| ([^|]+?) +\|/gm)];
  const documented = new Map(
    rows.map(([, name = '', defaultValue = '', values = '']) => [name, { defaultValue, values }]),
  );
  const manifest = JSON.parse(textOf('package.json')) as {
    readonly contributes: { readonly configuration: readonly SettingGroup[] };
  };
  const groups = manifest.contributes.configuration.toSorted((one, other) => one.order - other.order);
  const settingsOf = ({ properties }: SettingGroup) =>
    Object.entries(properties).sort(([, one], [, other]) => one.order - other.order);

  it('lists every setting in the same groups and order as the settings editor', () => {
    const inText = [...text.matchAll(/^(?:## (.+)|\| `(poolview\.\w+)`)/gm)];
    const titles: Readonly<Record<string, string>> = strings;
    expect(inText.map(([, title, name]) => title ?? name)).toEqual(
      groups.flatMap((group) => [
        titles[group.title.replaceAll('%', '')],
        ...settingsOf(group).map(([name]) => name),
      ]),
    );
  });

  it.each(groups.flatMap(settingsOf))('has the default and the range of %s', (name, setting) => {
    const { defaultValue, values } = documented.get(name) ?? { defaultValue: '', values: '' };
    expect(defaultValue).toBe(
      typeof setting.default === 'string' ? setting.default : JSON.stringify(setting.default),
    );
    if (setting.maximum !== undefined) {
      const minimum = setting.not?.exclusiveMaximum ?? setting.minimum ?? NaN;
      expect(values).toContain(`${minimum} to ${setting.maximum}`);
    }
    if (setting.enum !== undefined) {
      expect(values).toBe(setting.enum.map((value) => `\`${value}\``).join(', '));
    }
  });
});
