import { startScriptedService } from '../support/demo/service';
import { connect, expect, test as base } from './support/service';

const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright requires a pattern.
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

test('clusters and machines load in pages, and "Load more" works from the keyboard', async ({
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
  // The pool row may have scrolled out of view.
  await workbench.page.keyboard.press('Home');
  await expect(workbench.row('workers')).toContainText(/of 70 healthy|70 machines/);
  await workbench.row('workers').locator('.monaco-tl-twistie').click();
  // The rows above are updated a moment after loading, and VS Code then renders the rows below them again. A click on
  // a row while it is being rendered runs a command that no longer exists.
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
