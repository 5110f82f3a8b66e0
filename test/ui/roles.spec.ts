import type { Locator } from '@playwright/test';
import type { ResourceRole } from '../../src/demo/fleet/grants';
import { startScriptedService, type ScriptedService } from '../support/demo/service';
import { answerConnect, connect, enterConnection, expect, held, test } from './support/service';
import type { Workbench } from './support/workbench';

const removal = { operation: 'removeTeamResourceRole' } as const;

function platform(service: ScriptedService) {
  const team = service.fleet.directory.teams.find(({ name }) => name === 'Platform');
  if (team === undefined) throw new Error('The demo service has no team Platform.');
  return team;
}

function roleUids(service: ScriptedService): readonly string[] {
  return platform(service).resourceRoles.map(({ uid }) => uid);
}

/** Gives Platform a fifth role with a unique name. */
function addFifthRole({ fleet }: ScriptedService, team: ReturnType<typeof platform>): void {
  const { roles } = fleet.directory;
  fleet.addResourceRole(team, {
    roles: roles.slice(-1),
    projectUids: fleet.projects.slice(3, 5).map(({ name, uid }) => ({ name, uid })),
    filterRefs: [],
  });
}

function removals(service: ScriptedService): number {
  return service.requests.filter(({ method }) => method === 'DELETE').length;
}

/** The rows of the Team Roles view. */
function rows({ page }: Workbench): Locator {
  return page.locator('.pane').filter({ hasText: 'Team Roles' }).getByRole('treeitem');
}

/** Opens the Team Roles view and expands Platform. */
async function openTeam(workbench: Workbench): Promise<void> {
  await workbench.toggleView('Projects');
  await workbench.toggleView('Team Roles');
  await expandPlatform(workbench);
}

async function expandPlatform(workbench: Workbench): Promise<void> {
  await workbench.expand(workbench.row('Platform'));
  // The team's hover would cover its roles.
  await workbench.leave();
}

/** Gives Platform its first roles again. */
async function reset(
  workbench: Workbench,
  service: ScriptedService,
  initial: readonly ResourceRole[],
): Promise<void> {
  service.faults.clear();
  await workbench.clearNotifications();
  // Without any roles first, the rows could still be the old ones, which may be as many.
  for (const roles of [[], initial]) {
    platform(service).resourceRoles.splice(0, Infinity, ...roles);
    await workbench.press('Refresh Team Roles', workbench.view('Team Roles'));
    const shown = expect(workbench.row('Platform'));
    await (roles === initial ? shown : shown.not).toContainText('4 resource roles');
  }
  await expect(rows(workbench).nth(4)).toHaveAttribute('aria-level', '2');
}

/** The same, for a service that lists roles. */
async function openRoles(workbench: Workbench): Promise<void> {
  await openTeam(workbench);
  await expect(rows(workbench).nth(1)).toHaveAttribute('aria-level', '2');
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
  await workbench.runCommand('Poolview: Remove Team Resource Role…');
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
test('roles are removed from the palette after a confirmation, and restored from messages and a list', async ({
  workbench,
  service,
  vscode,
}) => {
  const { quickInput, dialog, page } = workbench;
  await connect(workbench, service);
  await workbench.runCommand('Poolview: Restore Removed Role…');
  await expect(quickInput.item('No removed roles to restore')).toBeVisible();
  await quickInput.cancel();

  await test.step('one role is removed and restored', async () => {
    // Canceling removes nothing.
    await choosePlatformAdmin(workbench);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    expect(removals(service)).toBe(0);

    await workbench.runCommand('Poolview: Remove Team Resource Role…');
    await expect(quickInput.item('Platform')).toBeVisible();
    await workbench.screenshot('remove-role-team');
    await quickInput.pick('Platform');
    await expect(quickInput.item('Resource Cluster Admin')).toBeVisible();
    await workbench.screenshot('remove-role-role');
    await quickInput.pick('Resource Cluster Admin');
    await quickInput.accept();
    await expect(dialog).toContainText('Remove "Resource Cluster Admin" from team "Platform"?');
    for (const text of ['Projects: payments, ledger', 'Team: Platform', 'Service: Acme (127.0.0.1:']) {
      await expect(dialog).toContainText(text);
    }
    await expect(dialog).toContainText('Kubeconfigs that members downloaded still work.');
    await workbench.screenshot('remove-role-modal-dark');

    const [first = '', ...others] = roleUids(service);
    await dialog.getByRole('button', { name: 'Remove Role' }).click();
    const message = workbench.notification('Removed "Resource Cluster Admin" from team "Platform".');
    await expect(message).toBeVisible();
    await workbench.screenshot('remove-role-done');
    expect(roleUids(service)).toEqual(others);
    const asked = service.requests.filter(({ method }) => method === 'DELETE');
    expect(asked.map(({ path }) => path.split('/').at(-1))).toEqual([first]);

    await answer(message, 'Restore');
    const restored = workbench.notification('Restored "Resource Cluster Admin" to team "Platform".');
    await expect(restored).toContainText('Its new UID is');
    await workbench.screenshot('restore-role-done');
    const back = platform(service).resourceRoles.at(-1);
    expect(back?.roles.map(({ name }) => name)).toEqual(['Resource Cluster Admin']);
    expect(back?.projectUids.map(({ name }) => name)).toEqual(['payments', 'ledger']);
    expect(back?.uid).not.toBe(first);
    await expect(restored).toContainText(back?.uid ?? '-');
  });

  await test.step('removed roles are listed, also after the window is reloaded', async () => {
    for (const name of ['Resource Cluster Admin', 'Resource Cluster Editor']) {
      await workbench.runCommand('Poolview: Remove Team Resource Role…');
      await quickInput.pick('Platform');
      await quickInput.pick(name);
      await quickInput.accept();
      await dialog.getByRole('button', { name: 'Remove Role' }).click();
      await expect(workbench.notification(`Removed "${name}" from team`)).toBeVisible();
      await page.waitForTimeout(1000);
    }

    await workbench.open();
    await workbench.openView('Poolview');
    await expect(workbench.row('payments')).toBeVisible();
    await workbench.runCommand('Poolview: Restore Removed Role…');
    await expect(quickInput.items).toHaveCount(2);
    // The most recently removed role is first.
    await expect(quickInput.items.first()).toContainText('Resource Cluster Editor');
    const item = quickInput.item('Resource Cluster Admin');
    await expect(item).toContainText('Platform · on payments, ledger');
    await expect(item).toContainText(' · Acme');
    await workbench.screenshot('restore-role-list-dark');
    await quickInput.pick('Resource Cluster Admin');
    await quickInput.accept();
    await expect(workbench.notification('Restored "Resource Cluster Admin" to team')).toBeVisible();
    expect(
      platform(service)
        .resourceRoles.at(-1)
        ?.projectUids.map(({ name }) => name),
    ).toEqual(['payments', 'ledger']);
    // A restored role is not listed again.
    await workbench.runCommand('Poolview: Restore Removed Role…');
    await expect(quickInput.items).toHaveCount(1);
    await expect(quickInput.items).toContainText('Resource Cluster Editor');
    await quickInput.cancel();
  });

  await test.step('a removal that was interrupted is confirmed at the next start', async () => {
    const before = roleUids(service);
    const sent = removals(service);
    service.faults.add({ ...removal, kind: 'hang' });
    await choosePlatformAdmin(workbench);
    await dialog.getByRole('button', { name: 'Remove Role' }).click();
    await expect.poll(() => removals(service)).toBe(sent + 1);
    await page.goto('about:blank');
    await expect.poll(() => vscode.endExtensionHosts()).toBe(0);
    // The service received the request and removes the role.
    const [gone] = platform(service).resourceRoles.splice(before.length - 1, 1);
    expect(gone?.roles[0]?.name).toBe('Resource Cluster Admin');

    await workbench.open();
    await workbench.openView('Poolview');
    const message = workbench.notification(
      'An earlier removal is confirmed: "Resource Cluster Admin" was removed from team "Platform".',
    );
    await expect(message).toBeVisible();
    await workbench.screenshot('remove-interrupted-dark');
    await answer(message, 'Restore');
    await expect(workbench.notification('Restored "Resource Cluster Admin" to team')).toBeVisible();
    expect(roleUids(service)).not.toContain(gone?.uid);
    expect(roleUids(service)).toHaveLength(before.length);
  });
});

test('the rows of teams and roles are shown, copied and removed with the keyboard', async ({
  workbench,
  service,
}) => {
  const { page, dialog } = workbench;
  await connect(workbench, service);

  await test.step('Show Team Roles shows the team even if the view is collapsed, as it is at first', async () => {
    await workbench.row('payments').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show Team Roles…' }).hover();
    await page.keyboard.press('Enter');
    await workbench.quickInput.pick('Payments SRE');
    const row = workbench.row('Payments SRE');
    await expect(row).toHaveAttribute('aria-selected', 'true');
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    await expect(row).toContainClass('focused');
    await expect(workbench.notifications).toHaveCount(0);
  });

  await workbench.toggleView('Projects');
  await expandPlatform(workbench);

  await test.step('the limits of roles are visible at 300 px, and other access below them', async () => {
    await workbench.resizeSidebar(300);
    await workbench.expand(workbench.row('Other access').first());
    await workbench.leave();
    await expect(workbench.row('Project Editor')).toContainText('project role on ');
    await expect(workbench.row('Platform')).toContainText(' other grants');
    await workbench.screenshot('other-access-300-dark');
    await workbench.row('Project Editor').click({ button: 'right' });
    await workbench.screenshot('other-access-menu-dark');
    await page.keyboard.press('Escape');
    const hover = await workbench.hover(workbench.row('Resource Cluster Admin'), 'pci-dss (');
    for (const text of ['Allows', 'delete (cloudconfig.delete, cluster.delete', 'projects not read']) {
      await expect(hover).toContainText(text);
    }
    await workbench.screenshot('role-hover-allows-dark');
    await workbench.leave();
  });

  await test.step('their details are shown and copied', async () => {
    const status = page.locator('.statusbar');
    const role = workbench.row('Resource Cluster Admin');
    await role.click({ button: 'right' });
    await workbench.screenshot('role-menu-dark');
    await page.getByRole('menuitem', { name: 'Show Details' }).hover();
    await page.keyboard.press('Enter');
    const editor = page.locator('.editor-container .view-lines');
    await expect(editor).toContainText('# Resource Cluster Admin on payments, ledger · filter pci-dss');
    await expect(editor).toContainText(roleUids(service)[0] ?? '-');
    await expect(page.locator('.tab.active')).toContainText('Resource Cluster Admin.yaml');
    await workbench.screenshot('role-details-dark');

    await role.click();
    await page.keyboard.press('ControlOrMeta+c');
    await expect(status).toContainText('Copied: Resource Cluster Admin');
    await selectRoles(workbench, 2);
    await page.keyboard.press('ControlOrMeta+c');
    await expect(status).toContainText('Copied 2 names');
    await workbench.row('Platform').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).hover();
    await page.getByRole('menuitem', { name: 'Copy UID' }).hover();
    await page.keyboard.press('Enter');
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
    await expect(dialog).toContainText('Keeps through tenant role Tenant Viewer');
    await workbench.screenshot('remove-role-members-dark');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await rows(workbench).first().click();
    await page.keyboard.press('Delete');
    await expect(workbench.notification('Select the resource roles to remove first.')).toBeVisible();
    await workbench.runCommand('Poolview: Remove Team Resource Role…');
    await expect(dialog).toBeHidden();
    await workbench.quickInput.cancel();
  });
});

test('several roles are removed at once, until the user or the service stops it', async ({
  workbench,
  service,
}) => {
  const { page, dialog, quickInput } = workbench;
  const initial = [...platform(service).resourceRoles];
  await connect(workbench, service);
  await workbench.resizeSidebar(420);
  await openRoles(workbench);

  await test.step('one can be refused and another already removed', async () => {
    const team = platform(service);
    addFifthRole(service, team);
    await workbench.press('Refresh Team Roles', workbench.view('Team Roles'));
    const [, refused = '', gone = '', ...others] = roleUids(service);
    await expect(workbench.row('Platform')).toContainText('5 resource roles');
    await workbench.screenshot('team-roles-dark');
    const hover = await workbench.hover(workbench.row('Resource Cluster Admin'), 'payments, ledger');
    for (const text of [
      'Projects',
      'payments, ledger',
      'Filters',
      'pci-dss',
      'Team',
      'Platform',
      'UID',
      roleUids(service)[0] ?? '-',
    ]) {
      await expect(hover).toContainText(text);
    }
    await workbench.screenshot('team-roles-hover-dark');
    await workbench.leave();

    await selectRoles(workbench, 5);
    await page.keyboard.press('Delete');
    await expect(dialog).toContainText('Remove 5 roles from team "Platform"?');
    await expect(dialog).toContainText('Resource Cluster Admin on payments, ledger · filter pci-dss');
    await workbench.screenshot('remove-five-modal-dark');
    service.faults.add({ ...removal, kind: 'status', status: 409, match: new RegExp(refused) });
    team.resourceRoles.splice(roleUids(service).indexOf(gone), 1);
    await dialog.getByRole('button', { name: 'Remove 5 Roles' }).click();
    const message = workbench.notification('Removed 3 of 5 roles from team "Platform".');
    await expect(message).toContainText('Already removed: ');
    await expect(message).toContainText('Not removed: Resource Cluster Viewer on atlas.');
    expect(roleUids(service)).toEqual([refused]);
    await expect(workbench.row('Platform')).toContainText('1 resource role');
    await workbench.screenshot('remove-five-done-dark');

    await answer(message, 'Restore');
    await expect(workbench.notification('Restored 3 of 3 roles. Their UIDs have changed.')).toBeVisible();
    expect(roleUids(service)).toHaveLength(4);
    for (const uid of others) expect(roleUids(service)).not.toContain(uid);
    await expect(workbench.row('Platform')).toContainText('4 resource roles');
    await workbench.screenshot('restore-three-done-dark');
  });

  await test.step('canceling stops it', async () => {
    await reset(workbench, service, initial);
    const [first = '', second = '', ...others] = roleUids(service);
    const { hold, release } = held();
    service.faults.add({ ...removal, ...hold, match: new RegExp(second) });
    await selectRoles(workbench, 4);
    await page.keyboard.press('Delete');
    await dialog.getByRole('button', { name: 'Remove 4 Roles' }).click();
    const progress = workbench.notification('Removing roles: 2 of 4');
    await expect(progress).toBeVisible();
    await expect(rows(workbench).filter({ hasText: 'removing…' })).toHaveCount(1);
    await workbench.screenshot('remove-several-progress-dark');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    release();
    const message = workbench.notification('Removed 2 of 4 roles from team "Platform".');
    await expect(message).toContainText('Skipped: ');
    await workbench.screenshot('remove-several-cancelled-dark');
    expect(roleUids(service)).toEqual(others);
    expect(roleUids(service)).not.toContain(first);
    await expect(workbench.row('Platform')).toContainText('2 resource roles');
  });

  await test.step('a rejected key stops it', async () => {
    await reset(workbench, service, initial);
    const before = roleUids(service);
    const sent = removals(service);
    await selectRoles(workbench, 3);
    await page.keyboard.press('Delete');
    await expect(dialog).toBeVisible();
    service.faults.add({ ...removal, kind: 'status', status: 401 });
    await dialog.getByRole('button', { name: 'Remove 3 Roles' }).click();
    const message = workbench.notification('Removed 0 of 3 roles');
    await expect(message).toContainText('The service rejected the API key');
    await expect(message).toContainText('Skipped: ');
    await workbench.screenshot('remove-wrong-key-dark');
    expect(roleUids(service)).toEqual(before);
    expect(removals(service)).toBe(sent + 1);
    await answer(message, 'Replace API Key…');
    await expect(quickInput.message).toContainText('API key');
    await quickInput.cancel();
  });
});

test('a removal that is not carried out says why', async ({ workbench, service }) => {
  const { page, dialog, quickInput } = workbench;
  const initial = [...platform(service).resourceRoles];
  await connect(workbench, service);
  await openRoles(workbench);

  await test.step('without permission, it is not offered again until the next refresh', async () => {
    await workbench.press('Remove…', workbench.row('Resource Cluster Admin'));
    await expect(dialog).toContainText('Resource Cluster Admin');
    service.faults.add({ ...removal, kind: 'status', status: 403 });
    await dialog.getByRole('button', { name: 'Remove Role' }).click();
    await expect(workbench.notification('probably lacks the team.update permission')).toBeVisible();
    const said = page.locator('.pane .message').filter({ hasText: 'team.update' });
    await expect(said).toContainText('Refresh to try again.');
    await expect(async () => {
      await rows(workbench).nth(1).hover();
      await expect(rows(workbench).nth(1).getByRole('button', { name: 'Remove…' })).toHaveCount(0, {
        timeout: 1000,
      });
    }).toPass();
    await workbench.screenshot('remove-not-permitted-dark');
    await workbench.openCommandPalette('Poolview: Remove Team Resource Role');
    await expect(quickInput.item('Poolview: Remove Team Resource Role…')).toHaveCount(0);
    await quickInput.cancel();

    await workbench.press('Refresh Team Roles', workbench.view('Team Roles'));
    await expect(said).toHaveCount(0);
    await workbench.press('Remove…', workbench.row('Resource Cluster Admin'));
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('the message says whether a role is not confirmed, already removed or changed', async () => {
    await reset(workbench, service, initial);
    const remove = workbench.dialog.getByRole('button', { name: 'Remove Role' });
    service.faults.add({ ...removal, kind: 'reset' });
    await choosePlatformAdmin(workbench);
    service.faults.add(
      // The role is reread before it is removed.
      { operation: 'listTeamResourceRoles', kind: 'delay', milliseconds: 0 },
      { operation: 'listTeamResourceRoles', kind: 'status', status: 500 },
    );
    await remove.click();
    await expect(workbench.notification("isn't confirmed")).toBeVisible();
    await workbench.screenshot('remove-role-unknown');

    // VS Code shows at most three toasts within 800 ms, and a test is faster than a user.
    await page.waitForTimeout(800);
    const [gone] = platform(service).resourceRoles.splice(0, 1);
    expect(gone?.roles[0]?.name).toBe('Resource Cluster Admin');
    await workbench.press('Remove…', workbench.row('Resource Cluster Admin'));
    await expect(
      workbench.notification('Team "Platform" doesn\'t have "Resource Cluster Admin".'),
    ).toBeVisible();
    await expect(workbench.row('Resource Cluster Admin')).toHaveCount(0);
    await expect(workbench.dialog).toBeHidden();

    await selectRoles(workbench, 2);
    platform(service).resourceRoles.splice(0, 1);
    await workbench.page.keyboard.press('Delete');
    await expect(workbench.dialog).toContainText(
      'Remove "Resource Cluster Viewer, Resource Cluster Profile Viewer" from team',
    );
    await expect(workbench.dialog).toContainText('Already removed: Resource Cluster Viewer on atlas');
    await workbench.screenshot('remove-one-gone-modal-dark');
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.row('Platform')).toContainText('2 resource roles');

    await selectRoles(workbench, 1);
    await workbench.page.keyboard.press('Delete');
    await expect(workbench.dialog).toBeVisible();
    const [role] = platform(service).resourceRoles;
    if (role === undefined) throw new Error('Platform has no role.');
    const projectUids = [...role.projectUids, { uid: 'added', name: 'added-meanwhile' }];
    platform(service).resourceRoles[0] = { ...role, projectUids };
    const before = removals(service);
    await remove.click();
    await expect(workbench.dialog).toContainText('The role changed after you confirmed.');
    await expect(workbench.dialog).toContainText('added-meanwhile');
    await workbench.screenshot('remove-changed-modal-dark');
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.dialog).toBeHidden();
    expect(removals(service)).toBe(before);
  });

  await test.step('only one runs at a time, and a role is restored only to its own connection', async () => {
    await reset(workbench, service, initial);
    const other = await startScriptedService();
    try {
      const { hold, release } = held();
      const sent = removals(service);
      service.faults.add({ ...hold, operation: 'listTeamResourceRoles' });
      await rows(workbench).nth(1).click();
      await page.keyboard.press('Delete');
      await page.keyboard.press('Delete');
      await expect(workbench.notification('Another removal is in progress.')).toBeVisible();
      release();
      await dialog.getByRole('button', { name: 'Remove Role' }).click();
      const message = workbench.notification('Removed "Resource Cluster Admin" from team');
      await expect(message).toBeVisible();
      expect(removals(service)).toBe(sent + 1);

      await workbench.runCommand('Poolview: Connect to a Service…');
      await answerConnect(workbench, other, 'Other');
      await expect(workbench.header('Projects')).toContainText('Other');
      await answer(message, 'Restore');
      await expect(
        workbench.notification(
          `This role was removed through connection Acme (${service.baseUrl}). Switch to that connection to restore it.`,
        ),
      ).toBeVisible();
      await workbench.runCommand('Poolview: Restore Removed Role…');
      await expect(quickInput.items.filter({ hasText: 'Removed through another connection' })).toContainText(
        'Acme',
      );
      await workbench.screenshot('restore-role-elsewhere-dark');
      await quickInput.cancel();
      for (const asked of [service, other]) {
        expect(asked.requests.filter(({ operation }) => operation === 'addTeamResourceRole')).toEqual([]);
      }

      await workbench.runCommand('Poolview: Switch Connection…');
      await quickInput.pick('Acme');
      await workbench.runCommand('Poolview: Restore Removed Role…');
      await quickInput.pick('Resource Cluster Admin');
      await expect(workbench.notification('Restored "Resource Cluster Admin" to team')).toBeVisible();
    } finally {
      await other.close();
    }
  });
});

test('roles are removed by UID if the service lists neither teams nor roles', async ({ workbench }) => {
  const service = await startScriptedService({ profile: 'interface' });
  try {
    const { quickInput, dialog } = workbench;
    await enterConnection(workbench, service, 'Small');
    await expect(workbench.row('payments')).toBeVisible();
    await openTeam(workbench);
    await expect(rows(workbench).nth(1)).toContainText("The service doesn't list this team's roles");
    await workbench.screenshot('team-roles-interface-dark');
    await rows(workbench).nth(1).click();
    await expect(quickInput.message).toContainText("The service doesn't list this team's roles.");
    // UIDs are logged and saved, so they must not contain the key.
    await quickInput.type(service.apiKey);
    await quickInput.accept();
    await expect(quickInput.message).toContainText('This contains an API key');
    const [first = '', second = '', ...others] = roleUids(service);
    await quickInput.type(`${first} ${second}`);
    await quickInput.accept();
    await expect(dialog).toContainText('Remove 2 roles from team "Platform"?');
    await expect(dialog).toContainText("Poolview doesn't have the details needed to restore them.");
    await workbench.screenshot('remove-typed-modal-dark');
    await dialog.getByRole('button', { name: 'Remove 2 Roles' }).click();
    await expect(workbench.notification('Removed 2 of 2 roles')).toBeVisible();
    expect(roleUids(service)).toEqual(others);
    // Operations that the service doesn't offer are not requested again. As long as the roles of one team only are not
    // found, that team may be missing: the view and both clicks ask for them.
    await rows(workbench).nth(1).click();
    await expect(quickInput.message).toContainText("The service doesn't list this team's roles.");
    await quickInput.cancel();
    const asked = (pattern: RegExp) => service.requests.filter(({ path }) => pattern.test(path)).length;
    expect(asked(/^\/v1\/teams(?:\?|$)/)).toBe(1);
    expect(asked(/\/resourceRoles$/)).toBe(3);
  } finally {
    await service.close();
  }
});

test('teams load in pages, and Show Team Roles finds a team on any page', async ({ workbench }) => {
  const service = await startScriptedService({ teams: 120 });
  try {
    const { page, quickInput } = workbench;
    await enterConnection(workbench, service, 'Many');
    await expect(workbench.row('payments')).toBeVisible();
    const team = service.fleet.directory.teams[100]?.name ?? '';
    const lists = () => service.requests.filter(({ operation }) => operation === 'listTeams').length;
    // A view that has not been opened sends no requests.
    expect(lists()).toBe(0);
    await workbench.toggleView('Team Roles');
    await expect(rows(workbench).first()).toContainText('Platform');
    expect(lists()).toBe(1);
    await workbench.row('payments').click({ button: 'right' });
    const item = page.getByRole('menuitem', { name: 'Show Team Roles…' });
    await item.hover();
    await page.keyboard.press('Enter');
    await quickInput.pick('Payments SRE');
    const row = workbench.row('Payments SRE');
    await expect(row).toHaveAttribute('aria-selected', 'true');
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    await workbench.screenshot('team-roles-from-project-dark');

    await workbench.runCommand('Poolview: Remove Team Resource Role…');
    await expect(quickInput.item('Platform')).toBeVisible();
    await quickInput.type(team);
    await expect(quickInput.item('Load more')).toContainText('50 of 120');
    await quickInput.pick('Load more');
    await expect(quickInput.item('Load more')).toContainText('100 of 120');
    await quickInput.pick('Load more');
    await quickInput.pick(team);
    await expect(quickInput.title).toContainText('Remove Team Resource Role');
    await quickInput.root.getByRole('button', { name: 'Back' }).click();
    await expect(quickInput.item('Enter Team UID…')).toBeVisible();
    await quickInput.cancel();
  } finally {
    await service.close();
  }
});
