import { held } from '../support/demo/held';
import { FleetPage } from './support/fleetPage';
import { connect, expect, test } from './support/service';

test('the fleet overview answers what is unhealthy, which machine has an address, and copies a list', async ({
  workbench,
  service,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { page, quickInput } = workbench;
  const fleet = new FleetPage(page);
  await page.setViewportSize({ width: 1400, height: 900 });
  await connect(workbench, service);
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  let counted = service.requests.length;
  /** Without those for causes, whose number is that of the clusters that have failed. */
  const operations = () =>
    service.requests
      .slice(counted)
      .map(({ operation }) => operation)
      .filter((operation) => operation !== 'readClusterOverview');

  await test.step('it opens with one request, and one for the clusters that wait for approval', async () => {
    await workbench.press('Open Fleet Overview', workbench.header('Projects'));
    await expect(page.getByRole('tab', { name: 'Fleet: Acme' })).toBeVisible();
    await fleet.watchTable();
    await expect(fleet.coverage).toContainText('38 of 280 clusters · machines not read');
    await expect.poll(operations).toEqual(['searchClusterMetadata', 'listPendingRepaves']);
  });

  await test.step('capacity is read when its tab is selected, and says how full payments-eu is', async () => {
    // With it comes how many pools each cluster has.
    counted = service.requests.length;
    await fleet.tab('Capacity').click();
    await expect(fleet.rowCount).toContainText(/^\s*[1-9]/);
    await fleet.query.fill('cluster:payments-eu');
    await expect(fleet.row('payments-eu')).toContainText(/29.4 of 60 cores \(49%\)\s+72 of 120 GiB \(60%\)/);
    await expect(fleet.button('Cancel')).toHaveCount(0);
    expect(operations()).toEqual(Array(6).fill('searchClusters'));
  });

  const { pool } = service.fleet.pool('payments-uk', 'workers');
  const cluster = workbench.row('payments-uk');
  const badge = page.locator('.activitybar .badge-content').filter({ hasText: /\d/ });
  await workbench.expand(workbench.row('payments'));
  const attention = Number(await badge.textContent());
  await test.step('machines are read with as many requests as announced', async () => {
    await fleet.tab('Overview').click();
    await fleet.watchTable();
    pool.situations.set(0, 'failed');
    await fleet.query.fill('cluster:payments-uk');
    await fleet.button('Refresh').click();
    await expect(fleet.row('payments-uk')).toContainText('Unhealthy');
    await expect(fleet.button('Cancel')).toHaveCount(0);
    await fleet.query.fill('');
    await fleet.choose('Read Machines…');
    await expect(quickInput.item('All Clusters')).toContainText(/[\d,]+ requests/);
    await quickInput.pick('One Project…');
    await quickInput.type('payments');
    const item = quickInput.item('payments');
    counted = service.requests.length;
    const announced = /(\d+) requests/.exec((await item.textContent()) ?? '')?.[1];
    await item.click();
    await expect.poll(operations).toHaveLength(Number(announced));
    await fleet.waitForMachines();
    expect(operations()).toHaveLength(Number(announced));
  });

  await test.step('a cluster that recovers is shown so by Refresh, and until then both statements have their times', async () => {
    await fleet.query.fill('cluster:payments-uk');
    await expect(cluster).toContainText('No valid host was found');
    await expect(badge).toHaveText(String(attention + 1));
    await expect(fleet.tile('Failed')).toHaveText(/1 failed/);
    pool.situations.delete(0);
    const { hold, release } = held();
    // The machines are read again, after the service has said that the cluster is healthy.
    service.faults.add({ ...hold, operation: 'listMachines', times: 2 });
    await fleet.button('Refresh').click();
    await expect(cluster).toContainText(/service: healthy since \d\d:\d\d · No valid host/);
    await expect(cluster).toContainText(/as of \d\d:\d\d/);
    await expect(badge).toHaveText(String(attention));
    await expect(fleet.row('payments-uk')).toContainText(/service: healthy since \d\d:\d\d/);
    release();
    await expect(cluster).not.toContainText('No valid host');
    await expect(fleet.tile('Failed')).toHaveCount(0);
    await expect(fleet.row('payments-uk')).toContainText('Healthy');
    await expect(badge).toHaveText(String(attention));
    // Whatever was read meanwhile.
    expect(await fleet.tableMoves()).toBe(0);
    const tooltip = await workbench.hover(cluster, /Updated \d\d:\d\d/);
    await expect(tooltip).toContainText('Healthy');
    await expect(tooltip).not.toContainText('ailed');
    await workbench.leave();
  });

  await test.step('Refresh of the row of the cluster, and of its project, shows it so, too', async () => {
    for (const refreshed of [cluster, workbench.row('payments')]) {
      pool.situations.set(0, 'failed');
      await workbench.choose(cluster, 'Refresh');
      await expect(cluster).toContainText('No valid host was found');
      await expect(badge).toHaveText(String(attention + 1));
      pool.situations.delete(0);
      await workbench.choose(refreshed, 'Refresh');
      await expect(cluster).not.toContainText('No valid host');
      await expect(badge).toHaveText(String(attention));
    }
  });

  const machine = 'payments-eu-workers-5';
  await test.step('a machine is copied, and a menu is about it', async () => {
    await fleet.query.fill(machine);
    await fleet.choose('Unfold All');
    await expect(fleet.row(machine)).toContainText('DiskPressure: kubelet has disk pressure');
    await fleet.button('Copy for Ticket').click();
    await expect.poll(copied).toContain('### Acme');
    await workbench.choose(fleet.row(machine), 'Copy', 'Copy Name');
    await expect.poll(copied).toBe(machine);
  });

  await test.step('the palette offers no other copies beside those of the page', async () => {
    await workbench.openCommandPalette('Poolview: Copy');
    await expect(quickInput.item('Poolview: Copy Link')).toBeVisible();
    await expect(quickInput.items.filter({ hasText: /for Ticket|as CSV/ })).toHaveCount(0);
    await quickInput.cancel();
  });

  await test.step('a menu on selected rows is about all of them', async () => {
    await fleet.query.fill('payments-eu-workers-');
    await fleet.row(machine).click();
    await fleet.row('payments-eu-workers-4').click({ modifiers: ['ControlOrMeta'] });
    await workbench.choose(fleet.row(machine), 'Copy', 'Copy Name');
    await expect.poll(copied).toMatch(/^payments-eu-workers-[45]\n/);
  });

  await test.step('the keys for copying copy the selected rows as cells, and not the text of the page', async () => {
    await fleet.table.focus();
    await page.keyboard.press('ControlOrMeta+c');
    await expect.poll(copied).toContain('Kind\tName\tSeverity');
    expect((await copied()).trimEnd().split('\n')).toHaveLength(3);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+c');
    await expect.poll(async () => (await copied()).trimEnd().split('\n').length).toBeGreaterThan(5);
    // The cause of the cluster may name the machine, too.
    await fleet.query.fill(`${machine} kind:machine`);
  });

  await test.step('keys reach the page before VS Code, and a key marks the selected rows', async () => {
    await fleet.table.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('c');
    await expect.poll(copied).toContain('### Acme');
    await page.keyboard.press('k');
    await expect(quickInput.root).toBeVisible();
    await quickInput.cancel();
    await fleet.leave();
    await page.keyboard.press('/');
    await expect(fleet.query).toBeFocused();
  });

  await test.step('Enter shows the details, and coming back shows the same without a request', async () => {
    counted = service.requests.length;
    await fleet.table.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const details = page.getByRole('tab', { name: `${machine}.yaml` });
    await expect(details).toBeVisible();
    // Details include events, which are read in addition.
    await expect.poll(operations).toEqual(['listEvents']);
    await page.getByRole('tab', { name: 'Fleet: Acme' }).click();
    await expect(fleet.row(machine)).toBeVisible();
    await expect(fleet.rowCount).toContainText(/^\s*1 of /);
    expect(operations()).toEqual(['listEvents']);
  });

  await test.step('it works with the keyboard', async () => {
    await fleet.query.fill('cluster:payments-eu kind:cluster');
    await fleet.table.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Enter');
    await expect(workbench.row('payments-eu')).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('the line of the overview is saved under a name, and comes back after all was closed', async () => {
    await fleet.query.fill('kind:cluster');
    await fleet.tile('Failed').click();
    await workbench.runCommand('Poolview: Save Query…');
    await expect(quickInput.message).toContainText('kind:cluster state:failed · Fleet Overview');
    await quickInput.type('On call');
    await quickInput.accept();
    await expect(quickInput.root).toBeHidden();
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Poolview: Open Query…');
    await expect(quickInput.item('On call')).toContainText('kind:cluster state:failed');
    await workbench.screenshot('query-open');
    await quickInput.accept();
    await expect(fleet.tile('Failed')).toHaveAttribute('aria-pressed', 'true');
    await expect(fleet.query).toHaveValue('kind:cluster state:failed');
    await expect(workbench.header('Projects')).not.toContainText('kind:cluster');
    await fleet.waitForFocus();
  });

  await test.step('a query is shared as a link, which says what it shows, and deleted with the keyboard', async () => {
    await fleet.button('Clear Query').click();
    await expect(workbench.row('ledger')).toBeVisible();
    await workbench.settle();
    await workbench.runCommand('Poolview: Open Query…');
    await quickInput.input.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName('Copy Link');
    await page.keyboard.press('Enter');
    await expect(page.locator('.statusbar')).toContainText('Copied: ');
    await workbench.runCommand('Developer: Open URL');
    await quickInput.type(await copied());
    await quickInput.accept();
    await workbench.dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(workbench.dialog).toContainText('Open the query of this link?');
    await expect(workbench.dialog).toContainText('kind:cluster state:failed');
    await workbench.dialog.getByRole('button', { name: 'Open Query' }).click();
    await expect(workbench.header('Projects')).toContainText('"kind:cluster state:failed"');
    await expect(workbench.progress).toHaveCount(0);
    // Until something has the focus again after the dialog, a quick pick may be closed.
    await workbench.row('ledger').click();
    await expect(page.locator('.sidebar .monaco-list-row.focused')).toContainText('ledger');
    await workbench.runCommand('Poolview: Open Query…');
    await quickInput.input.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator(':focus')).toHaveAccessibleName('Delete Query');
    await page.keyboard.press('Enter');
    await expect(workbench.notification('Deleted query: On call')).toBeVisible();
    await workbench.runCommand('Poolview: Open Query…');
    await expect(workbench.notification('No queries are saved yet. Run Save Query…')).toBeVisible();
  });

  await test.step('what the overview shows comes back when the window is reloaded', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Poolview: Open Fleet Overview');
    await fleet.query.fill('kind:cluster');
    await fleet.choose('Unfold All');
    await fleet.table.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('End');
    const selected = fleet.table.locator('.row[aria-selected=true]');
    await expect(selected).toBeInViewport({ ratio: 0.95 });
    // State and name: what follows is other data, with its age.
    const [name = ''] = /^[^,]+, [^,]+,/.exec((await selected.getAttribute('aria-label')) ?? '') ?? [];
    expect(name).not.toBe('');
    await workbench.waitUntilSaved(/tab\W+overview.*queries\W+overview\W+kind:cluster/s);
    await workbench.waitUntilSaved(/top\W+[1-9]/);
    await page.reload();
    await expect(fleet.coverage).toContainText('280');
    await expect(fleet.query).toHaveValue('kind:cluster');
    await expect(selected).toHaveAttribute('aria-label', new RegExp(`^${name}`));
    await expect(selected).toBeInViewport({ ratio: 0.95 });
    // Until causes are read, another group is the first. A pointer or a key would keep it there.
    await fleet.table.evaluate('document.querySelector(".grid").scrollTop = 0');
    await expect(fleet.group('ClusterCreateFailed')).toBeVisible();
    await expect(fleet.group('No cause read')).toHaveCount(0);
    await fleet.table.focus();
    await page.keyboard.press('Home');
    await expect(selected).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowDown');
    await expect(selected).toHaveAttribute('aria-expanded', 'true');
  });
});
