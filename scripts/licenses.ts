import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { z } from 'zod';
import { fromRoot } from './paths';

/** The file that Vite writes the licenses of bundled packages to. It finds only those that are files of their own. */
export const licensesFile = 'licenses.md';

/** Adds the licenses of packages that have no file of their license. A package without any license fails the build. */
export function licensesWithoutFile(): Plugin {
  return {
    name: 'licenses-without-file',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const file = bundle[licensesFile];
        if (file?.type !== 'asset') throw new Error('There is no file of licenses.');
        file.source = await completed(String(file.source), read);
      },
    },
  };
}

/** A package that is bundled into the extension. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** The packages that a file of licenses has a section for. */
export function packagesIn(licenses: string): readonly BundledPackage[] {
  return [...licenses.matchAll(/^## (\S+) - (\S+) \((.+)\)$/gm)].map(
    ([, name = '', version = '', license = '']) => ({ name, version, license }),
  );
}

async function read(path: string): Promise<string> {
  return readFile(fromRoot(path), 'utf8');
}

/**
 * Licenses in Markdown, with those that are missing.
 * @param read reads a file by its path from the root of the project
 * @throws Error if a package has no license
 */
export async function completed(licenses: string, read: (path: string) => Promise<string>): Promise<string> {
  let complete = licenses;
  // A heading such as `## agent-base - 6.0.2 (MIT)`, directly in front of the next one or the end.
  for (const [heading, name = ''] of licenses.matchAll(/^## (\S+) - .+\n(?=\s*(?:## .+ - |$(?![^])))/gm)) {
    const folder = `node_modules/${name}`;
    const license =
      inReadme(await read(`${folder}/README.md`)) ??
      declaredIn(await read(`${folder}/package.json`), await read('LICENSE'));
    if (license === undefined) throw new Error(`The package ${name} has no license.`);
    complete = complete.replace(heading, () => `${heading}\n${license}\n`);
  }
  return complete;
}

/** The section about the license, up to the next section or the targets of links. */
function inReadme(readme: string): string | undefined {
  const section = /^(?:#+ *License|License *\n-+) *\n([^]*?)(?=^#|^.+\n[-=]+$|^\[.+\]:|(?![^]))/im;
  return section.exec(readme)?.[1]?.trim();
}

/** The MIT license, if a package only declares it, with its author as the copyright holder. */
function declaredIn(manifest: string, mit: string): string | undefined {
  const declared = z
    .object({ license: z.literal('MIT'), author: z.string() })
    .safeParse(JSON.parse(manifest)).data;
  return declared && mit.trim().replace(/^Copyright .*$/m, () => `Copyright (c) ${declared.author}`);
}
