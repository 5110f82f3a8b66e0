import { vscodeVersion } from '../../scripts/vscode/version';
import { expectAccessible } from './support/axe';
import { FleetPage } from './support/fleetPage';
import { answerConnect, expect, test } from './support/service';
import { webviewTheme, type WebviewTheme } from './support/webviewTheme';

// All steps share one window, because opening a window takes longest.
test('the extension page shows its picture, and the views are accessible in every theme', async ({
  workbench,
  service,
}) => {
  const { page, quickInput } = workbench;
  const fleet = new FleetPage(page);
  // The three views with rows, one below the other, beside an editor.
  await page.setViewportSize({ width: 1400, height: 1500 });
  await workbench.open();

  await test.step('the extension page', async () => {
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
    await workbench.runCommand('View: Close All Editors');
  });

  await test.step('the welcome view and the box for connecting', async () => {
    await workbench.openView('Poolview');
    await workbench.resizeSidebar(300);
    await expectAccessible(page, 'welcome');
    await workbench.screenshot('welcome');
    await workbench.runCommand('Poolview: Connect to a Service…');
    await expectAccessible(page, 'quickInput');
    await answerConnect(workbench, service, 'Acme');
  });

  for (const name of ['chaos-lab', 'chaos-lab-eu', 'victims', 'payments', 'payments-eu', 'workers']) {
    await workbench.expand(workbench.row(name));
  }
  const machine = workbench.row('payments-eu-workers-5');
  await machine.click();
  await workbench.toggleView('Team Roles');
  await workbench.expand(workbench.row('Platform'));
  const role = workbench.row('Resource Cluster Admin');
  await expect(role).toBeVisible();
  await workbench.runCommand('Poolview: Open Fleet Overview');
  await expect(fleet.coverage).toContainText('280 clusters');
  await fleet.query.fill('failed');

  // A quick pick is closed when VS Code moves the focus back into a page, so that the details are in front.
  const showDetails = async (): Promise<void> => {
    await workbench.settle();
    await machine.click();
    await expect(page.locator('.tab.active')).toContainText('payments-eu-workers-5.yaml');
  };
  await showDetails();
  // A row is drawn again a minute after its hover was shown, which would close it: other rows than in the theme before.
  const roles = page.getByRole('treeitem', { name: /^Resource role/ });
  let round = 0;
  const themes: Record<string, WebviewTheme> = {};
  let style = '';
  await workbench.inEveryTheme(async (theme) => {
    await expectAccessible(page, 'rows');
    await expectAccessible(page, 'statusBar');
    const isOdd = round++ % 2 === 1;
    for (const [row, text] of [
      [isOdd ? workbench.row('payments-eu-workers-4') : machine, /Disk \d+% of 80 GiB/],
      [isOdd ? roles.nth(1) : role, /resource role/],
    ] as const) {
      await workbench.hoverSteadily(row, text);
      await expectAccessible(page, 'hover');
      await workbench.leave();
    }
    // Drawing rows again would close it, too.
    await workbench.settle();
    await workbench.runCommand('Poolview: Go to…');
    await quickInput.type('payments-eu');
    await expect(quickInput.item('payments-eu')).toBeVisible();
    await expectAccessible(page, 'quickInput');
    await quickInput.cancel();
    await page.getByRole('tab', { name: 'Fleet: Acme' }).click();
    await expect(fleet.query).toHaveValue('failed');
    const { style: given, ...colors } = await webviewTheme(fleet.main);
    style = given;
    themes[theme] = colors;
    await workbench.screenshot(`views-${theme}`);
    await showDetails();
  });

  await test.step('pages get what their tests without VS Code give them', () => {
    // Other versions have other colors.
    if (vscodeVersion.startsWith('1.100.'))
      expect(`${JSON.stringify({ style, themes }, undefined, 2)}\n`).toMatchSnapshot('themes.json');
  });

  await test.step('at 200% zoom, which leaves half of the pixels', async () => {
    await page.setViewportSize({ width: 700, height: 750 });
    await workbench.inEveryTheme(async (theme) => {
      await expectAccessible(page, 'rows');
      await workbench.screenshot(`zoom-${theme}`);
    });
  });

  await test.step('the query of the overview is kept when the window is reloaded', async () => {
    await page.getByRole('tab', { name: 'Fleet: Acme' }).click();
    await workbench.waitUntilSaved(/tab\W+overview.*queries\W+overview\W+failed/s);
    await page.reload();
    await expect(fleet.coverage).toContainText('280 clusters');
    await expect(fleet.query).toHaveValue('failed');
  });
});
