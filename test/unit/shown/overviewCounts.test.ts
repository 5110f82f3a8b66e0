import { expect, it } from 'vitest';
import { changeOf } from '../../support/fakeChanges';
import { openOverview } from './support/overview';

const one = { exactly: 1 };

it('the tab of the timeline has no number: what changed long ago is no news', async () => {
  const { page } = await openOverview({}, ({ changes }) => {
    for (const number of [1, 2]) changes.add(changeOf(number, { before: Date.now() }));
  });
  expect(page.texts('[role=tab]')).toEqual(['Overview', 'Capacity', 'Timeline']);
});

it('no tile counts machines that were not read beside a query, whose rows they are not', async () => {
  const { page, of } = await openOverview();
  const [cluster] = of('cluster');
  expect(page.texts('.tile')).toContain('machines not read');
  await page.type('Query', `cluster:${cluster?.name}`);
  expect(page.texts('.tile')).toHaveLength(1);
  expect(page.text).toContain('machines not read');
});

it('one cluster and one machine are not called several, and all that there is is not called a part', async () => {
  const sizes = { clustersPerProject: one, poolsPerCluster: one, machinesPerPool: one };
  const { page, reader, until } = await openOverview({ ...sizes, projects: 1 });
  await reader.machines.read({ kind: 'all' });
  await until(({ coverage }) => coverage.machines.read === 1);
  expect(page.texts('.status')).toEqual([expect.stringMatching(/· 1 machine read$/)]);
});

it('a part of the machines is one of about all', async () => {
  const two = { exactly: 2 };
  const sizes = { clustersPerProject: one, poolsPerCluster: two, machinesPerPool: one };
  const { page, fleet, of, until } = await openOverview({ ...sizes, projects: 1 });
  for (const { id } of of('cluster')) await fleet.readBelow(id, {});
  const [pool] = of('pool');
  await fleet.readBelow(pool?.id ?? '', {});
  await until(({ coverage }) => coverage.machines.read === 1);
  expect(page.texts('.status')).toEqual([expect.stringMatching(/· 1 of about 2 machines read/)]);
});
