import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { isObject } from '../../src/service/readers';
import { toolContribution } from './contribution';

/** Writes the definitions of the tools into package.json, where VS Code reads them before Poolview is active. */
const file = 'package.json';
const manifest: unknown = JSON.parse(await readFile(file, 'utf8'));
if (!isObject(manifest) || !isObject(manifest['contributes'])) throw new Error(`${file} has no contributes.`);
const contributes = { ...manifest['contributes'], languageModelTools: toolContribution() };
const text = JSON.stringify({ ...manifest, contributes });
await writeFile(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
