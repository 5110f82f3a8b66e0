import type { Locator } from '@playwright/test';
import { FleetPage } from './support/fleetPage';
import { connect, expect, test } from './support/service';
import type { Workbench } from './support/workbench';

// All steps use the same rows and share one window, because opening a window takes longest.
test('hovers, details and copies show the cause first', async ({ context, workbench, service }) => {
  const { page } = workbench;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await connect(workbench, service);
  await workbench.resizeSidebar(300);
  await workbench.expand(workbench.row('payments'));
  await workbench.expand(workbench.row('payments-eu'));
  await workbench.expand(workbench.row('workers'));
  const machine = workbench.row('payments-eu-workers-5');

  await test.step('a click or Enter opens the details in a preview tab and keeps the focus in the view', () =>
    openDetails(workbench, machine));
  await test.step('the details of a cluster end with its last events', async () => {
    const editor = page.locator('.editor-container .view-lines');
    await workbench.choose(workbench.row('payments-eu'), 'Show Details');
    await expect(editor).toContainText('fluent-bit Crash');
    await expect(editor).toContainText('KubeletHasDiskPressure, machine payments-eu-workers-5');
    await editor.click();
    await page.keyboard.press('Control+End');
    await expect(editor).toContainText('reason: UpgradeStarted');
    await workbench.runCommand('View: Close All Editors');
  });
  await test.step('hovers show the most important fields first', () => hovers(workbench, machine));
  await test.step('rows can be copied', () => copy(workbench, machine));
  await test.step('an editor hover sends no request, and its first lines are not cut off', async () => {
    service.clearRequests();
    await editorHover(workbench);
    expect(service.requests).toEqual([]);
  });
  await test.step('the timeline of a machine fits into a narrow editor', () => timeline(workbench, machine));
});

async function openDetails(workbench: Workbench, machine: Locator): Promise<void> {
  const { page } = workbench;
  const tabs = page.locator('.tabs-container .tab');
  const editor = page.locator('.editor-container .view-lines');
  await machine.click();
  await expect(tabs).toHaveCount(1);
  await expect(tabs).toContainText('payments-eu-workers-5.yaml');
  await expect(tabs.locator('.monaco-icon-label.italic')).toBeVisible();
  await expect(editor).toContainText('# Unhealthy: DiskPressure: kubelet has disk pressure');
  await expect(editor).toContainText('# payments › payments-eu › workers › payments-eu-workers-5');
  await workbench.screenshot('details-dark');

  await machine.click();
  await page.keyboard.press('ArrowDown');
  await expect(tabs).toContainText('payments-eu-workers-5.yaml');
  await page.keyboard.press('Enter');
  await expect(tabs).toHaveCount(1);
  await expect(tabs).toContainText('payments-eu-workers-6.yaml');
  await expect(tabs.locator('.monaco-icon-label.italic')).toBeVisible();
  await expect(editor).toContainText('# Healthy');
  // The arrow keys still move in the view.
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('.sidebar .monaco-list-row.focused .label-name')).toHaveText('…workers-5');
}

async function hovers(workbench: Workbench, machine: Locator): Promise<void> {
  const hover = await workbench.hover(machine, 'DiskPressure');
  await expect(hover.locator('p').first()).toHaveText(
    /^Unhealthy: DiskPressure: kubelet has disk pressure.*payments › payments-eu › workers › payments-eu-workers-5.*Disk 9\d% of 80 GiB.*10\.0\.0\.25.*Last heartbeat: (just now|\d+ \w+ ago).*Updated \d\d:\d\d$/s,
  );
  for (const [row, text] of [
    [workbench.row('payments-eu'), /2 pools · 15 machines.*Disk .* on workers-5, mean /s],
    [workbench.row('payments'), /6 clusters: .*\d+ CPU cores · \d+ teams · \d+ users/s],
  ] as const) {
    await expect((await workbench.hover(row, text)).locator('p').first()).toHaveText(text);
  }
  await workbench.leave();
}

async function copy(workbench: Workbench, machine: Locator): Promise<void> {
  const { page } = workbench;
  await workbench.choose(machine, 'Copy', 'Copy IP Address');
  await expect(page.locator('.statusbar')).toContainText('Copied: 10.0.0.25');
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('10.0.0.25');
}

async function editorHover(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  await workbench.runCommand('File: New Untitled Text File');
  await page.keyboard.type('ssh admin@10.0.0.25:22 # cordon payments-eu-workers-5 first');
  await page
    .locator('.view-line', { hasText: 'ssh admin' })
    .locator('span span')
    .first()
    // Place the cursor inside the address.
    .hover({ position: { x: 110, y: 8 } });
  const hover = page.locator('.monaco-hover', { hasText: 'payments › payments-eu › workers' });
  const lines = hover.locator('p').first();
  await expect(lines).toContainText('Unhealthy: DiskPressure: kubelet has disk pressure');
  await expect(lines).toContainText(/Updated \d\d:\d\d/);
  await expect(lines).toBeInViewport({ ratio: 1 });
  await workbench.screenshot('hover-editor-dark');
}

async function timeline(workbench: Workbench, machine: Locator): Promise<void> {
  const { page } = workbench;
  const { panel, main } = new FleetPage(page);
  await workbench.choose(machine, 'Show Timeline');
  await expect(panel).toContainText('DiskPressure');
  await page.setViewportSize({ width: 660, height: 800 });
  const overflow = await main.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(overflow).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}
