import { expect, it } from 'vitest';
import { changeOf } from '../../support/fakeChanges';
import { eventually } from '../support/eventually';
import { openOverview } from './support/overview';

const one = { exactly: 1 };

it('the tab of the timeline counts what has changed since it was shown, but nothing that is part of another change', async () => {
  const before = Date.now();
  const { page, changes, panel } = await openOverview({}, (fleet) => {
    fleet.changes.add(changeOf(1, { before }));
  });
  const tabs = () => page.texts('[role=tab]');
  expect(tabs()).toEqual(['Overview', 'Capacity', 'Timeline 1']);
  expect(page.titles('[role=tab]')).toContain('1 change since it was shown last');
  await page.click('Timeline');
  await eventually(() => {
    expect(panel.fleets.at(-1)?.header.newChanges).toBe(0);
  });
  await page.drawn();
  expect(tabs()).toEqual(['Overview', 'Capacity', 'Timeline']);
  await page.click('Overview');
  changes.add(changeOf(3, { before, explainedBy: 2 }), changeOf(2, { before }));
  await eventually(() => {
    expect(panel.fleets.at(-1)?.header.newChanges).toBe(1);
  });
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
