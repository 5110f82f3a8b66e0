import { expect, test } from './support/service';
import { webviewFrame } from './support/webview';

test('the walkthrough checks off a step when its action succeeds, and the demo leaves nothing behind', async ({
  workbench,
  vscode,
}) => {
  const { page, quickInput } = workbench;
  await page.setViewportSize({ width: 1800, height: 1000 });
  await workbench.open();
  await workbench.runCommand('Poolview: Get Started');
  const step = (title: string) => page.locator('.getting-started-step', { hasText: title });
  const done = (title: string) => step(title).getByRole('checkbox', { checked: true });
  const press = async (title: string, button: string): Promise<void> => {
    await step(title).click();
    await step(title).getByRole('button', { name: button }).click();
  };
  // Newer versions call it Welcome.
  const returnToWalkthrough = () => page.getByRole('tab', { name: /^(Walkthrough|Welcome)/ }).click();
  await expect(page.locator('.getting-started-step')).toHaveCount(5);

  const picture = webviewFrame(page).getByRole('img', { name: 'The Projects view before connecting' });
  await expect(picture.locator('rect').first()).toHaveCSS('fill', 'rgb(24, 24, 24)');
  await workbench.setTheme('Default Light Modern');
  // Escape, which closes the Command Palette, also leaves the walkthrough.
  await workbench.runCommand('Poolview: Get Started');
  await expect(picture.locator('rect').first()).toHaveCSS('fill', 'rgb(248, 248, 248)');
  await press('An alert comes', 'Try the Demo');
  await expect(workbench.row('payments')).toBeVisible();
  const mark = page.locator('.statusbar').getByRole('button', { name: /Demo service/ });
  await expect(mark).toBeVisible();
  await expect(page.locator('.sidebar')).toContainText('Demo service (127.0.0.1:');
  await expect(done('An alert comes')).toBeVisible();

  // A canceled command does not check off its step.
  await press('Find what is failing', 'Go to Item Needing Attention');
  await quickInput.cancel();
  await expect(page.locator('.getting-started-step').getByRole('checkbox', { checked: true })).toHaveCount(1);
  await press('Find what is failing', 'Open Fleet Overview');
  await expect(page.getByRole('tab', { name: /^Fleet/ })).toBeVisible();
  await returnToWalkthrough();
  await expect(done('Find what is failing')).toBeVisible();

  await press('See the cause', 'Show Only');
  await expect(done('See the cause')).toBeVisible();

  await workbench.expand(workbench.row('payments'));
  await workbench.row('payments-eu').click();
  await press('See who changed it', 'Show Timeline');
  await expect(page.getByRole('tab', { name: /^Fleet/, selected: true })).toBeVisible();
  await returnToWalkthrough();
  await expect(done('See who changed it')).toBeVisible();

  await press('Write the ticket', 'Copy Link');
  await expect(done('Write the ticket')).toBeVisible();
  await workbench.screenshot('walkthrough');

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
