import { describe, expect, it } from 'vitest';
import { Journal } from '../../../../src/roles/journal/journal';
import { folderFiles } from '../../../../src/connections/storedFiles';
import { entryOf, temporaryFolder } from '../support/journal';
import { startProcess } from '../support/process';
import { removal } from '../support/removal';

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

describe('a journal and several processes', () => {
  it('lets one of two concurrent processes claim each entry', async () => {
    const folder = await temporaryFolder();
    const journal = new Journal(folderFiles(folder));
    for (let count = 0; count < 50; count++) await journal.begin(removal);
    const ids = (await journal.entries()).map(({ id }) => id);
    const [first, second, third] = await Promise.all([
      startWindow(folder),
      startWindow(folder),
      startWindow(folder),
    ]);

    const claimAtOnce = async (processes: readonly (typeof first)[]): Promise<string[][]> => {
      const start = Date.now() + 100;
      return (await Promise.all(processes.map((window) => window.send(`claimAll ${start}`)))) as string[][];
    };
    const claimed = await claimAtOnce([first, second]);
    expect(ids).toHaveLength(50);
    expect(claimed.flat().sort()).toEqual([...ids].sort());

    // The claims of a process that was killed can be taken by one of the others.
    await first.kill();
    const afterwards = await claimAtOnce([second, third]);
    expect(afterwards.flat().sort()).toEqual([...(claimed[0] ?? [])].sort());
  });

  it('contains the entries of a process that was killed', async () => {
    const folder = await temporaryFolder();
    const window = await startWindow(folder);
    const id = (await window.send('begin')) as string;
    const journal = new Journal(folderFiles(folder));
    expect(await entryOf(journal, id)).toMatchObject({ isUnderWay: true });
    await window.kill();
    expect(await entryOf(journal, id)).toMatchObject({ ...removal, isUnderWay: false, outcome: undefined });
  });
});
