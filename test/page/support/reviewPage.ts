import { expect, type Locator, type Page } from '@playwright/test';

/** The page of the access review. */
export class ReviewPage {
  readonly main: Locator;
  readonly table: Locator;
  readonly query: Locator;
  readonly note: Locator;
  /** The button that reads everything. */
  readonly read: Locator;
  /** The bar below the table. */
  readonly selected: Locator;

  constructor(private readonly page: Page) {
    this.main = page.getByRole('main');
    this.table = page.getByRole('treegrid');
    this.query = page.getByRole('combobox', { name: 'Query' });
    this.note = page.getByRole('textbox', { name: 'Note' });
    this.read = this.button(/^(Read|Go On) \(/);
    this.selected = page.getByRole('group', { name: 'Selected grants' });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  tab(name: 'Grants' | 'Who can…?'): Locator {
    return this.page.getByRole('tab', { name });
  }

  status(text: string | RegExp): Locator {
    return this.page.getByRole('status').filter({ hasText: text });
  }

  /** The grants of a team. */
  grants(team: string): Locator {
    return this.table.getByRole('row', { name: new RegExp(`, ${team} · \\d+ members`) });
  }

  async waitUntilRead(): Promise<void> {
    await expect(this.status('8 of 8 teams')).toBeVisible();
    await expect(this.button('Cancel')).toHaveCount(0);
  }

  /** Types the start of a choice into a box of *Who can…?*, and takes it. */
  async choose(label: string, choice: string): Promise<void> {
    const box = this.page.getByRole('combobox', { name: label });
    await box.fill(choice);
    await box.press('Enter');
    await expect(box).toHaveValue(choice);
  }
}
