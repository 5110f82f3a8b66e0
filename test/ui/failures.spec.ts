import { connect, expect, test } from './support/service';

/** How many times a failing read is sent before the error is shown. */
const sent = 4;

test('a failed request is shown as a row with the reason, and clicking it retries', async ({
  workbench,
  service,
}) => {
  await connect(workbench, service);
  await workbench.resizeSidebar(640);
  const busy = { code: 'Busy', message: 'come back later', ref: 'r-17' };
  const operation = 'readCloudConfig';
  service.faults.add(
    { kind: 'status', operation, status: 503, body: busy, times: sent },
    { kind: 'html', operation, status: 200 },
  );
  await workbench.expand(workbench.row('payments'));
  await workbench.expand(workbench.row('payments-eu'));
  const error = workbench.row("Couldn't load machine pools");
  await expect(error).toContainText(
    'The service reported an internal error (503, Busy: come back later, ref r-17)',
  );
  await workbench.expand(workbench.row('payments-us'));
  await expect(error.nth(1)).toContainText("The response isn't JSON");
  await workbench.hover(error.first(), 'ref r-17');
  await workbench.screenshot('error-rows-dark');
  await workbench.leave();
  await workbench.setTheme('Default Light Modern');
  await workbench.screenshot('error-rows-light');

  await error.first().click();
  await expect(workbench.row('control-plane')).toBeVisible();
  await workbench.press('Retry', error);
  await expect(error).toBeHidden();
  await expect(workbench.row('control-plane')).toHaveCount(2);
});

test('a failed cluster search still shows cluster names', async ({ workbench, service }) => {
  await connect(workbench, service);
  await workbench.resizeSidebar(640);
  service.faults.add({ kind: 'status', status: 500, operation: 'searchClusters' });
  await workbench.expand(workbench.row('payments'));
  const error = workbench.row("Couldn't load clusters");
  await expect(error).toContainText('The service reported an internal error');
  await expect(workbench.row('payments-eu')).toContainText('60 CPU');
  await workbench.screenshot('search-fails');
  await workbench.expand(workbench.row('payments-eu'));
  await expect(workbench.row('workers')).toContainText('12 machines');
  await error.click();
  await expect(error).toBeHidden();
  await expect(workbench.row('payments-us')).toContainText('3 pools · 14 machines');
  await expect(workbench.row('workers')).toBeVisible();
});

test('a forbidden list is shown as a row, and other lists still load', async ({ workbench, service }) => {
  await connect(workbench, service);
  await workbench.resizeSidebar(640);
  service.faults.add({ kind: 'status', status: 403, operation: 'searchClusters' });
  service.faults.add({ kind: 'status', status: 403, operation: 'readCloudConfig' });
  await workbench.expand(workbench.row('payments'));
  await expect(workbench.row('Cluster details unavailable')).toContainText(
    "the API key can't search clusters",
  );
  await workbench.expand(workbench.row('payments-eu'));
  await expect(workbench.row('Add Machine Pool…')).toContainText(
    "the API key can't list this cluster's pools",
  );
  await workbench.screenshot('forbidden');
  await workbench.expand(workbench.row('payments-us'));
  await expect(workbench.row('workers')).toContainText('9 machines');
});

test('an outage adds one error row, and the other rows keep their severity and show their age', async ({
  workbench,
  service,
}) => {
  await connect(workbench, service);
  // The default sidebar width, plus the activity bar of 48 pixels.
  await workbench.resizeSidebar(348);
  for (const name of ['payments', 'payments-eu', 'control-plane', 'workers']) {
    await workbench.expand(workbench.row(name));
  }
  const machine = workbench.row('payments-eu-workers-5');
  await expect(machine).toContainText('DiskPressure');
  service.faults.add({ kind: 'reset', times: Infinity });
  await workbench.runCommand('Poolview: Refresh');
  const error = workbench.row("Couldn't refresh");
  await expect(error).toContainText("The service can't be reached (ECONNRESET)");
  await expect(machine).toContainText(/DiskPressure · as of \d\d:\d\d/);
  await expect(machine.locator('[class*="itemBadge"]')).toBeVisible();
  await expect(workbench.row('payments')).toContainText(/1 unhealthy cluster · as of \d\d:\d\d/);
  await expect(workbench.page.getByRole('treeitem', { name: /^Error/ })).toHaveCount(1);
  await expect(workbench.row('payments').locator('.codicon-warning')).toBeVisible();
  await workbench.hover(workbench.row('payments-eu'), 'Not updated since');
  await workbench.leave();
  await workbench.inEveryTheme(async (theme) => {
    await workbench.screenshot(`outage-${theme}`);
  });

  service.faults.clear();
  await workbench.press('Retry', error);
  await expect(error).toBeHidden();
  await expect(machine).toBeVisible();
  await expect(machine).not.toContainText('as of');
});

test('a rejected key can be replaced from its error row', async ({ workbench, service }) => {
  const { quickInput } = workbench;
  await connect(workbench, service);
  await workbench.resizeSidebar(640);
  service.faults.add({
    kind: 'status',
    status: 401,
    body: { code: 'Unauthorized', message: 'API key expired' },
  });
  await workbench.runCommand('Poolview: Refresh');
  const error = workbench.row("Couldn't refresh");
  await expect(error).toContainText('The service rejected the API key (401, Unauthorized: API key expired)');
  await workbench.screenshot('key-not-accepted');

  await error.click();
  await expect(quickInput.title).toContainText('API Key for Acme');
  await quickInput.type('still-wrong');
  await quickInput.accept();
  await expect(quickInput.message).toContainText('rejected the API key');
  await quickInput.type(service.apiKey);
  await quickInput.accept();
  await expect(error).toBeHidden();
  await expect(workbench.row('payments')).toBeVisible();
});

test('the log lists requests without the API key', async ({ workbench, service, vscode }) => {
  await connect(workbench, service);
  service.faults.add({
    kind: 'status',
    status: 500,
    body: { code: 'Broken', message: service.apiKey, ref: service.apiKey },
  });
  await workbench.runCommand('Poolview: Refresh');
  await workbench.press('Show Log', workbench.row("Couldn't refresh"));
  await expect(workbench.page.locator('.part.panel')).toContainText('/v1/dashboard/projects');
  await expect
    .poll(() => vscode.profile.logs())
    .toMatch(/POST \/v1\/dashboard\/projects 500 \d+ ms .*"code":"Broken"/);
  expect(await vscode.profile.logs()).not.toContain(service.apiKey);
  await workbench.screenshot('log');
});
