import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Journal, type JournalEntry } from '../../../../src/roles/journal/journal';
import { folderFiles, memoryFiles } from '../../../../src/connections/storedFiles';
import { anyChangeOf, anyJson, hostileText } from '../../support/hostile';
import { onlyFile, temporaryFolder } from '../support/journal';
import { content, removal } from '../support/removal';

const startedAt = 1_800_000_000_000;
const name = '001800000000000-00000000-0000-4000-8000-000000000000';

/** A file with a line of each kind, and the entry after each line. */
async function wholeFile() {
  const folder = await temporaryFolder();
  const journal = new Journal(folderFiles(folder), { now: () => startedAt });
  const steps: { readonly length: number; readonly entry: JournalEntry }[] = [];
  const step = async (): Promise<void> => {
    const [entry, ...more] = await journal.entries();
    if (entry === undefined || more.length > 0) throw new Error('There is not one entry');
    steps.push({ length: Buffer.byteLength((await onlyFile(folder)).text), entry });
  };
  const id = await journal.begin(removal);
  await step();
  await journal.recordOutcome(id, 'unknown');
  await step();
  await journal.recordOutcome(id, 'removed');
  await step();
  await journal.recordRestored(id, undefined);
  await step();
  await journal.recordRestored(id, 'new');
  await step();
  const file = await onlyFile(folder);
  return { steps, bytes: Buffer.from(file.text) };
}

/** The entry of a file with this text, and the reported problems. */
async function read(text: string) {
  const files = memoryFiles();
  await files.create(`${name}.jsonl`, text);
  const problems: string[] = [];
  const journal = new Journal(files, {
    onProblem: (problem) => problems.push(problem),
    now: () => startedAt,
  });
  const [entry] = await journal.entries();
  return { journal, entry, problems };
}

describe('a truncated file', () => {
  it('has the content of its complete lines, and can be appended to, wherever it ends', async () => {
    const { bytes, steps } = await wholeFile();
    for (let length = 0; length <= bytes.length; length++) {
      const last = steps.findLast((step) => step.length <= length);
      const { entry, journal } = await read(bytes.subarray(0, length).toString());
      expect(entry, `${length} bytes`).toEqual(last?.entry && { ...last.entry, id: name });
      if (last === undefined) continue;
      await journal.recordOutcome(name, 'alreadyGone');
      const settled = { ...last.entry, id: name, outcome: 'alreadyGone', isUnderWay: false };
      expect(await journal.entries(), `${length} bytes`).toEqual([settled]);
    }
  });
});

const references = z.array(
  z.strictObject({ uid: z.string().check(z.minLength(1)), name: z.optional(z.string()) }),
);
/** An entry with exactly the fields of its type. */
const soundEntry = z.strictObject({
  id: z.literal(name),
  startedAt: z.literal(startedAt),
  connection: z.strictObject({ name: z.string(), baseUrl: z.string() }),
  team: z.strictObject({ uid: z.string(), name: z.optional(z.string()) }),
  roleUid: z.string(),
  content: z.optional(z.strictObject({ roles: references, projectUids: references, filterRefs: references })),
  outcome: z.optional(z.enum(['removed', 'alreadyGone', 'notRemoved', 'unknown'])),
  isUnderWay: z.boolean(),
  meaning: z.optional(
    z.array(
      z.strictObject({
        kind: z.enum(['role', 'filter']),
        uid: z.string(),
        name: z.optional(z.string()),
        says: z.array(z.string()),
      }),
    ),
  ),
  restored: z.optional(
    z.strictObject({
      at: z.number().check(z.nonnegative()),
      uid: z.optional(z.string()),
      wasThere: z.optional(z.boolean()),
    }),
  ),
});

describe('a file with any content', () => {
  const owner = { host: 'here', pid: 7 };
  const meaning = [{ kind: 'filter', uid: 'filter-1', name: 'production', says: ['env = prod'] }];
  const first = { owner, ...removal, meaning };

  it('is not a removal', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anyJson, hostileText, fc.string({ unit: 'binary' })),
        fc.array(anyJson),
        async (start, lines) => {
          const { entry } = await read([start, ...lines].join('\n'));
          expect(entry).toBeUndefined();
        },
      ),
      { numRuns: 50 },
    );
  });

  it('with a valid line is a valid removal or none', async () => {
    // These lines contain no list of objects, so add one that can be changed.
    const extra = { extra: [{}] };
    const events: object[] = [
      { event: 'outcome', outcome: 'removed' },
      { event: 'restored', at: 2, uid: 'new', wasThere: true },
    ];
    const someOf = (event: object) =>
      fc.oneof(
        anyChangeOf({ ...event, ...extra }).map(({ body }) => body),
        fc.constant(JSON.stringify(event)),
        anyJson,
      );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          anyChangeOf(first).map(({ body }) => body),
          fc.constant(JSON.stringify(first)),
        ),
        fc.array(fc.oneof(...events.map(someOf))),
        async (start, lines) => {
          const { entry } = await read([start, ...lines].join('\n'));
          if (entry !== undefined) soundEntry.parse(entry);
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each<[string, object]>([
    ['a list of it is missing', { ...content, filterRefs: undefined }],
    ['a list of it is none', { ...content, projectUids: {} }],
    ['a uid is missing', { ...content, projectUids: [{ name: 'a' }] }],
    ['a uid is empty', { ...content, roles: [{ uid: '' }] }],
    ['a uid is none', { ...content, roles: [...content.roles, { uid: 5 }] }],
  ])('has no content where %s', async (_, broken) => {
    const { entry } = await read(JSON.stringify({ ...first, content: broken }));
    expect(entry).toMatchObject({ roleUid: removal.roleUid, content: undefined });
  });

  it('of an earlier version with claims has the same outcome', async () => {
    const lines = [
      first,
      { event: 'outcome', outcome: 'removed' },
      { event: 'claim', token: 'a', at: 1, owner },
      { event: 'notRestored', token: 'a' },
      { event: 'claim', token: 'b', over: 'a', at: 2, owner },
    ].map((line) => JSON.stringify(line));
    const { entry, problems } = await read(lines.join('\n'));
    expect(entry).toMatchObject({ ...removal, outcome: 'removed', restored: undefined });
    const restored = JSON.stringify({ event: 'restored', token: 'b', at: 3, uid: 'new' });
    const { entry: after } = await read([...lines, restored].join('\n'));
    expect(after).toMatchObject({ outcome: 'removed', restored: { at: 3, uid: 'new' } });
    expect(problems).toEqual([]);
  });

  it('is reported without its content', async () => {
    const { problems } = await read('secret');
    expect(problems).toEqual([`${name}.jsonl is not understood`]);
  });

  it('with another name is not a removal', async () => {
    const files = memoryFiles();
    for (const other of [`${name}.json`, `x${name}.jsonl`, `${name}x.jsonl`, '.jsonl', `1${name}.jsonl`]) {
      await files.create(other, JSON.stringify(first));
    }
    expect(await new Journal(files).entries()).toEqual([]);
  });
});
