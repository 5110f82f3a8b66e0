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

const workflows = readdirSync(folder).map(
  (file) => [file, workflow.parse(parse(readFileSync(`${folder}/${file}`, 'utf8')))] as const,
);

it.each(workflows)('%s uses actions of GitHub with a version, and scripts that exist', (_, { jobs }) => {
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const actions = steps.flatMap(({ uses }) => uses ?? []);
  expect(actions.filter((action) => !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual([]);
  const runs = steps.flatMap(({ run }) => [...(run ?? '').matchAll(/npm run ([\w:]+)/g)]);
  expect(runs.map(([, name = '']) => name).filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual(
    [],
  );
});

it.each(workflows)('%s lets only the job that releases write', (_, { permissions: all, jobs }) => {
  const writing = Object.entries(jobs).filter(([, job]) =>
    Object.values(job.permissions ?? {}).includes('write'),
  );
  expect(Object.values(all)).not.toContain('write');
  expect(writing.map(([name]) => name).filter((name) => name !== 'release')).toEqual([]);
});
