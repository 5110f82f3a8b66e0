import { appendFileSync } from 'node:fs';
import { expectAccessible } from './support/axe';
import { FleetPage } from './support/fleetPage';
import { answerConnect, expect, test } from './support/service';
const log = (...text: unknown[]): void => appendFileSync('/tmp/keep2.log', `${text.map(String).join(' ')}\n`);
test('keeps', async ({ workbench, service }) => {
  test.setTimeout(1_800_000);
  const { page } = workbench;
  const fleet = new FleetPage(page);
  await page.setViewportSize({ width: 1400, height: 1500 });
  await workbench.open();
  await workbench.openView('Poolview');
  await workbench.runCommand('Poolview: Connect to a Service…');
  await answerConnect(workbench, service, 'Acme');
  await workbench.runCommand('Poolview: Open Fleet Overview');
  await expect(fleet.coverage).toContainText('280 clusters');
  await fleet.query.fill('failed');
  const checkOverview = async (): Promise<void> => {
    await page.getByRole('tab', { name: 'Fleet: Acme' }).click();
    for (const tab of ['Timeline', 'Capacity', 'Overview'] as const) {
      await fleet.tab(tab).click();
      await fleet.expectAccessible();
      await fleet.expectToFit();
    }
    await expect(fleet.nameEnds.first()).toBeInViewport({ ratio: 0.95 });
  };
  await page.setViewportSize({ width: 700, height: 750 });
  for (let i = 0; i < 12; i++) {
    await workbench.inEveryTheme(async () => {
      await expectAccessible(page, 'rows');
      await checkOverview();
      await page.screenshot({ path: `test-results/keep.png`, animations: 'disabled' });
    });
    const start = Date.now();
    await workbench.waitUntilSaved(/tab\W+overview.*queries\W+overview\W+failed/s).catch(async (error: unknown) => {
      log('FAILED at', i, Date.now() - start, String(error).slice(0, 300));
      for (const frame of page.frames()) {
        const text = await frame.evaluate(`(() => { const e = [...document.querySelectorAll('*')].find((e) => 'view' in e && e.view && e.view.queries); return e ? JSON.stringify(e.view).slice(0, 300) : document.title + ' ' + document.hasFocus() + document.visibilityState; })()`).catch(String);
        log(frame.url().slice(0, 80), text);
      }
      throw new Error(String(error).slice(0, 200));
    });
    log(i, Date.now() - start);
  }
});
