import { connect, expect, test } from './support/service';

// All steps share one window, because opening a window takes longest.
test('failures are rows that say why and offer a fix, and the log has no key', async ({
  workbench,
  service,
  vscode,
}) => {
  const { page, quickInput } = workbench;
  await page.setViewportSize({ width: 1280, height: 1000 });
  await connect(workbench, service);

  await test.step('an outage adds one error row, and the other rows keep their severity and show their age', async () => {
    // The default sidebar width, plus the activity bar of 48 pixels.
    await workbench.resizeSidebar(348);
    for (const name of ['payments', 'payments-eu', 'control-plane', 'workers']) {
      await workbench.expand(workbench.row(name));
    }
    const machine = workbench.row('payments-eu-workers-5');
    await expect(machine).toContainText('DiskPressure');
    service.faults.add({ kind: 'reset', times: Infinity });
    await workbench.runCommand('Poolview: Refresh');
    const error = workbench.row("Couldn't refresh");
    await expect(error).toContainText("The service can't be reached (ECONNRESET)");
    await expect(machine).toContainText(/DiskPressure · as of \d\d:\d\d/);
    await expect(machine.locator('[class*="itemBadge"]')).toBeVisible();
    await expect(workbench.row('payments')).toContainText(
      /eu: fluent-bit CrashLoopBackOff · as of \d\d:\d\d/,
    );
    await expect(page.getByRole('treeitem', { name: /^Error/ })).toHaveCount(1);
    await expect(workbench.row('payments').locator('.codicon-warning')).toBeVisible();
    await workbench.screenshot('outage-dark');

    service.faults.clear();
    await workbench.press('Retry', error);
    await expect(error).toBeHidden();
    await expect(machine).toBeVisible();
    await expect(machine).not.toContainText('as of');
  });

  await test.step('a rejected key can be replaced from its error row', async () => {
    await workbench.collapseAll();
    service.faults.add({
      kind: 'status',
      status: 401,
      operation: 'listProjectsPost',
      body: { code: 'Unauthorized', message: 'API key expired' },
    });
    await workbench.runCommand('Poolview: Refresh');
    const error = workbench.row("Couldn't refresh");
    await expect(error).toContainText(
      'The service rejected the API key (401, Unauthorized: API key expired)',
    );

    await error.click();
    await expect(quickInput.title).toContainText('API Key for Acme');
    await quickInput.type('still-wrong');
    await quickInput.accept();
    await expect(quickInput.message).toContainText('rejected the API key');
    await quickInput.type(service.apiKey);
    await quickInput.accept();
    await expect(error).toBeHidden();
    await expect(workbench.row('payments')).toBeVisible();
  });

  await test.step('the log lists requests without the API key', async () => {
    service.faults.add({
      kind: 'status',
      status: 500,
      operation: 'listProjectsPost',
      body: { code: 'Broken', message: service.apiKey, ref: service.apiKey },
    });
    await workbench.runCommand('Poolview: Refresh');
    await workbench.press('Show Log', workbench.row("Couldn't refresh"));
    await expect(page.locator('.part.panel')).toContainText('/v1/dashboard/projects');
    await expect
      .poll(() => vscode.profile.logs())
      .toMatch(/POST \/v1\/dashboard\/projects 500 \d+ ms .*"code":"Broken"/);
    expect(await vscode.profile.logs()).not.toContain(service.apiKey);
  });
});
