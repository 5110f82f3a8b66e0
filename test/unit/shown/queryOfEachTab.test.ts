import { expect, it } from 'vitest';
import { registered } from '../fleet/openedTab';
import { start } from '../fleet/support';
import { eventually } from '../support/eventually';
import { loadPage } from '../support/shownPage';

/** The fleet overview, with a query that the user typed. */
async function typed() {
  const { reader } = await start({ projects: 3 });
  const { feature, panels } = registered(reader);
  const run = (command: string, ...given: readonly unknown[]) => feature.commands?.[command]?.(...given);
  await run('openFleetOverview');
  const page = await loadPage(panels[0] ?? expect.fail(), 'fleet');
  await page.type('Query', 'env:prod state:failed');
  const shows = (query: string): Promise<void> =>
    eventually(() => {
      expect(page.valueOf('Query')).toBe(query);
    });
  return { run, page, shows };
}

it('the timeline of an item shows all of it, and leaves the query of the overview as it was', async () => {
  const { run, page, shows } = await typed();
  await page.click('Timeline');
  await page.type('Query', 'upgraded');
  await run('openTimeline', { sources: ['audit'] });
  await shows('');
  await page.click('Overview');
  await shows('env:prod state:failed');
});

it('each tab has a query of its own', async () => {
  const { page, shows } = await typed();
  await page.click('Capacity');
  await shows('');
  await page.type('Query', 'cpu:>90%');
  await page.click('Overview');
  await shows('env:prod state:failed');
  await page.click('Capacity');
  await shows('cpu:>90%');
});

it('checking certificates leaves the query as it was', async () => {
  const { run, page } = await typed();
  await run('checkCertificates');
  expect(page.valueOf('Query')).toBe('env:prod state:failed');
});
