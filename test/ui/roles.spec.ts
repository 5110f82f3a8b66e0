import type { DemoService } from '../../src/demo/server';
import { connect, expect, test } from './support/service';
import type { Workbench } from './support/workbench';

/** Walks from the palette to the modal that asks whether Platform shall lose Cluster Admin. */
async function choosePlatformAdmin(workbench: Workbench): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand('Poolview: Remove Team Resource Role…');
  await expect(quickInput.item('payments')).toContainText('Platform');
  await quickInput.pick('payments');
  await quickInput.pick('Platform');
  await expect(quickInput.item('Cluster Admin')).toContainText('on payments, ledger');
  await quickInput.pick('Cluster Admin');
  await expect(workbench.dialog).toBeVisible();
}

function platformRoles(service: DemoService): readonly string[] {
  const team = service.fleet.directory.teams.find(({ name }) => name === 'Platform');
  return (team?.resourceRoles ?? []).map(({ uid }) => uid);
}

test('removing a resource role, after one question that names everything', async ({ workbench, service }) => {
  const { quickInput, dialog } = workbench;
  await connect(workbench, service);
  await workbench.runCommand('Poolview: Remove Team Resource Role…');
  await expect(quickInput.item('payments')).toBeVisible();
  await workbench.screenshot('remove-role-project');
  await quickInput.pick('payments');
  await expect(quickInput.item('Platform')).toBeVisible();
  await workbench.screenshot('remove-role-team');
  await quickInput.pick('Platform');
  await expect(quickInput.item('Cluster Admin')).toBeVisible();
  await workbench.screenshot('remove-role-role');
  await quickInput.pick('Cluster Admin');
  await expect(dialog).toContainText('Remove this resource role from the team Platform?');
  for (const text of ['Role: Cluster Admin', 'Projects: payments, ledger', 'Service: Acme (127.0.0.1:']) {
    await expect(dialog).toContainText(text);
  }
  await workbench.screenshot('remove-role-modal-dark');

  const [first = '', ...others] = platformRoles(service);
  await dialog.getByRole('button', { name: 'Remove Role' }).click();
  await expect(
    workbench.notification('Removed the resource role Cluster Admin from the team Platform.'),
  ).toBeVisible();
  await workbench.screenshot('remove-role-done');
  expect(platformRoles(service)).toEqual(others);
  const removals = service.requests.filter(({ method }) => method === 'DELETE');
  expect(removals.map(({ path }) => path.split('/').at(-1))).toEqual([first]);
});

test('a no removes nothing', async ({ workbench, service }) => {
  await connect(workbench, service);
  await workbench.setTheme('Default Light Modern');
  await choosePlatformAdmin(workbench);
  await workbench.screenshot('remove-role-modal-light');
  await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(workbench.dialog).toBeHidden();
  expect(service.requests.some(({ method }) => method === 'DELETE')).toBe(false);
});

test('the outcome is told as it was: gone already, refused, not known', async ({ workbench, service }) => {
  await connect(workbench, service);
  const remove = workbench.dialog.getByRole('button', { name: 'Remove Role' });
  const aim = { operation: 'removeTeamResourceRole' } as const;

  service.faults.add({ ...aim, kind: 'status', status: 403 });
  await choosePlatformAdmin(workbench);
  await remove.click();
  await expect(workbench.notification('the API key is not permitted to do this')).toBeVisible();

  service.faults.add({ ...aim, kind: 'reset' });
  await choosePlatformAdmin(workbench);
  service.faults.add({ operation: 'listTeamResourceRoles', kind: 'status', status: 500 });
  await remove.click();
  await expect(workbench.notification('It is not known whether')).toBeVisible();
  await workbench.screenshot('remove-role-unknown');

  service.faults.add({ ...aim, kind: 'status', status: 404 });
  await choosePlatformAdmin(workbench);
  await remove.click();
  await expect(workbench.notification('no longer had the resource role')).toBeVisible();
});

test('a list of projects that cannot be had is no reason not to type the team', async ({
  workbench,
  service,
}) => {
  const { quickInput } = workbench;
  await connect(workbench, service);
  const aim = { operation: 'listProjectsPost' } as const;
  service.faults.add({ ...aim, kind: 'status', status: 403 }, { ...aim, kind: 'status', status: 500 });
  await workbench.runCommand('Poolview: Remove Team Resource Role…');
  const failure = quickInput.item('Cannot list the projects');
  await expect(failure).toContainText('not permitted');
  await workbench.screenshot('remove-role-projects-not-listed');
  await quickInput.pick('Type the uid of a team…');
  await quickInput.root.getByRole('button', { name: 'Back' }).click();
  await expect(failure).toContainText('a problem of its own');
  await failure.click();
  await expect(quickInput.item('payments')).toBeVisible();
});

test('going back changes the choice', async ({ workbench, service }) => {
  const { quickInput } = workbench;
  await connect(workbench, service);
  await workbench.runCommand('Poolview: Remove Team Resource Role…');
  await quickInput.pick('payments');
  await quickInput.pick('Platform');
  await expect(quickInput.item('Cluster Admin')).toBeVisible();
  await quickInput.root.getByRole('button', { name: 'Back' }).click();
  await expect(quickInput.item('Payments SRE')).toBeVisible();
  await quickInput.root.getByRole('button', { name: 'Back' }).click();
  await expect(quickInput.item('ledger')).toBeVisible();
});
