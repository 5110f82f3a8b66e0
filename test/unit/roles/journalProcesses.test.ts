import { describe, expect, it } from 'vitest';
import { Journal } from '../../../src/roles/journal';
import { folderFiles } from '../../../src/roles/journalFiles';
import { entryOf, temporaryFolder } from './support/journal';
import { startProcess } from './support/process';
import { removal } from './support/removal';

/** A process with a journal in `folder`. */
async function startWindow(folder: string) {
  const { child, kill, lines } = startProcess('journalProcess.ts', folder);
  const next = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done === true) throw new Error('The process has ended');
    return line.value;
  };
  expect(await next()).toBe('ready');
  return {
    kill,
    async send(command: 'begin' | `claimAll ${number}`): Promise<unknown> {
      child.stdin.write(`${command}\n`);
      return JSON.parse(await next());
    },
  };
}

describe('a journal and several processes', { timeout: 60_000 }, () => {
  it('has each restore claimed by one of two that ask at once', async () => {
    const folder = await temporaryFolder();
    const journal = new Journal(folderFiles(folder));
    for (let count = 0; count < 50; count++) await journal.settle(await journal.begin(removal), 'removed');
    const ids = (await journal.entries()).map(({ id }) => id);
    const windows = await Promise.all([startWindow(folder), startWindow(folder)]);

    const start = Date.now() + 100;
    const claimed = (await Promise.all(
      windows.map((window) => window.send(`claimAll ${start}`)),
    )) as string[][];
    expect(ids).toHaveLength(50);
    expect(claimed.flat().sort()).toEqual([...ids].sort());
    expect(await journal.entries()).toEqual(
      ids.map((id) => expect.objectContaining({ id, isClaimed: true }) as unknown),
    );

    // Nobody knows what became of the restores of a process that has ended: they can be claimed by the other one.
    await windows[0].kill();
    const afterwards = await windows[1].send('claimAll 0');
    expect(afterwards).toEqual(ids.filter((id) => claimed[0]?.includes(id)));
    await windows[1].kill();
    for (const entry of await journal.entries()) {
      expect(entry).toMatchObject({ isBeingRestored: true, isClaimed: false });
    }
  });

  it('has what a process began that was killed', async () => {
    const folder = await temporaryFolder();
    const window = await startWindow(folder);
    const id = (await window.send('begin')) as string;
    const journal = new Journal(folderFiles(folder));
    expect(await entryOf(journal, id)).toMatchObject({ isUnderWay: true });
    expect(await journal.claimRestore(id)).toBe(false);
    await window.kill();
    expect(await entryOf(journal, id)).toMatchObject({ ...removal, isUnderWay: false, outcome: undefined });
    expect(await journal.claimRestore(id)).toBe(true);
  });
});
