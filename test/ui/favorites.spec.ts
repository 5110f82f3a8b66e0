import { connect, expect, test } from './support/service';

test('favorites are starred, moved and shown again above the projects', async ({ workbench, service }) => {
  const { page } = workbench;
  await connect(workbench, service);
  await workbench.resizeSidebar(348);
  const copies = (name: string) =>
    page.locator('.sidebar').getByRole('treeitem', { name: new RegExp(`, ${name},.*, favorite$`) });

  await test.step('a star adds a row, and a favorite below it shows the same rows', async () => {
    await workbench.expand(workbench.row('payments'));
    await workbench.press('Add to Favorites', workbench.row('payments-eu'));
    await expect(workbench.row('Favorites')).toBeVisible();
    await expect(copies('payments-eu')).toHaveCount(2);
    await workbench.press('Add to Favorites', workbench.row('ledger'));
    await expect(copies('ledger')).toHaveCount(2);
    service.clearRequests();
    await workbench.expand(copies('payments-eu').first());
    await expect(workbench.row('workers')).toHaveCount(1);
    expect(service.requests.map(({ operation }) => operation)).toEqual(['readCloudConfig']);
    await workbench.expand(copies('payments-eu').last());
    await expect(workbench.row('workers')).toHaveCount(2);
    await workbench.expand(workbench.row('workers').first());
    await expect(workbench.row('payments-eu-workers-5')).toHaveCount(1);
    await expect(workbench.row('workers').last()).toContainText('DiskPressure: 1 machine');
    await workbench.screenshot('favorites-dark');
  });

  await test.step('a refresh and a reload keep them', async () => {
    await workbench.press('Refresh', workbench.header('Projects'));
    await expect(workbench.row('payments-eu-workers-5')).toHaveCount(1);
    await workbench.screenshot('favorites-refreshed');
    await workbench.runCommand('Developer: Reload Window');
    await expect(workbench.row('Favorites')).toBeVisible();
    await expect(copies('ledger').first()).toBeVisible();
    await workbench.screenshot('favorites-reloaded');
  });

  await test.step('they are dragged into another order', async () => {
    await copies('ledger').first().dragTo(copies('payments-eu').first());
    await expect
      .poll(async () =>
        (
          await page
            .locator('.sidebar')
            .getByRole('treeitem', { name: /, favorite$/ })
            .allTextContents()
        )
          .slice(0, 2)
          .join(),
      )
      .toMatch(/^ledger.*payments-eu/);
    await workbench.inEveryTheme(async (suffix) => {
      await workbench.screenshot(`favorites-300${suffix}`);
    });
  });
});
