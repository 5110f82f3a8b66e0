/** A separate window: `journalProcess.ts FOLDER` begins a removal for each line of its input, and prints its ID. */
import { createInterface } from 'node:readline';
import { Journal } from '../../../../src/roles/journal/journal';
import { folderFiles } from '../../../../src/connections/storedFiles';
import { removal } from './removal';

const [folder = ''] = process.argv.slice(2);
const journal = new Journal(folderFiles(folder));

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'begin') console.log(JSON.stringify(await journal.begin(removal)));
}
