import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json';
import strings from '../../package.nls.json';
import { fromRoot } from '../../scripts/paths';
import { selfContainedReadme } from '../../scripts/readme';
import { keysOf } from '../../src/demo/keys';
import { permissionFor } from '../../src/presentation/errors';
import type { Operation } from '../../src/service/errors';

const guides = ['README.md', ...readdirSync(fromRoot('docs')).map((name) => `docs/${name}`)];

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

it('docs/service-operations.md names each permission that an error says the key lacks', () => {
  const operations: Readonly<Record<Operation, true>> = {
    listProjects: true,
    listProjectUids: true,
    searchClusters: true,
    searchClusterMetadata: true,
    readCluster: true,
    readCloudConfig: true,
    listMachines: true,
    listEvents: true,
    listTeams: true,
    listTeamResourceRoles: true,
    addTeamResourceRole: true,
    removeTeamResourceRole: true,
  };
  const text = textOf('docs/service-operations.md');
  for (const operation of keysOf(operations)) expect(text).toContain(`\`${permissionFor(operation)}\``);
});

describe('README.md', () => {
  it('fits the page of the extension', () => {
    const text = textOf('README.md');
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(120);
    expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(700);
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

describe('docs/settings.md', () => {
  const rows = [...textOf('docs/settings.md').matchAll(/^\| `([^`]+)` +\| `([^`]+)` +\| ([^|]+?) +\|/gm)];
  const settings = new Map(
    rows.map(([, name = '', defaultValue = '', values = '']) => [name, { defaultValue, values }]),
  );
  const { properties } = manifest.contributes.configuration;

  it('lists every setting', () => {
    expect([...settings.keys()].sort()).toEqual(Object.keys(properties).sort());
  });

  it.each(Object.entries(properties))('has the default and the range of %s', (name, property) => {
    const { defaultValue, values } = settings.get(name) ?? { defaultValue: '', values: '' };
    expect(defaultValue).toBe(
      typeof property.default === 'string' ? property.default : JSON.stringify(property.default),
    );
    if ('maximum' in property) {
      const minimum = 'not' in property ? property.not.exclusiveMaximum : property.minimum;
      expect(values).toContain(`${minimum} to ${property.maximum}`);
    }
    if ('enum' in property) expect(values).toBe(property.enum.map((value) => `\`${value}\``).join(', '));
  });
});
