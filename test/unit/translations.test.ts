import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../../scripts/paths';
import { sourceStrings } from './support/strings';

type Strings = Readonly<Record<string, string>>;

function read(...file: string[]): unknown {
  return JSON.parse(readFileSync(fromRoot(...file), 'utf8'));
}

const inManifest = read('package.nls.json') as Strings;
const manifest = read('package.json') as {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
};
const inSources = sourceStrings();

/** The languages that the manifest is translated to. */
const languages = readdirSync(fromRoot()).flatMap(
  (name) => /^package\.nls\.(.+)\.json$/.exec(name)?.[1] ?? [],
);

/** What does not change with the language, in whatever order it comes: placeholders, commands, code. */
function fixedParts(text: string): readonly string[] {
  return [...text.matchAll(/\{\d+\}|\]\([^)]*\)|`[^`]*`|#poolview\.\w+#/g)].map(([part]) => part).sort();
}

it('there is a translation', () => {
  expect(languages).toContain('zh-cn');
});

it.each(['computed', 'untranslated'] as const)('no string of the sources is %s', (kind) => {
  expect(inSources[kind]).toEqual([]);
});

describe.each(languages)('%s', (language) => {
  it.each([
    ['the manifest', inManifest, read(`package.nls.${language}.json`) as Strings],
    [
      'the sources',
      Object.fromEntries([...inSources.translatable].map((text) => [text, text])),
      read('l10n', `bundle.l10n.${language}.json`) as Strings,
    ],
  ])('has every string of %s and no other', (_, wanted, translated) => {
    const missing = Object.keys(wanted).filter((key) => !translated[key]);
    const leftOver = Object.keys(translated).filter((key) => !Object.hasOwn(wanted, key));
    expect({ missing, leftOver }).toEqual({ missing: [], leftOver: [] });
    for (const [key, text] of Object.entries(wanted)) {
      expect(fixedParts(translated[key] ?? ''), translated[key]).toEqual(fixedParts(text));
    }
  });
});

describe('the manifest', () => {
  it('takes every string from package.nls.json, and has a use for each', () => {
    const used = [...JSON.stringify(manifest).matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key);
    expect([...new Set(used)].sort()).toEqual(Object.keys(inManifest).sort());
  });

  it('has no text of its own but for the name', () => {
    const shown = /^(title|category|contents|altText|label|(enum|markdown)*descriptions?|.*ErrorMessage)$/i;
    const texts: unknown[] = [];
    JSON.stringify(manifest.contributes, (key, value: unknown) => {
      // Language models read these, users don't.
      if (key === 'inputSchema') return undefined;
      if (shown.test(key)) texts.push(...[value].flat());
      return value;
    });
    expect(texts.filter((text) => !/^%.+%$|^Poolview$/.test(String(text)))).toEqual([]);
  });

  it('links to commands that there are', () => {
    const own = [
      ...manifest.contributes.commands.map(({ command }) => command),
      ...Object.values(manifest.contributes.views).flatMap((views) => views.map(({ id }) => `${id}.focus`)),
    ];
    const linked = Object.values(inManifest)
      .flatMap((text) => [...text.matchAll(/\(command:([\w.]+)/g)])
      .map(([, command = '']) => command);
    expect(linked.filter((command) => !command.startsWith('workbench.') && !own.includes(command))).toEqual(
      [],
    );
  });
});
