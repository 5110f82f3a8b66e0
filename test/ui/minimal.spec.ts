import { startDemoService } from '../../src/demo/server';
import { connect, expect, test } from './support/service';

test('a service with the three operations only is fully usable', async ({ workbench }) => {
  const service = await startDemoService({
    without: [
      'listProjectsPost',
      'readCluster',
      'readCloudConfig',
      'listTeamResourceRoles',
      'addTeamResourceRole',
    ],
  });
  try {
    const { quickInput, dialog } = workbench;
    await connect(workbench, service);
    await workbench.resizeSidebar(520);
    // The POST was tried once, when the connection was made.
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);

    await workbench.expand(workbench.row('payments'));
    await workbench.expand(workbench.row('payments-eu'));
    const add = workbench.row('Add machine pool…');
    await expect(add).toContainText('the service does not list the pools of this cluster');
    await workbench.screenshot('pools-not-listed');
    await add.click();
    await quickInput.type(service.fleet.pool('payments-eu', 'workers').cluster.configUid);
    await quickInput.accept();
    await expect(quickInput.message).toContainText('Name of the machine pool');
    await quickInput.type('no-such-pool');
    await quickInput.accept();
    await expect(quickInput.message).toContainText('the service does not know it');
    await quickInput.type('workers');
    await quickInput.accept();
    await workbench.expand(workbench.row('workers'));
    await expect(workbench.row('payments-eu-workers-1')).toBeVisible();
    await expect(workbench.row('workers')).toContainText('11 of 12 healthy · added by hand');
    await workbench.screenshot('pinned-pool');

    await workbench.press('Remove From View', workbench.row('workers'));
    await expect(workbench.row('workers')).toBeHidden();
    await workbench.notification('no longer shows').getByRole('button', { name: 'Undo' }).click();
    await expect(workbench.row('workers')).toBeVisible();

    const team = service.fleet.directory.teams[0];
    const role = team?.resourceRoles[0]?.uid ?? '';
    await workbench.runCommand('Poolview: Remove Team Resource Role…');
    await quickInput.pick('Type the uid of a team…');
    await expect(quickInput.message).toContainText('Uid of the team');
    await quickInput.type(team?.uid ?? '');
    await quickInput.accept();
    await quickInput.pick('The service lists no roles for this team: type the uid of one…');
    await expect(quickInput.message).toContainText('Uid of the resource role');
    await quickInput.type(role);
    await quickInput.accept();
    await expect(dialog).toContainText('not known, since only its uid was entered');
    await workbench.screenshot('remove-role-typed');
    await dialog.getByRole('button', { name: 'Remove Role' }).click();
    await expect(workbench.notification('Removed the resource role')).toBeVisible();
    expect(team?.resourceRoles.some(({ uid }) => uid === role)).toBe(false);
  } finally {
    await service.close();
  }
});
