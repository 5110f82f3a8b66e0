import { startScriptedService } from '../support/demo/service';
import { held } from '../support/demo/held';
import { answerConnect, connect, expect, test } from './support/service';
import { titles } from './support/titles';
import { webviewFrame } from './support/webview';

// All steps share one window, because opening a window takes longest.
test('the connect command explains what is wrong in its input box, and can go back', async ({
  workbench,
  service,
  vscode,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { quickInput } = workbench;
  await workbench.open();
  await workbench.openView('Poolview');

  await test.step('an invalid URL, host or key', async () => {
    await expect(workbench.page.getByRole('button', { name: 'Try the Demo' })).toBeVisible();
    await workbench.screenshot('welcome');
    await workbench.runCommand('Poolview: Connect to a Service…');

    for (const [url, reason] of [
      ['two words', 'Enter a URL, such as https://api.example.com'],
      ['http://api.example.com', 'Use https://'],
      ['https://me:secret@api.example.com', 'Remove the user name and password'],
      ['https://api.example.com/v1/dashboard/projects?limit=50', 'The base URL is https://api.example.com'],
      ['http://127.0.0.1:9', '127.0.0.1:9 refused the connection'],
      ['https://service.poolview.invalid', 'service.poolview.invalid was not found'],
    ] as const) {
      await quickInput.type(url);
      await quickInput.accept();
      await expect(quickInput.message).toContainText(reason);
    }

    // Without a key, some services redirect to a page for signing in: a second Enter continues.
    service.faults.add({ kind: 'redirect', location: 'https://login.example/' });
    await quickInput.type(`${new URL(service.baseUrl).host}/v1/`);
    await quickInput.accept();
    await expect(quickInput.message).toContainText('redirects to https://login.example');
    await workbench.screenshot('connect-host-warning');
    await quickInput.accept();
    await expect(quickInput.input).toHaveAttribute('type', 'password');
    await expect(quickInput.message).toContainText(`API key for ${service.baseUrl}.`);
    expect(service.requests.some(({ headers }) => 'apikey' in headers)).toBe(false);
    await quickInput.type('not-the-key');
    await quickInput.accept();
    await expect(quickInput.message).toContainText('The service rejected the API key (401');

    // Nothing was saved.
    await quickInput.cancel();
    await expect(workbench.page.getByRole('button', { name: 'Connect to a Service' })).toBeVisible();
  });

  await test.step('the response to a rejected key is plain text, without links or icons', async () => {
    await workbench.runCommand('Poolview: Connect to a Service…');
    await quickInput.type(service.baseUrl);
    await quickInput.accept();
    await expect(quickInput.message).toContainText('API key');
    const message = '[Sign in](command:workbench.action.quit) $(error) https://evil.example';
    service.faults.add({ kind: 'status', status: 401, body: { code: 'Denied', message } });
    await quickInput.type(service.apiKey);
    await quickInput.accept();
    await expect(quickInput.message).toContainText('Sign in');
    await expect(quickInput.message.locator('a, .codicon')).toHaveCount(0);
    await quickInput.cancel();
  });

  await test.step('it goes back a step, and drops the key when the base URL changes', async () => {
    const other = await startScriptedService();
    await workbench.runCommand('Poolview: Connect to a Service…');
    await quickInput.type(other.baseUrl);
    await quickInput.accept();
    await expect(quickInput.message).toContainText(`API key for ${other.baseUrl}.`);
    await other.close();
    await quickInput.type(service.apiKey);
    await quickInput.accept();
    await expect(quickInput.message).toContainText("The service can't be reached (ECONNREFUSED)");
    await quickInput.root.getByRole('button', { name: 'Back' }).click();
    await expect(quickInput.input).toHaveValue(other.baseUrl);
    await quickInput.type(service.baseUrl);
    await quickInput.accept();
    await expect(quickInput.message).toContainText('API key');
    // The key that was entered for the other base URL is not reused.
    await expect(quickInput.input).toHaveValue('');
    await quickInput.type(service.apiKey);
    await quickInput.accept();
    await expect(quickInput.input).toHaveValue(new URL(service.baseUrl).host);
    await quickInput.accept();
    await expect(quickInput.message).toContainText('URL of the web console');
    await quickInput.accept();
    await expect(quickInput.item('Browse only')).toContainClass('focused');
    await workbench.screenshot('connect-read-only');
    await quickInput.accept();
    await expect(workbench.row('payments')).toBeVisible();
  });

  const lock = 'Read-Only: Allow Changes…';
  const { page, dialog } = workbench;
  const entry = { name: new URL(service.baseUrl).host, baseUrl: service.baseUrl };
  /** Edits the settings file, as the user does. */
  const write = async (connection: object): Promise<void> => {
    const settings = { ...(await vscode.profile.settings()), 'poolview.connections': [connection] };
    await workbench.runCommand('Preferences: Open User Settings (JSON)');
    const editor = page.locator('.editor-container .monaco-editor');
    await expect(editor).toContainText('poolview.connections');
    await editor.click();
    await expect(editor).toContainClass('focused');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(JSON.stringify(settings));
    // What VS Code closed itself.
    await page.keyboard.press('ControlOrMeta+Shift+End');
    await page.keyboard.press('Delete');
    await page.keyboard.press('ControlOrMeta+S');
    await expect(page.locator('.tab.dirty')).toHaveCount(0);
  };

  await test.step('a read-only connection has a lock, and no command that changes something', async () => {
    expect((await vscode.profile.settings())['poolview.connections']).toEqual([{ ...entry, readOnly: true }]);
    await workbench.resizeSidebar(300);
    await workbench.toggleView('Team Roles');
    const team = workbench.view('Team Roles · read-only').getByRole('treeitem').first();
    await workbench.expand(team);
    const role = page.getByRole('treeitem', { name: /^Resource role/ }).first();
    await expect(role).toBeVisible();
    await role.hover();
    await expect(workbench.header('Team Roles').getByRole('button', { name: lock })).toBeVisible();
    await workbench.screenshot('read-only-roles');
    await workbench.header('Projects').hover();
    await expect(workbench.header('Projects').getByRole('button', { name: lock })).toBeVisible();
    await role.click();
    await expect(page.getByRole('button', { name: titles.removeThisRole })).toHaveCount(0);
    await page.keyboard.press('Delete');
    await workbench.settle();
    await role.click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Copy' }).first()).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Remove' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await workbench.openCommandPalette('Poolview: Re');
    await expect(quickInput.item('Poolview: Refresh')).toBeVisible();
    await expect(quickInput.items.filter({ hasText: /Remove Team/ })).toHaveCount(0);
    await quickInput.cancel();
    await expect(dialog).toHaveCount(0);
    await expect(workbench.notifications).toHaveCount(0);
  });

  await test.step('an edit of the settings asks once before it allows changes', async () => {
    await write(entry);
    await expect(dialog).toContainText(`Allow changes on ${entry.name}`);
    await workbench.screenshot('read-only-allow-changes');
    // As when the user is still typing.
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await workbench.press(lock, workbench.header('Projects'));
    await expect(dialog).toContainText('Poolview can then remove and restore roles');
    await dialog.getByRole('button', { name: 'Allow Changes' }).click();
    await expect(workbench.header('Team Roles')).not.toContainText('read-only');
    await workbench.header('Projects').hover();
    await expect(page.getByRole('button', { name: lock })).toHaveCount(0);
  });

  await test.step('an edit that makes it read-only takes effect at once, also for what is on the screen', async () => {
    await workbench.expand(page.getByRole('treeitem', { name: /^Team, / }).first());
    await workbench.press(
      titles.removeThisRole,
      page.getByRole('treeitem', { name: /^Resource role/ }).first(),
    );
    await dialog.getByRole('button', { name: 'Remove Role' }).click();
    await expect(workbench.notification('Removed "')).toBeVisible();
    await write({ ...entry, readOnly: true });
    await expect(workbench.header('Team Roles')).toContainText('read-only');
    await expect(dialog).toHaveCount(0);
    service.clearRequests();
    const removed = await workbench.earlierNotification('Removed "');
    await removed.getByRole('button', { name: 'Restore' }).click();
    const refused = await workbench.earlierNotification("wasn't restored");
    await expect(refused).toContainText('The connection is read-only.');
    await workbench.clearNotifications();
    expect(service.requests.filter(({ operation }) => operation === 'addTeamResourceRole')).toEqual([]);

    await workbench.runCommand(titles.showRemovedRoles);
    await expect(quickInput.items).toHaveCount(1);
    await quickInput.items.first().click();
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toContain('"Platform"');

    await workbench.runCommand('Poolview: Review Access…');
    await workbench.quickInput.item('All Teams').click();
    const review = webviewFrame(page);
    await expect(review.getByRole('button', { name: 'Finish Review…' })).toBeVisible();
    await expect(review.getByRole('button', { name: /^Remove .*Roles?…$/ })).toHaveCount(0);
    await workbench.screenshot('read-only-review');
  });
});

test('a connection survives a restart, and the user can switch between two and disconnect', async ({
  workbench,
  service,
  vscode,
}) => {
  const { quickInput, dialog } = workbench;
  await connect(workbench, service);

  await test.step('commands work before the view is opened, with the key, which is not in the settings', async () => {
    await workbench.openView('Explorer');
    await workbench.open();
    service.clearRequests();
    await workbench.runCommand('Poolview: Refresh');
    await workbench.openView('Poolview');
    await expect(workbench.row('payments')).toBeVisible();
    expect(service.requests.every(({ headers }) => headers['apikey'] === service.apiKey)).toBe(true);
    const settings = JSON.stringify(await vscode.profile.settings());
    expect(settings).toContain(service.baseUrl);
    expect(settings).not.toContain(service.apiKey);
    expect(await vscode.profile.logs()).not.toContain(service.apiKey);
  });

  const other = await startScriptedService({ projects: 3 });
  try {
    await test.step('the user switches to another connection, and disconnects after confirming', async () => {
      await workbench.runCommand('Poolview: Connect to a Service…');
      await answerConnect(workbench, other, 'Beta');
      await expect(workbench.page.locator('.sidebar').getByRole('treeitem')).toHaveCount(3);
      await expect(workbench.page.locator('.sidebar')).toContainText(`Beta (${new URL(other.baseUrl).host})`);

      await workbench.runCommand('Poolview: Switch Connection…');
      await expect(quickInput.item('Beta')).toContainText('In use');
      // No rows of the previous connection are shown while the service is not responding.
      const { hold, release } = held();
      service.faults.add({ ...hold, times: Infinity });
      await quickInput.pick('Acme');
      await expect(workbench.page.locator('.sidebar')).toContainText('Acme (');
      await expect(workbench.page.locator('.sidebar').getByRole('treeitem')).toHaveCount(0);
      await expect(workbench.progress).toBeVisible();
      release();
      await expect(workbench.row('payments')).toBeVisible();

      await workbench.runCommand('Poolview: Disconnect…');
      await expect(dialog).toContainText('Disconnect from Acme?');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(workbench.page.locator('.sidebar')).toContainText('Acme (');
      await workbench.runCommand('Poolview: Disconnect…');
      await dialog.getByRole('button', { name: 'Disconnect' }).click();
      await expect(workbench.page.locator('.sidebar')).toContainText('Beta (');
    });
  } finally {
    await other.close();
  }
});
