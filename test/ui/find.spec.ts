import { quietSettings } from '../../scripts/vscode/profile';
import { connect, expect, test } from './support/service';

test('the filter follows what is typed, and Escape brings back what was there', async ({
  workbench,
  service,
}) => {
  await connect(workbench, service);
  const { quickInput } = workbench;
  const header = workbench.header('Projects');
  await workbench.press('Filter Projects…', header);
  await quickInput.type('platform');
  await expect(workbench.row('payments')).toBeHidden();
  await expect(workbench.row('data-platform')).toBeVisible();
  await expect(header).toContainText('“platform”');
  await workbench.screenshot('filter-typing');
  await quickInput.cancel();
  await expect(workbench.row('payments')).toBeVisible();
  await expect(header).not.toContainText('“platform”');

  await workbench.runCommand('Poolview: Filter Projects…');
  // A filter is kept: a key is refused.
  await quickInput.type(service.apiKey);
  await quickInput.accept();
  await expect(quickInput.message).toContainText('This contains an API key');
  await quickInput.type('platform');
  await quickInput.accept();
  await expect(header).toContainText('“platform”');
  await expect(workbench.row('payments')).toBeHidden();
});

test('Go to… finds what is loaded at once, and what the service has a moment later', async ({
  workbench,
  service,
}) => {
  await connect(workbench, service);
  await workbench.resizeSidebar(560);
  const { quickInput } = workbench;
  await workbench.expand(workbench.row('payments'));
  await workbench.expand(workbench.row('payments-eu'));
  await workbench.expand(workbench.row('workers'));
  await expect(workbench.row('payments-eu-workers-5')).toBeVisible();
  const [machine] = service.requests.filter(({ operation }) => operation === 'listMachines');
  expect(machine).toBeDefined();
  await workbench.row('payments').locator('.monaco-tl-twistie').click();
  await expect(workbench.row('payments-eu-workers-5')).toBeHidden();

  await workbench.runCommand('Poolview: Go to…');
  await quickInput.type('workers-5');
  await expect(quickInput.item('payments-eu-workers-5')).toContainText(
    'Machine in payments › payments-eu › workers',
  );
  await workbench.screenshot('go-to-machine');
  await quickInput.pick('payments-eu-workers-5');
  await expect(workbench.row('payments-eu-workers-5')).toContainClass('focused');

  // A project that no page has brought yet, and a cluster of a project that nobody has expanded.
  const far = service.fleet.projects.at(-1);
  await workbench.runCommand('Poolview: Go to…');
  // A key is not searched for.
  await quickInput.type(service.apiKey);
  await expect(quickInput.item('Nothing found')).toBeVisible();
  expect(service.requests.some(({ body }) => body.includes(service.apiKey))).toBe(false);
  await quickInput.type(far?.name ?? '');
  await quickInput.pick(far?.name ?? '');
  await expect(workbench.row(far?.name ?? '')).toContainClass('focused');
  await workbench.screenshot('go-to-project');
  await workbench.runCommand('Poolview: Go to…');
  await quickInput.type('LEDGER-EU');
  await expect(quickInput.item('ledger-eu')).toContainText('Cluster in ledger');
  await workbench.screenshot('go-to-cluster');
  await quickInput.pick('ledger-eu');
  await expect(workbench.row('ledger-eu')).toContainClass('focused');

  await workbench.runCommand('Poolview: Go to…');
  await quickInput.type('no such thing');
  await expect(quickInput.item('Nothing found')).toBeVisible();
  await workbench.screenshot('go-to-nothing');
});

test('typing finds a row, as in every tree', async ({ workbench, service }) => {
  const { page } = workbench;
  await connect(workbench, service);
  await workbench.row('payments').click();
  await page.keyboard.type('checko');
  await expect(workbench.row('checkout')).toContainClass('focused');
  await page.keyboard.press('Control+Alt+f');
  await page.keyboard.type('ident');
  await expect(page.getByPlaceholder('Type to search')).toHaveValue('ident');
  await expect(workbench.row('identity')).toContainClass('focused');
  await workbench.screenshot('type-to-find');
});

test('all projects are loaded with progress, until somebody has enough', async ({ workbench, service }) => {
  await connect(workbench, service);
  service.faults.add({
    kind: 'hold',
    until: new Promise(() => undefined),
    operation: 'listProjectsPost',
    times: 1,
  });
  await workbench.runCommand('Poolview: Load All Projects');
  const progress = workbench.notification('Loading all projects');
  await expect(progress).toBeVisible();
  await workbench.screenshot('load-all');
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await expect(progress).toBeHidden();
  const listed = (): number =>
    service.requests.filter(({ operation }) => operation === 'listProjectsPost').length;
  const before = listed();
  await workbench.runCommand('Poolview: Load All Projects');
  // The two pages that were missing: the first of them was given up.
  await expect.poll(() => listed() - before).toBe(2);
  await expect(progress).toBeHidden();
  await workbench.openCommandPalette('Poolview: Load All Projects');
  await expect(workbench.quickInput.item('Poolview: Load All Projects')).toBeHidden();
});

test('what needs attention is counted, found and shown alone', async ({ workbench, service }) => {
  await connect(workbench, service);
  await workbench.resizeSidebar(560);
  await workbench.expand(workbench.row('payments'));
  await workbench.expand(workbench.row('payments-eu'));
  await workbench.expand(workbench.row('control-plane'));
  await workbench.expand(workbench.row('workers'));
  await expect(workbench.row('payments-eu-workers-5')).toBeVisible();
  const status = workbench.page
    .locator('.statusbar')
    .getByRole('button', { name: /1 machine needs attention/ });
  await expect(status).toBeVisible();
  await expect(workbench.viewIcon('Poolview').locator('..')).toContainText('1');
  await workbench.screenshot('attention');

  const header = workbench.header('Projects');
  await workbench.press('Show Only Items Needing Attention', header);
  await expect(workbench.row('payments-eu-workers-1')).toBeHidden();
  await expect(workbench.row('payments-eu-workers-5')).toBeVisible();
  await expect(header).toContainText('only what needs attention');
  // Where the view is narrow, its title leaves no room for that.
  await expect(workbench.page.locator('.sidebar')).toContainText(
    'Only what needs attention, as far as it is',
  );
  await workbench.screenshot('attention-only');
  await status.click();
  await workbench.quickInput.pick('payments-eu-workers-5');
  await expect(workbench.row('payments-eu-workers-5')).toContainClass('focused');
  await workbench.press('Show Everything', header);
  await expect(workbench.row('payments-eu-workers-1')).toBeVisible();
  for (const [theme, name] of [
    ['Default Light Modern', 'light'],
    ['Default High Contrast', 'high-contrast'],
  ] as const) {
    await workbench.setTheme(theme);
    await status.click();
    await expect(workbench.quickInput.item('payments-eu-workers-5')).toBeVisible();
    await workbench.screenshot(`attention-${name}`);
    await workbench.quickInput.cancel();
  }
});

test('rows follow the service by themselves, in their place', async ({ workbench, service, vscode }) => {
  await vscode.profile.resetUser({ ...quietSettings, 'poolview.autoRefreshSeconds': 10 });
  await connect(workbench, service);
  await workbench.expand(workbench.row('payments'));
  const cluster = workbench.row('payments-eu');
  await cluster.click();
  await expect(workbench.row('checkout')).toContainText('2 clusters');
  const checkout = service.fleet.projects.find(({ name }) => name === 'checkout');
  if (checkout !== undefined) checkout.isDisabled = true;
  await expect(workbench.row('checkout')).toContainText('disabled');
  await expect(cluster).toContainClass('focused');
  await workbench.hover(workbench.row('checkout'), /Updated (now|\d+ seconds? ago)/);
  await workbench.screenshot('auto-refresh');
});
