import type { Locator, Page } from '@playwright/test';
import { fromRoot } from '../../scripts/paths';
import { colorRules, expectAccessibleFrame } from '../ui/support/axe';
import type { Extension } from './support/extension';
import { themeNames } from './support/panel';
import { expect, openOverview, readReview, test } from './support/test';

/** In pixels. The first is what a page has at 200% zoom. */
const widths = [480, 900, 1200, 1400];

/** Checks a page in every theme at every width. @param parts which must be whole */
async function checkEverywhere(
  page: Page,
  extension: Extension,
  name: string,
  parts: readonly Locator[],
): Promise<void> {
  const main = page.getByRole('main');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 450 });
    await extension.panel.drawn();
    await test.step(`${width} pixels`, async () => {
      await expectToFit(page, parts);
      for (const theme of themeNames)
        await test.step(theme, async () => {
          await extension.panel.wear(theme);
          await expectAccessibleFrame(main, undefined, theme === themeNames[0] ? undefined : colorRules);
          if (width === 900)
            await page.screenshot({
              path: fromRoot('test-results/screenshots', `page-${name}-${theme}.png`),
            });
        });
    });
  }
}

/** Checks that nothing is cut off at the sides, and no control covers another one. */
async function expectToFit(page: Page, parts: readonly Locator[]): Promise<void> {
  expect(await page.evaluate(overflow)).toBe(0);
  for (const part of [...(await page.getByRole('tab').all()), ...parts]) {
    await part.scrollIntoViewIfNeeded();
    await expect(part).toBeInViewport({ ratio: 0.95 });
  }
  for (const query of await page.getByRole('combobox', { name: 'Query' }).all())
    expect((await query.boundingBox())?.width).toBeGreaterThan(200);
  expect(await page.evaluate(covered)).toEqual([]);
}

const overflow = 'document.querySelector("main").scrollWidth - document.querySelector("main").clientWidth';

/** The controls of which a part is below another one. What is cut off is below nothing. */
const covered = `(() => {
  const nameOf = (element) => element.getAttribute('aria-label') || element.title || element.textContent.trim();
  const seen = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const cut = element.closest('.tiles, .findings')?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
    return { left: Math.max(left, cut.left), top, right: Math.min(right, cut.right), bottom };
  };
  const boxes = [...document.querySelectorAll('main :is(.top, .line, .findings, .decision-bar, .foot) :is(button, vscode-button, input, select)')]
    .filter((element) => element.checkVisibility() && !element.closest('.skip, [popover], .query button'))
    .map((element) => [nameOf(element), seen(element)]);
  return boxes.flatMap(([name, box], index) =>
    boxes.slice(index + 1).flatMap(([other, { left, top, right, bottom }]) => {
      const width = Math.min(box.right, right) - Math.max(box.left, left);
      const height = Math.min(box.bottom, bottom) - Math.max(box.top, top);
      return width > 0.5 && height > 0.5 ? [name + ' / ' + other] : [];
    }),
  );
})()`;

test('the overview', async ({ extension, fleet, page }) => {
  await openOverview(extension, fleet);
  await fleet.button('Read Machines of').click();
  await fleet.waitForMachines();
  await fleet.query.fill('failed');
  await fleet.select('Group', 'Not grouped');
  const row = fleet.table.getByRole('row').nth(1);
  await row.click();
  await checkEverywhere(page, extension, 'overview', [fleet.query, row, fleet.nameEnds.first()]);
});

test('the capacity', async ({ extension, fleet, page }) => {
  await openOverview(extension, fleet);
  await fleet.tab('Capacity').click();
  const row = fleet.table.getByRole('row').nth(1);
  await expect(row).toContainText('cores');
  await checkEverywhere(page, extension, 'capacity', [fleet.query, row]);
});

test('the timeline', async ({ extension, fleet, page }) => {
  await openOverview(extension, fleet);
  await fleet.tab('Timeline').click();
  await expect(fleet.button('Cancel')).toHaveCount(0);
  await fleet.source('Events').click();
  const row = fleet.table.getByRole('row').nth(2);
  await row.click();
  await checkEverywhere(page, extension, 'timeline', [fleet.query, row]);
});

test('a review', async ({ extension, review, page }) => {
  await readReview(extension, review);
  await review.query.fill('kind:resource');
  const row = review.table.getByRole('row').nth(1);
  await row.click();
  await review.table.press('k');
  await checkEverywhere(page, extension, 'review', [review.query, row, review.note]);
});

test('the answer who can do something', async ({ extension, review, page }) => {
  await readReview(extension, review);
  await review.tab('Who can…?').click();
  await review.choose('Permission', 'cluster.delete');
  await review.choose('Project', 'payments');
  await page.getByText('10 users, all through these teams').click();
  await checkEverywhere(page, extension, 'who-can', [review.button('Copy Users')]);
});

test('what opens on a page, groups and a selection', async ({ extension, fleet, page }) => {
  await openOverview(extension, fleet);
  const check = async (name: string): Promise<void> => {
    for (const theme of themeNames)
      await test.step(`${name}, ${theme}`, async () => {
        await extension.panel.wear(theme);
        await expectAccessibleFrame(fleet.main, undefined, theme === themeNames[0] ? undefined : colorRules);
      });
  };
  await fleet.tile('Unhealthy').click();
  await fleet.group('prometheus OOMKilled').click();
  await fleet.choose('Unfold All');
  await check('groups');
  await fleet.query.fill('env:te');
  await expect(fleet.suggestion('env:test').or(fleet.suggestion('test'))).toBeVisible();
  await fleet.query.press('ArrowDown');
  await check('suggestions');
  await page.keyboard.press('Escape');
  await fleet.query.fill('state:bad');
  await page.keyboard.press('Escape');
  await expect(fleet.query).toHaveAttribute('aria-invalid', 'true');
  await check('a problem of the query');
  await fleet.button('More Actions').click();
  await expect(page.locator('#menu')).toBeVisible();
  await check('menu');
  await page.keyboard.press('Escape');
  await fleet.leave();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await check('keys');
});

test('what is shown without a connection', async ({ extension, fleet, page }) => {
  await openOverview(extension, fleet);
  extension.disconnect();
  await expect(fleet.button('Connect to a Service…')).toBeVisible();
  for (const theme of themeNames) {
    await extension.panel.wear(theme);
    await expectAccessibleFrame(page.getByRole('main'));
  }
  await extension.panel.taken();
  await fleet.button('Connect to a Service…').click();
  expect(await extension.panel.taken()).toEqual([{ type: 'connect' }]);
});
