import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blind, heard, night, oneFailed, readParts, seen, well } from './night';
import { at, clock, open, settle, type Story } from './story';
import {
  clusterIn,
  failedWord,
  healthyWord,
  unhealthyWord,
  type MachineState,
  type Pools,
  type Word,
  type World,
} from './world';

// What is shown of a cluster, or of its project, that was read at different times.

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('readings of different age', () => {
  it('1: a cluster that is healthy is so as of then, and its machines are not read', async () => {
    const story = night(well);
    at('00:45');
    await story.view.refreshOverview();
    expect(story.how('c')).toBe('healthy 00:45');
    expect(story.view.items().map(({ kind }) => kind)).toEqual(['project', 'cluster']);
    expect(story.service.requests.map(({ source }) => source)).not.toContain('machines');
  });

  it('2: a failed machine is answered by a later count that has no room for it, and is read again', async () => {
    const story = night(well);
    await readParts(story, oneFailed);
    expect([story.how('c'), story.view.badge()]).toEqual(['failed 00:38', 1]);
    story.view.collapse(story.idOf('pool'));
    story.service.held.add('machines');
    const count = story.counter();
    await seen(story, '00:45', { pools: well });
    expect(story.how('c')).toBe('healthy 00:45');
    expect(story.how('m1')).toBe('failed 00:38 outdated');
    expect(story.text('m1')).toContain('00:38');
    expect(story.view.badge()).toBe(0);
    expect(count('machines', 'c/pool')).toBe(1);
    await story.release();
    expect([story.how('m1'), story.how('c')]).toEqual(['healthy 00:45', 'healthy 00:45']);
  });

  it('2: a count of fewer machines than are known answers none of them', async () => {
    const story = night(well);
    await readParts(story, oneFailed);
    story.view.collapse(story.idOf('pool'));
    story.service.held.add('machines');
    await seen(story, '00:45', { pools: { pool: { m2: 'healthy', m3: 'healthy' } } });
    expect([story.how('c'), story.view.badge()]).toEqual(['failed 00:38', 1]);
    expect(story.how('m1')).toBe('failed 00:38');
  });

  it.each<[MachineState, string]>([
    ['maintenance', 'maintenance 00:38'],
    ['failed', 'maintenance 00:38 outdated'],
  ])('2: maintenance is answered by the number of those in maintenance, beside %s', async (state, how) => {
    const story = night(well);
    await readParts(story, { pool: { ...well['pool'], m1: 'maintenance' } });
    story.view.collapse(story.idOf('pool'));
    story.service.held.add('machines');
    await seen(story, '00:45', { pools: { pool: { ...well['pool'], m2: state } } });
    expect(story.how('m1')).toBe(how);
  });

  it('3: a failed machine is contradicted by a word that has turned since, and is read again', async () => {
    const story = night(well, {}, blind);
    await readParts(story, oneFailed, unhealthyWord);
    story.view.collapse(story.idOf('pool'));
    story.service.held.add('machines');
    const count = story.counter();
    await heard(story, '00:45', { word: healthyWord, pools: well });
    expect(story.how('c')).toBe('failed 00:38 outdated');
    expect(story.how('m1')).toBe('failed 00:38 outdated');
    expect(story.text('c')).toContain('1 failed machine · as of 00:38');
    expect(story.text('c')).toContain('service: healthy since 00:45');
    expect(story.view.badge()).toBe(0);
    expect(story.found('is:problem')).toEqual([]);
    expect(story.found('state:failed')).toContain('c');
    expect(story.found('is:outdated')).toContain('c');
    expect(count('machines', 'c/pool')).toBe(1);
    await story.release();
    expect([story.how('m1'), story.how('c')]).toEqual(['healthy 00:45', 'healthy 00:45']);
  });

  it.each<MachineState>(['unhealthy', 'lateHeartbeat'])('3: so is one that is %s', async (state) => {
    const story = night(well, {}, blind);
    await readParts(story, { pool: { ...well['pool'], m1: state } }, unhealthyWord);
    story.view.collapse(story.idOf('pool'));
    story.service.held.add('machines');
    await heard(story, '00:45', { word: healthyWord });
    expect(story.how('c')).toBe(`${state} 00:38 outdated`);
    expect(story.text('c')).toContain('service: healthy since 00:45');
    expect(story.view.badge()).toBe(0);
  });

  it('3: a contradicted machine does not decide while another one is ill and stands', async () => {
    const pools: Pools = { pool: { ...oneFailed['pool'], m2: 'maintenance' } };
    const story = night(well, {}, blind);
    await readParts(story, pools, unhealthyWord);
    story.service.held.add('machines');
    await heard(story, '00:45', { word: healthyWord });
    expect([story.item('c').state, story.item('m1').isStale]).toEqual(['maintenance', true]);
    expect(story.text('c')).not.toContain('failed');
    expect(story.view.badge()).toBe(0);
    await story.release();
    expect(story.how('c')).toBe('failed 00:45');
  });

  it('4: the refresh of a row reads the pools of its cluster that were read before', async () => {
    const story = night(well, {}, blind);
    await readParts(story, oneFailed);
    story.view.collapse(story.idOf('c'));
    const count = story.counter();
    at('00:45');
    story.service.changeCluster('c', { pools: well });
    await story.during(story.view.refreshRow(story.idOf('c')));
    expect([story.how('c'), count('machines', 'c/pool')]).toEqual(['healthy 00:45', 1]);
  });

  it('4: a failed machine stands while a word that never was ill stays healthy', async () => {
    const story = night(well, {}, blind);
    await readParts(story, oneFailed);
    story.view.collapse(story.idOf('pool'));
    const count = story.counter();
    await heard(story, '00:45', {});
    expect([story.how('c'), story.view.badge()]).toEqual(['failed 00:38', 1]);
    expect(story.item('c').isContradicted).toBe(false);
    expect(count('machines')).toBe(0);
  });

  it.each<[string, Partial<Word>]>([
    ['is made', { state: 'Provisioning' }],
    ['is deleted', { state: 'Deleting' }],
  ])('4: a failed machine stands while a word is healthy that said only that it %s', async (_name, word) => {
    const story = night(well, {}, blind);
    await readParts(story, oneFailed, { ...healthyWord, ...word });
    story.view.collapse(story.idOf('pool'));
    await heard(story, '00:45', { word: healthyWord });
    expect([story.how('c'), story.view.badge()]).toEqual(['failed 00:38', 1]);
    expect(story.text('c')).not.toContain('healthy since');
  });

  it('4: a failed machine stands while a word is healthy that is the first one', async () => {
    const story = night(well, {}, { search: 'none' });
    await readParts(story, oneFailed);
    story.view.collapse(story.idOf('pool'));
    await heard(story, '00:45', {});
    expect([story.how('c'), story.view.badge()]).toEqual(['failed 00:38', 1]);
    expect(story.text('c')).not.toContain('healthy since');
  });

  it('5: a failed machine decides if it was read later than the word', async () => {
    const story = night(well);
    await readParts(story, oneFailed);
    expect([story.how('c'), story.view.badge()]).toEqual(['failed 00:38', 1]);
  });

  it('6: a count that has room for some machines answers none of them', async () => {
    const story = night(well);
    await readParts(story, { pool: { ...oneFailed['pool'], m2: 'unhealthy' } });
    story.view.collapse(story.idOf('pool'));
    story.service.held.add('machines');
    const count = story.counter();
    await seen(story, '00:45', { pools: oneFailed });
    expect([story.how('c'), story.view.badge()]).toEqual(['failed 00:38 outdated', 1]);
    expect(story.text('c')).toContain('00:45');
    expect(story.text('c')).toContain('00:38');
    expect(count('machines', 'c/pool')).toBe(1);
    await story.release();
    expect(story.how('c')).toBe('failed 00:45');
    expect(story.how('m2')).toBe('healthy 00:45');
  });

  it('7: a count of ill machines decides over machines that were well before', async () => {
    const story = night(well);
    await readParts(story, well);
    story.view.collapse(story.idOf('pool'));
    await seen(story, '00:45', { pools: oneFailed });
    expect(story.how('c')).toBe('unhealthy 00:45');
    expect(story.item('c').cause).toContain('1 of 5');
    expect(story.view.badge()).toBe(1);
  });

  const blindToHealth = { search: 'sizes', health: false } as const;

  const two: Pools = {
    one: { m1: 'healthy', m2: 'healthy', m3: 'healthy' },
    two: { m4: 'healthy', m5: 'healthy' },
  };

  it('8: what was counted while a cluster was made is nothing that is wrong with it', async () => {
    const story = night(oneFailed, { word: { ...healthyWord, state: 'Provisioning' } });
    await story.expand('p');
    story.service.held.add('search');
    await heard(story, '00:45', { word: healthyWord, pools: well });
    expect([story.how('c'), story.view.badge()]).toEqual(['healthy 00:45', 0]);
  });

  it('8: what was counted while its word was healthy stands while that has not been ill', async () => {
    const story = night(oneFailed);
    await story.expand('p');
    story.service.held.add('search');
    await heard(story, '00:40', { word: { ...healthyWord, state: 'Provisioning' } });
    await heard(story, '00:45', { word: healthyWord });
    expect([story.how('c'), story.view.badge()]).toEqual(['unhealthy 00:30', 1]);
  });

  it('8: what was counted while its word was ill goes with that word', async () => {
    const story = night(oneFailed, { word: unhealthyWord });
    await story.expand('p');
    expect(story.text('c')).toContain('1 of 5 machines unhealthy');
    story.service.held.add('search');
    await heard(story, '00:45', { word: healthyWord, pools: well });
    expect([story.how('c'), story.view.badge()]).toEqual(['healthy 00:45', 0]);
    expect(story.text('c')).not.toContain('1 of 5');
  });

  it('8: all machines together, each read whole and later, answer a count', async () => {
    const story = night({ ...two, one: { ...two['one'], m1: 'failed' } });
    await readParts(story, two);
    at('00:40');
    await story.view.expand(story.idOf('two'));
    expect([story.how('c'), story.view.badge()]).toEqual(['healthy 00:38', 0]);
  });

  it('9: a part of the machines does not answer a count', async () => {
    const story = night({ ...two, one: { ...two['one'], m1: 'failed' } });
    await readParts(story, two);
    expect(story.how('c')).toBe('unhealthy 00:30');
    expect(story.item('c').cause).toContain('1 of 5');
  });

  it('10: machines that are well do not answer a word', async () => {
    const story = night(well, {}, blind);
    await readParts(story, well, unhealthyWord);
    expect([story.how('c'), story.view.badge()]).toEqual(['unhealthy 00:30', 1]);
    expect(story.text('c')).toContain('5 of 5 machines healthy at 00:38');
  });

  it.each<[Word, string]>([
    [failedWord, 'failed 00:45'],
    [{ state: 'Deleting', health: 'Healthy' }, 'inTransition 00:45'],
    [{ state: 'Provisioning', health: 'Healthy' }, 'inTransition 00:45'],
  ])('11: machines do not count in a cluster that has failed, is deleted or made: %j', async (word, how) => {
    const story = night(well);
    await readParts(story, { pool: { ...well['pool'], m1: 'unhealthy' } });
    await seen(story, '00:45', { word });
    expect(story.how('c')).toBe(how);
  });

  it('12: a failed read answers nothing', async () => {
    const story = night(well);
    await readParts(story, oneFailed);
    story.service.failing.set('search', 'serviceFault').set('config', 'serviceFault');
    story.service.failing.set('machines', 'serviceFault');
    await seen(story, '00:45', { pools: well });
    expect([story.item('c').state, clock(story.item('c').readAt)]).toEqual(['failed', '00:38']);
    expect([story.item('c').isContradicted, story.view.badge()]).toEqual([false, 1]);
  });

  it('13: a contradicted machine that cannot be read again stays so, and says why', async () => {
    const story = night(well, {}, blind);
    await readParts(story, oneFailed, unhealthyWord);
    story.view.collapse(story.idOf('pool'));
    story.service.failing.set('machines', 'serviceFault');
    await heard(story, '00:45', { word: healthyWord, pools: well });
    expect(story.how('c')).toBe('failed 00:38 outdated');
    expect(story.view.badge()).toBe(0);
    expect(story.text('c')).toMatch(/couldn't be read at 00:45.*503/);
    story.service.failing.clear();
    await heard(story, '00:46', {});
    expect(story.how('c')).toBe('healthy 00:46');
  });

  it('14: machines tell how a cluster is of which the service tells no health', async () => {
    const story = night(two, {}, { ...blind, health: false });
    await readParts(story, two);
    at('00:40');
    await story.view.expand(story.idOf('two'));
    expect(story.how('c')).toBe('healthy 00:38');
  });

  it('15: a part of them does not', async () => {
    const story = night(two, {}, { ...blind, health: false });
    await readParts(story, two);
    expect(story.how('c')).toBe('unknown 00:38');
    expect(story.text('c')).toContain('3 of 5 machines read');
  });

  it('16: what a later whole list lacks counts nowhere', async () => {
    const story = night(oneFailed);
    await readParts(story, oneFailed);
    at('00:45');
    story.service.changeCluster('c', { pools: { other: { m9: 'healthy' } } });
    await story.during(story.view.refreshRow(story.idOf('c')));
    await story.view.expand(story.idOf('c'));
    await story.view.expand(story.idOf('other'));
    expect(story.view.items().map(({ uid }) => uid)).toEqual(['p', 'c', 'other', 'm9']);
    expect([story.item('c').state, story.view.badge()]).toEqual(['healthy', 0]);
    expect(story.view.overview('').tiles).toEqual([{ state: 'healthy', clusters: 1, machines: 1 }]);
  });

  it.each(['forbidden', 'serviceFault'] as const)(
    '16: pools whose cloud config cannot be read again (%s) are not gone',
    async (failure) => {
      const story = night(well);
      await readParts(story, oneFailed);
      story.service.failing.set('config', failure).set('machines', failure);
      at('00:45');
      await story.during(story.view.refreshRow(story.idOf('c')));
      expect([story.how('c'), story.view.badge()]).toEqual(['failed 00:38', 1]);
      expect([story.how('pool'), story.how('m1')]).toEqual([
        'failed 00:38 outdated',
        'failed 00:38 outdated',
      ]);
    },
  );

  it.each([true, false])('16: clusters whose search is refused are not gone, named: %s', async (named) => {
    const story = night(oneFailed, {}, { named });
    await readParts(story, oneFailed);
    // A summary need not name all that a search finds.
    story.service.change({ projects: ['p'], clusters: named ? {} : story.service.world.clusters });
    story.service.failing.set('search', 'forbidden').set('config', 'forbidden').set('machines', 'forbidden');
    for (const time of ['00:45', '00:46']) {
      at(time);
      await story.during(story.view.refresh());
      expect([story.how('c'), story.view.badge()]).toEqual(['failed 00:38 outdated', 1]);
    }
    story.service.failing.clear();
    await story.during(story.view.refresh());
    expect(story.view.items().map(({ uid }) => uid)).toEqual(
      named ? ['p'] : ['p', 'c', 'pool', 'm1', 'm2', 'm3', 'm4', 'm5'],
    );
  });

  it('16: a cluster that only summaries named is gone with the next one, though searches are refused', async () => {
    const story = night(well, {}, { metadata: false });
    const [c, d, e] = [clusterIn('p', well), clusterIn('p', {}), clusterIn('p', {})];
    await story.expand('p');
    story.service.failing.set('search', 'forbidden');
    const shown = async (time: string, clusters: World['clusters']): Promise<readonly string[]> => {
      at(time);
      story.service.change({ projects: ['p'], clusters });
      // The summary is read again at the same time as the clusters.
      for (let turn = 0; turn < 2; turn++) await story.during(story.view.refresh());
      return story.view.items().map(({ uid }) => uid);
    };
    expect(await shown('00:38', { c, d, e })).toEqual(['p', 'e', 'd', 'c']);
    expect(await shown('00:40', { c, d })).toEqual(['p', 'd', 'c']);
    expect(await shown('00:42', {})).toEqual(['p', 'c']);
  });

  it('16: what may be on a page that was not read is not gone after a refusal', async () => {
    const story = night(well, {}, { pageSize: 2, metadata: false });
    const one = clusterIn('p', {});
    story.service.change({ projects: ['p'], clusters: { c: one, d: one, e: one } });
    await story.expand('p');
    await story.view.loadMore(story.idOf('p'));
    for (const failure of ['forbidden', undefined] as const) {
      if (failure === undefined) story.service.failing.clear();
      else story.service.failing.set('search', failure);
      at(failure === undefined ? '00:45' : '00:38');
      await story.during(story.view.refreshRow(story.idOf('p')));
      expect(new Set(story.view.items().map(({ uid }) => uid))).toEqual(new Set(['p', 'c', 'd', 'e']));
    }
  });

  it('17: machines that the service refuses say nothing', async () => {
    const story = night(oneFailed, {}, blind);
    story.service.failing.set('machines', 'forbidden');
    await readParts(story, oneFailed);
    await heard(story, '00:45', {});
    expect(story.item('c').state).toBe('healthy');
    expect(clock(story.item('c').readAt)).toBe('00:45');
    expect(story.text('c')).toContain("pool: machines couldn't be read at 00:38");
  });

  it('18: a state is as of the newest reading that says it, a number as of the oldest', async () => {
    const story = night(two, {}, blind);
    await readParts(story, { ...two, one: { ...two['one'], m1: 'failed' } });
    at('00:44');
    story.service.changeCluster('c', { pools: { ...two, two: { m4: 'failed', m5: 'healthy' } } });
    await story.view.expand(story.idOf('two'));
    expect(story.how('c')).toBe('failed 00:44');
    expect(story.item('c').cause).toContain('2 failed machines');
    expect(clock(story.item('c').ages.machines)).toBe('00:38');
    expect(story.text('c')).toContain('as of 00:38');
  });

  it('19: a whole list of clusters answers the summary of their project', async () => {
    const story = night(well, { word: failedWord });
    await story.expand();
    expect([story.how('p'), story.view.badge()]).toEqual(['failed 00:30', 1]);
    at('00:38');
    story.service.changeCluster('c', { word: healthyWord });
    await story.expand('p');
    expect([story.how('p'), story.view.badge()]).toEqual(['healthy 00:38', 0]);
  });

  it.each([true, false])('19: and so does one without them, named: %s', async (named) => {
    const story = night(well, { word: failedWord }, { named });
    await story.expand();
    expect([story.how('p'), story.view.badge()]).toEqual(['failed 00:30', 1]);
    at('00:38');
    story.service.change({ projects: ['p'], clusters: {} });
    await story.expand('p');
    expect([story.item('p').state, story.view.badge()]).toEqual(['unknown', 0]);
  });

  it('20: a summary answers what it looks at: the words of clusters', async () => {
    const story = night(well);
    await story.expand();
    at('00:38');
    story.service.changeCluster('c', { word: unhealthyWord });
    // No whole list: one cluster was looked for.
    await story.view.searchFor('c');
    expect([story.item('p').state, story.view.badge()]).toEqual(['unhealthy', 1]);
    at('00:45');
    story.service.changeCluster('c', { word: healthyWord });
    story.service.held.add('search');
    await story.during(story.view.refresh());
    expect(story.how('p')).toBe('healthy 00:45');
    expect(story.how('c')).toBe('unhealthy 00:38 outdated');
    expect(story.view.badge()).toBe(0);
    await story.release();
    expect(story.how('c')).toBe('healthy 00:45');
  });

  it.each<[MachineState, Word]>([
    ['unhealthy', unhealthyWord],
    ['failed', unhealthyWord],
    ['unhealthy', failedWord],
    ['lateHeartbeat', unhealthyWord],
  ])(
    '20: a cluster with a machine that is %s may be the one that a summary counts: %j',
    async (state, word) => {
      const story = night(well);
      await readParts(story, { pool: { ...well['pool'], m1: state } });
      story.view.collapse(story.idOf('p'));
      at('00:45');
      story.service.changeCluster('c', { word });
      await story.during(story.view.refresh());
      expect(story.how('c')).toBe(`${state} 00:38`);
      expect(story.view.badge()).toBe(1);
      expect(story.view.overview('').tiles).toMatchObject([
        { state, clusters: 1 },
        { state: 'healthy', clusters: 0 },
        { state: 'notRead', clusters: 0 },
      ]);
      expect(story.item('p').cause).not.toBe('');
    },
  );

  it('20: so may one that tells no health', async () => {
    const story = night(
      { pool: { ...well['pool'], m1: 'unhealthy' } },
      { word: unhealthyWord },
      blindToHealth,
    );
    await story.expand();
    at('00:38');
    await story.view.searchFor('c');
    expect([story.how('p'), story.how('c'), story.view.badge()]).toEqual([
      'unhealthy 00:30',
      'unknown 00:38',
      1,
    ]);
    await story.view.readMachines([story.idOf('c')]);
    expect([story.how('c'), story.view.badge()]).toEqual(['unhealthy 00:38', 1]);
  });

  it('20: but not one that the service has called healthy since, whatever is in it', async () => {
    const story = night(well);
    const clusters = { c: clusterIn('p', well, { word: unhealthyWord }), d: clusterIn('p', oneFailed) };
    story.service.change({ projects: ['p'], clusters });
    await story.expand();
    at('00:38');
    await story.view.searchFor('d');
    await story.view.readMachines([story.idOf('d')]);
    expect([story.how('d'), story.view.badge()]).toEqual(['failed 00:38', 2]);
  });

  it('20: each counts once: first what the service has said of one since', async () => {
    const story = night(well);
    const [c, d] = [clusterIn('p', oneFailed), clusterIn('p', {})];
    story.service.change({ projects: ['p'], clusters: { c, d } });
    await story.expand();
    await story.view.searchFor('c');
    await story.view.readMachines([story.idOf('c')]);
    at('00:45');
    story.service.change({
      projects: ['p'],
      clusters: { c: { ...c, word: unhealthyWord }, d: { ...d, word: failedWord } },
    });
    await story.during(story.view.refresh());
    at('00:46');
    await story.view.searchFor('d');
    expect([story.how('c'), story.how('d'), story.view.badge()]).toEqual(['failed 00:30', 'failed 00:46', 2]);
  });

  it('20: but not one that the service contradicts', async () => {
    const story = night(well, {}, blind);
    await readParts(story, oneFailed, unhealthyWord);
    story.view.collapse(story.idOf('p'));
    story.service.held.add('machines').add('search');
    await heard(story, '00:40', { word: healthyWord });
    expect(story.view.badge()).toBe(0);
    at('00:45');
    story.service.changeCluster('c', { word: failedWord });
    await story.during(story.view.refresh());
    expect([story.how('p'), story.view.badge()]).toEqual(['failed 00:45', 1]);
  });

  it('20: but not one that is known to be less ill', async () => {
    const story = night(well, { word: unhealthyWord }, blind);
    await story.expand('p');
    await story.view.mark(story.idOf('c'));
    story.view.collapse(story.idOf('p'));
    const summary = async (time: string, word: Word): Promise<number> => {
      at(time);
      story.service.changeCluster('c', { word });
      await story.during(story.view.refresh());
      return story.view.badge();
    };
    expect([await summary('00:40', unhealthyWord), await summary('00:45', failedWord)]).toEqual([0, 1]);
  });

  it('20: a summary that counts not all as healthy answers no word', async () => {
    const story = night(well);
    await story.expand('p');
    await heard(story, '00:38', { word: unhealthyWord });
    story.view.collapse(story.idOf('p'));
    at('00:45');
    story.service.changeCluster('c', { word: { ...healthyWord, state: 'Provisioning' } });
    await story.during(story.view.refresh());
    expect([story.how('c'), story.view.badge()]).toEqual(['unhealthy 00:38', 1]);
  });

  it('21: a summary answers no machines', async () => {
    const story = night(well, {}, blind);
    await readParts(story, oneFailed);
    story.view.collapse(story.idOf('p'));
    at('00:45');
    story.service.held.add('search').add('machines').add('config');
    await story.during(story.view.refresh());
    expect([story.how('p'), story.how('c')]).toEqual(['failed 00:38', 'failed 00:38']);
    expect(story.view.badge()).toBe(1);
  });

  it('21: a summary answers no certificates', async () => {
    const story = night(well);
    await story.view.refreshOverview();
    at('00:38');
    story.service.changeCluster('c', { expiry: Date.now() + 2 * 86_400_000 });
    await story.view.checkCertificates();
    at('00:45');
    await story.during(story.view.refresh());
    expect([story.item('p').state, story.item('c').state, story.view.badge()]).toEqual([
      'unhealthy',
      'unhealthy',
      1,
    ]);
    expect(clock(story.item('c').readAt)).toBe('00:38');
  });

  it('a message goes with the word that it explains', async () => {
    const message = 'Node not ready';
    const story = night(well, { word: { ...unhealthyWord, message } });
    await story.expand('p');
    expect(story.text('c')).toContain(message);
    await heard(story, '00:38', { word: unhealthyWord });
    expect(story.how('c')).toBe('unhealthy 00:38');
    expect(story.text('c')).toContain(message);
    await heard(story, '00:45', { word: failedWord });
    expect(story.how('c')).toBe('failed 00:45');
    expect(story.text('c')).not.toContain(message);
  });

  it('a message goes with the health that it explains, though a certificate expires', async () => {
    const message = 'Node not ready';
    at('00:30');
    const expiry = Date.now() + 2 * 86_400_000;
    const story = night(well, { word: { ...unhealthyWord, message }, expiry });
    await story.expand('p');
    await story.view.checkCertificates();
    expect(story.text('c')).toContain(message);
    await heard(story, '00:45', { word: healthyWord });
    expect(story.item('c').state).toBe('unhealthy');
    expect(story.text('c')).not.toContain(message);
  });

  it('a cluster that no list tells of is gone once it says so itself', async () => {
    at('00:30');
    const project = { projects: ['p'], clusters: { c: clusterIn('p', well, { word: unhealthyWord }) } };
    const story = open(project, { search: 'none', named: false });
    await story.view.refreshOverview();
    expect([story.how('c'), story.view.badge()]).toEqual(['unhealthy 00:30', 1]);
    at('00:45');
    story.service.change({ projects: ['p'], clusters: {} });
    // An empty list of all clusters may be that of a key for single projects.
    await story.view.refreshOverview();
    await story.during(story.view.expand(story.idOf('c')));
    expect(story.view.items().map(({ uid }) => uid)).toEqual(['p']);
    expect(story.view.badge()).toBe(0);
  });

  describe('22: the later request is answered first', () => {
    /** Asks for machines at 00:38 and for the cluster at 00:45, which is answered first. */
    async function overtaken(story: Story, word: Word, pools: Pools, ask: 'seen' | 'heard') {
      story.service.changeCluster('c', { word });
      await story.expand('p', 'c');
      at('00:38');
      story.service.changeCluster('c', { pools: oneFailed });
      story.service.held.add('machines');
      const expanding = story.view.expand(story.idOf('pool'));
      await settle();
      await (ask === 'seen' ? seen : heard)(story, '00:45', { word: healthyWord, pools });
      const [machines] = story.service.pending.filter(({ source }) => source === 'machines');
      machines?.arrive();
      await Promise.race([expanding, settle(20)]);
    }

    it('and saw the machines, as in 2', async () => {
      const story = night(well);
      await overtaken(story, healthyWord, well, 'seen');
      // A refresh of the row asks for the machines again.
      await story.release();
      expect(story.how('c')).toBe('healthy 00:45');
      expect(story.view.badge()).toBe(0);
    });

    it('and its word had turned, as in 3', async () => {
      const story = night(well, {}, blind);
      await overtaken(story, unhealthyWord, oneFailed, 'heard');
      expect(story.how('m1')).toBe('failed 00:38 outdated');
      expect(story.how('c')).toBe('failed 00:38 outdated');
      expect(story.view.badge()).toBe(0);
    });

    it('and its word had not, as in 4', async () => {
      const story = night(well, {}, blind);
      await overtaken(story, healthyWord, oneFailed, 'heard');
      expect([story.how('c'), story.view.badge()]).toEqual(['failed 00:38', 1]);
      expect(story.item('c').isContradicted).toBe(false);
    });
  });
});
