import type { Locator } from '@playwright/test';
import { readFile, writeFile } from 'node:fs/promises';
import { fromRoot } from '../../scripts/paths';
import { expectAccessible } from './support/axe';
import { FleetPage } from './support/fleetPage';
import { expect, test } from './support/service';

/** What a screen reader was given. `HEARD=write npm run test:ui nightShift` writes it anew. */
const record = fromRoot('test/ui/nightShift.txt');

/** Times differ from run to run. */
const withoutTimes = (text: string): string => text.replaceAll(/\d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?/g, 'hh:mm');

test('the incident of the demo with the keyboard alone, as a screen reader says it', async ({
  workbench,
  service,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { page, quickInput } = workbench;
  const { keyboard } = page;
  const fleet = new FleetPage(page);
  const heard: string[] = [];
  const focusedRow = page.locator('.monaco-list.focused .monaco-list-row.focused');
  const activeRow = fleet.table.locator('.row.active');

  const command = async (title: string): Promise<void> => {
    await expect(async () => {
      await workbench.openCommandPalette(title);
      await expect(quickInput.items.first()).toContainText(title.replace(/^.*: /, ''), { timeout: 3000 });
    }).toPass();
    await keyboard.press('Enter');
  };

  /** Notes what a row says, and that it is short. */
  const hear = async (row: Locator, name: string): Promise<void> => {
    await expect(row).toHaveAttribute('aria-label', new RegExp(name));
    const said = withoutTimes((await row.getAttribute('aria-label')) ?? '');
    expect(said.split(' ').length, said).toBeLessThanOrEqual(20);
    heard.push(`  ${said}`);
  };

  const step = (title: string, run: () => Promise<void>): Promise<void> =>
    test.step(title, async () => {
      heard.push(title);
      await run();
    });

  await page.setViewportSize({ width: 1400, height: 900 });
  await workbench.open();
  await command('Poolview: Connect to a Service…');
  for (const answer of [service.baseUrl, service.apiKey, 'Acme', '']) {
    await expect(quickInput.input).toBeFocused();
    await keyboard.type(answer);
    const title = await quickInput.message.textContent();
    await keyboard.press('Enter');
    await expect(quickInput.message).not.toHaveText(title ?? '');
  }
  await keyboard.press('Enter');
  await expect(workbench.row('payments')).toBeVisible();

  await step('The Projects view, and down to the machine that is the cause', async () => {
    await command('Poolview: Focus on Projects View');
    await keyboard.press('Home');
    for (const name of ['payments', 'payments-eu', 'workers']) {
      while (!((await focusedRow.getAttribute('aria-label')) ?? '').includes(`, ${name}`))
        await keyboard.press('ArrowDown');
      await hear(focusedRow, name);
      await keyboard.press('ArrowRight');
      await expect(focusedRow).toHaveAttribute('aria-expanded', 'true');
      await keyboard.press('ArrowDown');
    }
    while (!((await focusedRow.getAttribute('aria-label')) ?? '').includes('DiskPressure'))
      await keyboard.press('ArrowDown');
    await hear(focusedRow, 'payments-eu-workers-5');
  });

  await step('The fleet overview, what needs attention', async () => {
    await command('Poolview: Open Fleet Overview');
    await fleet.waitForFocus();
    await expect(fleet.row('payments-eu')).toContainText('fluent-bit');
    while (!(await fleet.table.evaluate('document.activeElement?.getAttribute("role") === "grid"')))
      await keyboard.press('Tab');
    await keyboard.press('Home');
    for (let row = 0; row < 5; row++) {
      await hear(activeRow, '');
      await keyboard.press('ArrowDown');
    }
  });

  await step('The timeline of the cluster, by one key, and the ticket', async () => {
    await keyboard.press('/');
    await keyboard.type('payments-eu ');
    await keyboard.press('Escape');
    while (!(await fleet.table.evaluate('document.activeElement?.getAttribute("role") === "grid"')))
      await keyboard.press('Tab');
    await keyboard.press('Home');
    await hear(activeRow, 'payments-eu');
    await keyboard.press('t');
    await expect(fleet.entry('payments-eu', 'Kwame Mensah').first()).toBeVisible();
  });

  await test.step('axe finds nothing in any theme, at 200% zoom', async () => {
    // What a browser does at 200%: half as many pixels, twice as large.
    await page.setViewportSize({ width: 700, height: 450 });
    await workbench.inEveryTheme(async () => {
      await fleet.expectAccessible();
    });
    await workbench.runCommand('View: Close All Editors');
    await workbench.inEveryTheme(async () => {
      await expectAccessible(page, 'rows');
    });
  });

  const text = `${heard.join('\n')}\n`;
  if (process.env['HEARD'] === 'write') await writeFile(record, text);
  expect(text).toBe(await readFile(record, 'utf8'));
});
