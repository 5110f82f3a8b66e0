import { expect, it, vi } from 'vitest';
import { env } from 'vscode';
import { eventually } from '../support/eventually';
import { openedTimeline } from './openedTimeline';

/** The messages of a copy as CSV. */
async function copied(the: Awaited<ReturnType<typeof openedTimeline>>): Promise<readonly string[]> {
  const writeText = vi.fn();
  Object.assign(env, { clipboard: { writeText } });
  await the.page.click('Copy as CSV');
  await eventually(() => {
    expect(writeText).toHaveBeenCalledOnce();
  });
  const [, ...lines] = String(writeText.mock.calls[0]?.[0]).trim().split('\r\n');
  return lines.map((line) => /"(\w+)"$/.exec(line)?.[1] ?? line);
}

it.each(['first', 'last'])('CSV has the newest first, also sorted by the %s column', async (column) => {
  const about = 'eu';
  const the = await openedTimeline({
    clusters: { eu: [] },
    events: [
      { ago: 1, what: 'B', about, severity: 'Error' },
      { ago: 2, what: 'D', about },
      // More than a day of the calendar.
      { ago: 1300, what: 'A', about, severity: 'Warning' },
      { ago: 1400, what: 'C', about, severity: 'Error' },
    ],
    audits: [],
  });
  const shown = the.rows();
  await the.page.clickOn(`[role=columnheader]:${column}-child button`);
  await the.shows('4 of 4 entries');
  expect(the.rows()).not.toEqual(shown);
  expect(await copied(the)).toEqual(['B', 'D', 'A', 'C']);
});
