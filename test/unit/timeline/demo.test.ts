import { expect, test } from 'vitest';
import { isResourceRow, pathOfRow } from '../../../src/items/kinds';
import { Timeline } from '../../../src/timeline/timeline';
import { foldAlike, foldConsequences, foldEntries, rowsIn, worstLevel } from '../../../src/timeline/story';
import { fakeChanges } from '../../support/fakeChanges';
import { start } from '../fleet/support';
import { atEnd } from '../support/service';

/** The demo, in which a machine of `payments-eu` has disk pressure, with all of that cluster known. */
async function startDemo() {
  const started = await start({ projects: 8 });
  const { fleet, model, service } = started;
  await model.rows.children();
  const idOf = (name: string) => fleet.items().find((item) => item.name === name)?.id ?? '';
  await fleet.readBelow(idOf('payments'), {});
  for (const id of await fleet.readBelow(idOf('payments-eu'), {})) await fleet.readBelow(id, {});
  service.clearRequests();
  const timelineOf = (name: string | undefined, minutes: number) => {
    const row = name === undefined ? undefined : fleet.store.find(idOf(name));
    const item = isResourceRow(row) ? pathOfRow(row) : undefined;
    const since = Date.now() - minutes * 60_000;
    const timeline = new Timeline(fleet, fakeChanges(undefined), { item, since });
    atEnd(() => {
      timeline.dispose();
    });
    return timeline;
  };
  return { ...started, timelineOf };
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

test('an hour of the fleet is read with at most four requests, and is refreshed with one for each log', async () => {
  const { timelineOf, asked, service } = await startDemo();
  const timeline = timelineOf(undefined, 60);
  await timeline.read();
  expect(sum(asked())).toBeLessThanOrEqual(4);
  const { shownTo } = timeline.state;
  const isShown = ({ metadata }: { readonly metadata: { readonly creationTimestamp: string } }) =>
    Date.parse(metadata.creationTimestamp) >= shownTo;
  const events = service.fleet.events(service.fleet.projects).filter(isShown);
  const audits = service.fleet.audits({}).filter(isShown);
  const count = (source: string) => timeline.entries.filter((entry) => entry.source === source).length;
  expect([count('event'), count('audit')]).toEqual([events.length, audits.length]);
  expect(events.length).toBeGreaterThan(0);
  expect(await timeline.refresh()).toBe(true);
  expect(asked()).toEqual({ listEvents: 1, listAudits: 1 });
});

test('a cluster takes four requests, and its timeline leads from the problem to the one who caused it', async () => {
  const { timelineOf, asked } = await startDemo();
  const timeline = timelineOf('payments-eu', 1440);
  await timeline.read();
  expect(asked()).toEqual({ listEvents: 1, listAudits: 1, readClusterOverview: 1, readRepave: 1 });
  while (timeline.state.hasMore) await timeline.readMore();
  const full = timeline.entries.find(({ reason }) => reason === 'KubeletHasDiskPressure');
  expect(full?.item).toMatchObject({
    kind: 'machine',
    names: ['payments', 'payments-eu', 'workers', 'payments-eu-workers-5'],
  });
  const crash = timeline.entries.find(({ what }) => what.includes('CrashLoopBackOff'));
  const upgrade = timeline.entries.find(
    ({ source, what }) => source === 'audit' && what.includes('fluent-bit'),
  );
  expect(upgrade?.who).toMatch(/^\w+ \w+$/);
  expect(upgrade?.time).toBeLessThan(crash?.time ?? 0);
  expect(crash?.time).toBeLessThanOrEqual(full?.time ?? 0);
});

test('a machine has its own events only', async () => {
  const { timelineOf } = await startDemo();
  const timeline = timelineOf('payments-eu-workers-5', 1440);
  await timeline.read();
  while (timeline.state.hasMore) await timeline.readMore();
  const events = timeline.entries.filter(({ source }) => source === 'event');
  expect(new Set(events.map(({ item }) => item?.names.at(-1)))).toEqual(new Set(['payments-eu-workers-5']));
  expect(new Set(timeline.entries.map(({ source }) => source))).toEqual(new Set(['event', 'audit', 'pack']));
});

test('the day of a cluster is a few lines, the first of which tells the incident: who, what failed, and where', async () => {
  const { timelineOf } = await startDemo();
  const timeline = timelineOf('payments-eu', 1440);
  await timeline.read();
  const lines = foldEntries(timeline.entries);
  const story = foldAlike(foldConsequences(lines));
  expect(lines.length).toBeGreaterThan(story.length);
  expect(story.length).toBeLessThanOrEqual(5);
  const [incident] = story;
  expect(incident?.entry).toMatchObject({ source: 'audit', who: 'Kwame Mensah' });
  expect(incident && worstLevel(incident)).toBe('error');
  expect(incident?.folded?.map(({ entry: { source, reason } }) => `${source} ${reason}`)).toEqual([
    'pack ',
    'event UpgradeStarted',
    'event CrashLoopBackOff',
    'event KubeletHasDiskPressure',
  ]);
  const shown = story.flatMap(rowsIn).flatMap((row) => row.entries);
  expect(new Set(shown)).toEqual(new Set(timeline.entries));
  expect(shown).toHaveLength(timeline.entries.length);
});
