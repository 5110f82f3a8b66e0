import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { Problem, runScript } from '../script';
import { publishedApi } from './publishedApi';
import { changesBetween } from './serviceChanges';

/** Prints what changed between two published descriptions of the service, of what Poolview uses. */
await runScript(async () => {
  const [old, latest] = process.argv.slice(2);
  if (old === undefined || latest === undefined) {
    throw new Problem('Name two files with descriptions of the service: npm run service:diff OLD NEW');
  }
  const read = async (file: string) => publishedApi(parse(await readFile(file, 'utf8')));
  const changes = await changesBetween(await read(old), await read(latest));
  for (const [change, endpoints] of changes) console.log([change, ...endpoints].join('\n  '));
  if (changes.size === 0) console.log('Nothing that Poolview uses has changed.');
  return 0;
});
