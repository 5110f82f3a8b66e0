import { beforeEach, expect, it, vi } from 'vitest';
import { Inventory } from '../../../src/items/inventory';
import type { TimelineEntry } from '../../../src/timeline/entry';
import { Timeline } from '../../../src/timeline/timeline';
import type { ServiceClient } from '../../../src/service/client';
import { toldIncidents } from '../../support/demo/incidents';
import type { ScriptedService } from '../../support/demo/service';
import { fakeChanges } from '../../support/fakeChanges';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const started = Date.parse('2026-03-01T09:30:15Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => vi.useRealTimers();
});

/** A service whose clock only `goTo` moves, to some minutes after its start. Nothing is connected to it yet. */
async function startService() {
  let now = started;
  const { service, client } = await connected(
    { now: () => new Date(now), isUnsteady: true },
    {},
    unhurried(),
  );
  const goTo = (minutes: number) => {
    now = started + minutes * minute;
    vi.setSystemTime(now);
  };
  goTo(0);
  return { service, client, now: () => now, goTo };
}

/** The timeline of the fleet, of somebody who connects now. */
function connect(
  { client, now }: { readonly client: ServiceClient; readonly now: () => number },
  period: number,
) {
  const session = sourceOf(client);
  const inventory = new Inventory(session);
  const timeline = new Timeline(inventory, fakeChanges(session.keyIdentity), { since: now() - period });
  atEnd(() => {
    timeline.dispose();
    inventory.dispose();
  });
  return timeline;
}

/** What happened according to the service, of which a timeline shows all and no more. */
function happened({ fleet }: ScriptedService, since: number): readonly string[] {
  const texts = [
    ...fleet.events(fleet.projects).map(({ metadata, reason, message }) => ({
      time: Date.parse(metadata.creationTimestamp),
      text: `event ${reason}: ${message}`,
    })),
    ...fleet.audits({}).map(({ metadata, spec }) => ({
      time: Date.parse(metadata.creationTimestamp),
      text: `audit ${spec.actionMsg}`,
    })),
  ];
  return texts.filter(({ time }) => time >= since).map(({ time, text }) => `${time} ${text}`);
}

const shown = (entries: readonly TimelineEntry[]) =>
  entries.map(({ time, source, what }) => `${time} ${source} ${what}`);

it('has all incidents of the last day, with who caused them, and nothing that did not happen', async () => {
  const the = await startService();
  const timeline = connect(the, day);
  await timeline.read({});
  for (let more = 0; more < 10 && timeline.state.hasMore; more++) await timeline.readMore({});

  const { entries, state } = timeline;
  expect(state).toMatchObject({
    hasMore: false,
    isTruncated: false,
    shownTo: started - day,
    sources: { event: { isWhole: true, isUnsorted: false }, audit: { isWhole: true, isUnsorted: false } },
  });
  for (const { cluster, who, cause, effects } of toldIncidents) {
    const [about, message] = cause;
    const causes = entries.filter((entry) => entry.item?.names.at(-1) === about && entry.what === message);
    expect(causes, cluster).toEqual([expect.objectContaining({ source: 'audit', who })]);
    const place = entries.findIndex((entry) => entry === causes[0]);
    for (const [name, reason] of effects) {
      const effect = entries.find((entry) => entry.reason === reason && entry.item?.names.at(-1) === name);
      expect(effect?.source, `${cluster}: ${reason}`).toBe('event');
      // The newest are first.
      expect(effect && entries.indexOf(effect), `${cluster}: ${reason}`).toBeLessThan(place);
    }
  }
  expect([...shown(entries)].sort()).toEqual([...happened(the.service, started - day)].sort());
  const times = entries.map(({ time }) => time);
  expect(times).toEqual([...times].sort((a, b) => b - a));
});

it('takes at most 4 requests for an hour, at every moment', async () => {
  const the = await startService();
  for (const minutes of [0, 25, 59, 75, 119, 200]) {
    the.goTo(minutes);
    the.service.clearRequests();
    const timeline = connect(the, hour);
    await timeline.read({});
    expect(the.service.requests.length, `after ${minutes} minutes`).toBeLessThanOrEqual(4);
    expect(timeline.state).toMatchObject({ hasMore: false, shownTo: the.now() - hour });
    const all = [...happened(the.service, the.now() - hour)].sort();
    expect(all.length).toBeGreaterThan(5);
    expect([...shown(timeline.entries)].sort()).toEqual(all);
  }
});
