import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderFiles, memoryFiles } from '../../../src/connections/storedFiles';
import { storedMarks } from '../../../src/items/marks/stored';
import { Decisions } from '../../../src/review/decisions';
import { readFromReviewPage } from '../../../src/review/messages';
import { dialogs } from '../support/dialogs';

/** As many grants as a large tenant has: more than a service lists at once. */
const many = 50_001;

describe('a review of many grants', () => {
  it('is compared with by the next one', async () => {
    const files = memoryFiles();
    const holder = { kind: 'team', uid: 'team' };
    const grants = Array.from({ length: many }, (_, at) => ({
      ...{ id: `team/team/project:${at}`, holder, kind: 'project', roles: [], projects: [], filters: [] },
    }));
    await files.create(
      `finished-${'1'.padStart(15, '0')}.json`,
      JSON.stringify({ at: 1, read: ['team/team/project'], grants }),
    );
    await files.create('decisions.jsonl', JSON.stringify({ ended: grants.map(({ id }) => id), at: 1 }));
    const decisions = new Decisions(files);
    await decisions.read();
    expect(decisions.last?.grants).toHaveLength(many);
  });

  it('can be decided about with one key press', () => {
    const ids = Array.from({ length: many }, (_, at) => `grant-${at}`);
    expect(readFromReviewPage({ type: 'decide', ids, choice: 'keep' })).toMatchObject({ ids });
  });
});

describe.skipIf(process.platform === 'win32')('a pipe instead of a file', () => {
  it.each([
    ['itself', (file: string) => execFileSync('mkfifo', [file])],
    [
      'behind a link',
      (file: string) => {
        execFileSync('mkfifo', [`${file}-pipe`]);
        symlinkSync(`${file}-pipe`, file);
      },
    ],
  ])('is set aside and reported, and marks are kept: %s', async (_, make) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'poolview-pipe-'));
    make(path.join(folder, 'marks.jsonl'));
    const { shown } = dialogs();
    const marks = storedMarks(folderFiles(folder), 'v');
    await marks.append([
      { kind: 'favorite', key: 'v/a', value: { kind: 'project', id: 'v/a', names: ['a'] } },
    ]);
    expect([...(await marks.read()).favorite.keys()]).toEqual(['v/a']);
    const aside = readdirSync(folder).find((name) => /^marks\.jsonl\.\d/.test(name)) ?? 'nothing';
    expect(shown).toEqual([
      `Poolview can't use its file marks.jsonl. It was renamed to ${aside}, and a new one is used.`,
    ]);
  });
});
