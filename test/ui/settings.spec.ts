import { quietSettings } from '../../scripts/vscode/profile';
import { connect, expect, test } from './support/service';

const key = 'a-key-that-nobody-may-see-again';

test('invalid settings are reported once, with a button that opens them', async ({ workbench, vscode }) => {
  const { page } = workbench;
  await vscode.profile.resetUser({
    ...quietSettings,
    // The file has only one line.
    'editor.wordWrap': 'on',
    'poolview.connections': [{ name: 'Acme', baseUrl: 'http://api.example.com' }, 'https://api.example.com'],
    'poolview.pageSize': 500,
  });
  await workbench.open();
  await workbench.openView('Poolview');
  const message = workbench.notification('These settings have invalid values');
  await expect(message).toContainText('poolview.connections, poolview.pageSize.');
  await expect(workbench.notifications).toHaveCount(1);
  // The view explains the problem, not only that nothing is connected.
  await expect(page.locator('.sidebar')).toContainText('None of the connections in your settings are valid.');
  await workbench.screenshot('settings-problem');

  await message.getByRole('button', { name: 'Open Settings' }).click();
  const editor = page.locator('.editor-container .monaco-editor');
  await expect(editor).toContainText('"http://api.example.com"');
  // VS Code reports the schema errors.
  await workbench.runCommand('View: Toggle Problems');
  const said = page.locator('.panel .markers-panel');
  await expect(said).toContainText('Enter a URL, such as https://api.example.com');
  await expect(said).toContainText('Incorrect type. Expected "object"');
  await expect(said).toContainText('Value is above the maximum of 50.');
  await workbench.screenshot('settings-problem-in-file');
  await expect
    .poll(() => vscode.profile.logs())
    .toContain('These settings have invalid values: poolview.connections');
});

test('an API key in the settings is reported first, and is neither shown nor logged', async ({
  workbench,
  vscode,
  service,
}) => {
  await vscode.profile.resetUser({
    ...quietSettings,
    'poolview.pageSize': 500,
    'poolview.connections': [{ name: 'Acme', baseUrl: service.baseUrl, apiKey: key }],
    'poolview.token': key,
  });
  await workbench.open();
  await workbench.openView('Poolview');
  const message = workbench.notification(
    'A key or password was found in poolview.connections, poolview.token.',
  );
  await expect(message).toContainText('treat it as compromised');
  await workbench.screenshot('settings-key');
  await expect(message).toContainText('These settings have invalid values: poolview.pageSize.');
  await workbench.runCommand('Poolview: Show Log');
  const log = workbench.page.locator('.output-view-container, .panel').locator('.view-lines');
  await expect(log).toContainText('A key or password was found in');
  await expect(workbench.page.locator('body')).not.toContainText(key);
  expect(await vscode.profile.logs()).not.toContain(key);
});

test('valid settings cause no message and are in groups, and auto-refresh updates rows in place', async ({
  workbench,
  service,
  vscode,
}) => {
  const { page } = workbench;
  await vscode.profile.resetUser({ ...quietSettings, 'poolview.autoRefreshSeconds': 10 });
  await connect(workbench, service);
  await workbench.expand(workbench.row('payments'));
  const cluster = workbench.row('payments-eu');
  await cluster.click();
  await expect(workbench.row('checkout')).toContainText('2 clusters');
  const checkout = service.fleet.projects.find(({ name }) => name === 'checkout');
  if (checkout !== undefined) checkout.isDisabled = true;
  await expect(workbench.row('checkout')).toContainText('disabled');
  await expect(cluster).toContainClass('focused');
  await workbench.hover(workbench.row('checkout'), 'Updated ');
  await workbench.screenshot('auto-refresh');
  await expect(workbench.notifications).toHaveCount(0);
  await workbench.leave();
  await workbench.runCommand('Preferences: Open User Settings');
  await page.keyboard.type('@ext:poolview.poolview');
  const groups = page.locator('.settings-toc-wrapper').getByRole('treeitem');
  await expect(groups).toHaveText([
    /^Extensions/,
    /^Poolview/,
    /^Connections/,
    /^Refresh/,
    /^Attention/,
    /^Agents/,
  ]);
  await workbench.screenshot('settings-groups');
});
