import type { Locator } from '@playwright/test';
import { vscodeVersion } from '../../scripts/vscode/version';
import type { ScriptedService } from '../support/demo/service';
import { connect, expect, held, test } from './support/service';
import type { Workbench } from './support/workbench';

// All steps share one window, because opening a window takes longest.
test('items are found by a filter, by typing, by name, by address and by a link', async ({
  workbench,
  service,
  context,
}) => {
  const { page, quickInput } = workbench;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await connect(workbench, service);

  await test.step('the filter is applied while typing, and Escape restores the previous filter', async () => {
    const header = workbench.header('Projects');
    await workbench.press('Filter Projects…', header);
    await quickInput.type('platform');
    await expect(workbench.row('payments')).toBeHidden();
    await expect(workbench.row('data-platform')).toBeVisible();
    await expect(header).toContainText('"platform"');
    await workbench.screenshot('filter-typing');
    await quickInput.cancel();
    await expect(workbench.row('payments')).toBeVisible();
    await expect(header).not.toContainText('"platform"');

    await workbench.runCommand('Poolview: Filter Projects…');
    // The filter is saved, so it must not contain the API key.
    await quickInput.type(service.apiKey);
    await quickInput.accept();
    await expect(quickInput.message).toContainText('This contains an API key');
    await quickInput.type('platform');
    await quickInput.accept();
    await expect(header).toContainText('"platform"');
    await expect(workbench.row('payments')).toBeHidden();
    await workbench.press('Clear Filter', header);
    await expect(workbench.row('payments')).toBeVisible();
  });

  await test.step('tags filter projects, and find clusters', async () => {
    const header = workbench.header('Projects');
    await workbench.resizeSidebar(300);
    await workbench.press('Filter Projects…', header);
    await quickInput.type('env:staging payments');
    await quickInput.accept();
    await workbench.expand(workbench.row('payments'));
    await expect(workbench.row('payments-staging')).toBeVisible();
    await expect(workbench.row('payments-eu')).toBeHidden();
    await expect(page.getByText('Tag filters apply to loaded clusters.')).toBeVisible();
    await workbench.screenshot('filter-tags-300-dark');
    await workbench.press('Clear Filter', header);
    await expect(workbench.row('payments-eu')).toBeVisible();
    await workbench.runCommand('Poolview: Go to…');
    await quickInput.type('env:staging pay');
    await expect(quickInput.item('payments-staging')).toBeVisible();
    await workbench.screenshot('go-to-tag');
    await quickInput.cancel();
    await workbench.row('payments').click();
    await page.keyboard.press('ArrowLeft');
  });

  await test.step('typing in the tree finds a row', async () => {
    await workbench.row('payments').click();
    await page.keyboard.type('checko');
    await expect(workbench.row('checkout')).toContainClass('focused');
    await page.keyboard.press('Control+Alt+f');
    await page.keyboard.type('ident');
    await expect(page.getByPlaceholder('Type to search')).toHaveValue('ident');
    await expect(workbench.row('identity')).toContainClass('focused');
    await workbench.screenshot('type-to-find');
    await page.keyboard.press('Escape');
    await expect(page.getByPlaceholder('Type to search')).toBeHidden();
  });

  await test.step('with Shift, dragging rows into an editor inserts their names', async () => {
    await workbench.runCommand('File: New Untitled Text File');
    const editor = page.locator('.editor-container .monaco-editor');
    await expect(editor).toBeVisible();
    await workbench.row('ledger').click();
    await workbench.row('atlas').click({ modifiers: ['Control'] });
    await drag(workbench.row('atlas'), editor);
    await expect(editor.locator('.view-line')).toHaveText(['ledger', 'atlas']);
    await workbench.leave();
    await workbench.screenshot('dragged-rows');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await workbench.runCommand('View: Close Editor');
  });

  await test.step('Go to… lists loaded rows immediately, and search results of the service when they arrive', async () => {
    await workbench.resizeSidebar(560);
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

    // A project that is not loaded yet, and a cluster of a collapsed project.
    const far = service.fleet.projects.at(-1);
    await workbench.runCommand('Poolview: Go to…');
    // The API key is never sent as a search text.
    await quickInput.type(service.apiKey);
    await expect(quickInput.item('No results')).toBeVisible();
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
    await expect(quickInput.item('No results')).toBeVisible();
    await workbench.screenshot('go-to-nothing');
    await quickInput.cancel();
  });

  await test.step('a toggle in the box decides whether the service is searched', async () => {
    const last = service.fleet.projects.at(-2)?.name ?? '';
    const toggle = quickInput.root.getByRole('checkbox', { name: 'Search the Service' });
    await workbench.runCommand('Poolview: Go to…');
    if (vscodeVersion.startsWith('1.100.')) {
      await expect(toggle).toBeHidden();
      await workbench.screenshot('go-to-without-toggle');
    } else {
      await expect(toggle).toBeChecked();
      await expect(quickInput.root).toContainText('up to 2 requests search the service');
      await workbench.screenshot('go-to-toggle-on');
      await toggle.click();
      await expect(quickInput.root).toContainText('Only loaded items are searched, without a request.');
      const sent = service.requests.length;
      await quickInput.type(last);
      await expect(quickInput.item('No results')).toBeVisible();
      await workbench.screenshot('go-to-toggle-off');
      expect(service.requests.length).toBe(sent);
      await toggle.click();
      await expect(quickInput.item(last)).toBeVisible();
    }
    await quickInput.cancel();
  });
  await test.step('a machine that is not loaded is found by its address', () =>
    searchAllMachines(workbench, service));
  await test.step('a link leads back to a row', () => openLink(workbench));

  await test.step('Load All Projects shows progress and can be canceled', async () => {
    service.faults.add({ ...held().hold, operation: 'listProjectsPost' });
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
    // The two missing pages; loading the first of them was canceled before.
    await expect.poll(() => listed() - before).toBe(2);
    await expect(progress).toBeHidden();
    // VS Code decides which commands it lists when it opens the list, which may be before the last response.
    await expect(async () => {
      await workbench.openCommandPalette('Poolview: Load All Projects');
      await expect(workbench.quickInput.item('Poolview: Load All Projects')).toBeHidden({ timeout: 2000 });
    }).toPass();
  });
});

/** Drags a row into an editor with Shift. */
async function drag(row: Locator, editor: Locator): Promise<void> {
  const page = row.page();
  const { x = 0, y = 0 } = (await editor.boundingBox()) ?? {};
  const hint = page.getByText('to drop into editor');
  await row.hover();
  await page.mouse.down();
  await page.mouse.move(x + 200, y + 100, { steps: 5 });
  await expect(hint).toBeVisible();
  await page.keyboard.down('Shift');
  await page.mouse.move(x + 210, y + 110, { steps: 5 });
  await expect(hint).toBeHidden();
  await page.mouse.up();
  await page.keyboard.up('Shift');
}

/** The name of a machine whose project and cluster nobody has opened. */
const farMachine = 'ledger-eu-cp-1';

async function searchAllMachines(workbench: Workbench, service: ScriptedService): Promise<void> {
  const { quickInput } = workbench;
  const { cluster, pool } = service.fleet.pool('ledger-eu', 'control-plane');
  const [machine] = service.fleet.machines(cluster, pool);
  expect(machine?.metadata.name).toBe(farMachine);
  await workbench.runCommand('Poolview: Go to…');
  await quickInput.type(machine?.metadata.uid ?? '');
  const all = quickInput.item('Search all machines…');
  await expect(all).toContainText(/\d+ read/);
  await expect(all).toContainClass('focused');
  await workbench.screenshot('search-all-machines');
  await quickInput.accept();
  await expect(workbench.notification(/Searching all machines: .* read/)).toBeVisible();
  await workbench.screenshot('search-all-machines-progress');
  await expect(workbench.row(farMachine)).toContainClass('focused');
  await workbench.screenshot('search-all-machines-found');
}

async function openLink(workbench: Workbench): Promise<void> {
  const { quickInput, page, dialog } = workbench;
  const machine = workbench.row(farMachine);
  await machine.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy', exact: true }).hover();
  await page.getByRole('menuitem', { name: 'Copy Link' }).hover();
  await page.keyboard.press('Enter');
  await expect(page.locator('.statusbar')).toContainText('Copied: ');
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(link).toMatch(
    /:\/\/poolview\.poolview\/open\?connection=Acme&project=\w+&cluster=\w+&config=\w+&pool=[\w-]+&machine=\w+$/,
  );
  await workbench.press('Collapse', workbench.header('Projects'));
  await expect(machine).toBeHidden();
  await workbench.runCommand('Developer: Open URL');
  await quickInput.type(link);
  await quickInput.accept();
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expect(machine).toContainClass('focused');
  await workbench.screenshot('link-opened');
}

test('items needing attention are counted at every level, and can be listed, copied and filtered', async ({
  workbench,
  service,
  context,
}) => {
  const { quickInput, page } = workbench;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await connect(workbench, service);
  await workbench.resizeSidebar(348);

  await test.step('two clicks lead from the status bar to the failing machine', async () => {
    const status = page.locator('.statusbar').getByRole('button', {
      name: /^\d+ clusters need attention; (\d+ known; )?50 of 128 projects loaded/,
    });
    await status.click();
    await expect(quickInput.item('payments')).toContainText('1 unhealthy cluster');
    await workbench.screenshot('attention-list');
    await quickInput.pick('payments');
    const machine = workbench.row('payments-eu-workers-5');
    await expect(machine).toContainClass('selected');
    await expect(machine).toContainText('DiskPressure · 10.0.0.25');
    // Its details are open.
    await expect(page.getByRole('tab', { name: /payments-eu-workers-5/ })).toBeVisible();
    await workbench.screenshot('attention-cause');
  });

  await test.step('they are counted, listed, copied and filtered', async () => {
    for (const name of ['payments', 'payments-eu', 'control-plane', 'workers']) {
      await workbench.expand(workbench.row(name));
    }
    await expect(workbench.row('payments-eu-workers-5')).toBeVisible();
    const status = page
      .locator('.statusbar')
      .getByRole('button', { name: /clusters, 1 machine need attention/ });
    await expect(status).toBeVisible();
    await expect(workbench.viewIcon('Poolview').locator('..')).toContainText(/\d/);
    await workbench.screenshot('attention');

    await status.click();
    await expect(quickInput.item('payments-eu-workers-5')).toContainText('DiskPressure · 10.0.0.25');
    await page.getByRole('button', { name: 'Copy as List' }).click();
    await expect
      .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
      .toMatch(
        /^Unhealthy\tpayments-eu-workers-5\tDiskPressure\tMachine in payments › payments-eu › workers/m,
      );
    await quickInput.cancel();

    const header = workbench.header('Projects');
    await workbench.press('Show Only Items Needing Attention', header);
    await expect(workbench.row('payments-eu-workers-1')).toBeHidden();
    await expect(workbench.row('payments-eu-workers-5')).toBeVisible();
    await expect(page.locator('.sidebar')).toContainText('Showing loaded items that need attention.');
    await workbench.screenshot('attention-only');
    await workbench.press('Show Everything', header);
    await expect(workbench.row('payments-eu-workers-1')).toBeVisible();

    await workbench.runCommand('Poolview: Sort Projects…');
    await quickInput.pick('Unhealthy First');
    await expect(page.locator('.sidebar')).toContainText(
      'Loaded rows are sorted by health (50 of 128 projects).',
    );
    await workbench.screenshot('unhealthy-first');
  });
});
