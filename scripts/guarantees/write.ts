import { readFile, writeFile } from 'node:fs/promises';
import { document, withGuarantees } from './document';

/** Writes the guarantees into the document about security. */
await writeFile(document, await withGuarantees(await readFile(document, 'utf8')));
