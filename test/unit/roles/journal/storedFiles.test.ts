import { chmod, mkdir, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Journal } from '../../../../src/roles/journal/journal';
import { folderFiles, memoryFiles, type StoredFiles } from '../../../../src/connections/storedFiles';
import { reasonOf, temporaryFolder } from '../support/journal';
import { removal } from '../support/removal';

describe.each<[string, () => Promise<StoredFiles>]>([
  ['in a folder', async () => folderFiles(await temporaryFolder())],
  ['in memory', () => Promise.resolve(memoryFiles())],
])('files %s', (_, open) => {
  it('are created, appended to, read and removed', async () => {
    const files = await open();
    expect(await files.names()).toEqual([]);
    await files.create('one', 'a ☃');
    await files.create('other', '');
    expect(await files.append('one', '\nb')).toBe(true);
    expect(await files.append('one', '\nc')).toBe(true);
    expect(await files.read('one')).toBe('a ☃\nb\nc');
    expect([...(await files.names())].sort()).toEqual(['one', 'other']);
    expect(await files.remove('one')).toBe(true);
    expect(await files.names()).toEqual(['other']);
  });

  it('are never replaced', async () => {
    const files = await open();
    await files.create('one', 'a');
    expect(await reasonOf(files.create('one', 'b'))).toBe('EEXIST');
    expect(await files.read('one')).toBe('a');
  });

  it('are not created by appending', async () => {
    const files = await open();
    for (let turn = 0; turn < 2; turn++) {
      expect(await files.read('one')).toBeUndefined();
      expect(await files.append('one', 'a')).toBe(false);
      expect(await files.remove('one')).toBe(false);
      expect(await files.names()).toEqual([]);
      // The same with an existing folder.
      await files.create('one', '');
      await files.remove('one');
    }
  });

  it('lose nothing to concurrent appends', async () => {
    const files = await open();
    await files.create('one', '');
    const lines = Array.from({ length: 50 }, (_each, index) => `${String(index).repeat(50)}\n`);
    await Promise.all(lines.map((line) => files.append('one', line)));
    const added = ((await files.read('one')) ?? '').split(/(?<=\n)/);
    expect(added.sort()).toEqual(lines.sort());
  });
});

describe('a folder', () => {
  it.skipIf(process.platform === 'win32')(
    'can be read by its user only [guarantee: private-files]',
    async () => {
      const folder = await temporaryFolder();
      await folderFiles(folder).create('one', 'a');
      for (const [file, mode] of [
        [path.dirname(folder), 0o700],
        [folder, 0o700],
        [path.join(folder, 'one'), 0o600],
      ] as const) {
        expect((await stat(file)).mode & 0o777, file).toBe(mode);
      }
    },
  );

  it('is created again after it was deleted', async () => {
    const folder = await temporaryFolder();
    const files = folderFiles(folder);
    await files.create('one', 'a');
    await rm(folder, { recursive: true });
    await files.create('other', 'b');
    expect(await files.names()).toEqual(['other']);
  });

  it.skipIf(process.platform === 'win32')('lists only files', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'folder'), { recursive: true });
    await symlink('/dev/zero', path.join(folder, 'endless'));
    expect(await folderFiles(folder).names()).toEqual([]);
  });

  it('limits how much of a file is read into memory', async () => {
    const folder = await temporaryFolder();
    const files = folderFiles(folder);
    await files.create('large', '');
    await truncate(path.join(folder, 'large'), 2 ** 40);
    expect(await reasonOf(files.read('large'))).toBe('tooLarge');
  });

  it('that is a file causes an error', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.dirname(folder));
    await writeFile(folder, '');
    for (const inFile of [folder, path.join(folder, 'deeper')]) {
      const journal = new Journal(folderFiles(inFile));
      expect(await reasonOf(journal.begin(removal))).toMatch(/^(ENOTDIR|EEXIST)$/);
      expect(await reasonOf(journal.entries())).toBe('ENOTDIR');
      expect(await reasonOf(journal.entry('1'))).toBe('ENOTDIR');
    }
  });

  // For root, nothing is read-only.
  if (process.getuid?.() !== 0) {
    it('that is read-only causes an error', async () => {
      const folder = await temporaryFolder();
      await mkdir(folder, { recursive: true });
      await chmod(folder, 0o500);
      expect(await reasonOf(new Journal(folderFiles(folder)).begin(removal))).toBe('EACCES');
    });
  }

  it('causes errors without its content or path', async () => {
    const folder = await temporaryFolder();
    const failure = folderFiles(folder).create('n'.repeat(1000), 'content');
    await expect(failure).rejects.toThrow(/^Stored files cannot be used: ENAMETOOLONG$/);
  });
});
