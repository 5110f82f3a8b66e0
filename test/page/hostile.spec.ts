import type { Page } from '@playwright/test';
import type { Extension } from './support/extension';
import { expect, openOverview, readReview, test } from './support/test';

// Text from the service is text: never markup, a link, or an address that is loaded.

test.use({ serviceOptions: { hostile: true, projects: 4 } });

const command = 'command:workbench.action.terminal.new';

/** What a page requests from now on, but from itself. */
function requestsOf(page: Page): readonly string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  page.on('dialog', (dialog) => {
    urls.push(dialog.message());
    void dialog.dismiss();
  });
  return urls;
}

async function expectText({ panel }: Extension, page: Page, requested: readonly string[]): Promise<void> {
  await panel.drawn();
  expect(await page.getByRole('main').locator('a, img, script, iframe').count()).toBe(0);
  expect(requested.filter((url) => !url.startsWith('https://page.example/'))).toEqual([]);
}

test('the fleet overview shows text of a service as text [guarantee: plain-text]', async ({
  extension,
  fleet,
  page,
}) => {
  const requested = requestsOf(page);
  await openOverview(extension, fleet);
  await fleet.choose('Read Machines…');
  await extension.pick('All Clusters');
  await fleet.waitForMachines();
  await fleet.button('Clear Query').click();
  for (const group of ['Group: project', 'Group: cause', 'Not grouped']) {
    await fleet.select('Group', group);
    await expect(fleet.table).toContainText(command);
    await expectText(extension, page, requested);
    if (group === 'Not grouped') continue;
    // So that all headings are in sight.
    await fleet.choose('Fold All');
    await expectText(extension, page, requested);
  }
  await fleet.query.fill('project:');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectText(extension, page, requested);
  await fleet.query.press('Escape');
  await fleet.tab('Capacity').click();
  await expect(fleet.table).toContainText(command);
  await expectText(extension, page, requested);
});

test('the timeline shows text of a service as text [guarantee: plain-text]', async ({
  extension,
  fleet,
  page,
}) => {
  const requested = requestsOf(page);
  await openOverview(extension, fleet);
  await fleet.tab('Timeline').click();
  await expect(fleet.panel).toContainText(command);
  await expect(fleet.button('Cancel')).toHaveCount(0);
  await expectText(extension, page, requested);
});

test('an access review shows text of a service as text [guarantee: plain-text]', async ({
  extension,
  review,
  page,
}) => {
  const requested = requestsOf(page);
  await readReview(extension, review);
  await expect(review.table).toContainText(command);
  await review.table.getByRole('row').nth(1).click();
  await expect(review.selected).toBeVisible();
  await expectText(extension, page, requested);
  await review.tab('Who can…?').click();
  for (const [label, start] of [
    ['Permission', 'cluster.delete'],
    ['Project', 'payments'],
  ] as const) {
    const box = page.getByRole('combobox', { name: label });
    await box.fill(start);
    await expect(page.getByRole('option').filter({ hasText: command }).first()).toBeVisible();
    await box.press('Enter');
  }
  await expect(page.getByRole('button', { name: 'Copy Users' })).toBeVisible();
  await expect(page.locator('.who-can')).toContainText('<a href="command:workbench.action.quit"');
  await expectText(extension, page, requested);
});
