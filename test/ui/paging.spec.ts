import { startScriptedService } from '../support/demo/service';
import { connect, expect, test as base } from './support/service';

const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright insists on a pattern.
  service: async ({}, use) => {
    const service = await startScriptedService({
      projects: 3,
      clustersPerProject: { exactly: 60 },
      machinesPerPool: { exactly: 70 },
    });
    await use(service);
    await service.close();
  },
});

test('clusters and machines come a page at a time, and "Load more" leads on from the keyboard', async ({
  workbench,
  service,
}) => {
  await workbench.page.setViewportSize({ width: 1000, height: 1600 });
  await connect(workbench, service);
  await workbench.resizeSidebar(560);
  const asked = (): readonly (string | undefined)[] => service.requests.map(({ operation }) => operation);
  const more = workbench.row('Load more');
  const focused = workbench.page.locator('.sidebar .monaco-list-row.focused');
  service.clearRequests();

  await workbench.expand(workbench.row('atlas'));
  await expect(more).toContainText('50 of 60');
  await workbench.expand(workbench.row('atlas-aws'));
  await workbench.expand(workbench.row('workers'));
  await expect(workbench.row('workers')).toContainText(/of the first 50 healthy|70 machines/);
  expect(asked()).toEqual(['searchClusters', 'readCloudConfig', 'listMachines']);
  await workbench.screenshot('paging');

  await more.filter({ hasText: '50 of 70' }).click();
  await expect(focused).toContainText('atlas-aws-workers-51');
  // The row of the pool may be out of sight by now.
  await workbench.page.keyboard.press('Home');
  await expect(workbench.row('workers')).toContainText(/of 70 healthy|70 machines/);
  await workbench.row('workers').locator('.monaco-tl-twistie').click();
  // What was loaded shows in the rows above a moment later: VS Code draws those below them anew, and a click on a row
  // that it is just drawing runs a command that is gone.
  await workbench.page.waitForTimeout(2000);

  await workbench.page.keyboard.press('End');
  await more.click();
  await expect(more).toBeHidden();
  await expect(focused).toHaveAttribute('aria-label', /^Cluster, /);
  expect(asked()).toEqual([
    'searchClusters',
    'readCloudConfig',
    'listMachines',
    'listMachines',
    'searchClusters',
  ]);
  await expect(workbench.notifications).toHaveCount(0);
});
