import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openedTimeline } from './openedTimeline';

const morning = new Date(2026, 10, 24, 9, 30);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: morning });
});

afterEach(() => {
  vi.useRealTimers();
});

/** The page is still open later, and is drawn again. */
async function later(
  the: Awaited<ReturnType<typeof openedTimeline>>,
  day: number,
  hour: number,
  minute: number,
) {
  vi.setSystemTime(new Date(2026, 10, day, hour, minute));
  await the.refresh();
}

const world = {
  clusters: { eu: [] },
  events: [
    { ago: 10, what: 'Second', about: 'eu' },
    { ago: 50, what: 'First', about: 'eu' },
  ],
};

it('the last hour is an hour, however long the page is open', async () => {
  const the = await openedTimeline(world);
  await the.show(undefined, { period: 'hour' });
  expect(the.page.text).toContain('2 of 2 entries');
  await later(the, 24, 9, 45);
  expect(the.page.text).toContain('1 of 1 entry');
  expect(await the.ticket()).toMatch(/Last hour[^]*Second/);
  expect(await the.ticket()).not.toContain('First');
  await later(the, 24, 12, 0);
  expect(the.page.text).toContain('0 of 0 entries');
});

it('a time since when does not move at midnight', async () => {
  const the = await openedTimeline(world);
  await the.choose('Period', 'Since…');
  await the.choose('Since', 'Today 09:00');
  expect(the.page.text).toContain('1 of 1 entry');
  await later(the, 25, 0, 30);
  expect(the.page.text).toContain('1 of 1 entry');
  expect(await the.ticket()).toContain('· since Yesterday 09:00');
  await later(the, 26, 10, 0);
  expect(the.page.text).toContain('1 of 1 entry');
  expect(await the.ticket()).toContain('· since Nov 24, 09:00');
});

it('the time that is meant when nobody chose one does not move, either', async () => {
  const the = await openedTimeline(world);
  await the.choose('Period', 'Since…');
  expect(await the.ticket()).toContain('· since Yesterday 18:00');
  expect(the.page.text).toContain('2 of 2 entries');
  await later(the, 25, 9, 0);
  expect(await the.ticket()).toContain('· since Nov 23, 18:00');
  expect(the.page.text).toContain('2 of 2 entries');
});
