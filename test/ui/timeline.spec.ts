import { quietSettings } from '../../scripts/vscode/profile';
import { FleetPage } from './support/fleetPage';
import { noon } from './support/noon';
import { answerConnect, connect, expect, test } from './support/service';

test.use(noon);

test('the timeline tells what happened in the fleet, by keyboard alone, and a message leads to it', async ({
  workbench,
  service,
  vscode,
}) => {
  const { dialog, page } = workbench;
  const fleet = new FleetPage(page);
  const editor = page.locator('.editor-container .view-lines');
  await page.setViewportSize({ width: 1600, height: 900 });
  await vscode.profile.resetUser({
    ...quietSettings,
    'poolview.notify': 'problems',
    'poolview.autoRefreshHidden': true,
  });
  await connect(workbench, service);
  const refresh = () => workbench.press('Refresh', workbench.header('Projects'));
  const { pool } = service.fleet.pool('payments-eu', 'workers');
  const [failing, recovering, leaving] = [2, 5, 12].map((number) => `payments-eu-workers-${number}`) as [
    string,
    string,
    string,
  ];
  for (const name of ['payments', 'payments-eu', 'workers']) await workbench.expand(workbench.row(name));
  await expect(workbench.row(leaving)).toBeVisible();

  await test.step('a tab of the overview shows it, with at most four requests and no cluster', async () => {
    await workbench.runCommand('Poolview: Open Fleet Overview');
    await expect(fleet.coverage).toBeVisible();
    const sent = service.requests.length;
    await fleet.tab('Timeline').click();
    await expect(fleet.table.getByRole('row').nth(2)).toBeVisible();
    await expect(fleet.panel).toContainText('Today');
    const operations = service.requests.slice(sent).map(({ operation }) => operation);
    // The Overview tab, which was open before, still reads causes.
    expect(operations.filter((name) => name !== 'readClusterOverview').length).toBeLessThanOrEqual(4);
    expect(operations).not.toContain('searchClusterMetadata');
    // Nothing that was read once counts as unchanged.
    await expect(fleet.main).toContainText(/Tracking changes since|No changes in \d+ clusters/);
  });

  await test.step('a refresh finds a failure, a recovery and a machine that is gone', async () => {
    pool.situations.set(1, 'failed');
    pool.situations.delete(4);
    pool.size = 11;
    await refresh();
    await fleet.source('What changed').click();
    await expect(fleet.entry(failing, '→ Failed')).toBeVisible();
    await expect(fleet.entry(recovering, 'DiskPressure →')).toBeVisible();
    await expect(fleet.entry(leaving, 'Disappeared')).toBeVisible();
    // What it did to its pool is folded below it. What contains an item is shown where its name does not say it.
    const size = '12 machines → 11 machines';
    await fleet.entry(leaving, 'Disappeared').locator('.fold').click();
    await expect(fleet.entry('payments › payments-eu', size)).toBeVisible();
    // There is no message while the changes are visible.
    await expect(workbench.notifications).toHaveCount(0);
  });

  await test.step('the keyboard alone selects the tab, a row, opens it beside and shows its item in the tree', async () => {
    await fleet.tab('Timeline').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(fleet.tab('Capacity')).toBeFocused();
    await expect(fleet.entry(failing, '→ Failed')).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await expect(fleet.entry(failing, '→ Failed')).toBeVisible();
    await fleet.query.fill(`${failing} failed`);
    await expect(fleet.entry(recovering, '')).toHaveCount(0);
    const focused = fleet.table.and(fleet.frame.locator(':focus'));
    while ((await focused.count()) === 0) await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(editor.last()).toContainText('→ Failed');
    await expect(editor.last()).toContainText('before:');
    // The focus stays in the table.
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(workbench.row(failing)).toHaveAttribute('aria-selected', 'true');
    await workbench.runCommand('View: Close Other Editors in Group');
    await fleet.button('Clear Filter').click();
  });

  await test.step('an event is opened with its whole message', async () => {
    await fleet.query.fill('KubeletHasDiskPressure');
    await fleet.entry('payments-eu-workers-5', 'KubeletHasDiskPressure').first().dblclick();
    await expect(editor.last()).toContainText('/var/lib/containerd is 93% full');
    await page.getByRole('tab', { name: 'Fleet: Acme' }).click();
  });

  await test.step('a message reports what a refresh found while nothing of it is visible', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Preferences: Open User Settings');
    await page.keyboard.type('poolview.autoRefreshSeconds');
    await page.getByRole('spinbutton', { name: 'poolview.autoRefreshSeconds' }).fill('60');
    await expect.poll(() => vscode.profile.settings()).toMatchObject({ 'poolview.autoRefreshSeconds': 60 });
    await workbench.runCommand('View: Close All Editors');
    await workbench.openView('Explorer');
    pool.situations.set(1, 'provisioning');
    const message = workbench.notification('payments-eu is healthy again');
    // The interval is 60 seconds.
    await expect(message).toBeVisible({ timeout: 120_000 });
    await workbench.screenshot('timeline-message-dark');
    await message.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(fleet.entry(failing, '→ Provisioning')).toBeVisible();
    await workbench.openView('Poolview');
  });

  await test.step('disconnecting drops what was read, also for the same connection later', async () => {
    await expect(workbench.row('payments')).toBeVisible();
    await workbench.row(failing).click();
    const details = page.getByRole('tab', { name: `${failing}.yaml` });
    await expect(details).toBeVisible();
    await page.getByRole('tab', { name: 'Fleet: Acme' }).click();
    await workbench.runCommand('Poolview: Disconnect…');
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(details).toHaveCount(0);
    await workbench.runCommand('Poolview: Connect to a Service…');
    await answerConnect(workbench, service, 'Acme');
    await expect(workbench.row('payments')).toBeVisible();
    await expect(fleet.main).toContainText(/Tracking changes since|No changes in \d+ clusters/);
    await fleet.source('What changed').click();
    await expect(fleet.entry(failing, '→ Provisioning')).toHaveCount(0);
  });
});
