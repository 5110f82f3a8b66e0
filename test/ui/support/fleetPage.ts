import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { expectAccessibleFrame } from './axe';
import { webviewFrame } from './webview';

/** The page of the fleet overview. */
export class FleetPage {
  readonly frame: FrameLocator | Page;
  readonly main: Locator;
  /** What the selected tab shows. */
  readonly panel: Locator;
  /** What of the fleet has been read. */
  readonly coverage: Locator;
  /** The box for the query. */
  readonly query: Locator;
  readonly table: Locator;
  /** How many rows the table has. */
  readonly rowCount: Locator;

  /** @param frame its document, if it is not in the webview that is shown */
  constructor(page: Page, frame: FrameLocator | Page = webviewFrame(page)) {
    this.frame = frame;
    this.main = this.frame.getByRole('main');
    this.panel = this.frame.getByRole('tabpanel');
    this.coverage = this.frame.locator('.foot .status');
    this.query = this.frame.getByRole('combobox', { name: 'Query' });
    this.table = this.frame.getByRole('treegrid');
    this.rowCount = this.frame.locator('.foot .status > span').first();
  }

  /** The heading of a group. */
  group(title: string): Locator {
    return this.table.locator('.group-row').filter({ hasText: title });
  }

  button(name: string): Locator {
    return this.frame.getByRole('button', { name });
  }

  /** Does something that is in the menu of the page. */
  async choose(name: string): Promise<void> {
    await this.button('More Actions').click();
    await this.frame.locator('#menu').getByRole('button', { name, exact: true }).click();
  }

  /** Shows or hides a column. */
  async toggleColumn(name: string): Promise<void> {
    await this.button('More Actions').click();
    await this.frame.getByRole('checkbox', { name, exact: true }).click();
    await this.frame.locator('#menu').press('Escape');
  }

  /** Moves the focus away from everything. */
  async leave(): Promise<void> {
    await this.frame.locator('.foot .status').click();
  }

  /** A suggestion of the box. */
  suggestion(label: string): Locator {
    return this.frame
      .getByRole('listbox', { name: 'Suggestions' })
      .getByRole('option', { name: label, exact: true });
  }

  /** A tab of the page. Its name may be followed by a count. */
  tab(name: 'Overview' | 'Capacity' | 'Timeline'): Locator {
    return this.frame.getByRole('tab', { name });
  }

  /** The entries of an item in the timeline. */
  entry(item: string, what: string): Locator {
    return this.table.getByRole('row').filter({ hasText: item }).filter({ hasText: what });
  }

  /** What the timeline is filtered by: a source. */
  source(name: string): Locator {
    return this.frame.getByRole('group', { name: 'Sources' }).getByRole('button', { name, exact: true });
  }

  /** Chooses from a list. */
  async select(list: string, name: string): Promise<void> {
    await this.frame.getByRole('combobox', { name: list }).selectOption(name);
  }

  /** The tile of a state. */
  tile(state: string): Locator {
    return this.frame
      .getByRole('group', { name: 'Filter by state' })
      .getByRole('button', { name: new RegExp(`\\b${state}$`, 'i') });
  }

  /** The visible row with this name. */
  row(name: string): Locator {
    const shown = this.frame
      .locator('.whole, .causes > :nth-child(2)')
      .and(this.frame.getByText(name, { exact: true }));
    return this.table.getByRole('row').filter({ has: shown });
  }

  /** The ends of names, which tell items apart. */
  get nameEnds(): Locator {
    return this.table.locator('.cut span:nth-child(2)');
  }

  /** Waits until the first machines have been read, and all that were asked for. */
  async waitForMachines(): Promise<void> {
    await expect(this.coverage).not.toContainText('machines not read');
    await expect(this.button('Cancel')).toHaveCount(0);
  }

  /** Notes how far the table is from the top, in each frame from now on. */
  async watchTable(): Promise<void> {
    await this.main.evaluate(`{
      window.tops = new Set();
      const note = () => {
        const table = document.querySelector('.grid');
        if (table) window.tops.add(table.getBoundingClientRect().top);
        requestAnimationFrame(note);
      };
      note();
    }`);
  }

  /** How many different distances were noted. */
  async tableMoves(): Promise<number> {
    return Number(await this.main.evaluate('window.tops.size')) - 1;
  }

  /** Waits until it has the focus, which VS Code moves into a tab a moment after opening it: that closes a quick pick. */
  async waitForFocus(): Promise<void> {
    await expect.poll(() => this.main.evaluate('document.hasFocus()')).toBe(true);
  }

  /** Checks that nothing is cut off at the sides. */
  async expectToFit(): Promise<void> {
    const overflow =
      'document.querySelector("main").scrollWidth - document.querySelector("main").clientWidth';
    await expect.poll(() => this.main.evaluate(overflow)).toBe(0);
    const tabs = (['Overview', 'Capacity', 'Timeline'] as const).map((name) => this.tab(name));
    for (const part of [...tabs, this.query, this.table.getByRole('row').nth(1)]) {
      await part.scrollIntoViewIfNeeded();
      await expect(part).toBeInViewport({ ratio: 0.95 });
    }
  }

  /** Checks that axe finds nothing serious in it. */
  async expectAccessible(): Promise<void> {
    await expectAccessibleFrame(this.main);
  }
}
