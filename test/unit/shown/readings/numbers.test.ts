import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { at, clock, open, settle, type Story } from './story';
import { clusterIn, failedWord, healthyWord, unhealthyWord, type Pools, type World } from './world';

// What was shown wrong before each value went through one rule: values of different sources, ages, lists, marks.

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const one: Pools = { pool: { m1: 'healthy', m2: 'healthy' } };
const dayMs = 86_400_000;

function worldOf(projects: readonly string[], clusters: World['clusters']): World {
  return { projects, clusters };
}

/** A project `p` with a cluster `c`, whose clusters were searched at 09:00 and are no longer looked at. */
async function searched(): Promise<Story> {
  at('09:00');
  const story = open(worldOf(['p', 'q'], { c: clusterIn('p', one) }));
  await story.expand('p');
  story.view.collapse(story.idOf('p'));
  return story;
}

describe('clusters that a listing does not name', () => {
  it('are shown if the listing of projects left after their own list and is answered first', async () => {
    at('09:00');
    const story = open(worldOf(['p'], { c: clusterIn('p', one) }), { named: false, metadata: false });
    await story.expand();
    story.service.held.add('search');
    const read = story.view.refreshRow(story.idOf('p'));
    await settle(20);
    const overview = story.view.refreshOverview();
    await settle(20);
    story.service.pending.find(({ about }) => about === '*')?.arrive('timedOut');
    await settle(20);
    await story.release();
    await Promise.all([read, overview]);
    expect(story.item('c').state).toBe('healthy');
  });

  it('stay gone if an earlier listing names them', async () => {
    at('09:00');
    const story = open(worldOf(['p'], { c: clusterIn('p', one), d: clusterIn('p', one) }), {
      search: 'none',
    });
    await story.expand('p');
    story.service.change(worldOf(['p'], { d: clusterIn('p', one) }));
    at('09:30');
    await story.during(story.view.expand(story.idOf('c')));
    expect(story.view.items().map(({ uid }) => uid)).not.toContain('c');
    story.service.held.add('projects');
    at('10:00');
    const read = story.view.refreshRow(story.idOf('p'));
    await settle(20);
    expect(story.view.items().map(({ uid }) => uid)).not.toContain('c');
    await story.release();
    await read;
    expect(story.item('d').kind).toBe('cluster');
  });

  it('stay if their search is refused after the projects were listed again', async () => {
    at('09:00');
    const story = open(worldOf(['p'], { c: clusterIn('p', one) }), { named: false });
    await story.expand('p');
    at('09:30');
    story.service.failing.set('search', 'forbidden');
    story.service.held.add('search');
    const read = story.view.refreshRow(story.idOf('p'));
    await settle(20);
    await story.release();
    await read;
    expect(story.how('c')).toBe('healthy 09:00 outdated');
  });
});

describe('values of a cluster', () => {
  it('have their own age while only blind lists are read, and can be read again', async () => {
    const story = await searched();
    story.service.changeCluster('c', { cores: { total: 64, used: 63 } });
    for (const time of ['10:00', '11:00', '12:00']) {
      at(time);
      await story.view.refresh();
      await story.view.refreshOverview();
    }
    const { cores, ages, readAt } = story.item('c');
    if (cores?.used === 4) {
      expect([clock(readAt), clock(ages.usage)]).toEqual(['12:00', '09:00']);
      expect(story.text('c')).toContain('as of 09:00');
      expect(story.view.offersSearch).toBe(true);
    }
    await story.view.readSearch();
    expect(story.item('c').cores?.used).toBe(63);
    expect(story.found('cpu:>90%')).toEqual(['c']);
  });

  it('have their own age after an upgrade, too', async () => {
    const story = await searched();
    at('12:00');
    story.service.changeCluster('c', { kubernetes: '1.33.0' });
    await story.view.refreshOverview();
    const { kubernetes, ages } = story.item('c');
    expect([kubernetes, clock(ages.versions)]).toEqual(['1.32.4', '09:00']);
    expect(story.text('c')).toContain('as of 09:00');
  });

  it('stay when a list is read that cannot tell them', async () => {
    const story = await searched();
    at('09:01');
    await story.view.refreshOverview();
    expect(story.item('c').region).toBe('eu-1');
    expect(story.view.hover(story.idOf('c'))).toContain('4.5.0');
  });

  it('are those of the latest source: the cluster itself', async () => {
    at('09:00');
    const story = open(worldOf(['p'], { c: clusterIn('p', one) }), { search: 'none' });
    await story.view.refreshOverview();
    expect(story.how('c')).toBe('healthy 09:00');
    at('13:00');
    story.service.changeCluster('c', { word: failedWord });
    await story.view.expand(story.idOf('c'));
    expect(story.how('c')).toBe('failed 13:00');
  });

  it('are not those of the cluster itself if it says nothing new', async () => {
    at('09:00');
    const story = open(worldOf(['p'], { c: clusterIn('p', one) }), { search: 'none' });
    await story.view.refreshOverview();
    at('13:00');
    await story.view.expand(story.idOf('c'));
    expect(story.how('c')).toBe('healthy 09:00');
  });

  it('are those of the latest source: a search after a cloud config', async () => {
    const story = await searched();
    await story.expand('p', 'c');
    at('12:00');
    const machines = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`m${index}`, index < 2 ? 'failed' : 'healthy'] as const),
    );
    story.service.changeCluster('c', { pools: { pool: machines } });
    story.service.held.add('config').add('machines');
    await story.during(story.view.refreshRow(story.idOf('p')));
    const { machines: size, affected, cause } = story.item('c');
    expect([size, affected]).toEqual([10, 2]);
    expect(cause).toContain('2 of 10');
  });

  it('do not forget that they were told to wait for approval when an earlier search arrives later', async () => {
    at('09:00');
    const story = open(worldOf(['p'], { c: clusterIn('p', one) }));
    await story.expand('p');
    story.service.changeCluster('c', { isWaiting: true });
    at('09:10');
    story.service.held.add('search');
    const searching = story.view.readSearch();
    await settle(5);
    story.service.changeCluster('c', { isWaiting: false });
    at('09:20');
    await story.during(story.view.refreshOverview());
    await story.release();
    await searching;
    expect(story.item('c').isWaiting).toBe(false);
  });

  it('were read, although a later read of them failed first', async () => {
    const story = await searched();
    await story.expand('p');
    story.service.changeCluster('c', { word: unhealthyWord, failedPack: 'fluent-bit' });
    await story.view.refreshRow(story.idOf('p'));
    story.service.held.add('overview');
    at('09:10');
    const first = story.view.readCauses();
    await settle(5);
    at('09:20');
    const second = story.view.look(story.idOf('c'));
    await settle(5);
    const [early, late] = story.service.pending.filter(({ source }) => source === 'overview');
    late?.arrive('serviceFault');
    await settle(5);
    early?.arrive();
    await Promise.all([first, second]);
    expect(story.text('c')).toContain('fluent-bit');
  });
});

describe('machines that were read this morning', () => {
  it('do not make their pool ill as of now', async () => {
    at('09:00');
    const story = open(worldOf(['p'], { c: clusterIn('p', { pool: { m1: 'unhealthy', m2: 'healthy' } }) }));
    await story.expand('p', 'c', 'pool');
    story.view.collapse(story.idOf('pool'));
    at('12:00');
    story.service.held.add('machines');
    await story.during(story.view.refreshRow(story.idOf('c')));
    expect([story.item('pool').state, clock(story.item('pool').readAt)]).toEqual(['unhealthy', '09:00']);
  });
});

describe('lists', () => {
  it('that are answered after a search has named a project tell how it is', async () => {
    at('09:00');
    const story = open(worldOf(['p'], { c: clusterIn('p', one, { word: failedWord }) }));
    story.service.held.add('projects');
    const reading = story.view.expand();
    await settle(5);
    at('09:01');
    await story.during(story.view.refreshOverview());
    await story.release();
    await reading;
    expect(story.view.hover(story.idOf('p'))).toMatch(/Clusters\s*1/);
  });

  it('have a cluster that moves in one project, which is the new one', async () => {
    const story = await searched();
    await story.expand('p');
    await story.view.expand(story.idOf('q'));
    at('09:30');
    story.service.changeCluster('c', { project: 'q' });
    await story.view.refreshOverview();
    expect(story.view.items().filter(({ uid }) => uid === 'c')).toHaveLength(1);
    expect(story.item('c').parent).toBe(story.idOf('q'));
    at('09:40');
    await story.view.refresh();
    expect(story.item('c').parent).toBe(story.idOf('q'));
  });

  it('do not count their last row for ever when it is deleted', async () => {
    at('09:00');
    const clusters = { c: clusterIn('q', one, { word: failedWord }) };
    const story = open(worldOf(['p', 'q', 'r'], clusters), { pageSize: 2 });
    await story.view.expand();
    expect(story.view.badge()).toBe(1);
    story.service.change(worldOf(['p', 'r'], {}));
    for (const time of ['09:01', '09:02', '09:03']) {
      at(time);
      await story.view.refreshAutomatically();
    }
    expect(story.view.badge()).toBe(0);
    expect(story.view.items().map(({ uid }) => uid)).not.toContain('q');
  });

  it('do not bring back what a later page no longer has', async () => {
    at('09:00');
    const story = open(worldOf(['p', 'q'], {}));
    story.service.held.add('projects');
    const first = story.view.expand();
    await settle(5);
    at('09:10');
    story.service.change(worldOf(['p'], {}));
    const second = story.view.refresh();
    await settle(5);
    const requests = story.service.pending.filter(({ source }) => source === 'projects');
    requests.at(-1)?.arrive();
    await settle(5);
    await story.release();
    await Promise.all([first, second]);
    expect(story.view.items().map(({ uid }) => uid)).toEqual(['p']);
  });

  it('change places with a refresh by the user, and not while they are only looked at', async () => {
    at('09:00');
    const clusters = { c: clusterIn('a', one), d: clusterIn('b', one) };
    const story = open(worldOf(['a', 'b'], clusters));
    await story.view.expand();
    at('09:10');
    story.service.changeCluster('d', { word: failedWord });
    // Not under the pointer of somebody who looks at them.
    await story.view.refreshAutomatically();
    expect(await story.view.rowsBelow()).toEqual([story.idOf('a'), story.idOf('b')]);
    await story.view.refresh();
    expect(await story.view.rowsBelow()).toEqual([story.idOf('b'), story.idOf('a')]);
  });

  it('are in the order of the service until all are loaded, and then the worst come first', async () => {
    at('09:00');
    const story = open(
      worldOf(['a', 'b', 'c', 'd', 'e'], { fine: clusterIn('a', one), ill: clusterIn('d', one) }),
      {
        pageSize: 2,
      },
    );
    story.service.changeCluster('ill', { word: failedWord });
    await story.view.expand();
    await story.view.loadMore();
    expect(await story.view.rowsBelow()).toEqual(['a', 'b', 'c', 'd'].map((uid) => story.idOf(uid)));
    await story.view.loadAllProjects();
    expect(await story.view.rowsBelow()).toEqual(['d', 'a', 'b', 'c', 'e'].map((uid) => story.idOf(uid)));
  });

  it('with something wrong are shown before their page is loaded, as many as the badge and the overview count', async () => {
    at('09:00');
    const story = open(
      worldOf(['a', 'b', 'c', 'd', 'e'], {
        fine: clusterIn('a', one),
        new: clusterIn('b', one),
        ill: clusterIn('e', one),
      }),
      { pageSize: 2 },
    );
    await story.view.expand();
    story.service.changeCluster('new', { word: { state: 'Provisioning', health: 'Healthy' } });
    story.service.changeCluster('ill', { word: failedWord });
    await story.view.refreshOverview();
    await story.view.filter('is:problem');
    expect(await story.view.rowsBelow()).toEqual([story.idOf('e')]);
    expect(await story.view.rowsBelow(story.idOf('e'))).toEqual([story.idOf('ill')]);
    expect(story.view.badge()).toBe(1);
    expect([...story.view.overview('is:problem kind:cluster').selected]).toEqual([story.idOf('ill')]);
  });

  it('keep the age of what a timer has not read again', async () => {
    at('09:00');
    const projects = Array.from({ length: 12 }, (_, index) => `p${String(index + 1).padStart(2, '0')}`);
    const story = open(worldOf(projects, {}), { pageSize: 2 });
    await story.view.expand();
    await story.view.readProjectsToEnd();
    at('09:10');
    story.service.failing.set('projects', 'serviceFault');
    await story.view.refresh();
    expect(story.view.items().every(({ isStale }) => isStale)).toBe(true);
    at('09:20');
    story.service.failing.clear();
    await story.view.refreshAutomatically();
    for (const { uid, readAt, isStale } of story.view.items())
      expect([uid, isStale]).toEqual([uid, clock(readAt) !== '09:20']);
    expect(story.item('p12').isStale).toBe(true);
  });

  it('that were never read have rows as outdated as the list above them', async () => {
    at('09:00');
    const story = open(worldOf(['p'], { c: clusterIn('p', one) }));
    await story.view.refreshOverview();
    at('09:10');
    story.service.failing.set('projects', 'serviceFault');
    await story.view.refresh();
    expect([story.how('p'), story.how('c')]).toEqual(['healthy 09:00 outdated', 'healthy 09:00 outdated']);
  });

  it('report both that they have another row and that one of them is another', async () => {
    const story = await searched();
    await story.expand('p');
    const drawn: string[] = [];
    story.view.onDraw((id, isList) => drawn.push(`${isList ? 'below ' : ''}${id}`));
    story.service.change(
      worldOf(['p', 'q'], { c: clusterIn('p', one, { word: failedWord }), d: clusterIn('p', {}) }),
    );
    await story.view.refreshRow(story.idOf('p'));
    expect(drawn).toEqual(expect.arrayContaining([`below ${story.idOf('p')}`, story.idOf('c')]));
  });
});

describe('reads of the whole fleet', () => {
  it('by a timer end when the user refreshes, and say nothing', async () => {
    const story = await searched();
    story.service.held.add('metadata');
    at('09:30');
    const timer = story.view.refreshFleetAutomatically();
    await settle(5);
    at('09:40');
    const user = story.view.refreshOverview();
    await settle(5);
    const pending = story.service.pending.filter(({ source }) => source === 'metadata');
    expect(pending).toHaveLength(1);
    await timer;
    pending[0]?.arrive();
    await user;
    expect(story.view.problems()).toEqual([]);
  });

  it('give each request of a search its own time', async () => {
    const story = await searched();
    at('09:30');
    story.service.changeCluster('c', { word: unhealthyWord });
    // The cluster is searched for at once, its project only when its turn comes.
    story.service.held.add('search').add('projects');
    story.service.queued.add('projects');
    const searching = story.view.searchFor('c kind:cluster');
    await settle(5);
    at('09:40');
    story.service.changeCluster('c', { word: healthyWord });
    story.service.held.delete('projects');
    await story.view.refreshOverview();
    story.service.queued.clear();
    await story.release();
    await searching;
    expect(story.how('c')).toBe('healthy 09:40');
  });

  it('of one cluster do not take away that those of others failed', async () => {
    at('09:00');
    const uids = Array.from({ length: 8 }, (_, index) => `c${index + 1}`);
    const pools = (uid: string): Pools => ({ [`pool-${uid}`]: { [`${uid}-m1`]: 'healthy' } });
    const clusters = Object.fromEntries(uids.map((uid) => [uid, clusterIn('p', pools(uid))]));
    const story = open(worldOf(['p'], clusters));
    await story.expand('p');
    story.service.failing.set('machines', 'serviceFault');
    await story.view.readMachines();
    expect(story.view.problems()).toContain('Not all machines were read');
    story.service.failing.clear();
    await story.view.readMachines([story.idOf('c1')]);
    expect(story.view.problems()).toContain('Not all machines were read');
    await story.view.retry();
    expect(story.view.problems()).toEqual([]);
    expect(story.view.items().filter(({ kind }) => kind === 'machine')).toHaveLength(8);
  });
});

describe('a mark', () => {
  it('covers no certificate that it was not set for', async () => {
    const story = await searched();
    await story.expand('p');
    story.service.changeCluster('c', { word: unhealthyWord });
    at('09:10');
    await story.view.refreshRow(story.idOf('p'));
    await story.view.mark(story.idOf('c'));
    expect([story.item('c').known, story.view.badge()]).toEqual(['user', 0]);
    at('09:20');
    story.service.changeCluster('c', { expiry: Date.now() + 2 * dayMs });
    await story.view.checkCertificates();
    expect([story.item('c').known, story.view.badge()]).toEqual([undefined, 1]);
  });
});
