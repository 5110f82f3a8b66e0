import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blind, heard, night, oneFailed, readParts, seen, well } from './night';
import { at, type Story } from './story';
import { healthyWord, unhealthyWord, type Pools } from './world';

// What a refresh reads again because the service says otherwise: once for each thing that it says, and after ten minutes.

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The times at which a timer, which refreshes each minute from 00:45 to 00:58, sends a request besides its own. */
async function rereads(story: Story, isReread: (request: string) => boolean): Promise<readonly string[]> {
  const times: string[] = [];
  for (let minute = 45; minute < 59; minute++) {
    at(`00:${minute}`);
    const from = story.service.requests.length;
    await story.during(story.view.refreshAutomatically());
    const sent = story.service.requests.slice(from).map(({ source, about }) => `${source} ${about}`);
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
