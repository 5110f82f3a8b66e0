import { FleetPage } from './support/fleetPage';
import { Listener } from './support/listener';
import { noon } from './support/noon';
import { connect, expect, test } from './support/service';

const state =
  /^(Failed|Unhealthy|Late heartbeat|In maintenance|In transition|Unknown|Healthy|Not read|Error|Warning|Info), /;
const stateWithoutCause =
  /^(Failed|Unhealthy|Late heartbeat|Error|Warning), [^,]+, (Project|Cluster|Machine pool|Machine)(,|$)/;

test.use(noon);

test('an incident is understood and marked by keyboard, from what a screen reader says', async ({
  workbench,
  service,
}) => {
  const { page, quickInput, tooltip } = workbench;
  const fleet = new FleetPage(page);
  const user = new Listener(page);
  await page.setViewportSize({ width: 1400, height: 900 });
  await connect(workbench, service);

  await test.step('down to the machine in the Projects view', async () => {
    user.begin('The Projects view');
    await user.run('Poolview: Focus on Projects View');
    await user.hears(/^Projects/);
    await user.press('ArrowDown', /, payments, .*Project$/);
    user.begin('Down to the machine');
    await user.press('ArrowRight', /^Unhealthy, payments, eu: /);
    await user.walk('ArrowDown', /payments-eu/, 3);
    await user.press('ArrowRight', /CrashLoopBackOff/);
    await user.walk('ArrowDown', /workers/, 3);
    await user.press('ArrowRight', /^Unhealthy/);
    await user.walk('ArrowDown', /payments-eu-workers-5/, 8);
  });

  await test.step('its hover and its details', async () => {
    user.begin('The hover of the machine, and back');
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.press('ControlOrMeta+I');
    await expect(tooltip).toBeFocused();
    await expect(tooltip).toContainText(/Unhealthy: DiskPressure.*\n/);
    user.record.push(`- ${(await tooltip.innerText()).replace(/\n.*/s, '')} (tooltip)`);
    await page.keyboard.press('Escape');
    await expect(tooltip).toBeHidden();
    // Newer versions of VS Code leave nothing with the focus when a hover closes.
    await user.run('Poolview: Focus on Projects View');
    await user.hears(/payments-eu-workers-5/);
    user.begin('Its details');
    await page.keyboard.press('Enter');
    await expect(page.locator('.tab.active')).toContainText('payments-eu-workers-5.yaml');
    await user.hears(/payments-eu-workers-5/);
  });

  await test.step('the fleet overview', async () => {
    user.begin('The fleet overview');
    await user.run('Poolview: Open Fleet Overview');
    await expect(fleet.table).toBeVisible();
    await expect(fleet.button('Cancel')).toHaveCount(0);
    await fleet.waitForFocus();
    user.where = fleet.frame;
    await user.walk('Tab', /^Query/, 10);
    await page.keyboard.type('payments-eu');
    await expect(fleet.rowCount).toContainText('13 of');
    user.begin('The table');
    await user.walk('Tab', /^Clusters and machines/, 12);
    await user.walk('ArrowDown', /, payments-eu, .*Cluster/, 6);
  });

  await test.step('the cluster is marked as known', async () => {
    user.begin('Mark as known');
    await page.keyboard.press('k');
    user.where = page;
    await user.hears(/^Until/);
    await page.keyboard.press('Enter');
    await expect(quickInput.root).toBeHidden();
    user.where = fleet.frame;
    await user.hears(/known/);
  });

  await test.step('the timeline of the cluster', async () => {
    user.begin('Its timeline');
    await user.press('t', /^Timeline/);
    await expect(fleet.entry('payments-eu', 'Kwame Mensah').first()).toBeVisible();
    await user.walk('Tab', /^Timeline/, 20);
    await user.walk('ArrowDown', /Kwame/, 5);
    await page.keyboard.press('ArrowRight');
    await expect(fleet.entry('payments-eu-workers-5', 'KubeletHasDiskPressure')).toHaveCount(1);
    await user.walk('ArrowDown', /KubeletHasDiskPressure/, 8);
  });

  expect(user.rows.length).toBeGreaterThan(20);
  // The heading of a day has no state.
  for (const row of user.rows.filter((each) => each !== 'Today')) {
    expect(row.split(/\s+/).length, row).toBeLessThanOrEqual(20);
    expect(row).toMatch(state);
    expect(row).not.toMatch(stateWithoutCause);
  }
  expect(`${user.record.join('\n')}\n`).toMatchSnapshot('nightShift.txt');
});
