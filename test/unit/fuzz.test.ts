import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../../scripts/paths';
import * as targets from '../fuzz/targets';

const corpus = fromRoot('test/fuzz/corpus');
const filesOf = (target: string) =>
  readdirSync(`${corpus}/${target}`).map((file) => `${corpus}/${target}/${file}`);

// `npm run fuzz` looks for inputs that fail. Those that it has found are in the corpus.
describe('what takes hostile data', () => {
  it.each(Object.entries(targets))('passes the whole corpus of %s', async (name, target) => {
    const files = filesOf(name);
    expect(files).not.toEqual([]);
    for (const file of files) {
      const run = async () => {
        await target(readFileSync(file));
      };
      await expect(run(), file).resolves.toBeUndefined();
    }
  });
});

describe('the corpus', () => {
  it('has a folder for each target', () => {
    expect(readdirSync(corpus).sort()).toEqual(Object.keys(targets).sort());
  });

  it('is small', () => {
    const files = Object.keys(targets).flatMap(filesOf);
    expect(files.length).toBeLessThanOrEqual(200);
    expect(files.reduce((bytes, file) => bytes + readFileSync(file).length, 0)).toBeLessThan(200_000);
  });
});
