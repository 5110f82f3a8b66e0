import { noon } from '../ui/support/noon';
import { expect, openOverview, test } from './support/test';

test.use(noon);

test.beforeEach(async ({ extension, fleet }) => {
  await openOverview(extension, fleet);
  await fleet.tab('Timeline').click();
  await expect(fleet.button('Cancel')).toHaveCount(0);
  await expect(fleet.panel).toContainText('Today');
});

test('what followed from what somebody did is folded below it, by keyboard and mouse', async ({
  fleet,
  page,
}) => {
  await fleet.source('Who did what').click();
  const upgrade = fleet.entry('data-platform-eu', 'Upgraded').first();
  await expect(upgrade).toContainText(/and \d more: OOMKilled/);
  const full = fleet.entry('data-platform-eu', 'UpgradeStarted').filter({ hasNotText: 'Upgraded pack' });
  await upgrade.click();
  for (const [key, count] of [
    ['ArrowRight', 1],
    ['ArrowLeft', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(full).toHaveCount(count);
  }
  await upgrade.locator('.fold').click();
  await expect(full).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expect(full).toHaveCount(0);
});

test('it has a query of its own, which is about the items of entries', async ({
  extension,
  fleet,
  service,
}) => {
  service.fleet.pool('payments-eu', 'workers').pool.size = 11;
  await extension.run('refresh');
  await fleet.tab('Overview').click();
  await fleet.tile('Failed').click();
  await fleet.tab('Timeline').click();
  await expect(fleet.query).toHaveValue('');
  const upgrade = fleet.entry('data-platform-eu', 'Upgraded');
  await fleet.query.fill('cluster:data-platform-eu');
  await expect(upgrade).not.toHaveCount(0);
  await fleet.query.fill('-cluster:data-platform-eu');
  await expect(upgrade).toHaveCount(0);
  await expect(fleet.entry('payments-eu', '')).not.toHaveCount(0);
  await fleet.button('Clear Filter').click();
  await expect(fleet.query).toHaveValue('');
  await expect(fleet.button('Clear Filter')).toHaveCount(0);
});

test('what is shown is copied for a ticket, and as CSV', async ({ extension, fleet }) => {
  await fleet.query.fill('KubeletHasDiskPressure');
  await fleet.button('Copy for Ticket').click();
  await expect.poll(() => extension.asked.copied).toHaveLength(1);
  const [ticket] = extension.asked.copied;
  expect(ticket).toMatch(/^### Acme · .*24 hours · KubeletHasDiskPressure · \d+ entr/);
  expect(ticket).toContain('| Time | Severity | Source | Item | Who | What |');
  await fleet.choose('Copy as CSV');
  await expect.poll(() => extension.asked.copied).toHaveLength(2);
  expect(extension.asked.copied[1]).toMatch(
    /^"Time","Not before","Severity","Source","Item","Who","What"\r\n"2.*Z"/,
  );
});

test('it is read with few requests and no cluster', async ({ service }) => {
  const operations = service.requests.map(({ operation }) => operation);
  const own = operations.slice(operations.indexOf('listAudits'));
  expect(own.filter((name) => name !== 'readClusterOverview').length).toBeLessThanOrEqual(4);
  expect(own).not.toContain('searchClusterMetadata');
});

test('its tab has a badge for what has changed, until it was shown', async ({
  extension,
  fleet,
  service,
}) => {
  await fleet.tab('Overview').click();
  service.fleet.pool('payments-uk', 'workers').pool.situations.set(0, 'failed');
  await extension.run('refresh');
  await expect(fleet.tab('Timeline')).toHaveText(/Timeline\s+\d+/);
  await expect(fleet.tab('Timeline')).toHaveAttribute('title', /changes? since it was shown last/);
  await fleet.tab('Timeline').click();
  await expect(fleet.tab('Timeline')).toHaveText(/Timeline\s*$/);
  await expect(fleet.entry('payments-uk', '→ Unhealthy')).not.toHaveCount(0);
  await fleet.tab('Overview').click();
  await expect(fleet.tab('Timeline')).toHaveText(/Timeline\s*$/);
});

test('the keyboard selects the tab', async ({ fleet, page }) => {
  await fleet.tab('Timeline').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(fleet.tab('Capacity')).toBeFocused();
  await expect(fleet.tab('Capacity')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(fleet.tab('Timeline')).toHaveAttribute('aria-selected', 'true');
  await expect(fleet.panel).toContainText('Today');
});
