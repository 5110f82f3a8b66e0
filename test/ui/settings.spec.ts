import { quietSettings } from '../../scripts/vscode/profile';
import { expect, test } from './support/service';

const key = 'a-key-that-nobody-may-see-again';

test('an API key in the settings is reported, what VS Code marks is not, and the key is neither shown nor logged', async ({
  workbench,
  vscode,
  service,
}) => {
  const { page } = workbench;
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
  await expect(workbench.notifications).toHaveCount(1);
  await workbench.screenshot('settings-key');
  await workbench.runCommand('Poolview: Show Log');
  const log = page.locator('.output-view-container, .panel').locator('.view-lines');
  await expect(log).toContainText('A key or password was found in');
  await expect(page.locator('body')).not.toContainText(key);
  expect(await vscode.profile.logs()).not.toContain(key);

  await test.step('the settings are in groups', async () => {
    await workbench.runCommand('Preferences: Open User Settings');
    await page.keyboard.type('@ext:poolview.poolview');
    await expect(page.locator('.settings-toc-wrapper').getByRole('treeitem')).toHaveText([
      /^Extensions/,
      /^Poolview/,
      /^Refresh/,
      /^Attention/,
      /^Connections/,
      /^Agents/,
    ]);
    await workbench.screenshot('settings-groups');
  });
});
