import { connect, expect, test } from './support/service';

test('what there is to know about machines is shown, compared, copied and found in texts', async ({
  workbench,
  service,
}) => {
  const { page } = workbench;
  await connect(workbench, service);
  await workbench.resizeSidebar(500);
  await workbench.expand(workbench.row('payments'));
  await workbench.expand(workbench.row('payments-eu'));
  await workbench.expand(workbench.row('workers'));
  const machine = workbench.row('payments-eu-workers-5');
  const other = workbench.row('payments-eu-workers-1');
  const choose = async (...items: readonly string[]): Promise<void> => {
    await machine.click({ button: 'right' });
    for (const item of items) {
      await page.getByRole('menuitem', { name: item }).hover();
      await page.keyboard.press('Enter');
    }
  };

  await choose('Show Details');
  const editor = page.locator('.editor-container .view-lines');
  await expect(editor.first()).toContainText('"kind": "OpenStackMachine"');
  await expect(page.locator('.tab.active')).toContainText('payments-eu-workers-5.json');
  await workbench.screenshot('details');

  await other.click();
  await machine.click({ modifiers: ['ControlOrMeta'] });
  await choose('Compare Selected');
  await expect(page.locator('.tab.active')).toContainText('payments-eu-workers-1 ↔ payments-eu-workers-5');
  await expect(page.locator('.monaco-diff-editor .line-insert').first()).toBeVisible();
  await workbench.screenshot('details-compare');

  await machine.click();
  await machine.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy', exact: true }).hover();
  await expect(page.getByRole('menuitem', { name: 'Copy SSH Key Name' })).toBeVisible();
  await workbench.screenshot('details-copy');
  await page.getByRole('menuitem', { name: 'Copy IP Address' }).hover();
  await page.keyboard.press('Enter');
  await expect(page.locator('.statusbar')).toContainText('Copied: 10.0.0.25');

  await workbench.runCommand('File: New Untitled Text File');
  await page.keyboard.type('ssh admin@10.0.0.25:22 # cordon payments-eu-workers-5 first');
  service.clearRequests();
  await page
    .locator('.view-line', { hasText: 'ssh admin' })
    .locator('span span')
    .first()
    .hover({
      // Within the address.
      position: { x: 110, y: 8 },
    });
  const hover = page.locator('.monaco-hover', { hasText: 'payments › payments-eu › workers' });
  await expect(hover).toContainText('kubelet has disk pressure');
  expect(service.requests).toEqual([]);
  await workbench.screenshot('editor-hover');
});
