import type { ScriptedService } from '../support/demo/service';
import { held } from '../support/demo/held';
import { connect, expect, test } from './support/service';
import type { Workbench } from './support/workbench';

// All steps share one window, because opening a window takes longest.
test('items are found because they need attention, and by a filter, a name, an address and a link', async ({
  workbench,
  service,
  context,
}) => {
  const { page, quickInput } = workbench;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await connect(workbench, service);
  await workbench.resizeSidebar(348);

  await test.step('two clicks lead from the status bar to the failing machine', async () => {
    const status = page.locator('.statusbar').getByRole('button', {
      name: /^\d+ clusters need attention; (\d+ known; )?50 of 128 projects counted/,
    });
    await status.click();
    const count = Number(/\d+/.exec((await status.textContent()) ?? '')?.[0]);
    expect(count).toBeGreaterThan(0);
    await expect(quickInput.item('payments-eu')).toContainText(/fluent-bit.*CrashLoopBackOff/);
    await workbench.screenshot('attention-list');
    await quickInput.pick('payments-eu');
    const machine = workbench.row('payments-eu-workers-5');
    await expect(machine).toContainClass('selected');
    await expect(machine).toContainText('DiskPressure · 10.0.0.25');
    // Its details are open.
    await expect(page.getByRole('tab', { name: /payments-eu-workers-5/ })).toBeVisible();
  });

  await test.step('they are counted, listed, copied and filtered', async () => {
    for (const name of ['payments', 'payments-eu', 'control-plane', 'workers']) {
      await workbench.expand(workbench.row(name));
    }
    await expect(workbench.row('payments-eu-workers-5')).toBeVisible();
    const status = page
      .locator('.statusbar')
      .getByRole('button', { name: /clusters, \d+ machines? need attention/ });
    await expect(status).toBeVisible();
    await expect(workbench.viewIcon('Poolview').locator('..')).toContainText(/\d/);

    await status.click();
    await expect(quickInput.item('payments-eu')).toBeVisible();
    // Its machines are not counted: they are no rows of their own.
    await expect(quickInput.item('payments-eu-workers-5')).toHaveCount(0);
    await quickInput.type('is:problem kind:machine');
    await expect(quickInput.item('payments-eu-workers-5')).toContainText('DiskPressure · 10.0.0.25');
    await quickInput.root.getByRole('button', { name: 'Copy for Ticket' }).click();
    await expect
      .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
      .toMatch(/DiskPressure.*payments-eu-workers-5/);
    await quickInput.cancel();

    const header = workbench.header('Projects');
    await workbench.runCommand('Poolview: Show Only Items Needing Attention');
    await expect(workbench.row('payments-eu-workers-1')).toBeHidden();
    await expect(workbench.row('payments-eu-workers-5')).toBeVisible();
    await expect(page.locator('.sidebar')).toContainText('Filtered by "is:problem".');
    await workbench.settle();
    await workbench.screenshot('attention-only');
    await workbench.press('Clear Filter', header);
    await expect(workbench.row('payments-eu-workers-1')).toBeVisible();
    await workbench.collapseAll();
  });

  await test.step('the filter is applied while typing, and Escape restores the previous filter', async () => {
    const header = workbench.header('Projects');
    await workbench.runCommand('Poolview: Filter Projects…');
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
    await expect(quickInput.items.filter({ hasText: 'This contains an API key' })).toBeVisible();
    await quickInput.type('platform');
    await quickInput.accept();
    await expect(header).toContainText('"platform"');
    await expect(workbench.row('payments')).toBeHidden();
    await workbench.press('Clear Filter', header);
    await expect(workbench.row('payments')).toBeVisible();
  });

  await test.step('terms filter projects, and are suggested', async () => {
    const header = workbench.header('Projects');
    await workbench.resizeSidebar(300);
    await workbench.runCommand('Poolview: Filter Projects…');
    await quickInput.type('payments env:');
    await workbench.screenshot('filter-suggestions');
    await quickInput.pick('staging');
    await expect(quickInput.input).toHaveValue('payments env:staging');
    await expect(quickInput.item('payments env:staging')).toContainText('Show 1 cluster');
    await quickInput.accept();
    await workbench.expand(workbench.row('payments'));
    await expect(workbench.row('payments-staging')).toBeVisible();
    await expect(workbench.row('payments-eu')).toBeHidden();
    await expect(page.locator('.sidebar')).toContainText('Filtered by "payments env:staging".');
    await workbench.screenshot('filter-terms');
    await workbench.press('Clear Filter', header);
    await expect(workbench.row('payments-eu')).toBeVisible();
    await workbench.row('payments').click();
    await page.keyboard.press('ArrowLeft');
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
    await expect(quickInput.items.first()).toContainText('payments-eu-workers-5');
    await workbench.screenshot('go-to-opened');
    await quickInput.type('is:problem kind:machine');
    await expect(quickInput.items.first()).toContainText('payments-eu-workers-5');
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
    await expect(quickInput.title).toContainText('No results');
    const withKey = service.requests.filter(({ body }) => body.includes(service.apiKey));
    expect(withKey.map(({ path, time, body }) => ({ path, time, body }))).toEqual([]);
    await quickInput.type(far?.name ?? '');
    await quickInput.pick(far?.name ?? '');
    await expect(workbench.row(far?.name ?? '')).toContainClass('focused');
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
      try {
        await expect(quickInput.item('Poolview: Load All Projects')).toBeHidden({ timeout: 2000 });
      } finally {
        // A list that stays open is not made again.
        await quickInput.cancel();
      }
    }).toPass();
  });

  await test.step('favorites come first, and are shown alone', () => showFavorites(workbench));
  await test.step('a problem is marked as known, and its row is dimmed and not counted', () =>
    markAsKnown(workbench));
});

/** The name of a machine whose project and cluster nobody has opened. */
const farMachine = 'ledger-eu-cp-1';

async function searchAllMachines(workbench: Workbench, service: ScriptedService): Promise<void> {
  const { quickInput } = workbench;
  const { cluster, pool } = service.fleet.pool('ledger-eu', 'control-plane');
  const [machine] = service.fleet.machines(cluster, pool);
  expect(machine?.metadata.name).toBe(farMachine);
  await workbench.runCommand('Poolview: Go to…');
  // Enter at once.
  await quickInput.type(machine?.metadata.uid ?? '');
  await quickInput.accept();
  await expect(workbench.row(farMachine)).toContainClass('focused');
}

async function showFavorites(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  const header = workbench.header('Projects');
  const machine = page
    .locator('.sidebar')
    .getByRole('treeitem', { name: /payments-eu-workers-5.*, favorite$/ });
  await workbench.press('Collapse', header);
  await workbench.resizeSidebar(300);
  for (const name of ['payments', 'payments-eu', 'workers']) await workbench.expand(workbench.row(name));
  await workbench.press('Add to Favorites', workbench.row('payments-eu-workers-5'));
  await expect(machine).toHaveAttribute('aria-posinset', '1');
  await workbench.press('Collapse', header);
  await workbench.press('Add to Favorites', workbench.row('ledger'));
  await expect(workbench.row('★ ledger')).toHaveAttribute('aria-posinset', '1');
  await workbench.settle();
  await workbench.screenshot('favorites-first');
  await workbench.runCommand('Poolview: Show Favorites Only');
  await expect(machine).toBeVisible();
  await expect(workbench.row('identity')).toBeHidden();
  await workbench.settle();
  await workbench.screenshot('favorites-only');
  // The filter is kept, and reads the machine.
  await workbench.runCommand('Developer: Reload Window');
  await expect(machine).toBeVisible();
  await workbench.screenshot('favorites-reloaded');
  await workbench.press('Clear Filter', header);
  await expect(workbench.row('identity')).toBeVisible();
  await expect(machine).toBeHidden();
}

async function markAsKnown(workbench: Workbench): Promise<void> {
  const { page, quickInput } = workbench;
  const badge = page.locator('.activitybar .badge-content').filter({ hasText: /\d/ });
  const cluster = workbench.row('payments-eu');
  const machine = workbench.row('payments-eu-workers-5');
  for (const name of ['payments', 'payments-eu', 'workers']) await workbench.expand(workbench.row(name));
  // Its hover reads the packs, of which one has failed.
  await workbench.hover(cluster, 'fluent-bit');
  await workbench.leave();
  const before = Number(await badge.textContent());
  await workbench.choose(machine, 'Mark as Known…');
  await expect(quickInput.title).toHaveText(/Mark as Known/);
  await quickInput.type('disk is being replaced');
  await expect(quickInput.item('8 hours')).toBeVisible();
  await expect(quickInput.item('Until it changes')).toContainClass('focused');
  await workbench.screenshot('mark-as-known');
  await quickInput.accept();
  await expect(machine).toContainText('known: disk is being replaced · DiskPressure');
  // A pack of the cluster has failed, too, which nobody marked.
  await expect(cluster).toContainText('fluent-bit');
  await expect(cluster).not.toContainText('known');
  await expect(badge).toHaveText(String(before));
  await workbench.choose(cluster, 'Mark as Known…');
  await expect(quickInput.item('Until it changes')).toContainClass('focused');
  await quickInput.accept();
  await expect(cluster).toContainText('known');
  await expect(badge).toHaveText(String(before - 1));
  await workbench.hover(machine, 'disk is being replaced');
  await workbench.leave();
  await workbench.runCommand('Poolview: Known Problems…');
  await expect(quickInput.items.filter({ hasText: 'payments-eu-workers-5' })).toBeVisible();
  await quickInput.cancel();
}

async function openLink(workbench: Workbench): Promise<void> {
  const { quickInput, page, dialog } = workbench;
  const machine = workbench.row(farMachine);
  await workbench.choose(machine, 'Copy', 'Copy Link');
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
}
