import { expect, test } from './support/test';

test('the walkthrough leads to everything, and to the demo service, which leaves no trace', async ({
  workbench,
  vscode,
}) => {
  // Newer versions leave the pictures out where there is little room.
  await workbench.page.setViewportSize({ width: 1800, height: 1000 });
  await workbench.open();
  await workbench.runCommand('Poolview: Get Started');
  const steps = workbench.page.locator('.getting-started-step');
  await expect(steps).toHaveCount(5);
  await steps.nth(3).click();
  await expect(steps.nth(3)).toContainText('Nothing is removed before you say yes.');
  const picture = workbench.page.getByRole('img', { name: 'The question before a removal' });
  await expect(picture).toBeVisible();
  await expect(picture).toHaveJSProperty('complete', true);
  await workbench.screenshot('walkthrough');
  await steps.nth(0).click();
  await steps.nth(0).getByRole('button', { name: 'Explore the Demo Service' }).click();
  await expect(workbench.row('payments')).toBeVisible();
  // It is marked as long as it is in use.
  const mark = workbench.page.locator('.statusbar').getByRole('button', { name: /Demo service/ });
  await expect(mark).toBeVisible();
  await expect(workbench.page.locator('.sidebar')).toContainText('Demo service (127.0.0.1:');
  await workbench.screenshot('demo-marked');
  // What was done marks itself, and nothing else.
  const isDone = (index: number) => steps.nth(index).getByRole('checkbox');
  await expect(isDone(0)).toBeChecked();
  await expect(isDone(4)).not.toBeChecked();
  await mark.click();
  await expect(mark).toBeHidden();
  expect(await vscode.profile.settings()).not.toHaveProperty(['poolview.connections']);
  await expect(workbench.page.locator('.sidebar').getByRole('button', { name: 'Get Started' })).toBeVisible();
});
