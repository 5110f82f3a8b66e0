import type { Locator } from '@playwright/test';
import { startScriptedService } from '../support/demo/service';
import { answerConnect, connect, expect, test } from './support/service';
import { titles } from './support/titles';
import type { Workbench } from './support/workbench';

/** The rows of the Events view. */
function eventsIn({ page }: Workbench): Locator {
  return page
    .locator('.sidebar .pane', { has: page.getByRole('heading', { name: 'Events' }) })
    .getByRole('treeitem');
}

// All steps use the same window, because opening a window takes longest.
test('the Events view shows what happened to the selected item', async ({ workbench, service }) => {
  const { page, dialog, quickInput } = workbench;
  const events = eventsIn(workbench);
  const editor = page.locator('.editor-container .view-lines');
  const description = workbench.header('Events').locator('.description');
  const requests = (): number =>
    service.requests.filter(({ operation }) => operation === 'listEvents').length;
  await connect(workbench, service);
  await workbench.resizeSidebar(300);
  await workbench.expand(workbench.row('payments'));

  await test.step('it is collapsed and sends no request before it is opened', async () => {
    await workbench.row('payments-eu').click();
    await expect(workbench.row('workers')).toBeVisible();
    expect(requests()).toBe(0);
    await workbench.toggleView('Events');
    await expect(description).toHaveText('payments-eu');
    await expect(events.first()).toHaveAccessibleName(/^Warning, KubeletHasDiskPressure, /);
    expect(requests()).toBe(1);
    await workbench.screenshot('events-dark');
  });

  await test.step('audit entries are among the events, and can be shown alone', async () => {
    const entry = events.filter({ hasText: 'Upgraded' }).first();
    await expect(entry).toBeVisible();
    await workbench.runCommand('Poolview: Filter Events…');
    await quickInput.pick('Events and Audit…');
    await expect(quickInput.item('Audit')).toBeVisible();
    await quickInput.pick('Audit');
    await expect(description).toHaveText('payments-eu · Audit');
    await expect(events.first()).toHaveAccessibleName(/^Audit entry, /);
    await workbench.screenshot('events-audit-dark');
    await workbench.runCommand('Poolview: Clear Event Filter');
    await expect(description).toHaveText('payments-eu');
  });

  await test.step('Who Changed This? shows the audit log of a cluster and of a team, also after a removal', async () => {
    await workbench.choose(workbench.row('payments-us'), 'Who Changed This?');
    await expect(description).toHaveText('payments-us · Audit');
    await expect(events.first()).toHaveAccessibleName(/^Audit entry, /);
    await workbench.toggleView('Projects');
    await workbench.toggleView('Team Roles');
    await workbench.choose(workbench.row('Platform'), 'Who Changed This?');
    await expect(description).toHaveText('Platform · Audit');
    await expect(events.first()).toHaveAccessibleName(/ to the team, /);
    await workbench.expand(workbench.row('Platform'));
    await workbench.leave();
    await workbench.press(titles.removeThisRole, workbench.row('Resource Cluster Admin'));
    await dialog.getByRole('button', { name: 'Remove Role' }).click();
    const message = workbench.notification('Removed "Resource Cluster Admin on ');
    await expect(message).toBeVisible();
    await message.getByRole('button', { name: 'Show Audit Entry' }).click();
    await expect(events.first()).toHaveAccessibleName(/Removed the resource role Resource Cluster Admin/);
    await workbench.clearNotifications();
    await workbench.toggleView('Team Roles');
    await workbench.toggleView('Projects');
    await workbench.runCommand('Poolview: Clear Event Filter');
    await expect(description).toHaveText('payments-eu');
  });

  await test.step('selecting an event shows its whole message, with the mouse and the keyboard', async () => {
    await page.setViewportSize({ width: 740, height: 800 });
    const before = requests();
    await events.first().click();
    await expect(page.getByRole('tab', { name: 'KubeletHasDiskPressure.yaml' })).toBeVisible();
    await expect(editor).toContainText('# Warning, KubeletHasDiskPressure, machine payments-eu-workers-5');
    await expect(editor).toContainText('/var/lib/containerd is 93% full');
    await workbench.screenshot('events-message-dark');
    // The focus stays in the view.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(editor).not.toContainText('/var/lib/containerd is 93% full');
    await expect(editor).toContainText('message:');
    const shown = await editor.innerText();
    await workbench.press('Refresh Events', workbench.header('Events'));
    await expect.poll(requests).toBe(before + 1);
    expect(await editor.innerText()).toBe(shown);
    await workbench.runCommand('View: Close All Editors');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the details of the cluster end with its last events', async () => {
    await workbench.runCommand('Poolview: Show Details');
    await expect(editor).toContainText('1 of 15 machines unhealthy');
    await expect(editor).toContainText('KubeletHasDiskPressure, machine payments-eu-workers-5');
    await editor.click();
    await page.keyboard.press('Control+End');
    // The twentieth event.
    await expect(editor).toContainText('reason: KubeletHasInsufficientMemory');
    await workbench.runCommand('View: Close All Editors');
  });

  await test.step('a machine has the events that involve it, without a request', async () => {
    const before = requests();
    await workbench.expand(workbench.row('workers'));
    // VS Code loses a click while it renders the rows again, which say what the machines told.
    await expect(workbench.row('workers')).toContainText('DiskPressure');
    await workbench.row('payments-eu-workers-5').click();
    await expect(description).toHaveText('payments-eu-workers-5');
    await expect(events.first()).toHaveAccessibleName(/^Warning, KubeletHasDiskPressure, [^,]* ago$/);
    expect(requests()).toBe(before);
    await workbench.row('payments-eu').click();
    await expect(description).toHaveText('payments-eu');
  });

  await test.step('the text has all loaded events, the newest at its end', async () => {
    await workbench.press('Open Events as Text', workbench.header('Events'));
    await expect(editor).toContainText(
      '[Warning] KubeletHasDiskPressure machine payments-eu-workers-5: kubelet has disk pressure',
    );
    await workbench.screenshot('events-text-dark');
  });

  await test.step('Load more reads the next page', async () => {
    await workbench.toggleView('Projects');
    const more = events.filter({ hasText: 'Load more' });
    await events.first().click();
    await page.keyboard.press('End');
    await expect(more).toContainText(/\d+ of \d+/);
    const before = requests();
    await more.click();
    await expect(more).toHaveCount(0);
    expect(requests()).toBe(before + 1);
  });

  await test.step('a service is never asked for the events of an item of another one', async () => {
    const other = await startScriptedService({ projects: 3 });
    try {
      await workbench.toggleView('Projects');
      await workbench.row('payments-eu').click();
      await expect(description).toHaveText('payments-eu');
      await expect(events.first()).toBeVisible();

      await workbench.runCommand('Poolview: Connect to a Service…');
      await answerConnect(workbench, other, 'Beta');
      await expect(page.locator('.sidebar')).toContainText(`Beta (${new URL(other.baseUrl).host})`);
      await expect(workbench.row('payments')).toBeVisible();
      await expect(events).toHaveCount(0);
      await expect(description).toBeEmpty();
      expect(other.requests.filter(({ operation }) => operation === 'listEvents')).toEqual([]);

      other.faults.add({ kind: 'status', status: 403, operation: 'listAudits' });
      await workbench.row('payments').click();
      await expect(description).toHaveText('payments');
      await expect(events.first()).toBeVisible();
      await events.first().click();
      await page.keyboard.press('End');
      await expect(events.filter({ hasText: 'The API key lacks audit.list' })).toBeVisible();
    } finally {
      await other.close();
    }
  });
});
