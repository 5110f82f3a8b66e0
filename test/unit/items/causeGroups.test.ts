import { describe, expect, it } from 'vitest';
import { groupByCause } from '../../../src/items/causeGroups';
import { changedText, periodText } from '../../../src/items/causeTimes';
import { clusterRef } from '../../../src/items/details/clusterReads';
import { eventsOf } from '../../../src/items/details/events';
import { isRow, type ClusterRow } from '../../../src/items/kinds';
import { isOpenProblem, type Item } from '../../../src/items/item';
import { ChangeLogs } from '../../../src/timeline/changeLogs';
import { Timeline } from '../../../src/timeline/timeline';
import { allRows, fleetOf, item } from '../fleet/page/support';
import { start } from '../fleet/support';
import { EventEmitter } from '../support/vscode';

const now = new Date(2026, 10, 24, 1).getTime();
const at = (hours: number, minutes: number): number => new Date(2026, 10, 24, hours, minutes).getTime();

const ill = { state: 'unhealthy', cause: 'DiskPressure' } as const;
const unread = { state: 'unhealthy', cause: 'Unhealthy', isCauseUnread: true } as const;
const cluster = (id: string, rest: Partial<Item>): Item => item('cluster', id, 'p', rest);

const groupsOf = (...items: readonly Item[]) =>
  groupByCause(allRows(fleetOf(item('project', 'p'), ...items)));

/** Each as its cause, its counts, and the IDs in it. */
const shown = (...items: readonly Item[]): readonly string[] =>
  groupsOf(...items).map(
    ({ cause, counts, rows }) => `${cause} · ${counts} (${rows.map(({ id }) => id).join(' ')})`,
  );

describe('the groups of what needs attention', () => {
  it('are the worst first, then what has no cause that was read, and what is known, before what is well', () => {
    expect(
      shown(
        cluster('k', { state: 'failed', cause: 'Error', known: { by: 'user', note: 'disk' } }),
        cluster('e', { state: 'failed', cause: 'Error', isCauseUnread: true }),
        cluster('h', {}),
        cluster('u', unread),
        cluster('n', { ...unread, cause: '1 of 3 machines unhealthy', counted: 1 }),
        cluster('a', ill),
        cluster('f', { state: 'failed', cause: 'No valid host was found' }),
      ),
    ).toEqual([
      'No valid host was found · 1 cluster (f)',
      'DiskPressure · 1 cluster (a)',
      'No cause read · 3 clusters (e u n)',
      '1 known · 1 cluster (k)',
      'Healthy · 1 cluster (h)',
    ]);
  });

  it('have a message as cause, though more may be read', () => {
    expect(shown(cluster('u', { ...unread, message: 'etcd is slow' }))).toEqual([
      'etcd is slow · 1 cluster (u)',
    ]);
  });

  it('have the cause of its machines, once they were read', () => {
    const counted = { ...unread, cause: '1 of 3 machines unhealthy', counted: 1 };
    const machine = item('machine', 'm', 'w', ill);
    expect(shown(cluster('n', counted), item('pool', 'w', 'n'), machine)).toEqual([
      'DiskPressure · 1 cluster, 1 machine (n m)',
    ]);
  });

  it('count a cluster once, in the group of its own row', () => {
    const groups = groupsOf(
      cluster('a', { ...ill, cause: 'cni OOMKilled · DiskPressure: 1 machine' }),
      cluster('b', ill),
      item('pool', 'aw', 'a'),
      item('machine', 'm', 'aw', ill),
    );
    expect(groups.map(({ cause, counts }) => `${cause} · ${counts}`)).toEqual([
      'cni OOMKilled · 1 cluster',
      'DiskPressure · 1 cluster, 1 machine',
    ]);
  });

  it('stay the same while times, numbers and members change', () => {
    const idsOf = (duration: string, disk: number, ...more: readonly Item[]) =>
      groupsOf(
        cluster('a', ill),
        item('pool', 'w', 'a'),
        item('machine', 'm1', 'w', { state: 'lateHeartbeat', cause: `No heartbeat for ${duration}` }),
        item('machine', 'm2', 'w', { ...ill, message: `/var is ${disk}% full` }),
        cluster('c', { ...ill, cause: `Certificate etcd expires in ${disk} days` }),
        cluster('u', unread),
        ...more,
      ).map(({ id }) => id);
    const before = idsOf('12 min', 91);
    expect(new Set(before).size).toBe(4);
    expect(idsOf('3 hr', 97)).toEqual(before);
    const full = { ...ill, message: '/var is 99% full' };
    expect(idsOf('3 hr', 97, cluster('v', unread), cluster('x', full))).toEqual(before);
  });

  it('say how many are outdated: clusters or, without one, machines', () => {
    const stale = { ...ill, isStale: true };
    const [ofCluster] = groupsOf(
      cluster('a', stale),
      item('pool', 'w', 'a'),
      item('machine', 'm', 'w', stale),
    );
    expect(ofCluster?.outdated).toBe(1);
    const [ofMachines] = groupsOf(
      item('pool', 'w', 'p'),
      item('machine', 'm', 'w', stale),
      item('machine', 'n', 'w', ill),
    );
    expect(ofMachines?.outdated).toBe(1);
  });
});

describe('the times of a group', () => {
  const timesOf = (...onsets: readonly Item['onset'][]) => {
    const [group] = groupsOf(...onsets.map((onset, index) => cluster(`c${index}`, { ...ill, onset })));
    if (group === undefined) throw new Error('No group');
    return { text: periodText(group, now), joinedSince: group.joinedSince };
  };

  it.each<[string, readonly Item['onset'][]]>([
    ['00:10 – 00:41', [{ at: at(0, 41) }, { at: at(0, 10) }, undefined]],
    ['00:38', [{ at: at(0, 38) }, { at: at(0, 38) }]],
    // A night has two dates. What is a day ago has its own.
    ['22:10 – 00:41', [{ at: at(-2, 10) }, { at: at(0, 41) }]],
    ['Nov 23, 00:59 – 00:41', [{ at: at(-24, 59) }, { at: at(0, 41) }]],
    ['before 00:05', [{ at: at(0, 5), isBefore: true }]],
    ['before 00:05 – 00:41', [{ at: at(0, 5), isBefore: true }, { at: at(0, 41) }]],
    // Nobody knows when the other joined.
    ['00:10', [{ at: at(0, 10) }, { at: at(0, 50), isBefore: true }]],
    ['', [undefined]],
  ])('are %s', (text, onsets) => {
    expect(timesOf(...onsets).text).toBe(text);
  });

  it('say how many have joined since, as far as that is known', () => {
    const { joinedSince } = timesOf({ at: at(0, 10) }, { at: at(0, 41) }, { at: at(0, 50), isBefore: true });
    expect([0, 0.5, 1].map((hours) => joinedSince(at(0, hours * 60)))).toEqual([2, 1, 0]);
  });
});

it('a machine is ill since the event that told so, once the events of its cluster were read', async () => {
  const { fleet, reader, of, asked } = await start();
  await reader.clusters.read();
  const id = of('cluster').find(({ name }) => name === 'payments-eu')?.id ?? '';
  for (const pool of await fleet.readBelow(id, {})) await fleet.readBelow(pool, {});
  const onset = () => of('machine').find(({ name }) => name === 'payments-eu-workers-5')?.onset;
  expect(onset()?.isBefore).toBe(true);
  const row = fleet.store.find(id);
  await fleet.clusterReads.read('events', clusterRef(isRow(row, 'cluster') ? row : undefined));
  const event = eventsOf(row as ClusterRow).find(({ reason }) => reason === 'KubeletHasDiskPressure');
  expect(onset()).toEqual({ at: event?.metadata?.creationTimestamp });
  expect(asked()['listEvents']).toBe(1);
});

it('in the demo, one user has upgraded a pack before it failed in several clusters, one after the other', async () => {
  const { reader, fleet } = await start({ projects: 128 });
  await reader.clusters.read();
  const groups = () =>
    groupByCause(allRows(fleetOf(...fleet.items())).filter((row) => isOpenProblem(row.item)));
  expect(groups().map(({ kind }) => kind)).toEqual(['unread']);
  await reader.causes.read(new AbortController().signal);
  const changes = new ChangeLogs({ active: fleet, onDidChangeActive: new EventEmitter<void>().event });
  const timeline = new Timeline(fleet, changes, { since: Date.now() - 86_400_000 });
  await timeline.read();
  timeline.dispose();
  const texts = groups().map((group) => {
    const { cause, counts, changed } = group;
    return `${cause} · ${counts} · ${periodText(group, Date.now())} · ${changed ? changedText(changed, Date.now()) : ''}`;
  });
  expect(texts).toContainEqual(
    expect.stringMatching(
      /^prometheus OOMKilled: .* · 5 clusters · .+ – .+ · after 66\.2\.0, .+ Chiara Rossi \(5 of 5\)$/,
    ),
  );
});
