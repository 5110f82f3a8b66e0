import { connect, expect, test } from './support/service';

/** How often a read is sent to a service that has a problem, before that is told. */
const sent = 4;

test('a failure is a row with what failed and why, and a click tries again', async ({
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

test('a search that fails costs the states of the clusters, not their names', async ({
  workbench,
  service,
}) => {
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
  await expect(workbench.row('payments-us')).toContainText('openstack · Running');
  await expect(workbench.row('workers')).toBeVisible();
});

test('what the API key may not do costs its own branch, and a row says so', async ({
  workbench,
  service,
}) => {
  await connect(workbench, service);
  await workbench.resizeSidebar(640);
  service.faults.add({ kind: 'status', status: 403, operation: 'searchClusters' });
  service.faults.add({ kind: 'status', status: 403, operation: 'readCloudConfig' });
  await workbench.expand(workbench.row('payments'));
  await expect(workbench.row('Names of clusters only')).toContainText('the API key may not search clusters');
  await workbench.expand(workbench.row('payments-eu'));
  await expect(workbench.row('Add machine pool…')).toContainText('the API key may not list the pools');
  await workbench.screenshot('forbidden');
  await workbench.expand(workbench.row('payments-us'));
  await expect(workbench.row('workers')).toContainText('9 machines');
});

test('when the service is gone the rows stay, and come to life again with it', async ({
  workbench,
  service,
}) => {
  await connect(workbench, service);
  await workbench.resizeSidebar(640);
  await workbench.expand(workbench.row('payments'));
  await expect(workbench.row('payments-eu')).toContainText('openstack');
  service.faults.add({ kind: 'reset', times: Infinity });
  await workbench.runCommand('Poolview: Refresh');
  const error = workbench.row("Couldn't load projects");
  await expect(error).toContainText("The service can't be reached (ECONNRESET)");
  // What is known stays, and says that it is old news.
  await expect(workbench.row('payments')).toHaveAccessibleName(/not up to date/);
  await workbench.hover(workbench.row('payments-eu'), 'Not updated since');
  await workbench.screenshot('service-gone');

  service.faults.clear();
  await error.click();
  await expect(error).toBeHidden();
  await expect(workbench.row('payments-eu')).toBeVisible();
  await expect(workbench.row('payments')).not.toHaveAccessibleName(/not up to date/);
});

test('a key that is no longer accepted is replaced from the row that says so', async ({
  workbench,
  service,
}) => {
  const { quickInput } = workbench;
  await connect(workbench, service);
  await workbench.resizeSidebar(640);
  service.faults.add({
    kind: 'status',
    status: 401,
    body: { code: 'Unauthorized', message: 'API key expired' },
  });
  await workbench.runCommand('Poolview: Refresh');
  const error = workbench.row("Couldn't load projects");
  await expect(error).toContainText('The service rejected the API key (401, Unauthorized: API key expired)');
  await workbench.screenshot('key-not-accepted');

  await error.click();
  await expect(quickInput.title).toContainText('API Key of Acme');
  await quickInput.type('still-wrong');
  await quickInput.accept();
  await expect(quickInput.message).toContainText('rejected the API key');
  await quickInput.type(service.apiKey);
  await quickInput.accept();
  await expect(error).toBeHidden();
  await expect(workbench.row('payments')).toBeVisible();
});

test('the log says what was asked, without the key', async ({ workbench, service, vscode }) => {
  await connect(workbench, service);
  service.faults.add({
    kind: 'status',
    status: 500,
    body: { code: 'Broken', message: service.apiKey, ref: service.apiKey },
  });
  await workbench.runCommand('Poolview: Refresh');
  await workbench.press('Show Log', workbench.row("Couldn't load projects"));
  await expect(workbench.page.locator('.part.panel')).toContainText('/v1/dashboard/projects');
  await expect
    .poll(() => vscode.profile.logs())
    .toMatch(/POST \/v1\/dashboard\/projects 500 \d+ ms .*"code":"Broken"/);
  expect(await vscode.profile.logs()).not.toContain(service.apiKey);
  await workbench.screenshot('log');
});
