import { expect, it } from 'vitest';
import { registered } from '../fleet/openedTab';
import { start } from '../fleet/support';
import { eventually } from '../support/eventually';
import { loadPage } from '../support/shownPage';

/** The Capacity tab, which was never opened before. */
async function opened() {
  const fleet = await start({ projects: 1 });
  const { feature, panels } = registered(fleet.reader);
  await feature.commands?.['openFleetOverview']?.();
  const page = await loadPage(panels[0] ?? expect.fail(), 'fleet');
  await page.click('Capacity');
  const cpu = (): string => page.texts('.c-cpu').join();
  await eventually(() => {
    expect(cpu()).toContain('of 60');
  });
  return { ...fleet, page, cpu };
}

it('Refresh reads what it shows, however new that is', async () => {
  const { service, page, cpu, asked } = await opened();
  const { pool } = service.fleet.pool('payments-eu', 'workers');
  pool.size = 20;
  asked();
  await page.click('Refresh');
  await eventually(() => {
    expect(cpu()).toContain('of 92');
  });
  expect(asked()).toMatchObject({ searchClusterMetadata: 1, searchClusters: 1 });
});
