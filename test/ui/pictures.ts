import { fromRoot } from '../../scripts/paths';
import { connect, expect, test } from './support/service';
import type { Workbench } from './support/workbench';

const width = 960;
test.use({ viewport: { width, height: 600 } });

/** Saves what is seen, or its upper left part, as media/<name>.png. */
async function picture({ page }: Workbench, name: string, part = { width, height: 578 }): Promise<void> {
  await expect(page.locator('.monaco-progress-container.active')).toHaveCount(0);
  await page.screenshot({
    path: fromRoot('media', `${name}.png`),
    animations: 'disabled',
    clip: { x: 0, y: 0, ...part },
  });
}

test('connect: what there is to begin with', async ({ workbench }) => {
  await workbench.open();
  await workbench.openView('Poolview');
  await workbench.resizeSidebar(470);
  await expect(workbench.page.getByRole('button', { name: 'Connect to a Service' })).toBeVisible();
  await expect(workbench.viewIcon('Poolview').locator('.badge')).toBeHidden();
  await workbench.leave();
  await picture(workbench, 'connect', { width: 518, height: 290 });
});

test('hover and browse: from a project to a machine', async ({ workbench, service }) => {
  // A hover is half as high as the window at most.
  await workbench.page.setViewportSize({ width, height: 720 });
  await connect(workbench, service);
  await workbench.resizeSidebar(470);
  await workbench.expand(workbench.row('payments'));
  await workbench.expand(workbench.row('payments-eu'));
  await workbench.expand(workbench.row('workers'));
  await expect(workbench.row('workers')).toContainText('11 of 12 healthy');
  await workbench.hover(workbench.row('payments-eu-workers-5'), 'unhealthy');
  await picture(workbench, 'hover', { width, height: 607 });
  await workbench.leave();
  await picture(workbench, 'browse', { width: 518, height: 475 });
});

test('remove and restore: the question, and the way back', async ({ workbench, service }) => {
  await connect(workbench, service);
  await workbench.resizeSidebar(470);
  // A click on the header at the bottom would scroll the sidebar.
  await workbench.runCommand('Poolview: Focus on Team Roles View');
  await workbench.toggleView('Projects');
  await workbench.expand(workbench.row('Platform'));
  const role = workbench.row('Cluster Admin');
  await role.locator('.label-name').click();
  await workbench.page.keyboard.press('Delete');
  await expect(workbench.dialog).toContainText('Remove "Cluster Admin"');
  await workbench.leave();
  await picture(workbench, 'remove');
  await workbench.dialog.getByRole('button', { name: 'Remove Role' }).click();
  await expect(workbench.notification('Removed "Cluster Admin"')).toBeVisible();
  await expect(role).toBeHidden();
  await workbench.leave();
  await picture(workbench, 'restore');
});
