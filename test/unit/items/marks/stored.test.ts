import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderFiles, memoryFiles } from '../../../../src/connections/storedFiles';
import { Marks } from '../../../../src/items/marks/marks';
import { dialogs } from '../../support/dialogs';
import { connectionFiles } from '../../../../src/connections/storage';
import { storedMarks, type MarkChange } from '../../../../src/items/marks/stored';

const favorite = (key: string, name = key): MarkChange => ({
  kind: 'favorite',
  key: `v/${key}`,
  value: { kind: 'project', id: `v/${key}`, names: [name] },
});

function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'poolview-marks-'));
}

describe('stored marks', () => {
  it('lose nothing if two windows write at the same time', async () => {
    const folder = newFolder();
    const [one, other] = [folderFiles(folder), folderFiles(folder)].map((files) => storedMarks(files, 'v'));
    if (!one || !other) return expect.fail();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? one : other).append([favorite(`project:${index}`)]),
      ),
    );
    for (const marks of [one, other]) expect((await marks.read()).favorite.size).toBe(40);
  });

  it('keep the last value of a key, and forget what was removed', async () => {
    const marks = storedMarks(memoryFiles(), 'v');
    await marks.append([favorite('project:a', 'before'), favorite('project:b')]);
    await marks.append([
      favorite('project:a', 'after'),
      { kind: 'favorite', key: 'v/project:b', value: undefined },
    ]);
    expect([...(await marks.read()).favorite]).toEqual([
      ['v/project:a', { kind: 'project', id: 'v/project:a', names: ['after'] }],
    ]);
  });

  it('skip damaged lines and values of other versions, and keep the rest', async () => {
    const folder = newFolder();
    const lines = [
      '{"kind":"favorite","key":"project:a","value":{"kind":"project","names":["a"]}}',
      '{"kind":"favorite","key":"project:a","value":{"kind":"galaxy","names":["a"]}}',
      '{"kind":"__proto__","key":"x","value":{}}',
      '{"kind":"constructor","key":"x","value":{}}',
      '{"kind":"favorite","value":{"kind":"project","names":["b"]}}',
      '{"kind":"known","key":"cluster:e","value":{"kind":"cluster","names":["e"],"severity":"notRead","cause":"","note":"","at":1}}',
      '{"kind":"known","key":"cluster:f","value":{"kind":"cluster","names":["f"],"severity":"failed","cause":"","note":"","at":1}}',
      '[1]',
      '{"kind":"favorite","key":"project:c","val',
    ];
    writeFileSync(path.join(folder, 'marks.jsonl'), lines.join('\n'));
    const marks = storedMarks(folderFiles(folder), 'v');
    expect([...(await marks.read()).favorite.keys()]).toEqual(['v/project:a']);
    expect([...(await marks.read()).known.keys()]).toEqual(['v/cluster:f']);
    await marks.append([favorite('project:d')]);
    expect([...(await marks.read()).favorite.keys()]).toEqual(['v/project:a', 'v/project:d']);
  });

  it('whose folder is gone cannot be set aside, which is no error', async () => {
    const files = folderFiles(path.join(newFolder(), 'gone'));
    expect(await files.setAside('marks.jsonl', 'damaged')).toBeUndefined();
  });

  const marked = '{"kind":"favorite","key":"project:old","value":{"kind":"project","names":["old"]}}';
  it.each([
    [
      'a link to nothing',
      (file: string) => {
        symlinkSync(`${file}-gone`, file);
      },
    ],
    [
      'a link to itself',
      (file: string) => {
        symlinkSync(file, file);
      },
    ],
    [
      'a folder',
      (file: string) => {
        mkdirSync(file);
      },
    ],
    [
      'too large',
      (file: string) => {
        writeFileSync(file, marked);
        truncateSync(file, 17 * 2 ** 20);
      },
    ],
  ])('are set aside once, and written again, if their file is %s', async (_what, make) => {
    const folder = newFolder();
    make(path.join(folder, 'marks.jsonl'));
    const { shown } = dialogs();
    const marks = storedMarks(folderFiles(folder), 'v');
    await marks.read();
    await marks.append([favorite('project:new')]);
    expect([...(await marks.read()).favorite.keys()]).toEqual(['v/project:new']);
    const [name, aside = '', ...others] = readdirSync(folder);
    expect([name, others]).toEqual(['marks.jsonl', []]);
    expect(shown).toEqual([
      `Poolview can't use its file marks.jsonl. It was renamed to ${aside}, and a new one is used.`,
    ]);
  });

  it('are written by another window that sets the file aside at the same time', async () => {
    const folder = newFolder();
    const file = path.join(folder, 'marks.jsonl');
    symlinkSync(`${file}-gone`, file);
    const windows = [1, 2, 3].map(() => storedMarks(folderFiles(folder), 'v'));
    await Promise.all(windows.map((marks, index) => marks.append([favorite(`project:${index}`)])));
    expect(readdirSync(folder)).toHaveLength(2);
    expect((await windows[0]?.read())?.favorite.size).toBe(3);
  });

  it('are in a folder of the connection, and of the demo service in memory [guarantee: private-files]', async () => {
    const storage = { globalStorageUri: { fsPath: newFolder() } };
    const acme = { name: '../acme', baseUrl: 'https://api.acme.dev' };
    await storedMarks(connectionFiles(storage, 'marks', acme), 'v').append([favorite('project:a')]);
    const demo = { ...acme, isDemo: true } as const;
    await storedMarks(connectionFiles(storage, 'marks', demo), 'v').append([favorite('project:b')]);
    expect(readdirSync(path.join(storage.globalStorageUri.fsPath, 'marks'))).toHaveLength(1);
    expect([
      ...(await storedMarks(connectionFiles(storage, 'marks', demo), 'v').read()).favorite.keys(),
    ]).toEqual(['v/project:b']);
    const other = { ...acme, baseUrl: 'https://api.other.dev' };
    expect((await storedMarks(connectionFiles(storage, 'marks', other), 'v').read()).favorite.size).toBe(0);
  });
});

describe('marks', () => {
  it('report what another window has changed when they are read again, and only then', async () => {
    const files = memoryFiles();
    const [one, other] = [storedMarks(files, 'v'), storedMarks(files, 'v')];
    const marks = new Marks(one);
    let changes = 0;
    marks.onDidChange(() => changes++);
    await other.append([favorite('project:a')]);
    await marks.read();
    await marks.read();
    expect(changes).toBe(1);
    expect(marks.values.favorite.has('v/project:a')).toBe(true);
  });

  it('identify an item without its connection, to which another window may have given another name', async () => {
    const files = memoryFiles();
    const id = 'v/project:a/cluster:b';
    await storedMarks(files, 'v').append([
      { kind: 'favorite', key: id, value: { kind: 'cluster', id, names: ['a', 'b'] } },
    ]);
    const { favorite: read } = await storedMarks(files, 'other').read();
    expect([...read]).toEqual([
      ['other/project:a/cluster:b', { kind: 'cluster', id: 'other/project:a/cluster:b', names: ['a', 'b'] }],
    ]);
    expect(await files.read('marks.jsonl')).toBe(
      '\n{"kind":"favorite","key":"project:a/cluster:b","value":{"kind":"cluster","names":["a","b"]}}',
    );
  });
});

it('what the version before wrote is read, but for the order of favorites, and what a query had besides its line', async () => {
  const files = memoryFiles();
  // As it is on disk.
  await files.create(
    'marks.jsonl',
    `
{"kind":"favorite","key":"project:p1","value":{"kind":"project","names":["payments"]}}
{"kind":"favorite","key":"project:p2","value":{"kind":"project","names":["ledger"]}}
{"kind":"order","key":"favorites","value":{"by":"own","keys":["project:p2","project:p1"]}}
{"kind":"known","key":"project:p1/cluster:c1","value":{"kind":"cluster","names":["payments","payments-eu"],"severity":"unhealthy","cause":"DiskPressure","note":"OPS-7","at":1764000000000,"failed":["fluent-bit"]}}
{"kind":"query","key":"On call","value":{"line":"state:failed env:prod","fleet":{"tab":"overview","grouping":"cloud","table":{"sort":{"column":"state","isDescending":false},"isGrouped":true,"hidden":["uid"],"widths":{}}}}}`,
  );
  const { shown } = dialogs();
  const { favorite, known, query, ...others } = await storedMarks(files, 'v').read();
  expect([...favorite.values()]).toEqual([
    { kind: 'project', id: 'v/project:p1', names: ['payments'] },
    { kind: 'project', id: 'v/project:p2', names: ['ledger'] },
  ]);
  expect([...known.values()]).toMatchObject([
    { id: 'v/project:p1/cluster:c1', cause: 'DiskPressure', note: 'OPS-7', failed: ['fluent-bit'] },
  ]);
  expect([...query]).toMatchObject([
    ['On call', { line: 'state:failed env:prod', fleet: { tab: 'overview' } }],
  ]);
  expect([others, shown]).toEqual([{}, []]);
});
