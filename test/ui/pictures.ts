import type { Locator } from '@playwright/test';
import { fromRoot } from '../../scripts/paths';
import { quietSettings } from '../../scripts/vscode/profile';
import { FleetPage } from './support/fleetPage';
import { connect, expect, test } from './support/service';
import type { Workbench } from './support/workbench';

/** Saves a part of the window as media/<name>.png. */
async function picture(
  { page }: Workbench,
  name: string,
  part: Locator,
  size: { width?: number; height?: number } = {},
): Promise<void> {
  // Progress bars, and views that are just collapsed or expanded.
  await expect(page.locator('.monaco-progress-container.active, .monaco-pane-view.animated')).toHaveCount(0);
  const box = await part.boundingBox();
  if (box === null) throw new Error(`There is nothing to show in ${name}.`);
  await page.screenshot({
    path: fromRoot('media', `${name}.png`),
    animations: 'disabled',
    clip: { ...box, ...size },
  });
}

/** A row with its whole hover, and the rows beside it. */
async function hoverPicture(workbench: Workbench, row: Locator, text: string, name: string): Promise<void> {
  const { page } = workbench;
  // A hover is at most half as high as the window.
  await page.setViewportSize({ width: 1200, height: 1800 });
  const hover = await workbench.hover(row, text);
  const { x, y, width, height } = (await hover.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const window = page.locator('.monaco-workbench');
  await picture(workbench, name, window, { width: x + width + 20, height: y + height + 20 });
  await workbench.leave();
}

/** The hovers of a cluster and of its machine, and its timeline. */
async function clusterPictures(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  const cluster = workbench.row('payments-eu');
  await hoverPicture(workbench, workbench.row('payments-eu-workers-5'), 'disk pressure', 'readme');
  await hoverPicture(workbench, cluster, 'CrashLoopBackOff', 'guide/cluster');

  await page.setViewportSize({ width: 1200, height: 640 });
  await workbench.choose(cluster, 'Show Timeline');
  await expect(new FleetPage(page).panel).toContainText('Kwame Mensah');
  await workbench.leave();
  await picture(workbench, 'guide/timeline', page.locator('.monaco-workbench'));
  await workbench.runCommand('View: Close All Editors');
}

/** The fleet overview as it opens, with causes, without the sidebar. */
async function overviewPicture(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  const fleet = new FleetPage(page);
  await workbench.runCommand('Poolview: Open Fleet Overview');
  await expect(fleet.group('fluent-bit CrashLoopBackOff')).toContainText('3 clusters');
  await expect(fleet.group('No cause read')).toHaveCount(0);
  await expect(fleet.button('Cancel')).toHaveCount(0);
  await workbench.clearNotifications();
  await page.setViewportSize({ width: 1520, height: 470 });
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await expect(page.locator('.part.sidebar')).toBeHidden();
  await workbench.leave();
  await picture(workbench, 'fleet', page.locator('.editor-group-container'));
}

test('the pictures', async ({ workbench, service, vscode }) => {
  await vscode.profile.resetUser({ ...quietSettings, 'workbench.colorTheme': 'Default Dark Modern' });
  await workbench.open();
  await workbench.openView('Poolview');
  await connect(workbench, service);
  await workbench.clearNotifications();
  await workbench.resizeSidebar(420);
  for (const row of ['payments', 'payments-eu', 'workers']) await workbench.expand(workbench.row(row));
  await expect(workbench.row('payments-eu-workers-5')).toBeVisible();
  await clusterPictures(workbench);
  await overviewPicture(workbench);
});
