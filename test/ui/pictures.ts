import type { Locator } from '@playwright/test';
import { fromRoot } from '../../scripts/paths';
import { quietSettings } from '../../scripts/vscode/profile';
import { FleetPage } from './support/fleetPage';
import { connect, expect, test } from './support/service';
import type { Workbench } from './support/workbench';

/** What a walkthrough has room for in a window that is 920 pixels wide and 700 pixels high. */
const room = { width: 500, height: 200 };

/**
 * Saves a part of the window as media/<name>.png.
 * @param size the size of the picture, if not that of the part
 */
async function picture(
  { page }: Workbench,
  name: string,
  part: Locator,
  size: { readonly width?: number; readonly height?: number } = {},
): Promise<void> {
  await expect(page.locator('.monaco-progress-container.active')).toHaveCount(0);
  const box = await part.boundingBox();
  if (box === null) throw new Error(`There is nothing to show in ${name}.`);
  await page.screenshot({
    path: fromRoot('media', `${name}.png`),
    animations: 'disabled',
    clip: { ...box, ...size },
  });
}

/** The fleet overview, with the machines of the clusters that need attention. */
async function fleetPicture(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  const fleet = new FleetPage(page);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1240, height: 820 });
  await workbench.runCommand('Poolview: Open Fleet Overview');
  await expect(fleet.grid).toBeVisible();
  await fleet.button('Read Machines…').click();
  await workbench.quickInput.pick('Clusters Needing Attention');
  await fleet.waitForMachines();
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await expect(workbench.row('payments')).toBeHidden();
  await picture(workbench, 'fleet', page.locator('.editor-group-container'));
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.runCommand('View: Close All Editors');
  if (size) await page.setViewportSize(size);
}

for (const [theme, colorTheme] of [
  ['dark', 'Default Dark Modern'],
  ['light', 'Default Light Modern'],
] as const) {
  test(`the ${theme} pictures`, async ({ workbench, service, vscode }) => {
    const { page, quickInput, dialog } = workbench;
    const step = (name: string, part: Locator, size?: Partial<typeof room>) =>
      picture(workbench, `walkthrough/${name}-${theme}`, part, size);
    const rows = page.locator('.sidebar .monaco-list-rows').first();
    await vscode.profile.resetUser({ ...quietSettings, 'workbench.colorTheme': colorTheme });

    await workbench.open();
    await workbench.openView('Poolview');
    await workbench.resizeSidebar(room.width);
    const welcome = page.locator('.sidebar .welcome-view-content').first();
    await expect(welcome.getByRole('button', { name: 'Connect to a Service' })).toBeVisible();
    await workbench.leave();
    await step('connect', welcome, room);

    await connect(workbench, service);
    await workbench.resizeSidebar(room.width);
    await workbench.expand(workbench.row('payments'));
    await workbench.expand(workbench.row('payments-eu'));
    await workbench.expand(workbench.row('workers'));
    const machine = workbench.row('payments-eu-workers-5');
    await expect(machine).toBeVisible();
    await workbench.leave();
    await step('browse', rows, room);
    if (theme === 'dark') {
      await workbench.resizeSidebar(340);
      await workbench.hover(machine, 'disk pressure');
      await picture(workbench, 'readme', page.locator('.monaco-workbench'), { width: 720, height: 370 });
      await workbench.leave();
      await fleetPicture(workbench);
      await workbench.resizeSidebar(room.width);
    }

    await workbench.press('Show Only Items Needing Attention', workbench.header('Projects'));
    await expect(workbench.row('payments-eu-workers-1')).toBeHidden();
    await workbench.leave();
    await step('attention', page.locator('.sidebar .pane').first(), room);
    await workbench.runCommand('Poolview: Go to…');
    await quickInput.type('10.0.0.2');
    await expect(quickInput.item('payments-eu-workers-5')).toBeVisible();
    await step('find', quickInput.root, { height: room.height });
    await quickInput.cancel();

    await workbench.runCommand('Preferences: Open Settings (UI)');
    await page.keyboard.type('poolview.autoRefreshSeconds');
    const setting = page.locator('.settings-editor .setting-item-contents').first();
    await expect(setting).toContainText('Auto Refresh Seconds');
    await step('refresh', setting);
    await workbench.runCommand('View: Close All Editors');

    await workbench.runCommand('Poolview: Focus on Team Roles View');
    await workbench.toggleView('Projects');
    await workbench.expand(workbench.row('Platform'));
    const role = workbench.row('Resource Cluster Admin');
    await role.locator('.label-name').click();
    await page.keyboard.press('Delete');
    await expect(dialog).toContainText('Resource Cluster Admin');
    await workbench.leave();
    await step('remove', dialog);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    const message = workbench.notification('Restore');
    await expect(message).toBeVisible();
    await expect(role).toBeHidden();
    await workbench.leave();
    await step('restore', message);
  });
}
