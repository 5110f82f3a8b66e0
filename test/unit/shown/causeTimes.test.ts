import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { well } from './readings/night';
import { at, open, type Story } from './readings/story';
import {
  clusterIn,
  failedWord,
  healthyWord,
  unhealthyWord,
  type Cluster,
  type Deed,
  type PackStatus,
  type Profile,
} from './readings/world';

// What *Copy for Ticket* says of when a cause began, when the latest joined, and what was changed before.

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;
/** The time of the incident, which is read at 00:30. */
const time = (text: string): number => at(text);

const prometheus = (failed: string, started?: string): PackStatus => ({
  name: 'prometheus',
  version: '66.2.0',
  started: started === undefined ? undefined : time(started),
  failed: time(failed),
});

/** A cluster that is unhealthy because of a pack. */
const withPack = (...packs: readonly PackStatus[]): Cluster =>
  clusterIn('p', well, { word: unhealthyWord, packs });

const upgrade = (text: string, to: string, more: Partial<Deed> = {}): Deed => ({
  time: time(text),
  message: 'Upgraded pack prometheus from 65.5.1 to 66.2.0',
  who: 'Chiara Rossi',
  to,
  ...more,
});

interface Given {
  readonly clusters: Readonly<Record<string, Cluster>>;
  readonly deeds?: readonly Deed[];
}

/** What was read at 00:30: the clusters and their causes, then the timeline. */
async function read({ clusters, deeds = [] }: Given, profile: Partial<Profile> = {}): Promise<Story> {
  at('00:30');
  const story = open({ projects: ['p'], clusters, deeds }, profile);
  await story.view.refreshOverview();
  await story.view.readCauses();
  await story.view.readTimeline();
  return story;
}

const causes = async (...given: Parameters<typeof read>): Promise<readonly string[]> =>
  (await read(...given)).view.causes();

describe('a cause began', () => {
  it('when the first pack failed, by the clock of the service, and the latest joined when the last one did', async () => {
    const clusters = { a: withPack(prometheus('00:10')), b: withPack(prometheus('00:02')) };
    expect(await causes({ clusters })).toEqual([
      '- **prometheus CrashLoopBackOff** · 2 clusters: p › a, p › b · since 00:02, latest 00:10',
    ]);
    const [ahead] = await causes({ clusters }, { aheadMs: 2 * minute });
    expect(ahead).toContain('since 00:00, latest 00:08');
  });

  it('when the condition of the first machine told', async () => {
    const pools = { pool: { ...well['pool'], m1: 'unhealthy', m2: 'unhealthy' } } as const;
    const illSince = { m1: time('00:12'), m2: time('00:07') };
    const story = await read({ clusters: { a: clusterIn('p', pools, { illSince }) } });
    await story.view.readMachines();
    expect(await story.view.causes()).toEqual([
      '- **DiskPressure** · 1 cluster, 2 machines: p › a (m1, m2) · since 00:07, latest 00:12',
    ]);
  });

  it('before it was first read, if nothing tells when', async () => {
    const story = await read({ clusters: { a: clusterIn('p', well, { word: failedWord }) } });
    at('00:45');
    await story.view.refreshOverview();
    expect(await story.view.causes()).toEqual([expect.stringContaining('since before 00:30')]);
  });

  it('when the service was first read to say so, if nothing else tells when', async () => {
    const story = await read({ clusters: { a: clusterIn('p', well) } });
    at('00:45');
    story.service.changeCluster('a', { word: failedWord });
    await story.view.refreshOverview();
    at('00:50');
    await story.view.refreshOverview();
    expect(await story.view.causes()).toEqual([expect.stringMatching(/ since 00:45(?! ·|,)/)]);
  });

  it('with the first of those that are still ill', async () => {
    const clusters = { a: withPack(prometheus('00:10')), b: withPack(prometheus('00:02')) };
    const story = await read({ clusters });
    story.service.changeCluster('b', { word: healthyWord, packs: [] });
    await story.view.refreshOverview();
    expect(await story.view.causes()).toEqual(['- **prometheus CrashLoopBackOff** · p › a · since 00:10']);
  });
});

it('known problems have their causes', async () => {
  const clusters = { a: withPack(prometheus('00:10')), b: clusterIn('p', well, { word: failedWord }) };
  const story = await read({ clusters });
  for (const uid of ['a', 'b']) await story.view.mark(story.idOf(uid));
  expect(await story.view.causes()).toEqual([
    expect.stringMatching(/^- \*\*known · Failed, no reason given\*\* .* since before 00:30$/),
    expect.stringMatching(/^- \*\*known · prometheus CrashLoopBackOff\*\* .* since 00:10$/),
  ]);
});

describe('what was changed before a cause', () => {
  const one = { a: withPack(prometheus('00:20')) };
  const changed = async (...deeds: readonly Deed[]): Promise<string> =>
    (await causes({ clusters: one, deeds })).join('\n');

  it('is said with the version first, then the time and the name, and no mail address', async () => {
    expect(await changed(upgrade('00:05', 'a'))).toBe(
      '- **prometheus CrashLoopBackOff** · p › a · since 00:20 · after 66.2.0, 00:05 Chiara Rossi',
    );
    const text = await changed(upgrade('00:05', 'a', { who: 'kim@example.com' }));
    expect(text).toContain('after 66.2.0, 00:05 kim');
    expect(text).not.toContain('example.com');
  });

  it('is what the pack says of itself, without a name', async () => {
    const clusters = { a: withPack(prometheus('00:20', '00:05')) };
    expect((await causes({ clusters }))[0]).toMatch(/ after 66\.2\.0, 00:05$/);
    // The audit log knows who did it.
    expect((await causes({ clusters, deeds: [upgrade('00:04', 'a')] }))[0]).toMatch(
      / after 66\.2\.0, 00:04 Chiara Rossi$/,
    );
  });

  it.each<[string, () => Deed]>([
    ['61 minutes before', () => upgrade('00:20', 'a', { time: time('00:20') - 61 * minute })],
    ['after it', () => upgrade('00:25', 'a')],
    ['within a minute', () => upgrade('00:19', 'a')],
    [
      'to another pack',
      () => upgrade('00:05', 'a', { message: 'Upgraded fluent-bit from 0.47.10 to 0.48.5' }),
    ],
    ['to another cluster', () => upgrade('00:05', 'b')],
    ['only looked at', () => upgrade('00:05', 'a', { type: 'activity' })],
    [
      'to something that its cause does not name',
      () => upgrade('00:05', 'a', { message: 'Changed the tags' }),
    ],
  ])('is not said of what was done %s', async (_, deed) => {
    const clusters = {
      a: withPack(prometheus('00:20'), { name: 'fluent-bit', version: '0.48.5' }),
      b: clusterIn('p', well),
    };
    const [line = ''] = await causes({ clusters, deeds: [deed()] });
    expect(line).toContain('since 00:20');
    expect(line).not.toContain('after');
  });

  it('is said up to an hour before', async () => {
    expect(await changed(upgrade('00:20', 'a', { time: time('00:20') - 60 * minute }))).toContain('after');
  });

  it('is compared by the clock of this computer', async () => {
    // The log says 00:15, and the pack 00:20, as of a clock that is ten minutes ahead.
    const [line] = await causes({ clusters: one, deeds: [upgrade('00:15', 'a')] }, { aheadMs: 10 * minute });
    expect(line).toContain('since 00:10 · after 66.2.0, 00:05 Chiara Rossi');
  });

  it('is said for as many as it precedes', async () => {
    const clusters = {
      a: withPack(prometheus('00:20')),
      b: withPack(prometheus('00:22')),
      c: withPack(prometheus('00:03')),
    };
    const deeds = ['a', 'b', 'c'].map((to) => upgrade('00:05', to));
    expect(await causes({ clusters, deeds })).toEqual([
      '- **prometheus CrashLoopBackOff** · 3 clusters: p › a, p › b, p › c · since 00:03, latest 00:22 · after 66.2.0, 00:05 Chiara Rossi (2 of 3)',
    ]);
  });

  it('names nobody if several are named, or nobody is for some', async () => {
    const clusters = { a: withPack(prometheus('00:20')), b: withPack(prometheus('00:22', '00:10')) };
    const deeds = [upgrade('00:05', 'a'), upgrade('00:06', 'b', { who: 'Grace Kim' })];
    expect((await causes({ clusters, deeds }))[0]).toMatch(/ after 66\.2\.0, 00:05 \(2 of 2\)$/);
    expect((await causes({ clusters, deeds: deeds.slice(0, 1) }))[0]).toMatch(
      / after 66\.2\.0, 00:05 \(2 of 2\)$/,
    );
  });

  it('is counted, without a name, if it may be several', async () => {
    const of = (text: string, to: string): Deed => upgrade(text, to, { message: 'Changed the values' });
    const deeds = [upgrade('00:05', 'a'), of('00:06', 'profile'), of('00:08', 'profile')];
    const text = await changed(...deeds);
    expect(text).toMatch(/ after 3 changes$/);
    expect(text).not.toContain('Chiara');
  });

  it('is a change of the pool or the machine that is ill', async () => {
    const pools = { workers: { ...well['pool'], m1: 'unhealthy' }, other: { n1: 'healthy' } } as const;
    const illSince = { m1: time('00:20') };
    const linesOf = async (message: string, to = 'a') => {
      const clusters = { a: clusterIn('p', pools, { word: unhealthyWord, illSince }) };
      const story = await read({ clusters, deeds: [upgrade('00:05', to, { message })] });
      await story.view.readSearch();
      await story.view.readMachines();
      return (await story.view.causes()).join('\n');
    };
    expect(await linesOf('Scaled machine pool workers to 5')).toMatch(/ after a change, 00:05 Chiara Rossi$/);
    expect(await linesOf('Cordoned it', 'm1')).toMatch(/ after a change, 00:05 Chiara Rossi$/);
    expect(await linesOf('Scaled machine pool other to 1')).not.toContain('after');
    expect(await linesOf('Changed the profile infra')).toContain('after');
  });

  it('is not said of what names the cluster, if a pool has its name', async () => {
    const pools = { a: { ...well['pool'], m1: 'unhealthy' } } as const;
    const clusters = { a: clusterIn('p', pools, { word: unhealthyWord, illSince: { m1: time('00:20') } }) };
    const story = await read({
      clusters,
      deeds: [upgrade('00:05', 'a', { message: 'Changed the tags of a' })],
    });
    await story.view.readMachines();
    expect((await story.view.causes()).join()).not.toContain('after');
  });

  it('needs no request of its own, and is said once the audit log was read', async () => {
    at('00:30');
    const story = open({ projects: ['p'], clusters: one, deeds: [upgrade('00:05', 'a')] });
    await story.view.refreshOverview();
    await story.view.readCauses();
    expect((await story.view.causes()).join()).not.toContain('after');
    expect(story.service.requests.filter(({ about }) => about === 'audits')).toEqual([]);
    await story.view.readTimeline();
    expect((await story.view.causes()).join()).toContain('after 66.2.0, 00:05 Chiara Rossi');
  });
});
