import type { Locator, Page } from '@playwright/test';
import { exactly } from './exactly';

/** The input at the top of VS Code: Command Palette, input boxes and quick picks. */
export class QuickInput {
  readonly root: Locator;
  readonly title: Locator;
  readonly input: Locator;
  /** The prompt or the validation message. */
  readonly message: Locator;
  /** All visible items. */
  readonly items: Locator;

  constructor(page: Page) {
    this.root = page.locator('.quick-input-widget');
    this.title = this.root.locator('.quick-input-title');
    this.input = this.root.getByRole('textbox');
    this.message = this.root.locator('.quick-input-message');
    // Not by role: in a list with multiple selection, items are checkboxes instead of options.
    this.items = this.root.locator('.monaco-list-row');
  }

  /** The item with exactly this label, and any description. */
  item(label: string): Locator {
    return this.items.filter({
      has: this.root.page().locator('.label-name', { hasText: exactly(label) }),
    });
  }

  /** Replaces the text in the input. */
  async type(text: string): Promise<void> {
    await this.input.fill(text);
  }

  async accept(): Promise<void> {
    await this.input.press('Enter');
  }

  /** Selects an item, or checks it if several can be selected. */
  async pick(label: string): Promise<void> {
    await this.item(label).click();
  }

  async cancel(): Promise<void> {
    await this.input.press('Escape');
  }
}
