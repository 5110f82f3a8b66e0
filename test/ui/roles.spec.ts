import type { Locator } from '@playwright/test';
import { startScriptedService, type ScriptedService } from '../support/demo/service';
import { held } from '../support/demo/held';
import { answerConnect, connect, expect, test, testWith } from './support/service';
import { titles } from './support/titles';
import type { Workbench } from './support/workbench';

// Three pages.
const testWithManyTeams = testWith({ teams: 120 });

const removal = { operation: 'removeTeamResourceRole' } as const;

function platform(service: ScriptedService) {
  const team = service.fleet.directory.teams.find(({ name }) => name === 'Platform');
  if (team === undefined) throw new Error('The demo service has no team Platform.');
  return team;
}

function roleUids(service: ScriptedService): readonly string[] {
  return platform(service).resourceRoles.map(({ uid }) => uid);
}

function removals(service: ScriptedService): number {
  return service.requests.filter(({ method }) => method === 'DELETE').length;
}

/** The rows of the Team Roles view. */
function rows({ page }: Workbench): Locator {
  return page.locator('.pane').filter({ hasText: 'Team Roles' }).getByRole('treeitem');
}

/** Expands Platform, whose hover would cover its roles. */
async function expandPlatform(workbench: Workbench): Promise<void> {
  await workbench.expand(workbench.row('Platform'));
  await workbench.leave();
}

/** Selects the first `count` roles of Platform. */
async function selectRoles(workbench: Workbench, count: number): Promise<void> {
  const selected = workbench.page.locator('.pane').filter({ hasText: 'Team Roles' }).locator('.selected');
  // A click on a row is lost while it is being redrawn.
  await expect(async () => {
    await rows(workbench).nth(1).click();
    await rows(workbench)
      .nth(count)
      .click({ modifiers: ['Shift'] });
    await expect(selected).toHaveCount(count, { timeout: 1000 });
  }).toPass();
}

/** Opens the confirmation for removing Resource Cluster Admin from Platform, starting from the palette. */
async function choosePlatformAdmin(workbench: Workbench): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand(titles.removeRole);
  await quickInput.pick('Platform');
  await expect(quickInput.item('Resource Cluster Admin')).toContainText(
    'filter pci-dss · on payments, ledger',
  );
  await quickInput.pick('Resource Cluster Admin');
  await quickInput.accept();
  await expect(workbench.dialog).toBeVisible();
}

/** Presses a button of a message after a second: VS Code limits how many messages it shows in a short time. */
async function answer(message: Locator, button: string): Promise<void> {
  await expect(message).toBeVisible();
  await message.page().waitForTimeout(1000);
  await message.getByRole('button', { name: button }).click();
}

// All steps of a test share one window, because opening a window takes longest.
testWithManyTeams(
  'roles are removed after a confirmation, and restored from a message and a list',
  async ({ workbench, service, vscode }) => {
    const { quickInput, dialog, page } = workbench;
    const remove = dialog.getByRole('button', { name: 'Remove Role' });
    await connect(workbench, service);

    await test.step('a team is found on any page, or by its UID, which must not contain the key', async () => {
      await workbench.runCommand(titles.restoreRole);
      await expect(quickInput.item('No removed roles to restore')).toBeVisible();
      await quickInput.cancel();
      await workbench.runCommand(titles.removeRole);
      await expect(quickInput.item('Platform')).toBeVisible();
      const team = service.fleet.directory.teams[100]?.name ?? '';
      await quickInput.type(team);
      await quickInput.pick(team);
      await expect(quickInput.title).toContainText('Remove Team Resource Role');
      await quickInput.root.getByRole('button', { name: 'Back' }).click();
      await quickInput.pick('Enter Team UID…');
      await expect(quickInput.message).toContainText('Enter the UID of the team');
      // UIDs are logged and saved.
      await quickInput.type(service.apiKey);
      await quickInput.accept();
      await expect(quickInput.message).toContainText('This contains an API key');
      await quickInput.cancel();
    });

    await test.step('one role is removed and restored', async () => {
      await choosePlatformAdmin(workbench);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
      expect(removals(service)).toBe(0);

      await choosePlatformAdmin(workbench);
      await expect(dialog).toContainText('Remove "Resource Cluster Admin" from team "Platform"?');
      for (const text of [
        'Resource Cluster Admin on payments, ledger · filter pci-dss',
        'Team: Platform',
        'Service: Acme (127.0.0.1:',
      ]) {
        await expect(dialog).toContainText(text);
      }
      await expect(dialog).toContainText('Kubeconfigs that members downloaded still work.');
      await workbench.screenshot('remove-role-modal-dark');

      const [first = '', ...others] = roleUids(service);
      await remove.click();
      const message = workbench.notification('Removed "Resource Cluster Admin on ');
      await expect(message).toBeVisible();
      expect(roleUids(service)).toEqual(others);
      const asked = service.requests.filter(({ method }) => method === 'DELETE');
      expect(asked.map(({ path }) => path.split('/').at(-1))).toEqual([first]);

      await answer(message, 'Restore');
      const restored = workbench.notification(
        'Restored "Resource Cluster Admin on payments, ledger" to team "Platform".',
      );
      await expect(restored).toContainText('Its new UID is');
      const back = platform(service).resourceRoles.at(-1);
      expect(back?.roles.map(({ name }) => name)).toEqual(['Resource Cluster Admin']);
      expect(back?.projectUids.map(({ name }) => name)).toEqual(['payments', 'ledger']);
      expect(back?.uid).not.toBe(first);
      await expect(restored).toContainText(back?.uid ?? '-');
      await workbench.clearNotifications();
    });

    await test.step('several are removed with the keyboard, and one of them is refused', async () => {
      await workbench.toggleView('Projects');
      await workbench.toggleView('Team Roles');
      await expandPlatform(workbench);
      await expect(rows(workbench).nth(4)).toHaveAttribute('aria-level', '2');
      const [gone = '', refused = '', ...others] = roleUids(service);
      await selectRoles(workbench, 2);
      await page.keyboard.press('Delete');
      await expect(dialog).toContainText('Remove 2 roles from team "Platform"?');
      service.faults.add({ ...removal, kind: 'status', status: 409, match: new RegExp(refused) });
      await dialog.getByRole('button', { name: 'Remove 2 Roles' }).click();
      await expect(workbench.notification('Removed 1 of 2 roles from team "Platform".')).toContainText(
        'Not removed: ',
      );
      expect(roleUids(service)).toEqual([refused, ...others]);
      expect(roleUids(service)).not.toContain(gone);
      await expect(workbench.row('Platform')).toContainText('3 resource roles');
      await workbench.screenshot('remove-several-done-dark');
      await workbench.clearNotifications();
    });

    await test.step('only one removal runs at a time', async () => {
      const { hold, release } = held();
      const sent = removals(service);
      service.faults.add({ ...hold, operation: 'listTeamResourceRoles' });
      await workbench.row('Resource Cluster Admin').click();
      await page.keyboard.press('Delete');
      await page.keyboard.press('Delete');
      await expect(workbench.notification('Another removal is in progress.')).toBeVisible();
      release();
      await remove.click();
      await expect(workbench.notification('Removed "Resource Cluster Admin on ')).toBeVisible();
      expect(removals(service)).toBe(sent + 1);
    });

    await test.step('removed roles are listed, also after a reload, and restored only to their connection', async () => {
      const other = await startScriptedService();
      try {
        await workbench.runCommand('Poolview: Connect to a Service…');
        await answerConnect(workbench, other, 'Other');
        await expect(workbench.header('Projects')).toContainText('Other');
        const removed = await workbench.earlierNotification('Removed "Resource Cluster Admin on ');
        await removed.getByRole('button', { name: 'Restore' }).click();
        await workbench.earlierNotification(
          `This role was removed through connection Acme (${service.baseUrl}). Switch to that connection to restore it.`,
        );
        await workbench.clearNotifications();
        await workbench.runCommand(titles.restoreRole);
        await expect(
          quickInput.items.filter({ hasText: 'Removed through another connection' }),
        ).toContainText('Acme');
        await quickInput.cancel();
        await workbench.runCommand('Poolview: Switch Connection…');
        await quickInput.pick('Acme');
        await expect(workbench.header('Projects')).toContainText('Acme');
        expect(other.requests.filter(({ operation }) => operation === 'addTeamResourceRole')).toEqual([]);
      } finally {
        await other.close();
      }
      await workbench.waitUntilSaved(/activeConnection\W+Acme/);
      await workbench.open();
      await workbench.openView('Poolview');
      await expect(workbench.row('Platform')).toBeVisible();
      await workbench.runCommand(titles.restoreRole);
      await expect(quickInput.items).toHaveCount(2);
      // The most recently removed role is first.
      await expect(quickInput.items.first()).toContainText('Resource Cluster Admin');
      const item = quickInput.item('Resource Cluster Admin');
      await expect(item).toContainText('Platform · on payments, ledger');
      await expect(item).toContainText(' · Acme');
      await workbench.screenshot('restore-role-list-dark');
      await quickInput.pick('Resource Cluster Admin');
      await quickInput.accept();
      await expect(
        workbench.notification('Restored "Resource Cluster Admin on payments, ledger" to team'),
      ).toBeVisible();
      // A restored role is not listed again.
      await workbench.runCommand(titles.restoreRole);
      await expect(quickInput.items).toHaveCount(1);
      await quickInput.cancel();
    });

    await test.step('without permission, a removal is not offered again until the next refresh', async () => {
      await expandPlatform(workbench);
      const role = workbench.row('Resource Cluster Admin');
      await workbench.press(titles.removeThisRole, role);
      await expect(dialog).toContainText('Resource Cluster Admin');
      service.faults.add({ ...removal, kind: 'status', status: 403 });
      await remove.click();
      await expect(workbench.notification('probably lacks the team.update permission')).toBeVisible();
      await expect(page.locator('.pane .message').filter({ hasText: 'team.update' })).toBeVisible();
      await workbench.openCommandPalette(titles.removeRole);
      await expect(quickInput.items.first()).toBeVisible();
      await expect(quickInput.item(titles.removeRole)).toHaveCount(0);
      await quickInput.cancel();
      await workbench.press('Refresh Team Roles', workbench.view('Team Roles'));
      await expect(page.locator('.pane .message').filter({ hasText: 'team.update' })).toHaveCount(0);
    });

    await test.step('a removal that was interrupted is confirmed at the next start', async () => {
      const before = roleUids(service);
      const sent = removals(service);
      service.faults.add({ ...removal, kind: 'hang' });
      await choosePlatformAdmin(workbench);
      await remove.click();
      await expect.poll(() => removals(service)).toBe(sent + 1);
      await page.goto('about:blank');
      await expect.poll(() => vscode.endExtensionHosts()).toBe(0);
      // The service received the request and removes the role.
      const [gone] = platform(service).resourceRoles.splice(before.length - 1, 1);
      expect(gone?.roles[0]?.name).toBe('Resource Cluster Admin');

      await workbench.open();
      await workbench.openView('Poolview');
      const message = workbench.notification(
        'Earlier removal of "Resource Cluster Admin on payments, ledger" from team "Platform": removed.',
      );
      await expect(message).toBeVisible();
      await answer(message, 'Restore');
      await expect(
        workbench.notification('Restored "Resource Cluster Admin on payments, ledger" to team'),
      ).toBeVisible();
      expect(roleUids(service)).not.toContain(gone?.uid);
      expect(roleUids(service)).toHaveLength(before.length);
    });
  },
);

test('the rows of teams and roles are shown, copied and removed with the keyboard', async ({
  workbench,
  service,
}) => {
  const { page, dialog } = workbench;
  await connect(workbench, service);

  await workbench.toggleView('Projects');
  await workbench.toggleView('Team Roles');
  await expandPlatform(workbench);

  await test.step('the limits of roles are visible at 300 px', async () => {
    await workbench.resizeSidebar(300);
    await expect(workbench.row('Other grants')).toContainText('tenant, project and workspace roles');
    await workbench.screenshot('team-roles-300-dark');
    const hover = await workbench.hover(workbench.row('Resource Cluster Admin'), 'pci-dss: ');
    for (const text of [
      'Platform · resource role',
      'Permissions',
      'delete (cloudconfig.delete, cluster.delete',
      'projects not read',
    ]) {
      await expect(hover).toContainText(text);
    }
    await workbench.leave();
  });

  await test.step('they are copied', async () => {
    const status = page.locator('.statusbar');
    const role = workbench.row('Resource Cluster Admin');
    await role.click();
    await page.keyboard.press('ControlOrMeta+c');
    await expect(status).toContainText('Copied: Resource Cluster Admin');
    await selectRoles(workbench, 2);
    await page.keyboard.press('ControlOrMeta+c');
    await expect(status).toContainText('Copied 2 names');
    await workbench.choose(workbench.row('Platform'), 'Copy', 'Copy UID');
    await expect(status).toContainText(`Copied: ${platform(service).uid}`);
  });

  await test.step('Delete removes the focused role, and says what to select on a team', async () => {
    await rows(workbench).nth(1).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await expect(dialog).toContainText('Remove "Resource Cluster Viewer" from team');
    // The members are known, because the view shows the team.
    await workbench.screenshot('remove-role-effect-dark');
    await dialog.getByRole('button', { name: /^Check Members… \(about \d+ requests\)$/ }).click();
    // The team keeps everything here, so that nothing is said of members. They are not read again.
    await expect(dialog.getByRole('button', { name: /^Check Members/ })).toHaveCount(0);
    await expect(dialog).toContainText(', through tenant role Tenant Viewer');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await rows(workbench).first().click();
    await page.keyboard.press('Delete');
    await expect(workbench.notification('Select the resource roles to remove first.')).toBeVisible();
    await workbench.runCommand(titles.removeRole);
    await expect(dialog).toBeHidden();
    await workbench.quickInput.cancel();
  });

  await test.step('Enter on the other grants of a team opens its review', async () => {
    await rows(workbench).nth(5).click();
    await page.keyboard.press('Enter');
    await expect(page.locator('.tab.active')).toContainText('Access: Acme');
    await workbench.screenshot('team-roles-other-grants-dark');
  });
});
