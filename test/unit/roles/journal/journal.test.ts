import { hostname } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { Journal, type JournalEntry, type JournalOptions } from '../../../../src/roles/journal/journal';
import type { RoleRemoval } from '../../../../src/roles/journal/records';
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
    const smaller = { ...large, content: { ...content, projectUids: projectUids.slice(100) } };
    // What its roles and filters said is kept only if there is room for it.
    const meaning = [{ kind: 'filter', uid: 'filter-1', says: ['☃'.repeat(340_000)] }] as const;
    const id = await journal.begin({ ...smaller, meaning });
    expect(await entryOf(journal, id)).toMatchObject({ content: smaller.content, meaning: undefined });
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

describe('a restoration', () => {
  it('is recorded with its time, the new UID, if known, and whether nothing was added', async () => {
    const { open, clock } = await windows();
    const journal = open();
    const id = await journal.begin(removal);
    for (const uid of [undefined, 'new']) {
      for (const wasThere of [undefined, true]) {
        const at = clock.now;
        await journal.recordRestored(id, uid, wasThere);
        expect((await entryOf(open(), id)).restored).toEqual({ at, uid, wasThere });
      }
    }
  });
});

describe('pruning', () => {
  /** A journal that keeps `limit` entries, each of another role, and of which `remaining` are left after pruning. */
  async function small(limit: number) {
    const all = await windows();
    const journal = all.open({ limit });
    const begun = async (outcome?: JournalEntry['outcome'], more: Partial<RoleRemoval> = {}) => {
      const id = await journal.begin({ ...removal, roleUid: `role-${all.clock.now}`, ...more });
      if (outcome !== undefined) await journal.recordOutcome(id, outcome);
      return id;
    };
    const remaining = async (): Promise<readonly string[]> => {
      await journal.prune();
      return (await journal.entries()).map(({ id }) => id).reverse();
    };
    return { ...all, journal, begun, remaining };
  }

  it('deletes the oldest entries above the limit that nobody can restore, and no others', async () => {
    const { journal, begun, remaining } = await small(6);
    const restored = await begun('removed');
    await journal.recordRestored(restored, undefined);
    const [removed, unknown, gone] = [
      await begun('removed'),
      await begun('unknown'),
      await begun('alreadyGone'),
    ];
    const failed = await begun('notRemoved');
    const underWay = await begun();
    expect(await remaining()).toEqual([restored, removed, unknown, gone, failed, underWay]);
    const bare = await begun('alreadyGone', { content: undefined });
    expect(await remaining()).toEqual([removed, unknown, gone, failed, underWay, bare]);
    const notRemoved = [await begun('notRemoved'), await begun('notRemoved'), await begun('notRemoved')];
    expect(await remaining()).toEqual([removed, unknown, gone, underWay, ...notRemoved.slice(1)]);
    const more = [await begun('removed'), await begun('removed'), await begun('removed')];
    expect(await remaining()).toEqual([removed, unknown, gone, underWay, ...more]);
  });

  it('keeps one entry of a role that was removed once, however often that was tried', async () => {
    const { begun, remaining } = await small(1);
    const again = { roleUid: 'same' };
    await begun('unknown', again);
    const removed = await begun('removed', again);
    expect(await remaining()).toEqual([removed]);
  });

  it('leaves unknown files alone', async () => {
    const files = memoryFiles();
    const strange = '000000000000001-00000000-0000-4000-8000-000000000000.jsonl';
    await files.create(strange, 'strange');
    await files.create('notes.txt', 'strange');
    const journal = new Journal(files, { limit: 0 });
    await journal.recordOutcome(await journal.begin(removal), 'notRemoved');
    await journal.prune();
    expect(await files.names()).toEqual([strange, 'notes.txt']);
  });

  it('reports a failure', async () => {
    const files = { ...memoryFiles(), remove: () => Promise.reject(new StorageError('EACCES')) };
    const problems: string[] = [];
    const journal = new Journal(files, { limit: 0, onProblem: (problem) => problems.push(problem) });
    const id = await journal.begin(removal);
    await journal.recordOutcome(id, 'notRemoved');
    await journal.prune();
    expect(problems).toEqual(['Old entries could not be deleted: EACCES']);
    expect(await journal.entry(id)).toBeDefined();
  });
});
