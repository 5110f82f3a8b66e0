import { expect, openReview, readReview, test } from './support/test';

test('it says what it reads before it reads it', async ({ extension, review, page }) => {
  await openReview(extension, review);
  const announcement = page.getByText(/teams: (about )?\d+ requests/);
  await expect(announcement).toBeVisible();
  await review.read.click();
  await expect(announcement).toHaveCount(0);
  await review.waitUntilRead();
});

test('grants are filtered by findings and queries', async ({ extension, review, page }) => {
  await readReview(extension, review);
  const finding = page.getByRole('group', { name: 'Findings' }).getByRole('button').first();
  await expect(finding).toHaveText(/: \d+ grants$/);
  const [, found] = /: (\d+) grants$/.exec((await finding.textContent())?.trim() ?? '') ?? [];
  await finding.click();
  await expect(review.query).toHaveValue(/^finding:/);
  await expect(finding).toHaveAttribute('aria-pressed', 'true');
  await expect(review.status(new RegExp(`^\\s*${found} of \\d+ grants`))).toBeVisible();
  await finding.click();
  await expect(review.query).toHaveValue('');
  await review.query.fill('platform kind:tenant viewer');
  await expect(review.status(/^\s*1 of \d+ grants · 0 of \d+ decided/)).toBeVisible();
  await expect(review.grants('Platform')).toHaveCount(1);
  await review.query.fill('kind:other');
  await page.keyboard.press('Escape');
  await expect(review.status('kind: takes tenant, project, workspace, resource')).toBeVisible();
  await review.query.fill('allows:cluster.del');
  await page.getByRole('option', { name: /^cluster\.delete$/ }).click();
  await expect(review.status(/^\s*\d+ of \d+ grants/)).toBeVisible();
});

test('keys decide about the selected grants, and a note is added', async ({ extension, review, page }) => {
  await readReview(extension, review);
  await review.query.fill('team:Platform role:"Cluster Admin"');
  await review.grants('Platform').first().click();
  await expect(review.selected).toContainText('Resource Cluster Admin');
  await page.keyboard.press('r');
  await expect(review.button('Remove 1 Role…')).toBeEnabled();
  await page.keyboard.press('n');
  await page.keyboard.type('not used any more');
  await page.keyboard.press('Tab');
  await review.query.fill('decision:remove');
  await expect(review.grants('Platform')).toHaveCount(1);
  await expect(review.grants('Platform')).toContainText('not used any more');
  await review.grants('Platform').click();
  await expect(review.note).toHaveValue('not used any more');
  // Once more, it is undecided.
  await review.selected.getByRole('button', { name: 'Remove' }).click();
  await expect(review.button('Remove Roles…')).toHaveAttribute('disabled');
});

test('it answers who can do something, and through which grants', async ({ extension, review, page }) => {
  await readReview(extension, review);
  await review.tab('Who can…?').click();
  await expect(page.getByText('Choose a permission and a project.')).toBeVisible();
  await review.choose('Permission', 'cluster.delete');
  await review.choose('Project', 'payments');
  await expect(
    review.status(/^Platform and Edge Operations can delete \d of \d clusters of payments\.$/),
  ).toBeVisible();
  const teams = page.getByRole('list', { name: 'Can' });
  await expect(teams).toContainText('Platform');
  await teams.getByRole('button').first().click();
  await expect(review.tab('Grants')).toHaveAttribute('aria-selected', 'true');
  await expect(review.query).toHaveValue(/^team:Platform role:/);
  await review.tab('Who can…?').click();
  await page.getByText('10 users, all through these teams').click();
  const users = page.getByRole('list', { name: '10 users, all through these teams' });
  await users.getByRole('button').first().click();
  await expect(review.status('own roles of')).toBeVisible();
});

test('in 300 pixels, it leaves out the column for which there is no room', async ({
  extension,
  review,
  page,
}) => {
  await readReview(extension, review);
  await expect(review.table.getByRole('columnheader')).toHaveCount(5);
  await page.setViewportSize({ width: 300, height: 900 });
  await expect(review.table.getByRole('columnheader')).toHaveCount(4);
});
