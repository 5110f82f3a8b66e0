import type { Part } from './measure';
import access from './parts/access';
import details from './parts/details';
import expansion from './parts/expansion';
import fleet from './parts/fleet';
import find from './parts/find';
import firstRows from './parts/firstRows';
import hover from './parts/hover';
import query from './parts/query';
import refresh from './parts/refresh';
import scale from './parts/scale';
import size from './parts/size';
import updates from './parts/updates';

const parts: Readonly<Record<string, Part>> = {
  size,
  firstRows,
  expansion,
  scale,
  find,
  hover,
  refresh,
  fleet,
  updates,
  details,
  access,
  query,
};

/** Measures the part named on the command line and sends the measurements to the parent process. */
async function main(): Promise<void> {
  const part = parts[process.argv[2] ?? ''];
  if (part === undefined) throw new Error(`There are ${Object.keys(parts).join(', ')}.`);
  process.send?.(await part(process.argv.includes('--quick')));
  process.disconnect();
}

void main();
