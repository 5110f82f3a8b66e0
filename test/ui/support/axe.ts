import { expect, type Locator, type Page } from '@playwright/test';
import axeCore, { type ElementContext, type RunOptions } from 'axe-core';

/**
 * What Poolview draws inside the widgets of VS Code. The widgets themselves are left out: their headers, toolbars and list
 * items break rules of axe in every extension, and in VS Code's own views.
 */
const parts = {
  welcome: '.sidebar .welcome-view-content',
  rows: '.sidebar .pane-body .monaco-list-rows',
  hover: '.workbench-hover-container .monaco-hover-content',
  quickInput: '.quick-input-list-entry, .quick-input-title, .quick-input-message',
  statusBar: '.statusbar-item[id^="poolview"]',
};

/** VS Code colors these: in quick inputs, the part of a label that matches and keyboard shortcuts, and selected rows. */
const ownOfVSCode =
  '.quick-input-list-entry .highlight, .quick-input-list-entry .monaco-keybinding, .monaco-list-row.selected';

/** In the page. */
interface Globals {
  readonly axe: typeof axeCore;
  readonly axeOptions: RunOptions;
}

/** The rules of axe whose results depend on the theme. */
export const colorRules = ['color-contrast', 'link-in-text-block'];

/** Checks that axe finds nothing serious in a visible part of the window. */
export async function expectAccessible(page: Page, part: keyof typeof parts): Promise<void> {
  await expect(page.locator(parts[part]).first()).toBeVisible();
  // Its text has less contrast while it fades in.
  if (part === 'hover')
    await expect(page.locator('.workbench-hover-container .monaco-hover')).toHaveCSS('opacity', '1');
  await expectAccessibleFrame(page.locator(':root'), { include: parts[part], exclude: ownOfVSCode });
}

/**
 * Checks that axe finds nothing serious in an element. It looks at one frame: that of a webview is separated from the others,
 * and looking into all frames of VS Code takes seconds.
 * @param context what to look at instead of the element
 * @param rules all by default
 */
export async function expectAccessibleFrame(
  element: Locator,
  context?: ElementContext,
  rules?: readonly string[],
): Promise<void> {
  // Once for each document: it takes so long that a hover may close meanwhile.
  const isLoaded = await element.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) await element.evaluate(axeCore.source);
  const only: RunOptions = rules ? { runOnly: [...rules] } : {};
  await element.evaluate((_, options) => Object.assign(globalThis, { axeOptions: options }), {
    iframes: false,
    resultTypes: ['violations'],
    ...only,
  });
  const violations = await element.evaluate(async (root, given) => {
    const { axe, axeOptions } = globalThis as unknown as Globals;
    return (await axe.run(given ?? root, axeOptions)).violations;
  }, context);
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => [id, ...nodes.slice(0, 9).map(({ html }) => html)])).toEqual([]);
}
