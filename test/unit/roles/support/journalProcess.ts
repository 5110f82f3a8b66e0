/** A separate window: `journalProcess.ts FOLDER` runs the command in each line of its input. */
import { createInterface } from 'node:readline';
import { Journal } from '../../../../src/roles/journal/journal';
import { folderFiles } from '../../../../src/connections/storedFiles';
import { removal } from './removal';

const [folder = ''] = process.argv.slice(2);
const journal = new Journal(folderFiles(folder));

const commands: Readonly<Record<string, (argument: string) => Promise<unknown>>> = {
  begin: () => journal.begin(removal),
  /** Claims each entry at a set time, so that two processes with the same start claim it at once. */
  async claimAll(start) {
    const claimed: string[] = [];
    for (const [index, { id }] of (await journal.entries()).entries()) {
      const at = Number(start) + index * 20;
      // Timers would be late by different amounts in the two processes.
      while (Date.now() < at);
      if ((await journal.claim(id)) !== undefined) claimed.push(id);
    }
    return claimed;
  },
};

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const [command = '', argument = ''] = line.split(' ');
  console.log(JSON.stringify(await commands[command]?.(argument)));
}
