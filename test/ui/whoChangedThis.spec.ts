import { FleetPage } from './support/fleetPage';
import { connect, expect, test } from './support/service';
import { titles } from './support/titles';

test('Who Changed This? shows the audit entries of a cluster and of a team, also after a removal', async ({
  workbench,
  service,
}) => {
  const { page, dialog } = workbench;
  const { panel } = new FleetPage(page);
  await connect(workbench, service);
  await workbench.resizeSidebar(300);

  await test.step('of a cluster', async () => {
    await workbench.expand(workbench.row('payments'));
    await workbench.choose(workbench.row('payments-eu'), 'Who Changed This?');
    await expect(panel).toContainText('Kwame Mensah');
    await expect(panel).toContainText('Upgraded pack fluent-bit from 0.47.10 to 0.48.5');
    await expect(panel).not.toContainText('KubeletHasDiskPressure');
    await expect(panel).not.toContainText('@');
  });

  await test.step('of a team', async () => {
    await workbench.toggleView('Team Roles');
    await workbench.choose(workbench.row('Platform'), 'Who Changed This?');
    await expect(panel).toContainText(' to the team');
    await expect(panel).not.toContainText('fluent-bit');
  });

  await test.step('of a team from which a role was removed', async () => {
    await workbench.expand(workbench.row('Platform'));
    await workbench.leave();
    await workbench.press(titles.removeThisRole, workbench.row('Resource Cluster Admin'));
    await dialog.getByRole('button', { name: 'Remove Role' }).click();
    const message = workbench.notification('Removed "Resource Cluster Admin on ');
    await message.getByRole('button', { name: 'Show Audit Entry' }).click();
    await expect(panel).toContainText('Removed the resource role Resource Cluster Admin');
  });
});
