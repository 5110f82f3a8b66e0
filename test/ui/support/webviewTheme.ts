import type { Locator } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from '../../../scripts/paths';

/** What VS Code gives a page in one theme. */
export interface WebviewTheme {
  /** The attributes of the body that say which theme it is. */
  readonly body: Readonly<Record<string, string>>;
  /** The values of the variables that pages use. One that is missing has none in this theme. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What VS Code gives pages, as it is written in `themes.json`. */
export interface WebviewThemes {
  /** The style sheet of VS Code in every webview. */
  readonly style: string;
  /** By the suffix of the theme in `workbench.ts`. */
  readonly themes: Readonly<Record<string, WebviewTheme>>;
}

const stored = fromRoot('test/ui/themes.json');

/** What VS Code gives pages, for tests without it. The test of the appearance compares it with VS Code. */
export function webviewThemes(): WebviewThemes {
  return JSON.parse(readFileSync(stored, 'utf8')) as WebviewThemes;
}

/** What VS Code gives the page that is shown. @param element of it */
export async function webviewTheme(element: Locator): Promise<WebviewTheme & { readonly style: string }> {
  const given = await element.evaluate<WebviewTheme & { readonly style: string }, unknown>(`({
    style: document.getElementById('_defaultStyles').textContent,
    body: Object.fromEntries(
      Array.from(document.body.attributes, ({ name, value }) => [name, value])
        .filter(([name]) => name === 'class' || name.startsWith('data-vscode-theme')),
    ),
    variables: Object.fromEntries(
      Array.from(document.documentElement.style, (name) => [name, document.documentElement.style.getPropertyValue(name)]),
    ),
  })`);
  // The font is that of the system.
  const variables = { ...given.variables, '--vscode-font-family': 'system-ui, sans-serif' };
  const used = usedVariables(given.style);
  const ofPages = Object.entries(variables).filter(([name]) => used.has(name));
  return {
    ...given,
    style: given.style.replaceAll(/\s+/g, ' ').trim(),
    variables: Object.fromEntries(ofPages.toSorted(([one], [other]) => one.localeCompare(other))),
  };
}

/** The variables of VS Code that pages and its own style sheet use. */
function usedVariables(style: string): ReadonlySet<string> {
  const folder = fromRoot('dist/pages');
  const files = readdirSync(folder).filter((file) => /\.(js|css)$/.test(file));
  const texts = files.map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  return new Set([...texts, style].flatMap((text) => text.match(/--vscode-[\w-]*\w/g) ?? []));
}
