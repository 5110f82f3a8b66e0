import { hostname } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import {
  Journal,
  type JournalEntry,
  type JournalOptions,
  type RoleRemoval,
} from '../../../src/roles/journal';
import { folderFiles, JournalError, memoryFiles, type JournalFiles } from '../../../src/roles/journalFiles';
import { entryOf, longAfter, onlyFile, reasonOf, temporaryFolder } from './support/journal';
import { content, removal } from './support/removal';

/** Journals in one folder, each of a process of its own, with a clock that goes on by 1 with each look at it. */
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

/** Two windows, in one of which something happens between its looking at a file and its adding to it. */
function interrupted(options: JournalOptions = {}) {
  const files = memoryFiles();
  let between: (() => Promise<unknown>) | undefined;
  const journal = new Journal(
    {
      ...files,
      append: async (name, text) => {
        const happens = between;
        between = undefined;
        await happens?.();
        return files.append(name, text);
      },
    },
    options,
  );
  const begun = async (): Promise<string> => {
    const id = await journal.begin(removal);
    await journal.settle(id, 'removed');
    return id;
  };
  const meanwhile = (happens: () => Promise<unknown>): void => {
    between = happens;
  };
  return { files, journal, other: new Journal(files), begun, meanwhile };
}

describe('a removal', () => {
  it('is kept before it is sent, and with its outcome after', async () => {
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
      isBeingRestored: false,
      isClaimed: false,
    };
    expect(await journal.entries()).toEqual([begun]);
    await journal.settle(id, 'unknown');
    const settled = { ...begun, outcome: 'unknown', isUnderWay: false };
    expect(await journal.entries()).toEqual([settled]);
    // What was not known may be found out later.
    await journal.settle(id, 'removed');
    expect(await journal.entries()).toEqual([{ ...settled, outcome: 'removed' }]);
  });

  it('is there after a restart, and for another window at once', async () => {
    const { open, end } = await windows();
    const first = open();
    const id = await first.begin(removal);
    expect(await entryOf(open(), id)).toMatchObject({ ...removal, isUnderWay: true });
    end(first);
    expect(await entryOf(open(), id)).toMatchObject({ ...removal, outcome: undefined, isUnderWay: false });
  });

  it('is not under way for ever, and a clock that is set back changes nothing', async () => {
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

  it('of a process on another computer is under way until it is old', async () => {
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

  it('is of a process that lives, even of one that may not be sent a signal', async () => {
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

  it('of which only the uids are known is kept as that', async () => {
    const { open } = await windows();
    const journal = open();
    const bare: RoleRemoval = { ...removal, team: { uid: 'team' }, content: undefined };
    const id = await journal.begin(bare);
    expect(await entryOf(journal, id)).toMatchObject({ ...bare, content: undefined });
  });

  it('is kept with no field but those that are known', async () => {
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

  it('is kept with all of its uids and 200 characters of its names', async () => {
    const { open } = await windows();
    const uid = 'u'.repeat(5000);
    const reference = { uid, name: 'n'.repeat(199) + '😀' };
    const long: RoleRemoval = {
      connection: { ...removal.connection, name: 'c'.repeat(5000) },
      team: reference,
      roleUid: uid,
      content: { roles: [reference], projectUids: [{ uid, name: 'n'.repeat(200) }], filterRefs: [reference] },
    };
    const journal = open();
    const cut = { uid, name: 'n'.repeat(199) };
    expect(await entryOf(journal, await journal.begin(long))).toMatchObject({
      ...long,
      team: cut,
      content: { roles: [cut], projectUids: [{ uid, name: 'n'.repeat(200) }], filterRefs: [cut] },
    });
  });

  it('that is too large is not begun', async () => {
    const { open } = await windows();
    const journal = open();
    const projectUids = Array.from({ length: 1024 }, () => ({ uid: '☃'.repeat(340) }));
    const large = { ...removal, content: { ...content, projectUids } };
    expect(await reasonOf(journal.begin(large))).toBe('tooLarge');
    expect(await journal.entries()).toEqual([]);
    await journal.begin({ ...large, content: { ...content, projectUids: projectUids.slice(100) } });
  });

  it('that there is no room for on the disk is not begun', async () => {
    const full: JournalFiles = {
      ...memoryFiles(),
      create: () => Promise.reject(new JournalError('ENOSPC')),
    };
    const failure = new Journal(full).begin(removal);
    await expect(failure).rejects.toThrow('The journal of removals cannot be used: ENOSPC');
    expect(await reasonOf(failure)).toBe('ENOSPC');
  });

  it('that is not there has no outcome', async () => {
    const { open, folder } = await windows();
    const journal = open();
    const id = await journal.begin(removal);
    const { text } = await onlyFile(folder);
    for (const other of [
      id.replace(/.$/, 'x'),
      id.replace(/^./, '9'),
      `../removals/${id}`,
      '',
      '__proto__',
    ]) {
      expect(await reasonOf(journal.settle(other, 'removed'))).toBe('ENOENT');
      expect(await journal.claimRestore(other)).toBe(false);
    }
    expect((await onlyFile(folder)).text).toBe(text);
  });
});

describe('entries', () => {
  it('come newest first, from two windows', async () => {
    const { open } = await windows();
    const [one, other] = [open(), open()];
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push(await one.begin(removal), await other.begin(removal));
    expect((await one.entries()).map(({ id }) => id)).toEqual([...ids].reverse());
    expect(await other.entries()).toEqual(await one.entries());
  });

  it('are none where there is no folder', async () => {
    const { open } = await windows();
    expect(await open().entries()).toEqual([]);
  });

  it('do without one that cannot be read', async () => {
    const files = memoryFiles();
    const [lost, kept] = [await new Journal(files).begin(removal), await new Journal(files).begin(removal)];
    const odd: string[] = [];
    const journal = new Journal(
      {
        ...files,
        read: (name) =>
          name.startsWith(lost) ? Promise.reject(new JournalError('EACCES')) : files.read(name),
      },
      { onOdd: (what) => odd.push(what) },
    );
    expect((await journal.entries()).map(({ id }) => id)).toEqual([kept]);
    expect(odd).toEqual([`${lost}.jsonl could not be read: EACCES`]);
  });
});

describe('a restore', () => {
  async function removed() {
    const all = await windows();
    const [one, other] = [all.open(), all.open()];
    const id = await one.begin(removal);
    await one.settle(id, 'removed');
    return { ...all, one, other, id };
  }

  it('is for one window at a time, and then for none', async () => {
    const { one, other, id, clock, folder } = await removed();
    expect(await one.claimRestore(id)).toBe(true);
    expect(await one.claimRestore(id)).toBe(false);
    expect(await other.claimRestore(id)).toBe(false);
    expect(await entryOf(other, id)).toMatchObject({ isBeingRestored: true, isClaimed: true });
    await one.settleRestore(id, { restored: false });
    expect(await entryOf(other, id)).toMatchObject({
      isBeingRestored: false,
      isClaimed: false,
      restored: undefined,
    });

    expect(await other.claimRestore(id)).toBe(true);
    const at = clock.now;
    await other.settleRestore(id, { restored: true, uid: 'new' });
    expect(await entryOf(one, id)).toMatchObject({
      isBeingRestored: false,
      isClaimed: false,
      restored: { at, uid: 'new' },
    });
    const { text } = await onlyFile(folder);
    expect(await one.claimRestore(id)).toBe(false);
    expect(await other.claimRestore(id)).toBe(false);
    expect((await onlyFile(folder)).text).toBe(text);
  });

  it('is not for a window that was late, while another claimed, restored and ended it', async () => {
    const { journal, other, begun, meanwhile } = interrupted();
    const id = await begun();
    meanwhile(async () => {
      await other.claimRestore(id);
      await other.settleRestore(id, { restored: true });
    });
    expect(await journal.claimRestore(id)).toBe(false);
    const after = await entryOf(journal, id);
    expect(after).toMatchObject({ isClaimed: false, isBeingRestored: false, restored: {} });
  });

  it('is not for a window that was late, while another dropped it', async () => {
    const { journal, files, begun, meanwhile } = interrupted();
    const id = await begun();
    meanwhile(() => files.remove(`${id}.jsonl`));
    expect(await journal.claimRestore(id)).toBe(false);
    expect(await journal.entries()).toEqual([]);
  });

  it('may have happened as what nobody knows', async () => {
    const { one, id, clock } = await removed();
    await one.claimRestore(id);
    const at = clock.now;
    await one.settleRestore(id, { restored: true });
    expect((await entryOf(one, id)).restored).toEqual({ at });
  });

  it('is for one of many that ask at once', async () => {
    const { open, id } = await removed();
    const all = Array.from({ length: 10 }, () => open());
    const claims = await Promise.all(
      all.flatMap((journal) => [journal, journal]).map((j) => j.claimRestore(id)),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('is not for anyone while the removal is under way', async () => {
    const { open } = await windows();
    const journal = open();
    const id = await journal.begin(removal);
    expect(await journal.claimRestore(id)).toBe(false);
  });

  it('of a window that ended is for another, and may have happened', async () => {
    const { one, other, end, open, id } = await removed();
    await one.claimRestore(id);
    end(one);
    expect(await entryOf(other, id)).toMatchObject({ isBeingRestored: true, isClaimed: false });
    const claims = await Promise.all([other, open()].map((journal) => journal.claimRestore(id)));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('by the window that came after one that ended leaves open what that one did', async () => {
    const { one, other, end, id } = await removed();
    await one.claimRestore(id);
    end(one);
    await other.claimRestore(id);
    await other.settleRestore(id, { restored: false });
    expect(await entryOf(other, id)).toMatchObject({ isBeingRestored: true, isClaimed: false });
  });

  it('that took too long is told all the same', async () => {
    const { one, other, id, clock } = await removed();
    await one.claimRestore(id);
    clock.now += longAfter;
    // Its own window knows that it is still at it.
    expect(await one.claimRestore(id)).toBe(false);
    expect(await other.claimRestore(id)).toBe(true);
    await one.settleRestore(id, { restored: true, uid: 'late' });
    expect(await entryOf(one, id)).toMatchObject({
      restored: { uid: 'late' },
      isBeingRestored: true,
      isClaimed: true,
    });
    await other.settleRestore(id, { restored: false });
    expect(await entryOf(one, id)).toMatchObject({ restored: { uid: 'late' }, isBeingRestored: false });
  });

  it('can be ended only by the window that claimed it', async () => {
    const { one, other, id } = await removed();
    await one.claimRestore(id);
    await expect(other.settleRestore(id, { restored: true })).rejects.toThrow('not claimed here');
    await one.settleRestore(id, { restored: false });
    await expect(one.settleRestore(id, { restored: true })).rejects.toThrow('not claimed here');
    expect(await entryOf(one, id)).toMatchObject({ restored: undefined });
  });

  it('can be ended again where the disk was full', async () => {
    const files = memoryFiles();
    let isFull = false;
    const journal = new Journal({
      ...files,
      append: (name, text) =>
        isFull ? Promise.reject(new JournalError('ENOSPC')) : files.append(name, text),
    });
    const id = await journal.begin(removal);
    await journal.settle(id, 'removed');
    await journal.claimRestore(id);
    isFull = true;
    expect(await reasonOf(journal.settleRestore(id, { restored: true }))).toBe('ENOSPC');
    isFull = false;
    expect(await entryOf(journal, id)).toMatchObject({ isClaimed: false, restored: undefined });
    expect(await entryOf(new Journal(files), id)).toMatchObject({ isClaimed: true });
    await journal.settleRestore(id, { restored: true });
    expect(await entryOf(journal, id)).toMatchObject({ isClaimed: false, restored: {} });
  });
});

describe('room', () => {
  /** A journal with room for `limit`, what it dropped and what it said. */
  async function small(limit: number) {
    const all = await windows();
    const dropped: JournalEntry[] = [];
    const odd: string[] = [];
    const options: JournalOptions = {
      limit,
      spareMs: 0,
      onDropped: (entries) => dropped.push(...entries),
      onOdd: (what) => odd.push(what),
    };
    const journal = all.open(options);
    const begun = async (outcome?: JournalEntry['outcome']): Promise<string> => {
      const id = await journal.begin(removal);
      if (outcome !== undefined) await journal.settle(id, outcome);
      return id;
    };
    /** What is dropped for the next entry, which is settled as well. */
    const next = async (): Promise<readonly string[]> => {
      dropped.length = 0;
      await begun('removed');
      return dropped.map(({ id }) => id);
    };
    return { ...all, options, journal, begun, next, dropped, odd };
  }

  it('is made of what there is nothing to bring back of, then of what is oldest', async () => {
    const { journal, begun, next } = await small(7);
    const [removed, restored] = [await begun('removed'), await begun('removed')];
    const refused = await begun('refused');
    const unknown = await begun('unknown');
    const notRemoved = await begun('notRemoved');
    const gone = await begun('alreadyGone');
    await journal.claimRestore(restored);
    await journal.settleRestore(restored, { restored: true });
    const bare = await journal.begin({ ...removal, content: undefined });
    await journal.settle(bare, 'alreadyGone');
    for (const id of [restored, refused, notRemoved, bare, removed, gone]) {
      expect(await next()).toEqual([id]);
    }
    // That of which nothing is known goes when there is nothing else.
    for (const { id } of (await journal.entries()).slice(0, -1)) {
      await journal.settle(id, 'unknown');
    }
    expect(await next()).toEqual([unknown]);
  });

  it('is not made of what is younger than an hour, such as what the same question was about', async () => {
    const { open, clock } = await windows();
    const dropped: string[] = [];
    const journal = open({
      limit: 3,
      onDropped: (entries) => dropped.push(...entries.map(({ id }) => id)),
    });
    const begun = async (): Promise<string> => {
      const id = await journal.begin(removal);
      await journal.settle(id, 'removed');
      return id;
    };
    const old = [await begun(), await begun()];
    clock.now += 60 * 60 * 1000;
    const batch = [await begun(), await begun(), await begun(), await begun(), await begun()];
    expect(dropped).toEqual(old);
    clock.now += 60 * 60 * 1000;
    await begun();
    expect(dropped).toEqual([...old, ...batch.slice(0, 3)]);
  });

  it('is made also of what was begun before the clock was set back', async () => {
    const { open, clock } = await windows();
    const journal = open({ limit: 1 });
    const id = await journal.begin(removal);
    await journal.settle(id, 'removed');
    clock.now -= longAfter;
    const now = await journal.begin(removal);
    expect((await journal.entries()).map((entry) => entry.id)).toEqual([now]);
  });

  it('is kept for 210 removals at once, of which each can be restored', async () => {
    const journal = new Journal(memoryFiles());
    const ids: string[] = [];
    for (let count = 0; count < 210; count++) {
      const id = await journal.begin({ ...removal, roleUid: `role-${count}` });
      await journal.settle(id, 'removed');
      ids.push(id);
    }
    const kept = new Set((await journal.entries()).map(({ id }) => id));
    expect(ids.filter((id) => !kept.has(id))).toEqual([]);
  });

  it('is not made of what is under way or being restored', async () => {
    const { journal, begun, next, open, end } = await small(2);
    const underWay = await begun();
    const restoring = await begun('removed');
    await journal.claimRestore(restoring);
    const other = open();
    const abandoned = await other.begin(removal);
    const known = await begun('removed');
    expect(await next()).toEqual([known]);
    end(other);
    await journal.settle(underWay, 'unknown');
    await journal.settleRestore(restoring, { restored: false });
    // Too many by two.
    const [first, ...more] = await next();
    expect(first).toBe(restoring);
    expect(more).toHaveLength(2);
    expect((await journal.entries()).map(({ id }) => id)).not.toContain(restoring);
    expect((await journal.entries()).map(({ id }) => id)).toContain(abandoned);
  });

  it('is made of what may have been restored only where there is nothing else', async () => {
    const { begun, next, open, end } = await small(2);
    const first = await begun('removed');
    const other = open();
    await other.claimRestore(first);
    end(other);
    const second = await begun('removed');
    expect(await next()).toEqual([second]);
  });

  it('is made of the next one where the oldest is under way', async () => {
    const { journal, begun, open, end, dropped } = await small(2);
    await begun();
    const other = open();
    const abandoned = await other.begin(removal);
    end(other);
    await journal.begin(removal);
    expect(dropped.map(({ id }) => id)).toEqual([abandoned]);
  });

  it('is not made of what another window begins to restore', async () => {
    const dropped: JournalEntry[] = [];
    const { journal, other, begun, meanwhile } = interrupted({
      limit: 1,
      spareMs: 0,
      onDropped: (entries) => dropped.push(...entries),
    });
    const id = await begun();
    meanwhile(() => other.claimRestore(id));
    await journal.begin(removal);
    expect(dropped).toEqual([]);
    expect(await entryOf(other, id)).toMatchObject({ isClaimed: true });
    await other.settleRestore(id, { restored: true });
    expect(await entryOf(other, id)).toMatchObject({ isClaimed: false, restored: {} });
  });

  it('is told what was dropped, with all that was known of it', async () => {
    const { begun, dropped } = await small(1);
    const id = await begun('removed');
    await begun();
    expect(dropped).toMatchObject([{ ...removal, id, outcome: 'removed' }]);
  });

  it('is made by one of two windows that want it', async () => {
    const { open, options, journal, begun, dropped } = await small(10);
    for (let count = 0; count < 10; count++) await begun('removed');
    const other = open(options);
    await Promise.all([journal.begin(removal), other.begin(removal)]);
    const ids = dropped.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await journal.entries()).length + ids.length).toBe(12);
  });

  it('is not taken by files that are not understood', async () => {
    const files = memoryFiles();
    const strange = '000000000000001-00000000-0000-4000-8000-000000000000.jsonl';
    await files.create(strange, 'strange');
    await files.create('notes.txt', 'strange');
    const journal = new Journal(files, { limit: 1, spareMs: 0 });
    const id = await journal.begin(removal);
    await journal.settle(id, 'removed');
    expect(await journal.entries()).toHaveLength(1);
    await journal.begin(removal);
    expect(await journal.entries()).toHaveLength(1);
    expect(await files.names()).toEqual(expect.arrayContaining([strange, 'notes.txt']));
  });

  it('that cannot be made stops no removal, and what was not dropped can be restored', async () => {
    const files = memoryFiles();
    const odd: string[] = [];
    const journal = new Journal(
      { ...files, remove: () => Promise.reject(new JournalError('EACCES')) },
      { limit: 1, spareMs: 0, onOdd: (what) => odd.push(what) },
    );
    const id = await journal.begin(removal);
    await journal.settle(id, 'removed');
    await journal.begin(removal);
    expect(odd).toEqual(['Older entries could not be dropped: EACCES']);
    expect(await entryOf(journal, id)).toMatchObject({ isBeingRestored: false });
    expect(await journal.claimRestore(id)).toBe(true);
  });
});
