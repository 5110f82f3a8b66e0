import { mkdtempSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listsOf } from '../../../src/access/access';
import { anyCluster } from '../../../src/access/whoCan';
import { folderFiles, memoryFiles, StorageError } from '../../../src/connections/storedFiles';
import { Decisions, type FinishedReview } from '../../../src/review/decisions';
import { dialogs } from '../support/dialogs';
import { eventually } from '../support/eventually';
import { saving } from './saving';
import { read, reviewOf, isDone } from './support';

const fileName = 'decisions.jsonl';

/** A folder, and the decisions in it as one or several windows see them. */
function folderOf() {
  const folder = mkdtempSync(path.join(tmpdir(), 'poolview-decisions-'));
  return {
    folder,
    file: path.join(folder, fileName),
    files: folderFiles(folder),
    open: async (files = folderFiles(folder)) => {
      const decisions = new Decisions(files);
      await decisions.read();
      return decisions;
    },
  };
}

const manyIds = (count: number): readonly string[] =>
  Array.from(
    { length: count },
    (_, at) => `team/5f8a4c5e9d3b2a0012ab34cd/resource:5f8a4c5e9d3b2a${at + 1e9}`,
  );

const finished: FinishedReview = { at: 1, read: [], grants: [] };

/** Files that are full from now on, or at the next write to one of these. */
function filling(files: ReturnType<typeof folderFiles>, from: 'create' | 'append') {
  const full = (): Promise<never> => Promise.reject(new StorageError('ENOSPC'));
  return { ...files, append: full, ...(from === 'create' ? { create: full } : {}) };
}

describe('a line of decisions', () => {
  it('is small, however many grants are decided with one key press', async () => {
    const { file, files, open } = folderOf();
    const { review, decisions } = await reviewOf({}, { files });
    const ids = manyIds(600);
    await review.run({ type: 'decide', ids, choice: 'keep' });
    await review.run({ type: 'decide', ids, note: 'agreed' });
    const text = readFileSync(file, 'utf8');
    // The first decision has a second line, which says who decided.
    expect(text.length).toBeLessThan(1800 * 160);
    const line = text.trim().split('\n').at(-1) ?? '';
    expect(Object.keys(JSON.parse(line) as object)).toEqual(['id', 'choice', 'note', 'by', 'at']);
    expect((await open()).current).toEqual(decisions.current);
    expect([...decisions.current.values()].at(-1)).toMatchObject({ choice: 'keep', note: 'agreed' });
  });

  it('is read as older versions wrote it', async () => {
    const { file, open } = folderOf();
    const [id = ''] = manyIds(1);
    const lines = [
      { type: 'decide', ids: manyIds(600), choice: 'remove', id },
      { id, note: 'not needed' },
      { id, outcome: 'removed', grant: { id } },
    ];
    writeFileSync(file, lines.map((line) => `\n${JSON.stringify(line)}`).join(''));
    expect((await open()).current.get(id)).toEqual({ id, choice: 'remove', note: 'not needed', since: 0 });
  });
});

it('a finished review is read as the version before wrote it', async () => {
  const { folder, open } = folderOf();
  const grant = {
    id: 'team/t/project/p//r',
    holder: { kind: 'team', uid: 't', name: 'Platform' },
    kind: 'project',
    roles: [{ uid: 'r', name: 'Project Viewer' }],
    projects: [{ uid: 'p', name: 'payments' }],
    filters: [],
  };
  const meanings = [{ of: 'role/r', values: ['cluster.get'] }];
  const before = { at: 5, read: ['team/t/project'], grants: [{ ...grant, clusters: 2 }], meanings };
  writeFileSync(path.join(folder, 'finished-000000000000005.json'), JSON.stringify(before));
  expect((await open()).last).toEqual({ at: 5, read: before.read, grants: [grant] });
});

describe('a file that can’t be used', () => {
  it.each([
    ['decisions', fileName, 'too large', (file: string) => truncateSync(file, 17 * 2 ** 20)],
    ['decisions', fileName, 'damaged', (file: string) => writeFileSync(file, Buffer.alloc(500, 0xfe))],
    [
      'a finished review',
      'finished-000000000000007.json',
      'too large',
      (file: string) => truncateSync(file, 17 * 2 ** 20),
    ],
    [
      'a finished review',
      'finished-000000000000007.json',
      'damaged',
      (file: string) => writeFileSync(file, '{"at":7,"read":["team'),
    ],
  ])('is set aside, reported once and replaced: %s, %s, %s', async (_what, name, _how, make) => {
    const { folder, open } = folderOf();
    writeFileSync(path.join(folder, name), '');
    make(path.join(folder, name));
    const { shown } = dialogs();
    const decisions = await open();
    await decisions.decide(['a'], { choice: 'keep' });
    await decisions.finish({ ...finished, at: 8 }, [...decisions.current.values()]);
    await decisions.decide(['b'], { choice: 'remove' });
    const again = await open();
    expect([[...again.current.keys()], again.last?.at]).toEqual([['b'], 8]);
    const aside = readdirSync(folder).find((each) => each.startsWith(`${name}.`)) ?? 'nothing';
    expect(shown).toEqual([
      `Poolview can't use its file ${name}. It was renamed to ${aside}, and a new one is used.`,
    ]);
  });

  it('loses no decision of this review when it becomes too large', async () => {
    const { file, open } = folderOf();
    const { shown } = dialogs();
    const decisions = await open();
    await decisions.decide(['a'], { choice: 'keep' });
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text + ' '.repeat(16 * 2 ** 20 - 20 - text.length));
    await decisions.decide(['b', 'c'], { choice: 'remove' });
    expect([...decisions.current.keys()]).toEqual(['a', 'b', 'c']);
    expect([...(await open()).current.keys()]).toEqual(['a', 'b', 'c']);
    expect(shown).toHaveLength(1);
  });

  it('is no file that another version has written', async () => {
    const { folder, open } = folderOf();
    const { shown } = dialogs();
    writeFileSync(path.join(folder, 'finished-000000000000009.json'), '{"version":9}');
    writeFileSync(path.join(folder, fileName), '\n{"version":9}');
    const decisions = await open();
    expect([decisions.last, decisions.current.size, shown]).toEqual([undefined, 0, []]);
  });
});

describe('finishing in two windows', () => {
  it('ends only what is in the report', async () => {
    const { open } = folderOf();
    const [one, other] = [await open(), await open()];
    await one.decide(['a', 'b'], { choice: 'keep' });
    await one.read();
    const reported = [...one.current.values()];
    // While the report is saved.
    await new Promise((resolve) => setTimeout(resolve, 2));
    await other.decide(['b', 'c'], { choice: 'remove' });
    await one.finish(finished, reported);
    for (const decisions of [one, await open()])
      expect([...decisions.current].map(([id, { choice }]) => [id, choice])).toEqual([
        ['b', 'remove'],
        ['c', 'remove'],
      ]);
  });

  it('deletes nothing that another window appends to [guarantee: review-decisions]', async () => {
    const { open } = folderOf();
    const [one, other] = [await open(), await open()];
    await Promise.all(
      manyIds(20).map(async (id, at) => {
        await other.decide([id], { choice: 'keep' });
        if (at % 5 === 0) await one.finish({ ...finished, at }, []);
      }),
    );
    expect((await open()).current.size).toBe(20);
  });

  it('takes over what the other has decided, before it reports', async () => {
    const saved = saving('a.json');
    const { files, open } = folderOf();
    const { review, rows } = await read({}, { files });
    const [id = ''] = rows.keys();
    await (await open()).decide([id], { choice: 'remove', note: 'by the other window' });
    await review.run({ type: 'finish' });
    expect(saved.get('/a.json')).toContain('by the other window');
    expect((await open()).current.size).toBe(0);
  });

  it.each(['create', 'append'] as const)(
    'loses nothing if the disk is full: %s [guarantee: review-decisions]',
    async (from) => {
      const { files, open } = folderOf();
      const before = await open();
      await before.decide(['a', 'b'], { choice: 'keep' });
      await before.finish({ ...finished, at: 5 }, []);
      const full = await open(filling(files, from));
      await expect(full.finish({ ...finished, at: 6 }, [...full.current.values()])).rejects.toThrow(
        StorageError,
      );
      const after = await open();
      expect([[...after.current.keys()], after.last?.at]).toEqual([['a', 'b'], from === 'create' ? 5 : 6]);
    },
  );
});

describe('the outcome of a removal', () => {
  /** A review in which a resource role is to be removed. */
  async function deciding() {
    const opened = await read();
    const { rows, review, model } = opened;
    const row = [...rows.values()].find(({ isRemovable }) => isRemovable);
    const id = row?.id ?? '';
    await review.run({ type: 'decide', ids: [id], choice: 'remove' });
    const teamUid = row?.who.id ?? '';
    const listed = (): Promise<unknown> =>
      model.access.readGrants({ kind: 'team', uid: teamUid }, ['resource'], {});
    const shows = (expected: object): Promise<void> =>
      eventually(() => {
        expect(rows.get(id)).toMatchObject(expected);
      });
    return { ...opened, id, row, teamUid, listed, shows };
  }

  it('is that of the journal, also when it is determined later', async () => {
    const { record, id, shows, service, teamUid, listed } = await deciding();
    record(id, 'unknown');
    await shows({ outcome: 'removal not confirmed', isGone: false, isRemovable: true });
    const team = service.fleet.directory.teams.find(({ uid }) => uid === teamUid);
    team?.resourceRoles.splice(0);
    await listed();
    await shows({ outcome: 'removal not confirmed', isGone: true });
    record(id, 'removed');
    await shows({ outcome: 'removed', isGone: true, isRemovable: false, choice: 'remove' });
    record(id, { outcome: 'removed', restored: { at: 1 } });
    await shows({ outcome: 'restored', isGone: true });
  });

  it('of one that failed leaves the row open, so that it can be tried again', async () => {
    const { record, id, shows, review, removed } = await deciding();
    record(id, 'notRemoved');
    await shows({ outcome: 'not removed', isGone: false });
    await review.run({ type: 'remove' });
    expect(removed.map((roles) => roles.length)).toEqual([1]);
  });

  it('ends if a later list has the role: it can be decided again, and is part of the report and of answers', async () => {
    const { model, record, id, row, shows, review, listed, removed, teamUid, shown, asked } =
      await deciding();
    const saved = saving('a.json');
    // The response to the removal said that the role was removed.
    const { readAt: startedAt = 0 } =
      listsOf(model.shownAccess, { kind: 'team', uid: teamUid }).resource ?? {};
    record(id, 'removed', { startedAt });
    await shows({ outcome: 'removed', isGone: true });
    await review.run({ type: 'remove' });
    await listed();
    await shows({ outcome: undefined, isGone: false, isRemovable: true, choice: 'remove' });
    await review.run({ type: 'remove' });
    expect(removed.map((roles) => roles.length)).toEqual([0, 1]);
    await shown(isDone);
    const { id: projectUid } = await asked(({ name }) => row?.projectNames?.includes(name) === true);
    const question = { permission: 'cluster.get', projectUid, clusterUid: anyCluster };
    await review.run({ type: 'whoCan', question });
    const { answer } = await shown((header) => header.answer !== undefined);
    const ways = answer?.holders.find(({ who }) => who.id === teamUid)?.through;
    expect(ways?.map((way) => way.grantId)).toContain(id);
    await review.run({ type: 'finish' });
    const { grants } = JSON.parse(saved.get('/a.json') ?? '') as { grants: readonly { id: string }[] };
    const reported = grants.find((grant) => grant.id === id);
    expect(reported).toMatchObject({ choice: 'remove' });
    for (const key of ['outcome', 'outcomeAt']) expect(reported).not.toHaveProperty(key);
  });

  it('is there after a restart, and gone after the review', async () => {
    const { record, id, files, row } = await deciding();
    saving('a.json');
    record(id, 'removed');
    const again = await reviewOf({}, { files });
    const team = again.service.fleet.directory.teams.find(({ uid }) => uid === row?.who.id);
    team?.resourceRoles.splice(0, 1);
    again.record(id, 'removed', {
      team: { uid: row?.who.id ?? '', name: row?.who.name },
      startedAt: Date.now(),
    });
    await again.start();
    await eventually(() => {
      expect(again.rows.get(id)).toMatchObject({ outcome: 'removed', isGone: true });
    });
    await again.review.run({ type: 'read' });
    await again.shown(isDone);
    await again.review.run({ type: 'finish' });
    await eventually(() => {
      expect(again.rows.has(id)).toBe(false);
    });
  });

  it('of an earlier review is not shown', async () => {
    const { record, rows, id } = await deciding();
    const [, other = ''] = [...rows.values()].filter(({ isRemovable }) => isRemovable).map((each) => each.id);
    record(other, 'notRemoved', { startedAt: Date.now() - 60_000 });
    record(id, 'notRemoved');
    await eventually(() => {
      expect([rows.get(id)?.outcome, rows.get(other)?.outcome]).toEqual(['not removed', undefined]);
    });
  });
});

it('reviews of the demo are in memory', async () => {
  const decisions = new Decisions(memoryFiles());
  await decisions.decide(['a'], { choice: 'keep' });
  await decisions.finish(finished, [...decisions.current.values()]);
  expect([decisions.current.size, decisions.last]).toEqual([0, finished]);
});
