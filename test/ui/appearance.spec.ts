import { vscodeVersion } from '../../scripts/vscode/version';
import { expectAccessible } from './support/axe';
import { FleetPage } from './support/fleetPage';
import { answerConnect, connect, expect, test } from './support/service';

test('the extension page shows its picture, and the views are accessible in every theme', async ({
  workbench,
  service,
}) => {
  const { dialog, page, quickInput } = workbench;
  await workbench.open();
  await workbench.openView('Extensions');
  await page.locator('.extensions-list .extension-list-item', { hasText: 'Poolview' }).click();
  const readme = page.frameLocator('.webview.ready').frameLocator('iframe');
  await expect(readme.getByRole('heading', { name: 'Poolview' })).toBeVisible();
  // Newer versions leave the picture out: they show only pictures from https addresses.
  if (vscodeVersion.startsWith('1.100.')) {
    const picture = readme.locator('img').first();
    await expect(picture).toBeVisible();
    // An image that fails to load has a width of 0.
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  }
  await workbench.screenshot('extension-page');

  await workbench.openView('Poolview');
  await workbench.resizeSidebar(300);
  await workbench.inEveryTheme(async (theme) => {
    await expectAccessible(page, 'welcome');
    await workbench.screenshot(`welcome-${theme}`);
  });
  await workbench.runCommand('Poolview: Connect to a Service…');
  await expectAccessible(page, 'quickInput');
  await answerConnect(workbench, service, 'Acme');

  // The three views with rows, one below the other, and the details of a machine.
  await page.setViewportSize({ width: 1280, height: 1500 });
  for (const name of ['payments', 'payments-eu', 'workers']) await workbench.expand(workbench.row(name));
  const machine = workbench.row('payments-eu-workers-5');
  await machine.click();
  await expect(page.locator('.editor-container .view-lines')).toContainText('# Unhealthy: DiskPressure');
  await workbench.toggleView('Team Roles');
  await workbench.expand(workbench.row('Platform'));
  const role = workbench.row('Resource Cluster Admin');
  await expect(role).toBeVisible();
  await workbench.toggleView('Events');
  await expect(workbench.view('Events').getByRole('treeitem').first()).toBeVisible();
  await workbench.inEveryTheme(async (theme) => {
    await workbench.screenshot(`views-${theme}`);
    await expectAccessible(page, 'rows');
    await expectAccessible(page, 'statusBar');
    for (const [name, row, text] of [
      ['machine', machine, 'disk pressure'],
      ['team', workbench.row('Platform'), 'Tenant roles'],
      ['role', role, 'payments, ledger'],
    ] as const) {
      await workbench.hover(row, text);
      await expectAccessible(page, 'hover');
      await workbench.screenshot(`hover-${name}-${theme}`);
      await workbench.leave();
    }
    await workbench.runCommand('Poolview: Go to…');
    await quickInput.type('payments-eu');
    await expect(quickInput.item('payments-eu')).toBeVisible();
    await expectAccessible(page, 'quickInput');
    await quickInput.cancel();
    await role.click();
    await page.keyboard.press('Delete');
    await expect(dialog).toContainText('Remove "Resource Cluster Admin" from team "Platform"?');
    await workbench.screenshot(`remove-modal-${theme}`);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });
});

test('the overview and its changes are accessible in every theme, and all states are shown', async ({
  workbench,
  service,
}) => {
  const { page, quickInput } = workbench;
  const fleet = new FleetPage(page);
  await page.setViewportSize({ width: 1400, height: 1000 });
  await connect(workbench, service);
  for (const name of ['chaos-lab', 'chaos-lab-eu', 'victims']) await workbench.expand(workbench.row(name));
  await workbench.runCommand('Poolview: Open Fleet Overview');
  await expect(fleet.cell).toHaveAttribute('aria-setsize', '280');
  await fleet.button('Read Machines…').click();
  await quickInput.pick('Clusters Needing Attention');
  await fleet.waitForMachines();
  service.fleet.pool('chaos-lab-eu', 'victims').pool.size = 5;
  await workbench.press('Refresh', workbench.header('Projects'));
  await fleet.tab('Changes').click();
  await expect(fleet.change('chaos-lab-eu-victims-6', 'Disappeared')).toBeVisible();
  await expect(workbench.progress).toHaveCount(0);
  await workbench.row('chaos-lab-eu').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show Usage' }).hover();
  await page.keyboard.press('Enter');
  await expect(fleet.panel).toContainText(/\d% of \d+ GiB/);
  await fleet.tab('Overview').click();
  await fleet.filter.fill('failed');

  await workbench.inEveryTheme(async (theme) => {
    await workbench.screenshot(`states-${theme}`);
    await page.keyboard.press('Control+b');
    for (const tab of ['Usage', 'Changes', 'Capacity', 'Overview'] as const) {
      await fleet.tab(tab).click();
      for (const width of [700, 1400]) {
        await page.setViewportSize({ width, height: 1000 });
        await fleet.expectAccessible();
        await workbench.screenshot(`fleet-${tab.toLowerCase()}-${width}-${theme}`);
      }
    }
    await page.keyboard.press('Control+b');
  });

  await test.step('the filter is kept when the window is reloaded', async () => {
    await workbench.waitUntilSaved(/text\W+failed.*tab\W+overview/s);
    await page.reload();
    await expect(fleet.cell).toHaveAttribute('aria-setsize', '280');
    await expect(fleet.filter).toHaveValue('failed');
  });
});
