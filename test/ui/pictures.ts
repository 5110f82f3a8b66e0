import type { Locator } from '@playwright/test';
import { fromRoot } from '../../scripts/paths';
import { quietSettings } from '../../scripts/vscode/profile';
import type { ScriptedService } from '../support/demo/service';
import { FleetPage } from './support/fleetPage';
import { connect, expect, test } from './support/service';
import { webviewFrame } from './support/webview';
import type { Workbench } from './support/workbench';

/** What a walkthrough has room for in a window that is 920 pixels wide and 700 pixels high. */
const room = { width: 500, height: 200 };

/** The size of a picture, if it is not that of the part it shows. */
type Size = Partial<typeof room>;

/** Saves a part of the window as media/<name>.png. */
async function picture({ page }: Workbench, name: string, part: Locator, size: Size = {}): Promise<void> {
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

/** Does something in a window of another size, without the sidebar. */
async function withEditorsOnly(
  workbench: Workbench,
  size: typeof room,
  act: (editors: Locator) => Promise<void>,
): Promise<void> {
  const { page } = workbench;
  const before = page.viewportSize() ?? room;
  await page.setViewportSize(size);
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await expect(page.locator('.part.sidebar')).toBeHidden();
  await workbench.leave();
  await act(page.locator('.editor-group-container'));
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.runCommand('View: Close All Editors');
  await page.setViewportSize(before);
}

/** The fleet overview with the machines of the clusters that need attention, as in the README and the walkthrough. */
async function overviewPictures(workbench: Workbench, theme: string): Promise<void> {
  const fleet = new FleetPage(workbench.page);
  await workbench.runCommand('Poolview: Open Fleet Overview');
  await fleet.button('Read Machines…').click();
  await workbench.quickInput.pick('Clusters Needing Attention');
  await fleet.waitForMachines();
  await workbench.clearNotifications();
  if (theme === 'dark') {
    await withEditorsOnly(workbench, { width: 1240, height: 820 }, (editors) =>
      picture(workbench, 'fleet', editors),
    );
    await workbench.runCommand('Poolview: Open Fleet Overview');
    await fleet.waitForMachines();
  }
  const height = 320;
  await withEditorsOnly(workbench, { width: 640, height: 480 }, (editors) =>
    picture(workbench, `walkthrough/overview-${theme}`, editors, { height }),
  );
}

/** What a machine's failure and another one's recovery look like. */
async function changesPicture(workbench: Workbench, service: ScriptedService): Promise<void> {
  const fleet = new FleetPage(workbench.page);
  const { pool } = service.fleet.pool('payments-eu', 'workers');
  pool.situations.set(1, 'failed');
  pool.situations.delete(4);
  await workbench.press('Refresh', workbench.header('Projects'));
  await workbench.runCommand('Poolview: Show Changes');
  await expect(fleet.change('payments-eu-workers-2', '→ Failed')).toBeVisible();
  await expect(fleet.change('payments-eu-workers-5', 'DiskPressure →')).toBeVisible();
  await withEditorsOnly(workbench, { width: 900, height: 480 }, (editors) =>
    picture(workbench, 'guide/changes', editors),
  );
}

/** The details of a machine, beside its row. */
async function detailsPicture(workbench: Workbench, machine: Locator): Promise<void> {
  await machine.click();
  await expect(workbench.page.locator('.editor-container .view-lines')).toContainText('DiskPressure');
  await workbench.leave();
  await withEditorsOnly(workbench, { width: 900, height: 480 }, (editors) =>
    picture(workbench, 'guide/details', editors),
  );
}

/** The incident of the demo, from the badge to the person who can say more, as in the user guide. */
async function incidentPictures(workbench: Workbench): Promise<void> {
  const { page, quickInput } = workbench;
  const before = page.viewportSize() ?? room;
  const cluster = workbench.row('payments-eu');
  const step = (name: string): Promise<void> =>
    picture(workbench, `guide/incident-${name}`, page.locator('.monaco-workbench'));
  const choose = async (command: string): Promise<void> => {
    await cluster.click({ button: 'right', position: { x: 60, y: 11 } });
    await page.getByRole('menuitem', { name: command, exact: true }).hover();
    await page.keyboard.press('Enter');
  };
  await page.setViewportSize({ width: 1000, height: 600 });
  await workbench.runCommand('Poolview: Go to Item Needing Attention…');
  await quickInput.type('payments');
  await expect(quickInput.items.first()).toContainText('payments-eu');
  await step('1-badge');
  await quickInput.cancel();

  await workbench.hover(cluster, 'CrashLoopBackOff');
  await step('2-cluster');
  await workbench.leave();

  await workbench.hover(workbench.row('payments-eu-workers-5'), '93% of 80 GiB');
  await step('3-machine');
  await workbench.leave();

  await choose('Show Timeline');
  await expect(webviewFrame(page).getByRole('listitem').first()).toContainText('DiskPressure');
  await workbench.leave();
  await step('4-timeline');
  await workbench.runCommand('View: Close All Editors');

  await choose('Who Changed This?');
  const entry = workbench.view('Events').getByRole('treeitem').filter({ hasText: 'Upgraded' }).first();
  await workbench.hover(entry, '@');
  await step('5-audit');
  await workbench.leave();
  await workbench.runCommand('Poolview: Clear Event Filter');
  await workbench.toggleView('Events');
  await page.setViewportSize(before);
}

async function connectPictures(workbench: Workbench, service: ScriptedService, theme: string): Promise<void> {
  const { page } = workbench;
  await workbench.open();
  await workbench.openView('Poolview');
  await workbench.resizeSidebar(room.width);
  const welcome = page.locator('.sidebar .welcome-view-content').first();
  await expect(welcome.getByRole('button', { name: 'Connect to a Service' })).toBeVisible();
  await workbench.leave();
  await picture(workbench, `walkthrough/connect-${theme}`, welcome, room);

  await connect(workbench, service);
  await workbench.resizeSidebar(room.width);
  for (const row of ['payments', 'payments-eu', 'workers']) await workbench.expand(workbench.row(row));
  await expect(workbench.row('workers')).toContainText('11 of 12 healthy');
  await expect(workbench.row('payments-eu-workers-5')).toBeVisible();
  await workbench.leave();
  const rows = page.locator('.sidebar .monaco-list-rows').first();
  await picture(workbench, `walkthrough/browse-${theme}`, rows, room);
}

/** The menu of a cluster, and the events of the same cluster. */
async function clusterPictures(workbench: Workbench, theme: string): Promise<void> {
  const { page } = workbench;
  const cluster = workbench.row('payments-eu');
  await cluster.click({ button: 'right', position: { x: 60, y: 11 } });
  await page.getByRole('menuitem', { name: 'Copy', exact: true }).hover();
  const entry = page.getByRole('menuitem', { name: 'Copy Link' });
  await expect(entry).toBeVisible();
  await entry.hover();
  const rows = page.locator('.sidebar .monaco-list-rows').first();
  await picture(workbench, `walkthrough/link-${theme}`, rows, { ...room, height: 380 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await cluster.click();
  await workbench.toggleView('Events');
  await workbench.toggleView('Projects');
  const events = workbench.view('Events');
  await expect(cluster).toBeHidden();
  await expect(events.getByRole('treeitem').first()).toBeVisible();
  await workbench.leave();
  await picture(workbench, `walkthrough/changes-${theme}`, events, room);
  await workbench.toggleView('Projects');
  await workbench.toggleView('Events');
  // The click collapsed it.
  await workbench.expand(cluster);
}

/** The answer to who can delete clusters, in an access review. */
async function reviewPicture(workbench: Workbench, theme: string): Promise<void> {
  const frame = webviewFrame(workbench.page);
  const choose = async (label: string, choice: string): Promise<void> => {
    await frame.getByRole('combobox', { name: label }).click();
    await frame.getByRole('option', { name: choice, exact: true }).click();
  };
  await workbench.runCommand('Poolview: Review Access…');
  await frame.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(frame.getByRole('status').filter({ hasText: '8 of 8 teams' })).toBeVisible();
  await frame.getByRole('tab', { name: 'Who can…?' }).click();
  await choose('Permission', 'cluster.delete');
  await choose('Project', 'payments');
  await expect(frame.getByRole('list', { name: 'Can' })).toContainText('Platform');
  await withEditorsOnly(workbench, { width: 760, height: 560 }, (editors) =>
    picture(workbench, `walkthrough/review-${theme}`, editors),
  );
}

async function findPictures(workbench: Workbench, theme: string): Promise<void> {
  const { page, quickInput } = workbench;
  await workbench.resizeSidebar(room.width);
  await workbench.press('Show Only Items Needing Attention', workbench.header('Projects'));
  await expect(workbench.row('payments-ap')).toBeHidden();
  await workbench.leave();
  await picture(workbench, `walkthrough/attention-${theme}`, page.locator('.sidebar .pane').first(), room);
  await workbench.runCommand('Poolview: Go to…');
  await quickInput.type('10.0.0.2');
  await expect(quickInput.item('payments-eu-workers-5')).toBeVisible();
  await picture(workbench, `walkthrough/find-${theme}`, quickInput.root, { height: room.height });
  await quickInput.cancel();

  await workbench.runCommand('Preferences: Open Settings (UI)');
  await page.keyboard.type('poolview.autoRefreshSeconds');
  const setting = page.locator('.settings-editor .setting-item-contents').first();
  await expect(setting).toContainText('Auto Refresh Seconds');
  await picture(workbench, `walkthrough/refresh-${theme}`, setting);
  await workbench.runCommand('View: Close All Editors');
}

async function dialogPictures(workbench: Workbench, theme: string): Promise<void> {
  const { page, dialog } = workbench;
  await workbench.runCommand('Poolview: Agent Tools…');
  await expect(dialog).toContainText('Turn on agent tools');
  await workbench.leave();
  await picture(workbench, `walkthrough/agents-${theme}`, dialog);
  await page.keyboard.press('Escape');

  await workbench.runCommand('Poolview: Focus on Team Roles View');
  await workbench.toggleView('Projects');
  await workbench.expand(workbench.row('Platform'));
  const role = workbench.row('Resource Cluster Admin');
  await role.locator('.label-name').click();
  await page.keyboard.press('Delete');
  await expect(dialog).toContainText('Resource Cluster Admin');
  await workbench.leave();
  await picture(workbench, `walkthrough/remove-${theme}`, dialog);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  const message = workbench.notification('Restore');
  await expect(message).toBeVisible();
  await expect(role).toBeHidden();
  await workbench.leave();
  await picture(workbench, `walkthrough/restore-${theme}`, message);
}

for (const [theme, colorTheme] of [
  ['dark', 'Default Dark Modern'],
  ['light', 'Default Light Modern'],
] as const) {
  test(`the ${theme} pictures`, async ({ workbench, service, vscode }) => {
    const { page } = workbench;
    await vscode.profile.resetUser({ ...quietSettings, 'workbench.colorTheme': colorTheme });
    await connectPictures(workbench, service, theme);
    if (theme === 'dark') {
      const machine = workbench.row('payments-eu-workers-5');
      await workbench.resizeSidebar(340);
      await workbench.hover(machine, 'disk pressure');
      await picture(workbench, 'readme', page.locator('.monaco-workbench'), { width: 720, height: 445 });
      await workbench.leave();
      await incidentPictures(workbench);
      await detailsPicture(workbench, machine);
      await workbench.resizeSidebar(room.width);
    }
    await clusterPictures(workbench, theme);
    await overviewPictures(workbench, theme);
    await reviewPicture(workbench, theme);
    await findPictures(workbench, theme);
    await dialogPictures(workbench, theme);
    if (theme === 'dark') {
      await workbench.toggleView('Projects');
      await changesPicture(workbench, service);
    }
  });
}
