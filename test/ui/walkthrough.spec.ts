import { expect, test } from './support/service';

test('the walkthrough checks off a step when its action succeeds, and the demo leaves nothing behind', async ({
  workbench,
  vscode,
}) => {
  const { page, quickInput, dialog } = workbench;
  await page.setViewportSize({ width: 1800, height: 1000 });
  await workbench.open();
  await workbench.runCommand('Poolview: Get Started');
  const step = (title: string) => page.locator('.getting-started-step', { hasText: title });
  const done = (title: string) => step(title).getByRole('checkbox', { checked: true });
  await expect(page.locator('.getting-started-step')).toHaveCount(12);

  const picture = page.getByRole('img', { name: 'The Projects view before connecting' });
  await expect(picture).toHaveAttribute('srcset', /connect-dark\.png/);
  await workbench.setTheme('Default Light Modern');
  // Escape, which closes the Command Palette, also leaves the walkthrough.
  await workbench.runCommand('Poolview: Get Started');
  await expect(picture).toHaveAttribute('srcset', /connect-light\.png/);
  await expect(picture).toHaveJSProperty('complete', true);
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  await step('Connect to a service').getByRole('button', { name: 'Try the Demo' }).click();
  await expect(workbench.row('payments')).toBeVisible();
  const mark = page.locator('.statusbar').getByRole('button', { name: /Demo service/ });
  await expect(mark).toBeVisible();
  await expect(page.locator('.sidebar')).toContainText('Demo service (127.0.0.1:');
  await expect(done('Connect to a service')).toBeVisible();

  await expect(done('Browse from projects')).toHaveCount(0);
  await workbench.expand(workbench.row('payments'));
  await expect(done('Browse from projects')).toBeVisible();

  // A canceled command does not check off its step.
  await workbench.runCommand('Poolview: Go to…');
  await quickInput.cancel();
  await workbench.runCommand('Poolview: Remove Team Resource Role…');
  await quickInput.pick('Platform');
  await quickInput.pick('Resource Cluster Admin');
  await quickInput.accept();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.getting-started-step').getByRole('checkbox', { checked: true })).toHaveCount(2);

  await workbench.runCommand('Poolview: Go to…');
  await quickInput.type('payments-eu');
  await quickInput.pick('payments-eu');
  await expect(done('Find a cluster')).toBeVisible();
  await step('Share a link').click();
  await step('Share a link').getByRole('button', { name: 'Copy Link' }).click();
  await expect(done('Share a link')).toBeVisible();
  await step('See what needs attention').click();
  await step('See what needs attention').getByRole('button', { name: 'Show Only' }).click();
  await expect(done('See what needs attention')).toBeVisible();
  await step('Refresh automatically').click();
  await step('Refresh automatically').getByRole('button', { name: 'Open Auto-Refresh Setting' }).click();
  await page.locator('.settings-editor .setting-item-control input').fill('30');
  await workbench.runCommand('Poolview: Open Fleet Overview');
  await workbench.runCommand('Poolview: Show Changes');
  await workbench.runCommand('Poolview: Review Access…');
  await expect(page.getByRole('tab', { name: /^Access/ })).toBeVisible();
  // Newer versions call it Welcome.
  await page.getByRole('tab', { name: /^(Walkthrough|Welcome)/ }).click();
  for (const title of [
    'Refresh automatically',
    'See the whole fleet',
    'See what happened and what changed',
    'Review who has access',
  ]) {
    await expect(done(title)).toBeVisible();
  }
  await workbench.screenshot('walkthrough');

  const opened = page.context().waitForEvent('page');
  // The command asks for the item, because Escape clears the selection.
  await workbench.row('payments-eu').click();
  await workbench.runCommand('Poolview: Open in Web Console');
  await quickInput.pick('payments-eu');
  const webConsole = await opened;
  await expect(webConsole.getByRole('heading', { name: 'payments-eu' })).toBeVisible();
  await expect(webConsole.locator('body')).toHaveCSS('max-width', '900px');
  await webConsole.close();
  await page.bringToFront();
  await expect.poll(() => page.evaluate('document.hasFocus()')).toBe(true);

  // One click ends nothing.
  await mark.click();
  await expect(quickInput.item('Open Fleet Overview')).toBeVisible();
  await expect(quickInput.item('Connect to a Service…')).toBeVisible();
  await expect(workbench.row('payments')).toBeVisible();
  await quickInput.pick('Leave the Demo');
  await expect(mark).toBeHidden();
  expect(await vscode.profile.settings()).not.toHaveProperty(['poolview.connections']);
  await expect(page.locator('.sidebar').getByRole('button', { name: 'Try the Demo' })).toBeVisible();
});
