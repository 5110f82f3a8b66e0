import { connect, expect, requestsForRows, test } from './support/service';

test('favorites are starred, moved and shown in a view above the projects', async ({
  workbench,
  service,
}) => {
  const { page, quickInput } = workbench;
  await connect(workbench, service);
  await workbench.resizeSidebar(348);
  const copies = (name: string) =>
    page.locator('.sidebar').getByRole('treeitem', { name: new RegExp(`, ${name}(,.*)?, favorite$`) });

  await test.step('a star adds a favorite, which has the same rows below it', async () => {
    await workbench.expand(workbench.row('payments'));
    await workbench.press('Add to Favorites', workbench.row('payments-eu'));
    await expect(workbench.header('Favorites')).toBeVisible();
    await expect(copies('payments-eu')).toHaveCount(2);
    await workbench.press('Add to Favorites', workbench.row('ledger'));
    await expect(copies('ledger')).toHaveCount(2);
    service.clearRequests();
    await workbench.expand(copies('payments-eu').first());
    await expect(workbench.row('workers')).toHaveCount(1);
    await expect(copies('payments-eu').first()).toContainText('fluent-bit Crash');
    expect(requestsForRows(service)).toEqual(['readCloudConfig']);
    await workbench.expand(copies('payments-eu').last());
    await expect(workbench.row('workers')).toHaveCount(2);
    await workbench.expand(workbench.row('workers').first());
    // The view has room for a few rows.
    await expect(workbench.row('payments-eu-workers-1')).toHaveCount(1);
    await expect(workbench.row('workers').last()).toContainText('DiskPressure: 1 machine');
  });

  await test.step('a refresh and a reload keep them', async () => {
    await workbench.press('Refresh', workbench.header('Projects'));
    await expect(workbench.row('payments-eu-workers-1')).toHaveCount(1);
    await workbench.runCommand('Developer: Reload Window');
    await expect(workbench.header('Favorites')).toBeVisible();
    await expect(copies('ledger').first()).toBeVisible();
    await workbench.screenshot('favorites-reloaded');
  });

  await test.step('they are dragged into another order', async () => {
    // VS Code loses a drag over rows that it draws again.
    await workbench.settle();
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
  });

  await test.step('a problem is marked as known, and its row is dimmed and not counted', async () => {
    const badge = page.locator('.activitybar .badge-content').filter({ hasText: /\d/ });
    const before = Number(await badge.textContent());
    const machine = workbench.row('payments-eu-workers-5').last();
    await workbench.expand(workbench.row('payments'));
    await expect(copies('payments-eu')).toHaveCount(2);
    await workbench.expand(copies('payments-eu').last());
    await workbench.expand(workbench.row('workers').last());
    await workbench.choose(machine, 'Mark as Known…');
    await expect(quickInput.title).toHaveText(/Mark as Known/);
    await quickInput.type('disk is being replaced');
    await expect(quickInput.item('8 hours')).toBeVisible();
    await expect(quickInput.item('Until it changes')).toContainClass('focused');
    await workbench.screenshot('mark-as-known');
    await quickInput.accept();
    await expect(machine).toContainText('known: disk is being replaced · DiskPressure');
    // A pack of the cluster has failed, too, which nobody marked.
    const cluster = copies('payments-eu').last();
    await expect(cluster).toContainText('fluent-bit');
    await expect(cluster).not.toContainText('known');
    await expect(badge).toHaveText(String(before));
    await workbench.choose(cluster, 'Mark as Known…');
    await expect(quickInput.item('Until it changes')).toContainClass('focused');
    await quickInput.accept();
    await expect(cluster).toContainText('known');
    await expect(badge).toHaveText(String(before - 1));
    await workbench.hover(machine, 'disk is being replaced');
    await workbench.leave();
    await workbench.runCommand('Poolview: Known Problems…');
    await expect(quickInput.items.filter({ hasText: 'payments-eu-workers-5' })).toBeVisible();
    await quickInput.cancel();
  });
});
