import { builtInCloudTypes } from '../../src/service/cloudTypes';
import { connect, expect, test } from './support/service';

const clouds = [...builtInCloudTypes, 'nutanix'].sort();

test('a fleet of fourteen clouds is shown down to its machines, one request at a time', async ({
  workbench,
  service,
}) => {
  test.slow();
  // All of it at once: rows out of sight are not there.
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
    // Several clusters have pools of the same name: to the first one below this cluster leads the keyboard.
    await workbench.row(`atlas-${cloud}`).click({ modifiers: ['ControlOrMeta'] });
    await expect(async () => {
      await workbench.page.keyboard.press('ArrowRight');
      await expect(focused).toHaveAttribute('aria-level', '3', { timeout: 500 });
    }).toPass();
    await workbench.page.keyboard.press('ArrowRight');
    const machine = workbench.page.getByRole('treeitem', { name: `Machine, atlas-${cloud}-` }).first();
    await expect(machine).toContainText(/10\.\d+\.\d+\.\d+/);
    expect(service.requests.map(({ operation }) => operation)).toEqual(['readCloudConfig', 'listMachines']);
  }
  await expect(workbench.notifications).toHaveCount(0);
  await workbench.screenshot('clouds');
  // What hovers say of each cloud is tested without VS Code: these are to be looked at.
  for (const cloud of ['apache-cloudstack', 'edge-native', 'vsphere']) {
    await workbench.hover(workbench.page.getByRole('treeitem', { name: `Machine, atlas-${cloud}-` }).first());
    await workbench.screenshot(`clouds-${cloud}-hover`);
  }
});
