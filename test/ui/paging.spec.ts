import { startScriptedService } from '../support/demo/service';
import { connect, expect, requestsForRows, test as base } from './support/service';

const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright requires a pattern.
  service: async ({}, use) => {
    const service = await startScriptedService({
      projects: 3,
      clustersPerProject: { exactly: 110 },
      machinesPerPool: { exactly: 70 },
    });
    await use(service);
    await service.close();
  },
});

test('clusters and machines load in pages', async ({ workbench, service }) => {
  await workbench.page.setViewportSize({ width: 1000, height: 1600 });
  await connect(workbench, service);
  await workbench.resizeSidebar(560);
  const more = workbench.row('Load more');
  const focused = workbench.page.locator('.sidebar .monaco-list-row.focused');
  service.clearRequests();

  await workbench.expand(workbench.row('atlas'));
  await expect(more).toContainText('50 of 110');
  await test.step('a double click at a slow service loads one page and moves the focus there', async () => {
    service.faults.add({ kind: 'delay', milliseconds: 2000 });
    await workbench.row('atlas').click({ modifiers: ['ControlOrMeta'] });
    await workbench.page.keyboard.press('End');
    await more.dblclick();
    await expect(focused).toHaveAttribute('aria-posinset', '51');
    await expect(focused).toHaveAttribute('aria-setsize', '101');
    expect(requestsForRows(service)).toEqual(['searchClusters', 'searchClusters']);
  });

  await test.step('machines load in pages, too', async () => {
    await workbench.page.keyboard.press('Home');
    await workbench.expand(workbench.row('atlas-aws'));
    await workbench.expand(workbench.row('workers'));
    await expect(workbench.row('workers')).toContainText(/of the first 50 healthy|70 machines/);
    await workbench.screenshot('paging');
    await more.filter({ hasText: '50 of 70' }).click();
    await expect(focused).toContainText('…workers-51');
    // The pool row may have scrolled out of view.
    await workbench.page.keyboard.press('Home');
    await expect(workbench.row('workers')).toContainText(/of 70 healthy|70 machines/);
  });
  expect(requestsForRows(service)).toEqual([
    'searchClusters',
    'searchClusters',
    'readCloudConfig',
    'listMachines',
    'listMachines',
  ]);
  await expect(workbench.notifications).toHaveCount(0);
});
