import { builtInCloudTypes } from '../../src/service/cloudTypes';
import { connect, expect, requestsForRows, test } from './support/service';

const clouds = [...builtInCloudTypes, 'nutanix'].sort();

test('all 14 cloud types are shown down to their machines, with one request for each expanded row', async ({
  workbench,
  service,
}) => {
  test.slow();
  // Make the window tall enough for all rows: VS Code does not render rows outside the viewport.
  await workbench.page.setViewportSize({ width: 1100, height: 2200 });
  await connect(workbench, service);
  await workbench.resizeSidebar(680);
  service.clearRequests();
  await workbench.expand(workbench.row('atlas'));
  for (const cloud of clouds) {
    await expect(workbench.row(`atlas-${cloud}`)).toContainText(
      new RegExp(`${cloud} · \\d pools · \\d+ machines`),
    );
  }
  expect(service.requests.map(({ operation }) => operation)).toEqual(['searchClusters']);

  const focused = workbench.page.locator('.sidebar .monaco-list-row.focused');
  for (const cloud of clouds) {
    service.clearRequests();
    await workbench.expand(workbench.row(`atlas-${cloud}`));
    // Several clusters have pools with the same name, so use the keyboard to reach the first pool of this cluster.
    await workbench.row(`atlas-${cloud}`).click({ modifiers: ['ControlOrMeta'] });
    await expect(async () => {
      await workbench.page.keyboard.press('ArrowRight');
      await expect(focused).toHaveAttribute('aria-level', '3', { timeout: 500 });
    }).toPass();
    await workbench.page.keyboard.press('ArrowRight');
    const machine = workbench.page.getByRole('treeitem', { name: `Machine, atlas-${cloud}-` }).first();
    await expect(machine).toContainText(/10\.\d+\.\d+\.\d+/);
    expect(requestsForRows(service)).toEqual(['readCloudConfig', 'listMachines']);
  }
  await expect(workbench.notifications).toHaveCount(0);
  await workbench.screenshot('clouds');
  // Unit tests check the hover text of each cloud type. These screenshots are for visual review.
  for (const cloud of ['apache-cloudstack', 'edge-native', 'vsphere']) {
    await workbench.hover(workbench.page.getByRole('treeitem', { name: `Machine, atlas-${cloud}-` }).first());
    await workbench.screenshot(`clouds-${cloud}-hover`);
  }
});
