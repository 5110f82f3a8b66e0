import type { ScriptedService } from '../support/demo/service';
import { FleetPage } from './support/fleetPage';
import { connect, expect, testWith } from './support/service';
import { titles } from './support/titles';

const test = testWith({ profile: 'interface' });

/**
 * The requests since the last call, without those for metrics, which hovers send wherever the mouse rests; `-` marks an
 * operation that the service does not support.
 */
function asked(service: ScriptedService): readonly string[] {
  const operations = service.requests
    .filter(({ path }) => !path.startsWith('/v1/metrics/'))
    .map(({ operation }) => operation ?? '-');
  service.clearRequests();
  return operations;
}

/** A machine has shown that its cluster needs attention: the overview of the cluster may say why. */
async function waitForOverview({ requests }: ScriptedService): Promise<void> {
  await expect.poll(() => requests.some(({ path }) => path.endsWith('/overview'))).toBe(true);
}

// All steps share one window, because opening a window takes longest.
test('a service with only the three operations of the interface profile is fully usable', async ({
  workbench,
  service,
}) => {
  const { page, quickInput, dialog } = workbench;
  const fleet = new FleetPage(page);
  await connect(workbench, service);
  await workbench.resizeSidebar(620);

  await test.step('what it does not list can be entered', async () => {
    // Connecting checked the host and tried the POST listing once.
    expect(asked(service)).toEqual(['listProjectsGet', '-', 'listProjectsGet']);

    await workbench.expand(workbench.row('payments'));
    await expect(workbench.row('Cluster details unavailable')).toContainText(
      "this service can't search clusters",
    );
    // In the project, and for everything: the project could be missing.
    expect(asked(service)).toEqual(['-', '-']);
    await workbench.expand(workbench.row('payments-eu'));
    const add = workbench.row('Add Machine Pool…');
    await expect(add).toContainText("the service doesn't list this cluster's pools");
    expect(asked(service)).toEqual(['-']);

    // A cluster is asked for by its own path: that another one was not found says nothing about it.
    for (const name of ['payments-us', 'payments-ap', 'payments-uk']) {
      await workbench.expand(workbench.row(name));
    }
    await workbench.expand(workbench.row('ledger'));
    await expect(add).toHaveCount(4);
    await expect(workbench.row('ledger-eu')).toBeVisible();
    expect(asked(service)).toEqual(['-', '-', '-']);
    for (const name of ['payments-us', 'payments-ap', 'payments-uk']) {
      await workbench.row(name).locator('.monaco-tl-twistie').click();
    }

    await add.click();
    await expect(quickInput.message).toContainText('Cloud type of the cluster');
    await expect(quickInput.input).toHaveValue('openstack');
    await quickInput.accept();
    await expect(quickInput.message).toContainText('UID of the cluster');
    await quickInput.type(service.fleet.pool('payments-eu', 'workers').cluster.configUid);
    await quickInput.accept();
    await expect(quickInput.message).toContainText('Name of the machine pool');
    await quickInput.type('no-such-pool');
    await quickInput.accept();
    await expect(quickInput.message).toContainText('Not found (404');
    await quickInput.type('control-plane');
    await quickInput.accept();
    await expect(workbench.row('control-plane')).toContainText('added manually');

    // A row that VS Code renders again under the mouse does not receive the click.
    await expect(async () => {
      await workbench.press('Add or Rename Machine Pool…', workbench.row('control-plane'));
      await expect(quickInput.message).toContainText('Current name of the machine pool', { timeout: 3000 });
    }).toPass();
    await quickInput.type('workers');
    await quickInput.accept();
    await expect(workbench.row('control-plane')).toBeHidden();
    await expect(workbench.row('workers')).toBeVisible();
    asked(service);
    await workbench.expand(workbench.row('workers'));
    await expect(workbench.row('payments-eu-workers-1')).toBeVisible();
    await expect(workbench.row('workers')).toContainText('11 of 12 healthy · added manually');
    await waitForOverview(service);
    expect(asked(service)).toEqual(['listMachines', '-']);
    await workbench.screenshot('pinned-pool');

    await workbench.press('Remove From View', workbench.row('workers'));
    await expect(workbench.row('workers')).toBeHidden();
    await workbench.notification('is no longer shown').getByRole('button', { name: 'Undo' }).click();
    await expect(workbench.row('workers')).toBeVisible();

    const team = service.fleet.directory.teams[0];
    const role = team?.resourceRoles[0]?.uid ?? '';
    await workbench.runCommand(titles.removeRole);
    await quickInput.pick('Enter Team UID…');
    await expect(quickInput.message).toContainText('Enter the UID of the team');
    await quickInput.type(team?.uid ?? '');
    await quickInput.accept();
    await expect(quickInput.message).toContainText(
      "The service doesn't list this team's roles. Enter the UIDs",
    );
    await quickInput.type(role);
    await quickInput.accept();
    await expect(dialog).toContainText("Can't be restored: Poolview doesn't have the details.");
    await dialog.getByRole('button', { name: 'Remove Role' }).click();
    await expect(workbench.notification('Removed "')).toBeVisible();
    expect(team?.resourceRoles.some(({ uid }) => uid === role)).toBe(false);
  });

  await test.step('the loaded projects are filtered, which is said', async () => {
    await workbench.collapseAll();
    asked(service);
    await workbench.runCommand('Poolview: Filter Projects…');
    await expect(workbench.quickInput.input).toHaveAttribute(
      'placeholder',
      /^Filter loaded projects by name/,
    );
    await workbench.quickInput.type('PLATFORM');
    await workbench.quickInput.accept();
    const sidebar = workbench.page.locator('.sidebar');
    await expect(workbench.row('payments')).toBeHidden();
    await expect(workbench.row('data-platform')).toBeVisible();
    await expect(sidebar).toContainText(
      'Filtered by "PLATFORM". Only loaded projects are searched (50 of 128), because this service can\'t search.',
    );
    await workbench.row('Load more').click();
    await expect(sidebar).toContainText('(100 of 128)');
    // The loaded rows stay, and only the next page was requested.
    expect(asked(service)).toEqual(['listProjectsGet']);

    await workbench.runCommand('Poolview: Filter Projects…');
    await workbench.quickInput.type('no-such-name');
    await workbench.quickInput.accept();
    const none = workbench.row('No matching projects');
    await expect(none).toContainText('among loaded projects');
    await none.click();
    await expect(workbench.row('payments')).toBeVisible();
    await expect(sidebar).not.toContainText('Filtered by');
    expect(asked(service)).toEqual([]);
  });

  await test.step('the overview shows what only projects count as not read, and no use that is not reported', async () => {
    await page.setViewportSize({ width: 1400, height: 900 });
    await workbench.runCommand('Poolview: Open Fleet Overview');
    await expect(fleet.tile('Not read')).toContainText('280');
    for (const [line, rows] of [
      ['is:problem', '0 of 280'],
      ['state:failed', '0 of 280'],
      ['state:healthy', '0 of 280'],
      ['state:notRead', '280 of 280'],
      ['', '280 of 280'],
    ] as const) {
      await fleet.query.fill(line);
      await expect(fleet.rowCount).toHaveText(rows);
    }
    await page.keyboard.press('Escape');
    await fleet.tile('Not read').click();
    await expect(fleet.query).toHaveValue('state:notRead');
    await expect(fleet.tile('Failed')).toHaveCount(0);
    await expect(fleet.tile('Healthy')).toHaveCount(0);
    await fleet.tab('Capacity').click();
    const use = fleet.table.getByRole('row').nth(1);
    await expect(use).toContainText(/\d+ cores \(use not reported\)/);
    await expect(use.locator('.bar')).toHaveClass('bar unknown');
    await fleet.expectAccessible();
    await workbench.screenshot('fleet-summaries-dark');
  });
});
