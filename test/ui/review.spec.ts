import { expectAccessibleFrame } from './support/axe';
import { connect, expect, test } from './support/service';
import { webviewFrame } from './support/webview';

test('an access review reads every grant, keeps decisions, and removes what was decided', async ({
  workbench,
  service,
}) => {
  const { page, dialog } = workbench;
  const frame = webviewFrame(page);
  const main = frame.getByRole('main');
  const button = (name: string | RegExp) => frame.getByRole('button', { name });
  const status = (text: string | RegExp) => frame.getByRole('status').filter({ hasText: text });
  const table = frame.getByRole('treegrid');
  const query = frame.getByRole('combobox', { name: 'Query' });
  const platform = table.getByRole('row', { name: 'Platform · 6 members' });
  /** The bar below the table. */
  const selected = frame.getByRole('group', { name: 'Selected grants' });
  const reviewAll = async (): Promise<void> => {
    await workbench.runCommand('Poolview: Review Access…');
    await expect(workbench.quickInput.item('All Teams')).toBeVisible();
    await page.keyboard.press('Enter');
  };
  await page.setViewportSize({ width: 1400, height: 900 });
  await connect(workbench, service);

  await test.step('it says what it reads before it reads it, and reads that', async () => {
    await reviewAll();
    await expect(page.getByRole('tab', { name: 'Access: Acme' })).toBeVisible();
    const announcement = frame.getByText(/teams: (about )?\d+ requests/);
    await expect(announcement).toBeVisible();
    const announced = Number(/(\d+) requests/.exec((await announcement.textContent()) ?? '')?.[1]);
    const before = service.requests.length;
    const place = await table.boundingBox();
    await button(/^Read \(/).click();
    await expect(announcement).toHaveCount(0);
    await expect(button('Cancel')).toHaveCount(0);
    await expect(status('8 of 8 teams')).toBeVisible();
    expect((await table.boundingBox())?.y).toBe(place?.y);
    const sent = service.requests.length - before;
    expect(Math.abs(sent - announced) / announced).toBeLessThanOrEqual(0.1);
  });

  await test.step('keys decide about the selected grants, and a note is added', async () => {
    await query.fill('team:Platform role:"Cluster Admin"');
    await page.keyboard.press('Escape');
    await platform.first().click();
    await expect(selected).toContainText('Resource Cluster Admin');
    await page.keyboard.press('r');
    await expect(button('Remove 1 Role…')).toBeEnabled();
    await page.keyboard.press('n');
    await page.keyboard.type('not used any more');
    await page.keyboard.press('Tab');
    await workbench.screenshot('review-decided-dark');
  });

  await test.step('decisions are there again after the tab was closed', async () => {
    await workbench.runCommand('View: Close Editor');
    await expect(page.getByRole('tab', { name: 'Access: Acme' })).toHaveCount(0);
    await reviewAll();
    await expect(button('Remove 1 Role…')).toBeEnabled();
    await query.fill('decision:remove');
    await page.keyboard.press('Escape');
    await platform.click();
    await expect(frame.getByRole('textbox', { name: 'Note' })).toHaveValue('not used any more');
    // What was read for the review before does not count in this one.
    await button(/^Read \(/).click();
    await expect(button('Cancel')).toHaveCount(0);
    await expect(status('8 of 8 teams')).toBeVisible();
  });

  await test.step('a user is chosen', async () => {
    await workbench.runCommand('Poolview: Review Access…');
    await workbench.quickInput.item('A User…').click();
    await workbench.quickInput.item('Bruno Keller').click();
    await expect(frame.getByText('user Bruno Keller')).toBeVisible();
    // VS Code moves the focus into the tab a moment later, also out of a quick pick.
    await expect.poll(() => main.evaluate('document.hasFocus()')).toBe(true);
    await reviewAll();
    await expect(frame.getByText('all teams', { exact: true })).toBeVisible();
  });

  await test.step('what was decided to be removed is removed after a confirmation', async () => {
    await button('Remove 1 Role…').click();
    await expect(dialog).toContainText('Resource Cluster Admin');
    await workbench.screenshot('review-removal-dark');
    await dialog.getByRole('button', { name: /^Remove/ }).click();
    await expect(button('Remove Roles…')).toHaveAttribute('disabled');
    await workbench.screenshot('review-removed-dark');
  });

  await test.step('without a connection, it offers to connect', async () => {
    await workbench.runCommand('Poolview: Disconnect…');
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(button('Connect to a Service…')).toBeVisible();
    await expectAccessibleFrame(main);
  });
});
