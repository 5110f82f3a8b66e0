import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { fromRoot } from '../../scripts/paths';

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench/README.md'],
  ...readdirSync(fromRoot('docs')).map((name) => `docs/${name}`),
];

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function expandBraces(path: string): readonly string[] {
  const [, start = '', alternatives, end = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  return alternatives?.split(',').map((alternative) => start + alternative + end) ?? [path];
}

it.each(documents)('%s names only files and folders that exist', (document) => {
  const text = readFileSync(fromRoot(document), 'utf8');
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
