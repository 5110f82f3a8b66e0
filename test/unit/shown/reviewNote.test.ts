import { expect, it } from 'vitest';
import { tabOf } from '../review/openedTab';
import { eventually } from '../support/eventually';
import { loadPage } from '../support/shownPage';

/** The page of a review, with two grants. */
async function reviewed() {
  const { tab, panels, ...opened } = await tabOf();
  tab.show({});
  const [panel = expect.fail()] = panels;
  const page = await loadPage(panel, 'review');
  await page.click('Read');
  await eventually(() => {
    expect(page.buttons).toContain('Read Again…');
  });
  const [one = '', other = ''] = page.rows;
  return { ...opened, page, one, other };
}

it('the note of a grant does not stay beside another one, and is not saved for it', async () => {
  const { page, one, other } = await reviewed();
  await page.click(one);
  await page.type('Note', 'left the company in May');
  page.leave('Note');
  await page.click(other);
  await eventually(() => {
    expect(page.valueOf('Note')).toBe('');
  });
  page.leave('Note');
  await page.click(one);
  await eventually(() => {
    expect(page.valueOf('Note')).toBe('left the company in May');
  });
});

it('a note that is being typed stays when its grant changes', async () => {
  const { page, one } = await reviewed();
  await page.click(one);
  await page.type('Note', 'left the comp');
  await page.press('k');
  await eventually(() => {
    expect(page.rows.some((row) => row.startsWith('Keep'))).toBe(true);
  });
  expect(page.valueOf('Note')).toBe('left the comp');
});
