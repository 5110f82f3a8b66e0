import { expect, type Locator, type Page } from '@playwright/test';
import { fromRoot } from '../../../scripts/paths';
import type { VSCodeServer } from '../../../scripts/vscode/server';
import { exactly, literally } from './exactly';
import { QuickInput } from './quickInput';

/** For each theme: its name in the theme picker, the class of VS Code's root element, and a suffix for screenshots. */
const themes = {
  'Default Light Modern': { label: 'Light Modern', className: 'vs', suffix: 'light' },
  'Default High Contrast': { label: 'Dark High Contrast', className: 'hc-black', suffix: 'high-contrast' },
  'Default High Contrast Light': {
    label: 'Light High Contrast',
    className: 'hc-light',
    suffix: 'high-contrast-light',
  },
  'Default Dark Modern': { label: 'Dark Modern', className: 'vs-dark', suffix: 'dark' },
} as const;

export type Theme = keyof typeof themes;

/** VS Code as users see and use it. Returns locators, for web-first assertions. */
export class Workbench {
  readonly quickInput: QuickInput;
  /** The modal dialog. Its buttons are of role `button`. */
  readonly dialog: Locator;
  /** The visible notifications, newest first. */
  readonly notifications: Locator;
  /** The visible tooltip. */
  readonly tooltip: Locator;

  constructor(
    readonly page: Page,
    private readonly vscode: VSCodeServer,
  ) {
    this.quickInput = new QuickInput(page);
    this.dialog = page.locator('.monaco-dialog-box');
    this.notifications = page.locator('.notifications-toasts .notification-list-item');
    this.tooltip = page.getByRole('tooltip');
  }

  /**
   * Opens or reloads VS Code. Extensions restart with their stored state.
   * @param workspace a workspace file to open; the folder of the profile by default
   */
  async open(workspace?: string): Promise<void> {
    await this.page.goto(workspace === undefined ? this.vscode.url : this.vscode.workspaceUrl(workspace));
    await expect(this.viewIcon('Explorer')).toBeVisible();
    // Contributions of extensions, such as commands, appear a moment after the window.
    await expect(this.viewIcon('Poolview')).toBeVisible();
  }

  /** The icon of a view container in the activity bar. */
  viewIcon(name: string): Locator {
    return this.page.locator('.activitybar').getByRole('tab', { name });
  }

  /** Shows a view container in the sidebar. */
  async openView(name: string): Promise<void> {
    const icon = this.viewIcon(name);
    await expect(icon).toBeVisible();
    if ((await icon.getAttribute('aria-selected')) !== 'true') {
      await icon.click();
    }
    await expect(icon).toHaveAttribute('aria-selected', 'true');
  }

  /** A view in the sidebar, with its header. */
  view(title: string): Locator {
    return this.page.locator('.sidebar .pane').filter({
      has: this.page.getByRole('heading', { name: title, exact: true }),
    });
  }

  /**
   * The progress bars of views in the sidebar. VS Code moves the focus back to a view after it has updated its rows, which
   * closes a menu or a quick pick that was opened just then.
   */
  get progress(): Locator {
    return this.page.locator('.sidebar .monaco-progress-container.active');
  }

  /** The header of a view in the sidebar, with the buttons of its title. */
  header(title: string): Locator {
    return this.page.locator('.sidebar .pane-header', { hasText: title });
  }

  /** Expands or collapses a view in the sidebar. */
  async toggleView(title: string): Promise<void> {
    // At its start, because the buttons that appear on hover may cover the middle.
    await this.header(title).click({ position: { x: 12, y: 11 } });
  }

  /** The tree row with exactly this label, or a part of this whole name, and any description. */
  row(label: string, within: Locator | Page = this.page): Locator {
    const name = this.page.locator('.label-name', { hasText: exactly(label) });
    const short = this.page.locator('.label-name', { hasText: '…' });
    const rows = within.locator('.monaco-list-rows').getByRole('treeitem');
    return rows.filter({ has: name }).or(rows.and(this.#spokenAs(label)).filter({ has: short }));
  }

  /** The rows with this whole name for screen readers, after their state, cause and kind. */
  #spokenAs(name: string): Locator {
    return this.page.getByRole('treeitem', { name: new RegExp(`, ${literally(name)}(,|$)`) });
  }

  /** Expands a tree row and waits for what is below it. */
  async expand(row: Locator): Promise<void> {
    await expect(row).toHaveAttribute('aria-expanded', /./);
    // VS Code loses a click while it renders the row again. When it renders the row above again, it collapses the row if
    // what is below it has not arrived.
    await expect(async () => {
      if ((await row.getAttribute('aria-expanded')) === 'false') {
        await row.locator('.monaco-tl-twistie').click({ timeout: 3000 });
      }
      await expect.poll(() => this.#showsRowsBelow(row), { timeout: 2000 }).toBe(true);
    }).toPass();
  }

  /** Whether a row is expanded and followed by a row below it, which may be scrolled out of view. */
  async #showsRowsBelow(row: Locator): Promise<boolean> {
    if ((await row.getAttribute('aria-expanded')) !== 'true') return false;
    const next = `> [data-index="${Number(await row.getAttribute('data-index')) + 1}"]`;
    const levels = Array.from(
      { length: Number(await row.getAttribute('aria-level')) },
      (_, index) => index + 1,
    );
    const others = levels.map((level) => `${next}[aria-level="${level}"]`).join(', ');
    return (await row.locator('xpath=..').locator(others).count()) === 0;
  }

  /** Collapses all rows of the Projects view. */
  async collapseAll(): Promise<void> {
    const expanded = this.page.locator('.sidebar').getByRole('treeitem', { expanded: true });
    // VS Code loses a click while it renders the title again, and a row that is still being revealed expands those above it.
    await expect(async () => {
      await this.press('Collapse', this.header('Projects'));
      await expect(expanded).toHaveCount(0, { timeout: 3000 });
    }).toPass();
  }

  /** Hovers over a tree row and returns its tooltip as soon as it contains this text. */
  async hover(row: Locator, text: string | RegExp = ''): Promise<Locator> {
    // Tooltips appear only when the mouse moves, and rows may be rendered again under a resting mouse: the parents of
    // a row are, a moment after it was expanded.
    await expect(async () => {
      await this.leave();
      // At its start, because moving to the middle of a long label would scroll the row out of view.
      await row.locator('.label-name').hover({ position: { x: 2, y: 5 } });
      await expect(this.tooltip).toBeVisible({ timeout: 3000 });
      await expect(this.tooltip).not.toHaveText('Loading...', { timeout: 3000 });
      await expect(this.tooltip).toContainText(text, { timeout: 1000 });
    }).toPass();
    return this.tooltip;
  }

  /** Like `hover`, but with what it makes Poolview read, and once rows are not drawn again, which would close it. */
  async hoverSteadily(row: Locator, text: string | RegExp): Promise<void> {
    await this.hover(row, text);
    await this.settle();
    await this.hover(row, text);
  }

  /** Waits until rows are no longer drawn again, which would close an open menu. */
  async settle(): Promise<void> {
    await expect(this.progress).toHaveCount(0);
    await this.page.evaluate(quietRows);
  }

  /** Runs a command in the context menu of a row, and in its submenus. */
  async choose(row: Locator, ...path: readonly string[]): Promise<void> {
    await this.settle();
    await row.click({ button: 'right' });
    for (const [index, name] of path.entries()) {
      await this.page.getByRole('menuitem', { name, exact: index < path.length - 1 }).hover();
    }
    // VS Code ignores clicks in a menu for a moment after it opened, but not keys.
    await this.page.keyboard.press('Enter');
  }

  /** Moves the mouse away from everything that has a tooltip. */
  async leave(): Promise<void> {
    // A tooltip that appears late closes only on the next movement. One with links stays until the mouse leaves it or its
    // row, and VS Code does not notice that the mouse leaves a row while it drags.
    let isRepeated = false;
    await expect(async () => {
      if (isRepeated && (await this.tooltip.isVisible())) await this.tooltip.hover({ timeout: 1000 });
      isRepeated = true;
      await this.#moveAway();
      await expect(this.tooltip).toBeHidden({ timeout: 1000 });
    }).toPass();
  }

  /** Clicks a button that a row or the header of a view shows only on hover. */
  async press(button: string, owner: Locator): Promise<void> {
    await owner.hover();
    await owner.getByRole('button', { name: button }).click();
    // Its tooltip would cover what is below.
    await this.#moveAway();
  }

  /** To the right edge, above a tooltip that covers its middle: a tooltip stays if the mouse moves into it. */
  async #moveAway(): Promise<void> {
    const { width } = this.page.viewportSize() ?? { width: 1280 };
    const tops = await this.page.evaluate<number[]>(
      "Array.from(document.querySelectorAll('[role=tooltip]'), (tooltip) => tooltip.getBoundingClientRect().top)",
    );
    const y = Math.min(400, ...tops.map((top) => top - 10));
    await this.page.mouse.move(width - 30, y - 10);
    await this.page.mouse.move(width - 20, y);
  }

  /** Runs a command from the Command Palette, such as `Poolview: Refresh`. */
  async runCommand(title: string): Promise<void> {
    // The Command Palette lists the commands that are registered when it opens; those of extensions come a moment
    // later. It also closes when a row gets the focus, as the first new row after "Load more" does.
    await expect(async () => {
      await this.page.keyboard.press('Escape');
      await this.openCommandPalette(title);
      await this.quickInput.item(title).click({ timeout: 3000 });
    }).toPass();
  }

  /** Opens the Command Palette with this text. */
  async openCommandPalette(text = ''): Promise<void> {
    // It closes when a webview that has just opened takes the focus.
    await expect(async () => {
      await this.page.keyboard.press('F1');
      await this.quickInput.input.fill(`>${text}`, { timeout: 3000 });
    }).toPass();
  }

  async clearNotifications(): Promise<void> {
    await this.runCommand('Notifications: Clear All Notifications');
    await expect(this.notifications).toHaveCount(0);
  }

  /** The notification that contains this text. */
  notification(text: string | RegExp): Locator {
    return this.notifications.filter({ hasText: text });
  }

  /** A notification that may no longer be shown, in the list of all notifications, which is opened. */
  async earlierNotification(text: string | RegExp): Promise<Locator> {
    await this.runCommand('Notifications: Show Notifications');
    const earlier = this.page
      .locator('.notifications-center .notification-list-item')
      .filter({ hasText: text });
    await expect(earlier).toBeVisible();
    return earlier;
  }

  async setTheme(theme: Theme): Promise<void> {
    const { label, className } = themes[theme];
    await this.runCommand('Preferences: Color Theme');
    await this.quickInput.type(label);
    await this.quickInput.pick(label);
    await expect(this.page.locator('.monaco-workbench')).toContainClass(className);
  }

  /**
   * Calls `check` in every theme, the default dark one last, with a suffix for names of screenshots.
   * @param check must open hovers and quick inputs itself, because changing the theme closes them
   */
  async inEveryTheme(check: (suffix: string) => Promise<void>): Promise<void> {
    for (const [theme, { suffix }] of Object.entries(themes)) {
      await this.setTheme(theme as Theme);
      await this.leave();
      await check(suffix);
    }
  }

  /** Drags the edge of the sidebar. The width is in pixels. */
  async resizeSidebar(width: number): Promise<void> {
    const box = await this.page.locator('.part.sidebar').boundingBox();
    if (!box) {
      throw new Error('The sidebar is not shown.');
    }
    await this.page.mouse.move(box.x + box.width, 400);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + width, 400);
    await this.page.mouse.up();
  }

  /** Waits until VS Code has saved its state with this text: it saves when the window loses the focus. */
  async waitUntilSaved(text: RegExp): Promise<void> {
    await expect(async () => {
      await this.page.evaluate(losesFocus);
      const saved = await this.page.evaluate<string>(savedState);
      expect(text.test(saved), `VS Code has not saved ${text.source}`).toBe(true);
    }).toPass();
  }

  /** Saves the window as test-results/screenshots/<name>.png. */
  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({
      path: fromRoot('test-results/screenshots', `${name}.png`),
      animations: 'disabled',
    });
  }
}

/** Makes VS Code see a window without the focus: Playwright gives it to every page. */
const losesFocus = `(() => {
  document.hasFocus = () => false;
  window.dispatchEvent(new Event('blur'));
  delete document.hasFocus;
  window.dispatchEvent(new Event('focus'));
})()`;

/** An expression that resolves when no row was drawn for half a second. */
const quietRows = `new Promise((resolve) => {
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      observer.disconnect();
      resolve();
    }, 500);
  };
  const observer = new MutationObserver(wait);
  observer.observe(document.querySelector('.part.sidebar'), { childList: true, characterData: true, subtree: true });
  wait();
})`;

/** An expression for what VS Code has saved in a page, as JSON. */
const savedState = `(async () => {
  const result = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const states = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await result(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      states.push(await result(database.transaction(store).objectStore(store).getAll()));
    }
    database.close();
  }
  return JSON.stringify(states);
})()`;
