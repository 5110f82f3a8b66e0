import { readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Journal, type JournalEntry, type JournalOptions } from '../../../../src/roles/journal/journal';
import {
  folderFiles,
  StorageError,
  memoryFiles,
  type StoredFiles,
} from '../../../../src/connections/storedFiles';
import { entryOf, longAfter, onlyFile, reasonOf, temporaryFolder } from '../support/journal';
import { content, removal } from '../support/removal';

/** Journals in one folder, each of a different process. Their clock advances by 1 each time it is read. */
async function windows() {
  const folder = await temporaryFolder();
  const ended = new Set<number>();
  const clock = { now: 1_800_000_000_000 };
  let pid = 100;
  const open = (options: JournalOptions = {}): Journal & { readonly pid: number } => {
    const own = ++pid;
    const journal = new Journal(folderFiles(folder), {
      pid: own,
      isAlive: (other) => !ended.has(other),
      now: () => clock.now++,
      ...options,
    });
    return Object.assign(journal, { pid: own });
  };
  const end = (journal: { readonly pid: number }): void => void ended.add(journal.pid);
  return { folder, open, end, clock };
}

describe('a removal', () => {
  it('is recorded before it is sent, and its outcome afterwards', async () => {
    const { open, clock } = await windows();
    const startedAt = clock.now;
    const journal = open();
    const id = await journal.begin(removal);
    const begun: JournalEntry = {
      ...removal,
      id,
      startedAt,
      outcome: undefined,
      isUnderWay: true,
      restored: undefined,
    };
    expect(await journal.entries()).toEqual([begun]);
    await journal.recordOutcome(id, 'unknown');
    const settled = { ...begun, outcome: 'unknown', isUnderWay: false };
    expect(await journal.entries()).toEqual([settled]);
    // An unknown outcome may be determined later.
    await journal.recordOutcome(id, 'removed');
    expect(await journal.entries()).toEqual([{ ...settled, outcome: 'removed' }]);
  });

  it('can be read after a restart, and by another window at once', async () => {
    const { open, end } = await windows();
    const first = open();
    const id = await first.begin(removal);
    expect(await entryOf(open(), id)).toMatchObject({ ...removal, isUnderWay: true });
    end(first);
    expect(await entryOf(open(), id)).toMatchObject({ ...removal, outcome: undefined, isUnderWay: false });
  });

  it('does not stay in progress forever, even if the clock is set back', async () => {
    const { open, clock } = await windows();
    const journal = open();
    const id = await journal.begin(removal);
    clock.now -= 60_000;
    expect(await entryOf(journal, id)).toMatchObject({ isUnderWay: true });
    clock.now += 60_000 + longAfter;
    expect(await entryOf(journal, id)).toMatchObject({ isUnderWay: false });
    clock.now -= 3 * longAfter;
    expect(await entryOf(journal, id)).toMatchObject({ isUnderWay: false });
  });

  it('on another computer is in progress until it is too old', async () => {
    const { open, end, folder, clock } = await windows();
    const journal = open();
    const id = await journal.begin(removal);
    end(journal);
    const file = await onlyFile(folder);
    expect(await entryOf(journal, id)).toMatchObject({ isUnderWay: false });
    await file.write(file.text.replace(JSON.stringify(hostname()), '"elsewhere"'));
    expect(await entryOf(journal, id)).toMatchObject({ isUnderWay: true });
    clock.now += longAfter;
    expect(await entryOf(journal, id)).toMatchObject({ isUnderWay: false });
  });

  it('is in progress while its process runs, even one that must not be signaled', async () => {
    const files = memoryFiles();
    const journal = new Journal(files);
    const own = await journal.begin(removal);
    const id = await new Journal(files, { pid: 2 ** 31 - 1 }).begin(removal);
    expect(await entryOf(journal, own)).toMatchObject({ isUnderWay: true });
    expect(await entryOf(journal, id)).toMatchObject({ isUnderWay: false });
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('Not permitted'), { code: 'EPERM' });
    });
    expect(await entryOf(journal, id)).toMatchObject({ isUnderWay: true });
    kill.mockRestore();
  });

  it('is recorded with known fields only', async () => {
    const { open, folder } = await windows();
    const secret = { apiKey: 'hunter2' };
    await open().begin({
      ...removal,
      ...secret,
      connection: { ...removal.connection, ...secret },
      team: { ...removal.team, ...secret },
      content: { ...content, roles: [{ uid: 'role', ...secret }], ...secret },
    });
    const { text } = await onlyFile(folder);
    expect(text).not.toMatch(/hunter2|apiKey/);
    expect(text).toContain('resource-role-1');
  });

  it('fails to begin if it is too large', async () => {
    const { open } = await windows();
    const journal = open();
    const projectUids = Array.from({ length: 1024 }, () => ({ uid: '☃'.repeat(340) }));
    const large = { ...removal, content: { ...content, projectUids } };
    expect(await reasonOf(journal.begin(large))).toBe('tooLarge');
    expect(await journal.entries()).toEqual([]);
    await journal.begin({ ...large, content: { ...content, projectUids: projectUids.slice(100) } });
  });

  it('fails to begin if the disk is full', async () => {
    const full: StoredFiles = {
      ...memoryFiles(),
      create: () => Promise.reject(new StorageError('ENOSPC')),
    };
    const failure = new Journal(full).begin(removal);
    await expect(failure).rejects.toThrow('Stored files cannot be used: ENOSPC');
    expect(await reasonOf(failure)).toBe('ENOSPC');
  });

  it('that does not exist gets no outcome', async () => {
    const { open, folder } = await windows();
    const journal = open();
    const id = await journal.begin(removal);
    const { text } = await onlyFile(folder);
    for (const other of [id.replace(/.$/, 'x'), id.replace(/^./, '9'), '']) {
      expect(await reasonOf(journal.recordOutcome(other, 'removed'))).toBe('ENOENT');
      expect(await journal.entry(other)).toBeUndefined();
    }
    expect((await onlyFile(folder)).text).toBe(text);
  });
});

describe('entries', () => {
  it('are listed newest first, from two windows', async () => {
    const { open } = await windows();
    const [one, other] = [open(), open()];
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push(await one.begin(removal), await other.begin(removal));
    expect((await one.entries()).map(({ id }) => id)).toEqual([...ids].reverse());
    expect(await other.entries()).toEqual(await one.entries());
  });

  it('are empty if the folder does not exist', async () => {
    const { open } = await windows();
    expect(await open().entries()).toEqual([]);
  });

  it('omit one that cannot be read', async () => {
    const files = memoryFiles();
    const [lost, kept] = [await new Journal(files).begin(removal), await new Journal(files).begin(removal)];
    const problems: string[] = [];
    const journal = new Journal(
      {
        ...files,
        read: (name) =>
          name.startsWith(lost) ? Promise.reject(new StorageError('EACCES')) : files.read(name),
      },
      { onProblem: (problem) => problems.push(problem) },
    );
    expect((await journal.entries()).map(({ id }) => id)).toEqual([kept]);
    expect(problems).toEqual([`${lost}.jsonl could not be read: EACCES`]);
  });
});

describe('a lock', () => {
  async function removed() {
    const all = await windows();
    const [one, other] = [all.open(), all.open()];
    const id = await one.begin(removal);
    return { ...all, one, other, id };
  }

  it('is held by one window at a time', async () => {
    const { one, other, id } = await removed();
    const release = await one.lock(id);
    expect(release).toBeDefined();
    expect(await one.lock(id)).toBeUndefined();
    expect(await other.lock(id)).toBeUndefined();
    await release?.();
    expect(await other.lock(id)).toBeDefined();
    expect(await one.lock(id)).toBeUndefined();
  });

  it('of a window that has ended goes to one other window, however often that happens', async () => {
    const { one, other, end, open, id } = await removed();
    let holder = one;
    await one.lock(id);
    for (let turn = 0; turn < 12; turn++) {
      end(holder);
      const waiting = [other, open(), open()];
      const locks = await Promise.all(waiting.map((journal) => journal.lock(id)));
      expect(locks.filter((release) => release !== undefined)).toHaveLength(1);
      const index = locks.findIndex((release) => release !== undefined);
      holder = waiting[index] ?? other;
      if (holder !== other) continue;
      await locks[index]?.();
      holder = open();
      expect(await holder.lock(id)).toBeDefined();
    }
  });

  it('that is old can be taken by another window', async () => {
    const { one, other, id, clock } = await removed();
    const release = await one.lock(id);
    clock.now += longAfter;
    expect(await other.lock(id)).toBeDefined();
    await release?.();
    expect(await one.lock(id)).toBeUndefined();
  });

  it.each(['', '{', '{"owner":{}}', JSON.stringify({ owner: { host: hostname(), pid: -1 }, at: 1 })])(
    'that is incomplete can be taken by another window: %s',
    async (text) => {
      const { one, id, folder } = await removed();
      await writeFile(path.join(folder, `${id}.1.lock`), text);
      expect(await one.lock(id)).toBeDefined();
    },
  );

  it('that is being written is respected', async () => {
    const { one, other, id, folder } = await removed();
    const file = path.join(folder, `${id}.1.lock`);
    await writeFile(file, '');
    const asked = other.lock(id);
    await writeFile(
      file,
      JSON.stringify({ owner: { host: hostname(), pid: one.pid }, at: 1_800_000_000_000 }),
    );
    expect(await asked).toBeUndefined();
  });

  it('that cannot be written is an error', async () => {
    const files = memoryFiles();
    const id = await new Journal(files).begin(removal);
    const full = new Journal({ ...files, create: () => Promise.reject(new StorageError('ENOSPC')) });
    expect(await reasonOf(full.lock(id))).toBe('ENOSPC');
  });
});

describe('a restoration', () => {
  it('is recorded with its time and the new UID, if known', async () => {
    const { open, clock } = await windows();
    const journal = open();
    const id = await journal.begin(removal);
    for (const uid of [undefined, 'new']) {
      const at = clock.now;
      await journal.recordRestored(id, uid);
      expect((await entryOf(open(), id)).restored).toEqual({ at, uid });
    }
  });
});

describe('pruning', () => {
  /** A journal that keeps `limit` entries. */
  async function small(limit: number) {
    const all = await windows();
    const options: JournalOptions = { limit, minAgeMs: 0 };
    const journal = all.open(options);
    const begun = async (outcome?: JournalEntry['outcome']): Promise<string> => {
      const id = await journal.begin(removal);
      if (outcome !== undefined) await journal.recordOutcome(id, outcome);
      return id;
    };
    const prune = async (): Promise<readonly string[]> => (await journal.prune()).map(({ id }) => id);
    /** Adds an entry and prunes. */
    const next = async (): Promise<readonly string[]> => {
      await begun('removed');
      return prune();
    };
    return { ...all, options, journal, begun, prune, next };
  }

  it('deletes entries that cannot be restored first, then the oldest ones', async () => {
    const { journal, begun, next } = await small(7);
    const [removed, restored] = [await begun('removed'), await begun('removed')];
    const refused = await begun('refused');
    const unknown = await begun('unknown');
    const notRemoved = await begun('notRemoved');
    const gone = await begun('alreadyGone');
    await journal.recordRestored(restored, undefined);
    const bare = await journal.begin({ ...removal, content: undefined });
    await journal.recordOutcome(bare, 'alreadyGone');
    for (const id of [restored, refused, notRemoved, bare, removed, gone]) {
      expect(await next()).toEqual([id]);
    }
    // Unknown outcomes are deleted last.
    for (const { id } of (await journal.entries()).slice(0, -1)) {
      await journal.recordOutcome(id, 'unknown');
    }
    await begun('unknown');
    expect((await journal.prune()).map(({ id }) => id)).toEqual([unknown]);
  });

  it('keeps entries younger than an hour, such as the roles of one confirmation', async () => {
    const { open, clock } = await windows();
    const journal = open({ limit: 3 });
    const pruned: string[] = [];
    const begun = async (): Promise<string> => {
      const id = await journal.begin(removal);
      await journal.recordOutcome(id, 'removed');
      pruned.push(...(await journal.prune()).map((entry) => entry.id));
      return id;
    };
    const old = [await begun(), await begun()];
    clock.now += 60 * 60 * 1000;
    const batch = [await begun(), await begun(), await begun(), await begun(), await begun()];
    expect(pruned).toEqual(old);
    clock.now += 60 * 60 * 1000;
    await begun();
    expect(pruned).toEqual([...old, ...batch.slice(0, 3)]);
  });

  it('deletes entries from before the clock was set back', async () => {
    const { open, clock } = await windows();
    const journal = open({ limit: 1 });
    const id = await journal.begin(removal);
    await journal.recordOutcome(id, 'removed');
    clock.now -= longAfter;
    const now = await journal.begin(removal);
    await journal.prune();
    expect((await journal.entries()).map((entry) => entry.id)).toEqual([now]);
  });

  it('keeps entries that are in progress or being restored', async () => {
    const { journal, begun, prune, next, open, end } = await small(2);
    const underWay = await begun();
    const restoring = await begun('removed');
    const release = await journal.lock(restoring);
    const other = open();
    const abandoned = await other.begin(removal);
    const known = await begun('removed');
    // Three are above the limit, but only two can be deleted.
    const [newest, ...others] = [...(await next())].reverse();
    expect(others).toEqual([known]);
    expect(newest).toBeDefined();
    end(other);
    await journal.recordOutcome(underWay, 'unknown');
    await release?.();
    expect(await prune()).toEqual([restoring]);
    expect((await journal.entries()).map(({ id }) => id)).toEqual([abandoned, underWay]);
  });

  it('deletes the locks of windows that have ended', async () => {
    const { journal, begun, open, end, folder } = await small(0);
    const id = await begun('removed');
    const other = open();
    await other.lock(id);
    end(other);
    expect(await journal.prune()).toMatchObject([{ id }]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('deletes the next entry if the oldest is in progress', async () => {
    const { journal, begun, prune, open, end } = await small(2);
    await begun();
    const other = open();
    const abandoned = await other.begin(removal);
    end(other);
    await journal.begin(removal);
    expect(await prune()).toEqual([abandoned]);
  });

  it('deletes each entry in only one of two windows', async () => {
    const { open, options, journal, begun } = await small(10);
    for (let count = 0; count < 12; count++) await begun('removed');
    const other = open(options);
    const pruned = (await Promise.all([journal.prune(), other.prune()])).flat().map(({ id }) => id);
    expect(new Set(pruned).size).toBe(pruned.length);
    expect((await journal.entries()).length + pruned.length).toBe(12);
  });

  it('lists the files as often for many entries as for few', async () => {
    const listed = async (count: number): Promise<number> => {
      const files = memoryFiles();
      const names = vi.fn(() => files.names());
      const journal = new Journal({ ...files, names }, { limit: 1, minAgeMs: 0 });
      for (let begun = 0; begun < count; begun++) {
        await journal.recordOutcome(await journal.begin(removal), 'removed');
      }
      expect(await journal.prune()).toHaveLength(count - 1);
      return names.mock.calls.length;
    };
    expect(await listed(300)).toBe(await listed(2));
  });

  it('leaves unknown files alone', async () => {
    const files = memoryFiles();
    const strange = '000000000000001-00000000-0000-4000-8000-000000000000.jsonl';
    await files.create(strange, 'strange');
    await files.create('notes.txt', 'strange');
    const journal = new Journal(files, { limit: 1, minAgeMs: 0 });
    for (let count = 0; count < 2; count++) {
      await journal.recordOutcome(await journal.begin(removal), 'removed');
      await journal.prune();
      expect(await journal.entries()).toHaveLength(1);
    }
    expect(await files.names()).toEqual(expect.arrayContaining([strange, 'notes.txt']));
  });

  it('reports a failure, after which the remaining entries can be restored', async () => {
    const files = memoryFiles();
    const problems: string[] = [];
    const journal = new Journal(
      {
        ...files,
        remove: (name) =>
          name.endsWith('.lock') ? files.remove(name) : Promise.reject(new StorageError('EACCES')),
      },
      { limit: 1, minAgeMs: 0, onProblem: (problem) => problems.push(problem) },
    );
    const id = await journal.begin(removal);
    await journal.recordOutcome(id, 'removed');
    await journal.begin(removal);
    expect(await journal.prune()).toEqual([]);
    expect(problems).toEqual(['Old entries could not be deleted: EACCES']);
    expect(await journal.entry(id)).toBeDefined();
    expect(await journal.lock(id)).toBeDefined();
  });
});
