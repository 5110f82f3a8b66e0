import { expect, type Locator, type Page } from '@playwright/test';
import { fromRoot } from '../../../scripts/paths';
import type { VSCodeServer } from '../../../scripts/vscode/server';
import { exactly } from './exactly';
import { QuickInput } from './quickInput';

/** The themes' names in the theme picker, the class of VS Code's root element, and the end of a screenshot's name. */
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

/** VS Code as a person sees and uses it. What it returns are locators, for web-first assertions. */
export class Workbench {
  readonly quickInput: QuickInput;
  /** The modal dialog. Its buttons are of role `button`. */
  readonly dialog: Locator;
  /** The notifications that are shown, the newest first. */
  readonly notifications: Locator;
  /** The tooltip that is shown. */
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
   * Opens VS Code, or opens it anew: extensions start again, with what they had stored.
   * @param workspace a workspace file to open; the folder of the profile unless told otherwise
   */
  async open(workspace?: string): Promise<void> {
    await this.page.goto(workspace === undefined ? this.vscode.url : this.vscode.workspaceUrl(workspace));
    await expect(this.viewIcon('Explorer')).toBeVisible();
    // What extensions contribute, commands included, comes a moment after the window.
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

  /** The header of a view in the sidebar, with the buttons of its title. */
  header(title: string): Locator {
    return this.page.locator('.sidebar .pane-header', { hasText: title });
  }

  /** Opens or closes a view in the sidebar. */
  async toggleView(title: string): Promise<void> {
    // At its start: the buttons that the mouse brings may lie over the middle.
    await this.header(title).click({ position: { x: 12, y: 11 } });
  }

  /** The tree row with exactly this label, whatever its description is. */
  row(label: string, within: Locator | Page = this.page): Locator {
    const name = this.page.locator('.label-name', { hasText: exactly(label) });
    return within.locator('.monaco-list-rows').getByRole('treeitem').filter({ has: name });
  }

  /** Opens a tree row. Its children may still be loading then. */
  async expand(row: Locator): Promise<void> {
    await expect(row).toHaveAttribute('aria-expanded', /./);
    if ((await row.getAttribute('aria-expanded')) === 'false') {
      await row.locator('.monaco-tl-twistie').click();
    }
    await expect(row).toHaveAttribute('aria-expanded', 'true');
  }

  /** Points at a tree row and returns its tooltip, once it is there and has this text in it. */
  async hover(row: Locator, text: string | RegExp = ''): Promise<Locator> {
    // Tooltips follow movements only, and a row may be drawn anew under a mouse that rests: a moment after the last row
    // was opened, the ones above it are.
    await expect(async () => {
      await this.leave();
      // At its start: to reach the middle of a long label, the row would be scrolled out of its own sight.
      await row.locator('.label-name').hover({ position: { x: 2, y: 5 } });
      await expect(this.tooltip).toBeVisible({ timeout: 3000 });
      await expect(this.tooltip).not.toHaveText('Loading...', { timeout: 3000 });
      await expect(this.tooltip).toContainText(text, { timeout: 1000 });
    }).toPass();
    return this.tooltip;
  }

  /** Points at nothing. */
  async leave(): Promise<void> {
    // A tooltip that comes a moment later goes with the next movement only.
    await expect(async () => {
      await this.page.mouse.move(890, 390);
      await this.page.mouse.move(900, 400);
      await expect(this.tooltip).toBeHidden({ timeout: 1000 });
    }).toPass();
  }

  /** Presses a button in the row or the header of a view, which shows it under the mouse only. */
  async press(button: string, owner: Locator): Promise<void> {
    await owner.hover();
    await owner.getByRole('button', { name: button }).click();
  }

  /** Runs a command from the command palette, such as `Poolview: Refresh`. */
  async runCommand(title: string): Promise<void> {
    // The palette lists the commands that are there when it is opened; those of extensions come a moment later. And it
    // closes when a row takes the keyboard, as the first one that "Load more" brought does.
    await expect(async () => {
      await this.page.keyboard.press('Escape');
      await this.openCommandPalette(title);
      await this.quickInput.item(title).click({ timeout: 3000 });
    }).toPass();
  }

  /** Opens the command palette with this in it. */
  async openCommandPalette(text = ''): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.quickInput.type(`>${text}`);
  }

  /** The notification that has this text in it. */
  notification(text: string | RegExp): Locator {
    return this.notifications.filter({ hasText: text });
  }

  async setTheme(theme: Theme): Promise<void> {
    const { label, className } = themes[theme];
    await this.runCommand('Preferences: Color Theme');
    await this.quickInput.type(label);
    await this.quickInput.pick(label);
    await expect(this.page.locator('.monaco-workbench')).toContainClass(className);
  }

  /**
   * Calls `check` in every theme, the default dark one last, and passes it the end of a screenshot's name.
   * @param check has to show hovers and quick inputs again, because choosing a theme closes them
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

  /** Saves what is seen as test-results/screenshots/<name>.png. */
  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({
      path: fromRoot('test-results/screenshots', `${name}.png`),
      animations: 'disabled',
    });
  }
}
