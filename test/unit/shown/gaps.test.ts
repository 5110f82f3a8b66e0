import { expect, it } from 'vitest';
import { openedTimeline, type Logged } from './openedTimeline';

const clusters = { eu: ['eu-workers-1'] };
const ofMachine = (ago: number, what: string): Logged => ({
  ago,
  what,
  about: 'eu-workers-1',
  kind: 'machine',
  in: 'eu',
  severity: 'Warning',
});
/** The clock of a machine is an hour ahead. */
const future = ofMachine(-60, 'ClockSet');
const old = ofMachine(600, 'KubeletNotReady');

/** More than a page, the oldest of which is about the machine. */
const missed: readonly Logged[] = [
  ...Array.from({ length: 60 }, (_, index): Logged => ({ ago: index, what: `Ping ${index}`, about: 'eu' })),
  ofMachine(61, 'DiskFull'),
];

it.each(['eu', undefined])('an entry of the future hides no gap in the timeline of %s', async (scope) => {
  const world = { clusters, events: [future, old] };
  const the = await openedTimeline(world);
  await the.show(scope);
  expect(the.page.text).toContain('Events: all read');
  world.events = [future, ...missed, old];
  await the.refresh();
  expect(the.page.text).toContain('Events: read to');
  await the.loadMore();
  await the.shows('Events: all read');
  expect(the.page.text).toContain('63 of 63 entries');
});

it('a refresh that finds nothing new forgets nothing, whatever is in the future', async () => {
  const world = { clusters, events: [future, ...missed, old] };
  const the = await openedTimeline(world);
  await the.shows('63 of 63 entries');
  await the.refresh();
  await the.shows('Events: all read');
  expect(the.page.text).toContain('63 of 63 entries');
});

it('a warning is not the newest one if others may have come since', async () => {
  const world = { clusters, events: [ofMachine(500, 'KubeletNotReady')] };
  const the = await openedTimeline(world);
  await the.show('eu');
  expect(the.summaryOf('eu-workers-1')).toContain('KubeletNotReady');
  const known = { ...future, severity: 'Normal' };
  world.events = [known, ...world.events];
  await the.refresh();
  await the.shows('2 of 2 entries');
  world.events = [known, ...missed, old];
  await the.refresh();
  expect(the.page.text).toContain('Events: read to');
  expect(the.summaryOf('eu-workers-1')).not.toContain('KubeletNotReady');
});
