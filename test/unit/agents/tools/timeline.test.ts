import { expect, test } from 'vitest';
import { allPages, startTools, type Listed } from '../support';

interface Timeline extends Listed<{ readonly time: { readonly time: string }; readonly text: string }> {
  readonly notes: readonly string[];
}

/** The tools of the demo, in which a machine has disk pressure, with all of its cluster known. */
async function startTimeline(options: Parameters<typeof startTools>[0] = {}) {
  const started = await startTools({ projects: 8, ...options });
  const { fleet, model, service, call } = started;
  await model.store.children();
  const idOf = (name: string) => fleet.items().find((item) => item.name === name)?.id ?? '';
  await fleet.readBelow(idOf('payments'), {});
  for (const id of await fleet.readBelow(idOf('payments-eu'), {})) await fleet.readBelow(id, {});
  service.clearRequests();
  const read = (input: object) => call<Timeline>('poolview_timeline', input);
  return { ...started, idOf, read };
}

test('the timeline of a machine leads from its problem back to the one who caused it', async () => {
  const { read, idOf, asked } = await startTimeline();
  const { data } = await read({ id: idOf('payments-eu-workers-5') });
  expect(data.items.slice(0, 4)).toEqual([
    expect.objectContaining({
      source: 'Event',
      text: expect.stringContaining('KubeletHasDiskPressure') as unknown,
    }),
    expect.objectContaining({
      source: 'Status',
      text: expect.stringContaining('pack fluent-bit') as unknown,
    }),
    expect.objectContaining({ source: 'Status', text: expect.stringContaining(': Started') as unknown }),
    expect.objectContaining({
      source: 'Audit',
      text: expect.stringMatching(/^\w+ \w+: .*Upgraded pack/) as unknown,
    }),
  ]);
  const { listEvents = 0, ...others } = asked();
  expect(listEvents).toBeLessThanOrEqual(10);
  expect(others).toEqual({ listAudits: 1, readClusterOverview: 1, readRepave: 1 });
});

test('a timeline has no mail addresses, is limited in time, and continues on pages', async () => {
  const { read, idOf } = await startTimeline();
  const id = idOf('payments-eu');
  const week = await allPages((pageToken) =>
    read({ id, sinceMinutes: 10_080, ...(pageToken && { pageToken }) }),
  );
  expect(new Set(week.map((entry) => JSON.stringify(entry))).size).toBe(week.length);
  const times = week.map(({ time }) => Date.parse(time.time));
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  const text = JSON.stringify(week);
  expect(text).toContain('"source":"Audit"');
  expect(text).not.toContain('@');
  const day = await read({ id });
  expect(day.data.items.length).toBeLessThan(week.length);
});

test('items without a timeline are refused with what to do instead', async () => {
  const { read, idOf } = await startTimeline();
  await expect(read({ id: idOf('payments') })).rejects.toThrow('Only clusters and machines have a timeline.');
});
