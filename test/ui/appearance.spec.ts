import { vscodeVersion } from '../../scripts/vscode/version';
import { expectAccessible } from './support/axe';
import { answerConnect, expect, test } from './support/service';

test('the extension page shows its picture, and the view is accessible in every theme', async ({
  workbench,
  service,
}) => {
  test.setTimeout(180_000);
  const { page, quickInput } = workbench;
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
  await workbench.expand(workbench.row('payments'));
  await workbench.expand(workbench.row('payments-eu'));
  await workbench.expand(workbench.row('workers'));
  const machine = workbench.row('payments-eu-workers-5');
  await expect(machine).toBeVisible();
  await workbench.inEveryTheme(async () => {
    await expectAccessible(page, 'rows');
    await expectAccessible(page, 'statusBar');
    await workbench.hover(machine, 'disk pressure');
    await expectAccessible(page, 'hover');
    await workbench.leave();
    await workbench.runCommand('Poolview: Go to…');
    await quickInput.type('payments-eu');
    await expect(quickInput.item('payments-eu')).toBeVisible();
    await expectAccessible(page, 'quickInput');
    await quickInput.cancel();
  });
  await workbench.runCommand('Poolview: Focus on Team Roles View');
  await workbench.toggleView('Projects');
  await workbench.expand(workbench.row('Platform'));
  await expect(workbench.row('Resource Cluster Admin')).toBeVisible();
  await expectAccessible(page, 'rows');
});
