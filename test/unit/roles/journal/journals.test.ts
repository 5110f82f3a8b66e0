import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Journals } from '../../../../src/roles/journal/journal';
import { temporaryFolder } from '../support/journal';
import { removal } from '../support/removal';

const service = { name: 'Service', baseUrl: 'https://service' };
const demo = { name: 'Demo', baseUrl: 'http://127.0.0.1:1', isDemo: true } as const;

describe('the journals', () => {
  it('are one on disk for all services and windows', async () => {
    const folder = await temporaryFolder();
    const journals = new Journals(folder, () => undefined);
    const journal = journals.of(service);
    expect(journals.of({ ...service, name: 'Other' })).toBe(journal);
    const id = await journal.begin(removal);
    const other = new Journals(folder, () => undefined).of(service);
    expect((await other.entries()).map((entry) => entry.id)).toEqual([id]);
  });

  it('are in memory for the demo service, a new one for each start', async () => {
    const folder = await temporaryFolder();
    const journals = new Journals(folder, () => undefined);
    const journal = journals.of(demo);
    await journal.begin(removal);
    expect(journals.of(demo)).toBe(journal);
    expect(await journals.of({ ...demo }).entries()).toEqual([]);
  });

  it('report files that cannot be read', async () => {
    const folder = await temporaryFolder();
    const odd: string[] = [];
    const journals = new Journals(folder, (what) => odd.push(what));
    const id = await journals.of(service).begin(removal);
    await writeFile(path.join(folder, `${id}.jsonl`), 'no JSON');
    expect(await journals.of(service).entries()).toEqual([]);
    expect(odd).toEqual([`${id}.jsonl is not understood`]);
  });
});
