import { afterEach, describe, expect, it, vi } from 'vitest';
import { minute, openedTimeline, type Logged } from './openedTimeline';

afterEach(() => vi.useRealTimers());

const at = (ago: number): string => new Date(Date.now() - ago * minute).toISOString();

describe('a source that is filtered out', () => {
  const hour = 60;
  const world = {
    clusters: { eu: [] },
    // 5 hours of events are 6 pages.
    events: Array.from({ length: 300 }, (_, index): Logged => ({ ago: index, what: 'Ping', about: 'eu' })),
    audits: Array.from({ length: 80 }, (_, index): Logged => ({
      ago: index * hour,
      what: `Action ${index}`,
      about: 'eu',
      type: 'update',
    })),
  };

  it.each([undefined, 'eu'])('does not limit who changed something in %s, and is not read', async (name) => {
    const the = await openedTimeline(world);
    the.asked.length = 0;
    await the.show(name, { sources: ['audit'], period: 'week' });
    expect(the.rows()).toHaveLength(80);
    expect(the.page.text).not.toContain('Load More');
    await the.refresh();
    expect(the.asked).not.toContain('events');
    expect(the.page.text).toContain('Events: not read · Audit log: all read');
  });

  it('is read and limits when it is shown', async () => {
    const the = await openedTimeline(world);
    await the.show('eu', { sources: ['audit'], period: 'week' });
    await the.page.click('Events');
    await the.shows('Load More');
    expect(the.page.text).toMatch(/Events: read to .* Audit log: all read/);
    // Both logs are shown down to the end of the fourth page of events.
    expect(the.rows().filter((row) => row.includes('Action'))).toHaveLength(4);
  });

  it('is read when it is shown, also while another one is being read', async () => {
    const the = await openedTimeline(world);
    const shown = the.show('eu', { sources: ['audit'], period: 'week' });
    await the.page.drawn();
    await the.page.click('Events');
    await shown;
    await the.shows('Events: read to');
  });

  it('is read again when it is shown after the others were refreshed', async () => {
    const events = [{ ago: 5, what: 'First', about: 'eu' }];
    const the = await openedTimeline({ clusters: { eu: [] }, audits: [], events });
    await the.page.click('Who did what');
    await the.shows('0 of 1 entry');
    events.unshift({ ago: 0, what: 'Second', about: 'eu' });
    await the.refresh();
    await the.shows('0 of 1 entry');
    await the.page.click('Events');
    await the.shows('2 of 2 entries');
  });

  it('is not missing where nothing happened', async () => {
    const the = await openedTimeline({ clusters: { eu: [] }, audits: [] });
    await the.show('eu', { sources: ['audit'] });
    expect(the.page.texts('.grid .empty')[0]).toMatch(/^Nothing happened since/);
  });
});

describe('a condition of a cluster', () => {
  it.each([
    [{ type: 'Ready', status: 'False' }, 'Warning'],
    [{ type: 'DiskPressure', status: 'True' }, 'Warning'],
    [{ type: 'WorkerNodeAdditionDone', status: 'False', reason: 'InstanceCreateFailed' }, 'Warning'],
    [{ type: 'KernelDeadlock', status: 'True' }, 'Warning'],
    [{ type: 'KernelDeadlock', status: 'False' }, 'Info'],
    [{ type: 'ClusterInfrastructureReady', status: 'True' }, 'Info'],
    [{ type: 'Synced', status: 'True' }, 'Info'],
    // Its name does not say whether that is bad.
    [{ type: 'Synced', status: 'False' }, 'Unknown'],
    [{ type: 'Error', status: 'True' }, 'Error'],
    [{ type: 'Error', status: 'False' }, 'Info'],
  ])('%j is %s', async (condition, level) => {
    const the = await openedTimeline({
      clusters: { eu: [] },
      overviews: { eu: { conditions: [{ ...condition, lastTransitionTime: at(5) }] } },
    });
    await the.show('eu');
    expect(the.rows()).toEqual([expect.stringMatching(`^${level}, ${condition.type}`)]);
  });
});

it('who changed a machine is in the timeline of the machine and of its cluster', async () => {
  const audits: readonly Logged[] = [
    { ago: 5, what: 'Repaired', about: 'eu-1', kind: 'machine', type: 'action' },
    { ago: 6, what: 'Changed the tags', about: 'eu', type: 'update' },
    { ago: 7, what: 'Rebooted', about: 'eu-2', kind: 'machine', type: 'action' },
    { ago: 8, what: 'Removed', about: 'us-1', kind: 'machine', type: 'action' },
    { ago: 9, what: 'Scaled', about: 'us', type: 'update' },
    { ago: 10, what: 'Edited', about: 'payments', kind: 'project', type: 'update' },
  ];
  const the = await openedTimeline({ clusters: { eu: ['eu-1', 'eu-2'], us: ['us-1'] }, audits });
  const done = async (name: string): Promise<readonly string[]> => {
    await the.show(name);
    expect(the.page.text).toContain('Audit log: all read');
    return the.rows().map((row) => row.split(', ')[1] ?? '');
  };
  expect(await done('eu')).toEqual(['Repaired', 'Changed the tags', 'Rebooted']);
  expect(await done('eu-1')).toEqual(['Repaired', 'Changed the tags']);
  expect(await done('us')).toEqual(['Removed', 'Scaled']);
});

describe('who changed a machine', () => {
  const machine = { kind: 'machine', type: 'delete' };

  it('of which the log has another UID is in the timeline of its cluster', async () => {
    const audits = [{ ago: 5, what: 'Repaired', about: 'eu-1', uid: 'node-of-eu-1', ...machine }];
    const the = await openedTimeline({ clusters: { eu: ['eu-1'] }, audits });
    await the.show('eu');
    expect(the.rows()).toEqual([expect.stringMatching(/Repaired, Machine .* › eu-1, /)]);
    expect(the.page.text).toContain('Audit log: all read');
  });

  it('that is gone, or was not read, may be missing in the timeline of its cluster, which says so', async () => {
    const audits = [
      { ago: 5, what: 'Deleted', about: 'eu-2', ...machine },
      { ago: 6, what: 'Deleted', about: 'us-1', ...machine },
    ];
    const the = await openedTimeline({ clusters: { eu: ['eu-1'], us: [] }, audits });
    const missing =
      'Audit log: Entries about machines that were not read or are gone are only in the timeline of the project. · read to';
    await the.show('eu');
    expect(the.rows()).toEqual([]);
    expect(the.page.text).toContain(missing);
    await the.show('eu', { sources: ['audit'] });
    const [empty] = the.page.texts('.grid .empty');
    expect(empty).toMatch(/^Audit log: Entries about machines/);
    // It is known which machine this one is about.
    for (const name of ['eu-1', 'payments']) {
      await the.show(name);
      expect(the.page.text).toContain('Audit log: all read');
    }
    expect(the.rows()).toHaveLength(2);
  });
});

it('a pack is failed whatever the status of its error is', async () => {
  const condition = { type: 'Error', status: 'False', lastTransitionTime: at(5) };
  const the = await openedTimeline({
    clusters: { eu: [] },
    overviews: { eu: { packs: [{ name: 'cilium', version: '1.17', condition }] } },
  });
  await the.show('eu');
  expect(the.rows()).toEqual([expect.stringMatching(/^Error, pack cilium/)]);
});

describe('what is said of how far sources were read', () => {
  const at = (ago: number): string => new Date(Date.now() - ago * minute).toISOString();
  const packs = [{ name: 'cilium', version: '1.17', startTime: at(5) }];
  const clusters = { eu: [], us: [] };

  it('is true of several clusters', async () => {
    const the = await openedTimeline({ clusters, overviews: { eu: { packs } } });
    expect(the.page.text).toContain('Packs: not read · Repaves: not read');
    await the.show('eu');
    expect(the.page.text).toContain('Packs: all read');
    await the.show();
    expect(the.page.text).toContain('Packs: read of 1 of 2 clusters · Repaves: not read');
    await the.show('us');
    await the.show('payments');
    expect(the.page.text).toContain('Packs: all read · Repaves: not read');
    // Nobody knows whether there are clusters in other projects.
    await the.show();
    expect(the.page.text).toContain('Packs: read of 2 of 2 clusters');
    the.fail('dashboard');
    await the.show('us');
    await the.show('payments');
    expect(the.page.text).toContain('Packs: read of 2 of 2 clusters');
  });

  it('is no end where a request failed, and the age is that of the last answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 24, 10, 0) });
    const event: Logged = { ago: 5, what: 'Ping', about: 'eu' };
    const the = await openedTimeline({ clusters, events: [event], audits: [] });
    expect(the.page.text).toMatch(/as of 10:00.*Events: all read · Audit log: all read/);
    vi.setSystemTime(new Date(2026, 10, 24, 10, 30));
    the.fail('events');
    await the.refresh();
    expect(the.page.text).toMatch(/as of 10:00.*Events: Couldn't load events\. [^·]* · read to /);
    the.fail();
    await the.refresh();
    expect(the.page.text).toMatch(/as of 10:30.*Events: all read/);
  });

  it('has the age of the sources that are looked at', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 24, 10, 0) });
    const the = await openedTimeline({ clusters, audits: [] });
    await the.show('eu', { sources: ['audit'] });
    vi.setSystemTime(new Date(2026, 10, 24, 10, 30));
    the.fail('events');
    await the.refresh();
    expect(the.page.text).toContain('0 of 0 entries · as of 10:30');
  });

  it('says no age as long as nothing was read', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 24, 10, 0) });
    const the = await openedTimeline({ clusters });
    the.fail('events', 'audits');
    await the.show('eu');
    expect(the.page.text).toMatch(/0 of 0 entries/);
    expect(the.page.text).not.toMatch(/0 of 0 entries · as of/);
  });
});

it('who changed something is not "no results" where the audit log is refused', async () => {
  const the = await openedTimeline({ clusters: { eu: [] }, events: [{ ago: 5, what: 'Ping', about: 'eu' }] });
  await the.show('eu', { sources: ['audit'] });
  const [empty] = the.page.texts('.grid .empty');
  expect(empty).toMatch(/^Audit log: .*The API key probably lacks the audit\.list permission/);
  expect(empty).toContain('Ask an administrator to give audit.list to the user of the API key.');
  await the.show('eu');
  expect(the.rows()).toHaveLength(1);
});
