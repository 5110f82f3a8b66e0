import type { Locator } from '@playwright/test';
import { FleetPage } from './support/fleetPage';
import { connect, expect, test } from './support/service';
import { webviewFrame } from './support/webview';
import type { Workbench } from './support/workbench';

/** What a user does: each click and each key is an action, but not what is typed into a box. */
class Actions {
  count = 0;

  constructor(private readonly workbench: Workbench) {}

  async click(target: Locator): Promise<void> {
    this.count++;
    await target.click();
  }

  async press(key: string): Promise<void> {
    this.count++;
    await this.workbench.page.keyboard.press(key);
  }

  /** A button in the title of the Projects view. */
  async pressTitle(button: string): Promise<void> {
    this.count++;
    await this.workbench.press(button, this.workbench.header('Projects'));
  }

  /** Goes to the query of a page by its key, and types. */
  async typeQuery(fleet: FleetPage, query: string): Promise<void> {
    await expect(fleet.table).toBeVisible();
    await this.press('/');
    await expect(fleet.query).toBeFocused();
    await this.workbench.page.keyboard.type(query);
  }

  async expand(row: Locator): Promise<void> {
    this.count++;
    await this.workbench.expand(row);
  }

  /** Opens the context menu of a row, and chooses a command. */
  async choose(row: Locator, command: string): Promise<void> {
    this.count += 2;
    await this.workbench.choose(row, command);
  }
}

// All tasks share a window, which is reloaded before each.
test('the usual questions of a night are answered with two actions each, from the Projects view', async ({
  workbench,
  service,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { page, quickInput } = workbench;
  const fleet = new FleetPage(page);
  const review = webviewFrame(page);
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  await page.setViewportSize({ width: 1400, height: 900 });
  await connect(workbench, service);

  /** Counts the actions of a task. */
  const task = (name: string, most: number, run: (user: Actions) => Promise<void>): Promise<void> =>
    test.step(`${name}: ${most} actions`, async () => {
      await workbench.runCommand('View: Close All Editors');
      await workbench.collapseAll();
      await workbench.open();
      await workbench.openView('Poolview');
      await expect(workbench.row('payments')).toBeVisible();
      await workbench.settle();
      const user = new Actions(workbench);
      await run(user);
      expect(user.count, name).toBeLessThanOrEqual(most);
    });

  await task('which causes are there, and how many clusters has each', 1, async (user) => {
    await user.pressTitle('Open Fleet Overview');
    await expect(fleet.group('fluent-bit CrashLoopBackOff')).toContainText('3 clusters');
    await expect(fleet.group('ClusterCreateFailed')).toContainText('9 clusters');
  });

  await task('which cause is still spreading', 1, async (user) => {
    await user.pressTitle('Open Fleet Overview');
    await expect(fleet.group('InstanceCreateFailed')).toContainText(/\d\d:\d\d – \d\d:\d\d/);
  });

  await task('what changed before a cause', 1, async (user) => {
    await user.pressTitle('Open Fleet Overview');
    await expect(fleet.group('prometheus OOMKilled')).toContainText(/after 66\.2\.0, \d\d:\d\d.*\(5 of 5\)/);
  });

  await task('the ticket for one cause', 3, async (user) => {
    await user.pressTitle('Open Fleet Overview');
    await user.click(fleet.group('prometheus OOMKilled'));
    await user.press('c');
    await expect.poll(copied).toContain('prometheus OOMKilled');
    expect(await copied()).not.toContain('ClusterCreateFailed');
  });

  await task('the first row by keyboard from the query', 2, async (user) => {
    await user.pressTitle('Open Fleet Overview');
    await expect(fleet.group('ClusterCreateFailed')).toBeVisible();
    await fleet.query.focus();
    await user.press('ArrowDown');
    await expect(fleet.table).toBeFocused();
    await expect(fleet.table.locator('.row.active')).toContainText('ClusterCreateFailed');
  });

  await task('the unhealthy machines of the fleet, with causes', 2, async (user) => {
    await user.pressTitle('Open Fleet Overview');
    await user.click(fleet.button('Read Machines of'));
    await fleet.waitForMachines();
    await expect(fleet.group('DiskPressure').first()).toContainText(/\d machines/);
  });

  await task('who has Cluster Admin on payments', 2, async (user) => {
    await user.choose(workbench.row('payments'), 'Review Access…');
    const grants = review.getByRole('treegrid').getByRole('row').filter({ hasText: 'Cluster Admin' });
    await expect(grants.filter({ hasText: 'Platform' }).first()).toContainText('payments');
  });

  await task('a machine by its address', 2, async (user) => {
    await user.pressTitle('Go to…');
    await quickInput.input.fill('10.0.0.25');
    await user.press('Enter');
    await expect(workbench.row('payments-eu-workers-5')).toBeVisible();
  });

  await task('whether payments-eu is at its limit', 2, async (user) => {
    await user.pressTitle('Open Fleet Overview');
    await user.typeQuery(fleet, 'payments-eu cpu:>0');
    await expect(fleet.row('payments-eu')).toContainText(/[\d.]+ of 60 cores \(\d+%\)/);
  });

  await task('what changed in the last hour, and by whom, and the list for the ticket', 3, async (user) => {
    await user.pressTitle('Open Fleet Overview');
    await user.click(fleet.tab('Timeline'));
    await expect(fleet.entry('payments-eu', 'Kwame Mensah').first()).toBeVisible();
    await user.click(fleet.button('Copy for Ticket'));
    await expect.poll(copied).toContain('Kwame Mensah');
  });

  await task('who changed payments-eu, and which part failed', 2, async (user) => {
    await user.expand(workbench.row('payments'));
    const hover = await workbench.hover(workbench.row('payments-eu'), 'fluent-bit CrashLoopBackOff');
    await user.click(hover.getByRole('link', { name: 'Who Changed This?' }));
    await expect(fleet.entry('payments-eu', 'Kwame Mensah').first()).toBeVisible();
    await expect(fleet.table).toContainText('fluent-bit');
  });

  await task('the clusters with an old Kubernetes', 2, async (user) => {
    await user.pressTitle('Open Fleet Overview');
    await user.typeQuery(fleet, 'k8s:<1.31');
    await expect(fleet.table.getByRole('row').nth(2)).toContainText(/1\.(29|30)\./);
  });

  await task('what is unhealthy in production', 2, async (user) => {
    await user.pressTitle('Open Fleet Overview');
    await user.typeQuery(fleet, 'env:prod state:unhealthy');
    await expect(fleet.row('payments-eu')).toBeVisible();
  });

  await task('the certificates that expire soon', 2, async (user) => {
    await user.press('F1');
    await quickInput.input.fill('>Poolview: Check Certificates');
    await user.press('Enter');
    await expect(fleet.row('ledger-dr')).toContainText('6 days');
  });

  await task('a known problem is marked', 3, async (user) => {
    await user.choose(workbench.row('payments'), 'Mark as Known…');
    await expect(quickInput.input).toBeFocused();
    await user.press('Enter');
    await expect(workbench.row('payments')).toContainText('known');
  });
});
