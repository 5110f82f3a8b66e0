import { expect, test } from '@playwright/test';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { fromRoot } from '../../scripts/paths';
import { npmQuietly } from '../../scripts/processes';

const files = ['poolview.vsix', 'poolview.vsix.sha256', 'poolview.cdx.json'];

/** What is neither a source of the package nor needed to make it. */
const notCopied =
  /^(\.git|\.vscode-test|node_modules|dist|dist-test|test|bench|test-results|reports)$|\.vsix/;

test('the package has the same bytes if it is made in another folder, and its checksum and list of packages are right', async () => {
  await test.step('the checksum', async () => {
    const digest = createHash('sha256')
      .update(await readFile(fromRoot('poolview.vsix')))
      .digest('hex');
    expect(await readFile(fromRoot('poolview.vsix.sha256'), 'utf8')).toBe(`${digest}  poolview.vsix\n`);
  });
  await test.step('the list has exactly the packages whose code is in the extension', async () => {
    expect((await listed()).sort()).toEqual((await bundled()).sort());
  });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'poolview-package-'));
  try {
    for (const name of await readdir(fromRoot())) {
      if (!notCopied.test(name)) await cp(fromRoot(name), path.join(folder, name), { recursive: true });
    }
    await symlink(fromRoot('node_modules'), path.join(folder, 'node_modules'), 'junction');
    await npmQuietly(['run', 'package'], folder);
    for (const name of files) {
      const [here, there] = [await readFile(fromRoot(name)), await readFile(path.join(folder, name))];
      expect(here.equals(there), name).toBe(true);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Name, version and license of each package in the list. */
async function listed(): Promise<string[]> {
  const component = z
    .object({
      group: z.string().optional(),
      name: z.string(),
      version: z.string(),
      licenses: z.tuple([z.object({ license: z.object({ id: z.string() }) })]),
    })
    .transform(({ group, name, version, licenses: [{ license }] }) =>
      [group === undefined ? name : `${group}/${name}`, version, license.id].join(' '),
    );
  const list: unknown = JSON.parse(await readFile(fromRoot('poolview.cdx.json'), 'utf8'));
  return z.object({ components: z.array(component) }).parse(list).components;
}

/** Name, version and license of each package that the source maps of the bundles name. */
async function bundled(): Promise<string[]> {
  const manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });
  const folders = new Set<string>();
  for (const file of await readdir(fromRoot('dist'), { recursive: true })) {
    if (!file.endsWith('.map')) continue;
    const map: unknown = JSON.parse(await readFile(fromRoot('dist', file), 'utf8'));
    for (const source of z.object({ sources: z.array(z.string()) }).parse(map).sources) {
      const [, folder] = /(node_modules\/.*)$/.exec(source) ?? [];
      const [inner] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(folder ?? '') ?? [];
      if (inner !== undefined) folders.add(inner);
    }
  }
  const read = async (folder: string): Promise<string> => {
    const { name, version, license } = manifest.parse(
      JSON.parse(await readFile(fromRoot(folder, 'package.json'), 'utf8')),
    );
    return [name, version, license].join(' ');
  };
  return [...new Set(await Promise.all([...folders].map(read)))];
}
