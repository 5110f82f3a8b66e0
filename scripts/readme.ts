import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fromRoot } from './paths';

/** The README without the commands for its repository, which an installed extension does not have. */
export async function pageReadme(): Promise<string> {
  const readme = await readFile(fromRoot('README.md'), 'utf8');
  return readme.replace(commands, '');
}

/** The block with the commands, and the paragraph above it. */
const commands = /^.+\n(?:.+\n)*\n```sh\n[^`]*```\n\n/m;

/**
 * The README for a package without a repository. On the page of an installed extension, relative links lead nowhere:
 * pictures become part of it, and other links keep only their text.
 */
export async function selfContainedReadme(): Promise<string> {
  const readme = await pageReadme();
  const files = [...readme.matchAll(picture)].map(([, , file = '']) => file);
  const uris = new Map<string, string>();
  for (const file of files) uris.set(file, await dataUri(file));
  return readme
    .replace(picture, (_link, text: string, file: string) => `![](${uris.get(file) ?? file} "${text}")`)
    .replace(relativeLink, '$1');
}

/**
 * A Markdown image with a relative path. Its description becomes its title, because newer versions of VS Code, such as
 * 1.139, show only https pictures: they show nothing of a picture without a description, and otherwise a broken one.
 */
const picture = /!\[([^\]]*)\]\((?!https:)([^)]+)\)/g;

/** A Markdown link to a file of the repository. */
const relativeLink = /(?<!!)\[([^\]]*)\]\((?!https:|#)[^)]+\)/g;

async function dataUri(file: string): Promise<string> {
  const content = await readFile(fromRoot(file), 'base64');
  return `data:image/${path.extname(file).slice(1)};base64,${content}`;
}
