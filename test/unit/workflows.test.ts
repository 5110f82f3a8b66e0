import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import manifest from '../../package.json';
import { fromRoot } from '../../scripts/paths';

const folder = fromRoot('.github/workflows');

const permissions = z.record(z.string(), z.enum(['read', 'write']));

const step = z.object({ uses: z.string().optional(), run: z.string().optional() });

const workflow = z.object({
  permissions,
  jobs: z.record(z.string(), z.object({ permissions: permissions.optional(), steps: z.array(step) })),
});

const texts = readdirSync(folder).map((file) => [file, readFileSync(`${folder}/${file}`, 'utf8')] as const);

const workflows = texts.map(([file, text]) => [file, workflow.parse(parse(text))] as const);

it.each(texts)('%s uses actions of one commit, and says which version that is', (_, text) => {
  const used = text.match(/uses: .*/g) ?? [];
  expect(used.length).toBeGreaterThan(2);
  const commit = /^uses: (?:actions|azure)\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
  expect(used.filter((action) => !commit.test(action))).toEqual([]);
});

it.each(workflows)('%s uses scripts that exist', (_, { jobs }) => {
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const runs = steps.flatMap(({ run }) => [...(run ?? '').matchAll(/npm run ([\w:]+)/g)]);
  expect(runs.map(([, name = '']) => name).filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual(
    [],
  );
});

it.each(workflows)('%s lets jobs write only what they are for', (_, { permissions: all, jobs }) => {
  expect(Object.values(all)).not.toContain('write');
  const written = Object.entries(jobs).flatMap(([name, job]) =>
    Object.entries(job.permissions ?? {}).flatMap(([what, how]) =>
      how === 'write' ? `${name}: ${what}` : [],
    ),
  );
  const needed = [
    'attest: id-token',
    'attest: attestations',
    'release: contents',
    'marketplace: id-token',
    'report: issues',
  ];
  expect(written.filter((permission) => !needed.includes(permission))).toEqual([]);
});

it.each(workflows)('%s runs no script of a package in a job that may write', (_, { jobs }) => {
  const writing = Object.values(jobs).filter((job) => Object.values(job.permissions ?? {}).includes('write'));
  const runs = writing.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(runs.filter((run) => /npm (?!ci --ignore-scripts$)/.test(run))).toEqual([]);
});

it('the only secret is the token of Open VSX', () => {
  expect(texts.flatMap(([, text]) => text.match(/secrets\.\w+/g) ?? [])).toEqual(['secrets.OVSX_PAT']);
});
