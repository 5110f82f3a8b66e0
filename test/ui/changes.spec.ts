import { quietSettings } from '../../scripts/vscode/profile';
import { FleetPage } from './support/fleetPage';
import { answerConnect, connect, expect, test } from './support/service';

test('Show Changes lists what a refresh found, one click from its row, and as text, and a message reports it', async ({
  workbench,
  service,
  vscode,
}) => {
  const { dialog, page } = workbench;
  const fleet = new FleetPage(page);
  await page.setViewportSize({ width: 1400, height: 900 });
  await vscode.profile.resetUser({
    ...quietSettings,
    'poolview.notify': 'all',
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

  await test.step('nothing that was read once counts as unchanged, and no request is sent', async () => {
    for (const name of ['payments', 'payments-eu', 'workers']) await workbench.expand(workbench.row(name));
    await expect(workbench.row(leaving)).toBeVisible();
    const sent = service.requests.length;
    await workbench.runCommand('Poolview: Show Changes');
    await expect(fleet.tab('Changes')).toHaveAttribute('aria-selected', 'true');
    await expect(fleet.panel).toContainText('Tracking changes since');
    await expect(fleet.panel).toContainText('have been read only once: refresh to compare them.');
    await expect(fleet.panel).not.toContainText('No changes');
    expect(service.requests.length).toBe(sent);
  });

  await test.step('a refresh finds a failure, a recovery and a machine that is gone', async () => {
    pool.situations.set(1, 'failed');
    pool.situations.delete(4);
    pool.size = 11;
    await refresh();
    await expect(fleet.change(failing, '→ Failed')).toBeVisible();
    await expect(fleet.change(recovering, 'DiskPressure →')).toBeVisible();
    await expect(fleet.change(leaving, 'Disappeared')).toBeVisible();
    await expect(fleet.change('workers', '12 machines → 11 machines').first()).toBeVisible();
    await expect(fleet.change(failing, 'payments › payments-eu › workers')).toBeVisible();
    // The line of the cluster that only repeats this is folded.
    await expect(fleet.change(failing, 'also payments-eu: ')).toBeVisible();
    // There is no message while the changes are visible.
    await expect(workbench.notifications).toHaveCount(0);
    await workbench.screenshot('changes-found-dark');
  });

  await test.step('one click reveals a row', async () => {
    await workbench.expand(workbench.row('identity'));
    await fleet.change(failing, '→ Failed').click();
    await expect(workbench.row(failing)).toHaveAttribute('aria-selected', 'true');
    await expect(fleet.change(leaving, 'Disappeared').getByRole('button')).toHaveCount(0);
  });

  await test.step('so does the keyboard', async () => {
    const button = fleet.change(failing, '→ Failed').getByRole('button');
    await button.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    const last = fleet.panel.getByRole('listitem').getByRole('button').last();
    await expect(last).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(workbench.row((await last.textContent())?.trim() ?? '').first()).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });

  await test.step('the list can be filtered', async () => {
    const rows = fleet.panel.getByRole('listitem');
    const all = await rows.count();
    await fleet.panel.getByRole('textbox', { name: 'Filter' }).fill(recovering);
    await expect(rows).not.toHaveCount(all);
    await fleet.panel.getByRole('textbox', { name: 'Filter' }).fill('');
    await expect(rows).toHaveCount(all);
  });

  await test.step('the tabs work with the arrow keys', async () => {
    await fleet.tab('Changes').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(fleet.tab('Capacity')).toBeFocused();
    await expect(fleet.change(failing, '→ Failed')).toBeHidden();
    await page.keyboard.press('ArrowRight');
    await expect(fleet.change(failing, '→ Failed')).toBeVisible();
  });

  await test.step('the changes are opened as text', async () => {
    await fleet.button('Open as Text').click();
    await expect(page.getByRole('tab', { name: 'Changes in Acme.log' })).toBeVisible();
    await expect(page.locator('.monaco-editor .view-lines')).toContainText(failing);
  });

  await test.step('a message reports what a refresh found while nothing of it is visible', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Poolview: Turn On Auto-Refresh');
    await workbench.openView('Explorer');
    pool.situations.set(1, 'provisioning');
    const message = workbench.notification(`${failing}: Failed → Provisioning.`);
    // The interval is 60 seconds.
    await expect(message).toBeVisible({ timeout: 120_000 });
    await workbench.screenshot('changes-message-dark');
    await message.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(fleet.change(failing, '→ Provisioning')).toBeVisible();
    await workbench.openView('Poolview');
  });

  await test.step('disconnecting drops what was read, also for the same connection later', async () => {
    await expect(workbench.row('payments')).toBeVisible();
    await workbench.row(failing).click();
    const details = page.getByRole('tab', { name: `${failing}.yaml` });
    await expect(details).toBeVisible();
    await workbench.runCommand('Poolview: Show Changes');
    await workbench.runCommand('Poolview: Disconnect…');
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(details).toHaveCount(0);
    await workbench.runCommand('Poolview: Connect to a Service…');
    await answerConnect(workbench, service, 'Acme');
    await expect(workbench.row('payments')).toBeVisible();
    await expect(fleet.panel).toContainText('Tracking changes since');
    await expect(fleet.panel).not.toContainText(failing);
  });
});
