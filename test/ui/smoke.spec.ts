import { expect, test } from './support/test';

test('Poolview has an icon in the activity bar, which opens its view', async ({ workbench }) => {
  await workbench.open();

  await workbench.viewIcon('Poolview').click();

  await expect(workbench.page.locator('.sidebar').getByRole('heading', { name: /^Poolview/ })).toBeVisible();
  await workbench.screenshot('smoke');
});
