import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fromRoot } from './paths';

/**
 * The README without relative links, which lead nowhere on the page of an installed extension: pictures become part of
 * it, and other links keep only their text.
 */
export async function selfContainedReadme(): Promise<string> {
  const readme = await readFile(fromRoot('README.md'), 'utf8');
  const pictures = new Map<string, string>();
  for (const [, file = ''] of readme.matchAll(picture)) {
    pictures.set(file, await dataUri(file));
  }
  return readme
    .replace(picture, (link, file: string) => link.replace(file, () => pictures.get(file) ?? file))
    .replace(relativeLink, '$1');
}

/** A Markdown image with a relative path, which is the group. */
const picture = /!\[[^\]]*\]\((?!https:)([^)]+)\)/g;

/** A Markdown link to a file of the repository. Its text is the group. */
const relativeLink = /(?<!!)\[([^\]]*)\]\((?!https:|#)[^)]+\)/g;

async function dataUri(file: string): Promise<string> {
  const content = await readFile(fromRoot(file), 'base64');
  return `data:image/${path.extname(file).slice(1)};base64,${content}`;
}
