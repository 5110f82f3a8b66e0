import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blind, heard, night, oneFailed, readParts, seen, well } from './night';
import { at, open, type Story } from './story';
import { clusterIn, healthyWord, unhealthyWord, type Pools } from './world';

// What a refresh reads again because the service says otherwise: once for each thing that it says, and after ten minutes.

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The times at which a timer, which refreshes each minute from 00:45 to 00:58, sends a request besides its own. */
async function rereads(
  { service, view, during }: Story,
  isReread: (request: string) => boolean,
  refresh = () => view.refreshAutomatically(),
): Promise<readonly string[]> {
  const times: string[] = [];
  for (let minute = 45; minute < 59; minute++) {
    at(`00:${minute}`);
    const from = service.requests.length;
    await during(refresh());
    const sent = service.requests.slice(from).map(({ source, about }) => `${source} ${about}`);
    times.push(...sent.filter(isReread).map(() => `00:${minute}`));
  }
  return times;
}

describe('what the service says otherwise', () => {
  it('is read again once, if it stays so: machines that it counts as healthy', async () => {
    const story = night(well);
    await readParts(story, oneFailed);
    story.service.changeCluster('c', { counted: well });
    story.view.collapse(story.idOf('pool'));
    expect(await rereads(story, (request) => request === 'machines c/pool')).toEqual(['00:45', '00:56']);
    expect(story.how('m1')).toBe('failed 00:56 outdated');
  });

  it('is read again when it says something else', async () => {
    const story = night(well);
    await readParts(story, oneFailed);
    story.view.collapse(story.idOf('pool'));
    const count = story.counter();
    await seen(story, '00:45', { counted: well });
    await seen(story, '00:46', {});
    expect(count('machines')).toBe(1);
    const six: Pools = { pool: { ...well['pool'], m6: 'healthy' } };
    await seen(story, '00:47', { counted: six });
    await seen(story, '00:48', {});
    expect(count('machines')).toBe(2);
  });

  it('is not looked for in a pool that is gone', async () => {
    const story = night(well, {}, blind);
    await readParts(story, oneFailed, unhealthyWord);
    story.view.collapse(story.idOf('c'));
    await heard(story, '00:45', { word: healthyWord, pools: { other: { m9: 'healthy' } } });
    expect([story.how('c'), story.view.badge()]).toEqual(['healthy 00:45', 0]);
    expect(story.view.items().map(({ uid }) => uid)).toEqual(['p', 'c', 'other']);
    const count = story.counter();
    await heard(story, '00:46', {});
    expect([count('machines'), count('config')]).toEqual([0, 0]);
  });

  it('is read again once, if it stays so: a cluster that it calls unhealthy', async () => {
    const story = night(well, {}, blind);
    await readParts(story, well, unhealthyWord);
    // The machines are read after the cluster, each time.
    expect(await rereads(story, (request) => request.startsWith('search *?'))).toEqual(['00:45', '00:56']);
  });
});

describe('what is old', () => {
  const isOfMachines = (request: string): boolean => request === 'machines c/pool';

  it('is read again if the service calls its cluster healthy', async () => {
    const story = night(well, {}, blind);
    await readParts(story, oneFailed);
    story.view.collapse(story.idOf('pool'));
    expect(await rereads(story, isOfMachines)).toEqual(['00:49']);
  });

  it('is not read again if the service says the same', async () => {
    const story = night(well, {}, blind);
    await readParts(story, oneFailed, unhealthyWord);
    story.view.collapse(story.idOf('pool'));
    expect(await rereads(story, isOfMachines)).toEqual([]);
  });

  it('is not read again if the service has said nothing since', async () => {
    const story = night(well, {}, blind);
    await readParts(story, oneFailed);
    story.view.collapse(story.idOf('pool'));
    story.service.failing.set('search', 'serviceFault');
    expect(await rereads(story, isOfMachines)).toEqual([]);
  });

  it('is read again if it was counted, and the service calls its cluster healthy', async () => {
    const story = night(oneFailed);
    await story.expand('p');
    story.view.collapse(story.idOf('p'));
    const refresh = () => story.view.refreshFleetAutomatically();
    expect(await rereads(story, (request) => request === 'search p', refresh)).toEqual(['00:45', '00:56']);
  });
});

describe('a cluster that the service calls unhealthy', () => {
  it('is not read again because of what was read before', async () => {
    const story = night(well, {}, blind);
    await readParts(story, well);
    story.view.collapse(story.idOf('c'));
    story.service.changeCluster('c', { word: unhealthyWord });
    expect(await rereads(story, (request) => request.startsWith('search *?'))).toEqual([]);
  });
});

describe('many', () => {
  it('are read in turns, what is contradicted first, then the oldest', async () => {
    at('00:30');
    const uids = Array.from({ length: 60 }, (_, index) => `c${String(index).padStart(2, '0')}`);
    const clusters = Object.fromEntries(
      uids.map((uid) => {
        const pools: Pools = { [uid]: { [`${uid}-m`]: 'failed' } };
        return [uid, clusterIn('p', pools, uid === 'c59' ? { word: unhealthyWord } : {})];
      }),
    );
    const story = open({ projects: ['p'], clusters }, { ...blind, pageSize: 100 });
    await story.expand('p');
    // The last one is the latest.
    for (const uid of uids) await story.view.readMachines([story.idOf(uid, 'cluster')]);
    story.service.changeCluster('c59', { word: healthyWord });
    const read = async (time: string): Promise<readonly string[]> => {
      at(time);
      const from = story.service.requests.length;
      await story.during(story.view.refreshFleetAutomatically());
      const sent = story.service.requests.slice(from).filter(({ source }) => source === 'machines');
      return sent.map(({ about }) => about.split('/')[0] ?? '');
    };
    expect(await read('00:45')).toEqual(['c59', ...uids.slice(0, 49)]);
    expect(await read('00:46')).toEqual(uids.slice(49, 59));
    expect(await read('00:47')).toEqual([]);
  });
});

describe('certificates', () => {
  it('that need attention are read again with their cluster, also by a timer', async () => {
    at('00:30');
    const story = night(well, { expiry: Date.now() + 2 * 86_400_000 });
    await readParts(story, well);
    await story.view.checkCertificates();
    expect(story.how('c')).toBe('unhealthy 00:38');
    at('00:45');
    story.service.changeCluster('c', { expiry: Date.now() + 300 * 86_400_000 });
    await story.during(story.view.refreshAutomatically());
    expect([story.item('c').state, story.view.badge()]).toEqual(['healthy', 0]);
  });

  it('that need attention are read again when the user refreshes', async () => {
    at('00:30');
    const story = night(well, { expiry: Date.now() + 2 * 86_400_000 });
    await readParts(story, well);
    await story.view.checkCertificates();
    at('00:45');
    await story.during(story.view.refreshAutomatically());
    await seen(story, '00:46', { expiry: Date.now() + 300 * 86_400_000 });
    expect([story.item('c').state, story.view.badge()]).toEqual(['healthy', 0]);
  });

  it('that do not are not', async () => {
    const story = night(well);
    await readParts(story, well);
    await story.view.checkCertificates();
    expect(await rereads(story, (request) => request === 'certificates c')).toEqual([]);
  });
});
