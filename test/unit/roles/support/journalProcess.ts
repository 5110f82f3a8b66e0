/** A window of its own: `journalProcess.ts FOLDER`, which does what each line that it is sent says. */
import { createInterface } from 'node:readline';
import { Journal } from '../../../../src/roles/journal/journal';
import { folderFiles } from '../../../../src/roles/journal/journalFiles';
import { removal } from './removal';

const [folder = ''] = process.argv.slice(2);
const journal = new Journal(folderFiles(folder));

const commands: Readonly<Record<string, (argument: string) => Promise<unknown>>> = {
  begin: () => journal.begin(removal),
  /** Each entry at a time of its own, so that two processes that were told the same start ask for it at once. */
  async lockAll(start) {
    const locked: string[] = [];
    for (const [index, { id }] of (await journal.entries()).entries()) {
      const at = Number(start) + index * 20;
      // A timer would be late by some milliseconds, and by others in the other process.
      while (Date.now() < at);
      if ((await journal.lock(id)) !== undefined) locked.push(id);
    }
    return locked;
  },
};

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const [command = '', argument = ''] = line.split(' ');
  console.log(JSON.stringify(await commands[command]?.(argument)));
}
