import type { Locator, Page } from '@playwright/test';
import { exactly } from './exactly';

/** The box at the top of VS Code: the command palette, input boxes and quick picks. */
export class QuickInput {
  readonly root: Locator;
  readonly title: Locator;
  readonly input: Locator;
  /** What is asked for, or what is wrong with the input. */
  readonly message: Locator;
  /** All items that are shown. */
  readonly items: Locator;

  constructor(page: Page) {
    this.root = page.locator('.quick-input-widget');
    this.title = this.root.locator('.quick-input-title');
    this.input = this.root.getByRole('textbox');
    this.message = this.root.locator('.quick-input-message');
    // Of a list in which several can be chosen they are no options, but checkboxes.
    this.items = this.root.locator('.monaco-list-row');
  }

  /** The item with exactly this label, whatever its description is. */
  item(label: string): Locator {
    return this.items.filter({
      has: this.root.page().locator('.label-name', { hasText: exactly(label) }),
    });
  }

  /** Replaces what is in the input. */
  async type(text: string): Promise<void> {
    await this.input.fill(text);
  }

  async accept(): Promise<void> {
    await this.input.press('Enter');
  }

  /** Chooses an item, or checks it where several can be chosen. */
  async pick(label: string): Promise<void> {
    await this.item(label).click();
  }

  async cancel(): Promise<void> {
    await this.input.press('Escape');
  }
}
