import { expect, it } from 'vitest';
import { openedTimeline } from './openedTimeline';

it('the hover of a project names nobody who did something else', async () => {
  const the = await openedTimeline({
    clusters: { eu: [] },
    audits: [
      { ago: 3, what: 'Logged in' },
      { ago: 5, what: 'Changed the tags', about: 'eu', type: 'update' },
    ],
  });
  await the.shows('2 of 2 entries');
  expect(the.summaryOf('payments')).not.toMatch(/logged in/i);
});
