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
    async send(command: 'begin'): Promise<unknown> {
      child.stdin.write(`${command}\n`);
      return JSON.parse(await next());
    },
  };
}

describe('a journal and other processes', () => {
  it('contains the entries of a process that was killed [guarantee: role-journal]', async () => {
    const folder = await temporaryFolder();
    const window = await startWindow(folder);
    const id = (await window.send('begin')) as string;
    const journal = new Journal(folderFiles(folder));
    expect(await entryOf(journal, id)).toMatchObject({ isUnderWay: true });
    await window.kill();
    expect(await entryOf(journal, id)).toMatchObject({ ...removal, isUnderWay: false, outcome: undefined });
  });
});
