import { held } from '../support/demo/held';
import { connect, expect, test } from './support/service';

// All steps share one window, because opening a window takes longest.
test('projects are browsed down to their machines, and a refresh keeps what is shown', async ({
  workbench,
  service,
  context,
}) => {
  const { page } = workbench;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const asked = () => service.requests.map(({ operation }) => operation);
  const machine = workbench.row('payments-eu-workers-2');
  await page.setViewportSize({ width: 1280, height: 1000 });
  await connect(workbench, service);
  // The first request checked the host. The response that accepted the key is the first page of the view.
  expect(asked()).toEqual(['listProjectsGet', 'listProjectsPost']);
  await workbench.resizeSidebar(520);

  await test.step('expanding rows from a project to a machine sends one request each', async () => {
    service.clearRequests();
    await workbench.expand(workbench.row('payments'));
    await expect(workbench.row('payments-eu')).toContainText(
      '1 of 15 machines unhealthy · 2 pools · 15 machines',
    );
    expect(asked()).toEqual(['searchClusters']);
  });

  await test.step('a hover over a cluster that needs attention reads what has failed, and stays open', async () => {
    service.clearRequests();
    const tooltip = await workbench.hover(workbench.row('payments-eu'), 'Failed packs');
    await expect(tooltip.getByRole('row', { name: 'Failed packs' })).toContainText(
      'fluent-bit 0.48.5: Error',
    );
    expect(asked().toSorted()).toEqual(['listMachineMetrics', 'readClusterOverview']);
    await workbench.leave();
    await expect(workbench.row('payments-eu')).toContainText('fluent-bit CrashLoopBackOff');
  });

  await test.step('so does expanding it, which sends one more request', async () => {
    service.clearRequests();
    await workbench.expand(workbench.row('payments-eu'));
    await expect(workbench.row('workers')).toContainText('12 machines · autoscale 3–20');
    await expect(workbench.row('payments-eu')).toContainText('fluent-bit CrashLoopBackOff · 2 pools');
    await expect.poll(asked).toEqual(['readCloudConfig', 'readClusterOverview']);

    await workbench.expand(workbench.row('control-plane'));
    await expect(workbench.row('payments-eu-cp-1')).toContainText('10.0.0.11 · az1');
    await expect(workbench.row('control-plane')).toContainText('3 machines');
    await workbench.expand(workbench.row('workers'));
    await expect(workbench.row('payments-eu-workers-5')).toContainText('DiskPressure · 10.0.0.25');
    await expect(workbench.row('workers')).toContainText(
      'DiskPressure: 1 machine · 11 of 12 healthy · autoscale 3–20',
    );
    expect(asked().slice(2)).toEqual(['listMachines', 'listMachines']);
    await workbench.screenshot('browse-tree-dark');
    service.clearRequests();
  });

  await test.step('a hover has all fields and the age of the data, and the metrics of its cluster', async () => {
    const tooltip = await workbench.hover(workbench.row('payments-eu-workers-5'), /Disk 9\d% of 80 GiB/);
    await expect(tooltip).toContainText('kubelet has disk pressure');
    await expect(tooltip).toContainText(/(just now|\d+ min ago) \(20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC\)/);
    await expect(tooltip.getByRole('row', { name: 'Instance type' })).toContainText(
      'm1.large · 4 CPU · 8 GiB memory · 80 GiB disk',
    );
    await expect(tooltip.getByRole('row', { name: 'Conditions' })).toContainText('DiskPressure: True');
    await expect(tooltip).toContainText('3 others are fine');
    const curve = tooltip.getByRole('img').first();
    await expect(curve).toHaveAttribute('alt', /^[▁-▅]+[▂-█]*[▇█]+$/);
    await expect(curve).toHaveJSProperty('naturalWidth', 60);
    await workbench.screenshot('browse-machine-hover-dark');
    await tooltip.getByText('Copy Address').click();
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe('10.0.0.25');
    // The metrics of the cluster are kept for a minute.
    expect(asked().filter((operation) => operation !== 'listMachineMetrics')).toEqual([]);
    await expect(workbench.notifications).toHaveCount(0);
    await workbench.leave();
  });

  await test.step('a refresh keeps the expanded and selected rows when all data changes', async () => {
    await workbench.row('control-plane').locator('.monaco-tl-twistie').click();
    await expect(workbench.row('payments-eu-cp-1')).toBeHidden();
    await machine.click();
    const { cluster, pool } = service.fleet.pool('payments-eu', 'workers');
    pool.situations.set(1, 'failed');
    cluster.state = 'Error';
    service.clearRequests();

    const { hold, release } = held();
    service.faults.add({ ...hold, operation: 'listProjectsPost' });
    await workbench.press('Refresh', workbench.header('Projects'));
    // The rows stay usable until the service responds.
    await expect.poll(() => service.requests.length).toBe(1);
    await expect(workbench.progress).toBeVisible();
    await workbench.hover(machine, 'm1.large');
    await workbench.leave();
    await workbench.expand(workbench.row('payments-us'));
    await expect(workbench.row('batch')).toBeVisible();
    release();
    await expect(machine).toContainText('Failed');
    await expect(workbench.row('payments-eu')).toContainText(
      'No valid host was found… · 1 machine · 2 pools',
    );
    await expect(machine).toHaveAttribute('aria-selected', 'true');
    // Each expanded row is reloaded once.
    await expect
      .poll(() => asked().toSorted())
      .toEqual([
        'listMachines',
        'listProjectsPost',
        'readCloudConfig',
        'readCloudConfig',
        // Both clusters need attention.
        'readClusterOverview',
        'readClusterOverview',
        'searchClusters',
      ]);
    await expect(workbench.notifications).toHaveCount(0);
  });

  await test.step('rows whose responses arrive out of order all show their children', async () => {
    await workbench.collapseAll();
    await workbench.expand(workbench.row('payments'));
    // The responses arrive at different times, and each one changes the project's icon or description.
    const clusters = ['payments-ap', 'payments-uk', 'payments-br', 'payments-staging'];
    const { hold, release } = held();
    service.faults.add({ ...hold, operation: 'readCloudConfig', times: 2 });
    for (const name of clusters) await workbench.row(name).locator('.monaco-tl-twistie').click();
    await expect(workbench.row('payments-staging')).toContainText('machines');
    release();
    for (const name of clusters) await expect(workbench.row(name)).toContainText(/\d pools/);
    await expect(workbench.row('control-plane')).toHaveCount(clusters.length);
    await expect(workbench.notifications).toHaveCount(0);
  });

  await test.step('every state has its own icon shape and letter', async () => {
    await workbench.collapseAll();
    await workbench.resizeSidebar(348);
    for (const name of ['chaos-lab', 'chaos-lab-eu', 'victims']) await workbench.expand(workbench.row(name));
    const broken = (cause: string) =>
      page
        .getByRole('treeitem', {
          name: new RegExp(`, ${cause}[^,]*, Machine\\b|^${cause}, [^,]+, Machine\\b`),
        })
        .first();
    for (const [cause, icon] of [
      ['Failed', 'error'],
      ['DiskPressure', 'warning'],
      ['NotReady', 'warning'],
      ['No heartbeat for', 'pulse'],
      ['Maintenance', 'tools'],
      ['Provisioning', 'sync'],
      ['Unknown', 'question'],
    ] as const) {
      await expect(broken(cause).locator(`.codicon-${icon}`)).toBeVisible();
      await expect(broken(cause).locator('[class*="itemBadge"]')).toBeVisible();
    }
    const healthy = page.getByRole('treeitem', { name: /^Healthy, [\w-]+, Machine, 10\./ }).first();
    await expect(healthy.locator('.codicon-vm-running')).toBeVisible();
    await expect(healthy.locator('[class*="itemBadge"]')).toHaveCount(0);
    await workbench.screenshot('states');
  });

  await test.step('each "Load more" sends one request, and moves the focus to the first new row', async () => {
    await workbench.collapseAll();
    service.clearRequests();
    const nameAt = (index: number): string => {
      const project = service.fleet.projects[index];
      return project === undefined ? '' : service.fleet.summarize(project).metadata.name;
    };
    const more = workbench.row('Load more');
    const focused = page.locator('.sidebar .monaco-list-row.focused .label-name');
    await workbench.runCommand('Poolview: Focus on Projects View');
    await page.keyboard.press('End');
    await expect(more).toContainText('50 of 128');
    await page.keyboard.press('Enter');
    await expect(focused).toHaveText(nameAt(50));
    await page.keyboard.press('End');
    await expect(more).toContainText('100 of 128');
    // If the user moves the focus in the meantime, it stays there.
    const { hold, release } = held();
    service.faults.add(hold);
    // The second click asks for nothing more.
    await more.dblclick();
    await expect(workbench.row('Loading more…')).toBeVisible();
    await workbench.row(nameAt(98)).click();
    // The hover shows that Poolview received the selection.
    await workbench.hover(workbench.row(nameAt(98)), nameAt(98));
    release();
    await expect(workbench.row(nameAt(98))).toHaveAttribute('aria-setsize', '128');
    await expect(focused).toHaveText(nameAt(98));
    await expect(more).toHaveCount(0);
    // The click on a project expanded it, too.
    expect(asked().filter((operation) => operation === 'listProjectsPost')).toHaveLength(2);
  });
});
