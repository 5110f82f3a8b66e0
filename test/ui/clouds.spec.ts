import { builtInCloudTypes } from '../../src/service/cloudTypes';
import { connect, expect, test } from './support/service';

const clouds = [...builtInCloudTypes, 'nutanix'].sort();

/** What decides at the end of a machine's row: where it is, and what to reach it by. */
const whereabouts: Readonly<Record<string, RegExp>> = {
  aks: /Standard_\w+ · \w+\/\d · 10\./,
  'apache-cloudstack': /Large Instance · [\w-]+-zone-\d · 10\./,
  aws: /c6i\.xlarge · [a-z]+-\w+-\d[a-c] · 10\./,
  azure: /Standard_\w+ · \w+\/\d · 10\./,
  'edge-native': /Running · edge-\d+x\d+ · 10\./,
  eks: /\w+\.\w+ · [a-z]+-\w+-\d[a-c] · 10\./,
  gcp: /[a-z]\d-[\w-]+ · \w+-\w+-[a-c] · 10\./,
  generic: /Running · general-\d+ · 10\./,
  gke: /[a-z]\d-[\w-]+ · \w+-\w+-[a-c] · 10\./,
  maas: /Running · [\w.-]+ · rack-\d · 10\./,
  nutanix: /Running · ahv-\d+x\d+ · 10\./,
  openstack: /m1\.\w+ · az\d · 10\./,
  virtual: /Running · 10\./,
  vsphere: /\d CPU · \d+ GiB · [\w-]+\/[\w-]+ · 10\./,
};

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
      new RegExp(`${cloud} · Running · \\w+ · \\d pools`),
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
    await expect(machine).toContainText(whereabouts[cloud] ?? /never/);
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
