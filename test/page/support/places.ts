import type { Page } from '@playwright/test';

/** What stands above a table or an answer, and that itself. */
const watched = '.top [role=tab], .top input, .top button, .line, .findings, .grid, .who-can .line, .answer';

/** Notes in each frame from now on how far everything above the table is from the top, and how high it is. */
export async function watchPlaces(page: Page): Promise<void> {
  await page.evaluate(`{
    window.places = new Map();
    const note = () => {
      for (const element of document.querySelectorAll(${JSON.stringify(watched)})) {
        const { top, height } = element.getBoundingClientRect();
        const name = element.id || element.title || element.className;
        const places = window.places.get(name) ?? new Set();
        window.places.set(name, places.add(element.matches('.grid, .answer') ? top : top + ' + ' + height));
      }
      requestAnimationFrame(note);
    };
    note();
  }`);
}

/** What was at several places since, which are in pixels. */
export async function moved(page: Page): Promise<object> {
  const places = await page.evaluate<Record<string, readonly unknown[]>>(
    'Object.fromEntries([...window.places].map(([name, places]) => [name, [...places]]))',
  );
  if (Object.keys(places).length < 5) throw new Error('Nothing was watched.');
  return Object.fromEntries(Object.entries(places).filter(([, at]) => at.length > 1));
}
