import { describe, expect, it } from 'vitest';
import { minute, openedTimeline, type Logged, type World } from './openedTimeline';

const second = Math.floor(Date.now() / 1000) * 1000 - 5 * minute;

/** What a cluster and its log say of a pack that fails: in the same second, unless told otherwise. */
async function opened(logged: Partial<Logged> = {}, overviewOf = 'eu', laterMs = 300) {
  const condition = { type: 'Error', reason: 'CrashLoopBackOff', message: 'It crashes', status: 'True' };
  const lastTransitionTime = new Date(second).toISOString();
  const packs = [{ name: 'fluent-bit', version: '0.48.5', condition: { ...condition, lastTransitionTime } }];
  const event = { what: 'BackOff: Pack fluent-bit 0.48.5: a pod crashes', about: 'eu', severity: 'Warning' };
  const world: World = { clusters: { eu: [], us: [] }, overviews: { [overviewOf]: { packs } }, audits: [] };
  const ago = (Date.now() - second - laterMs) / minute;
  const the = await openedTimeline({ ...world, events: [{ ago, ...event, ...logged }] });
  await the.show(overviewOf);
  await the.show('payments');
  return the;
}

describe("a pack's error and the event that tells of it", () => {
  it('are one entry, with the message of the event and the severity of the error', async () => {
    const the = await opened();
    expect(the.rows()).toEqual([expect.stringMatching(/^Error, BackOff: Pack fluent-bit 0\.48\.5: a pod/)]);
    expect(the.page.text).toContain('1 of 1 entry');
    await the.page.click('Events');
    await the.shows('1 of 1 entry');
    expect(the.rows()).toEqual([expect.stringMatching(/^Error, BackOff/)]);
  });

  it('leave the error where only packs are shown', async () => {
    const the = await opened();
    await the.page.click('What changed');
    await the.shows('pack fluent-bit');
    expect(the.rows()).toEqual([expect.stringMatching(/^Error, pack fluent-bit 0\.48\.5/)]);
  });

  it('are copied once', async () => {
    const the = await opened();
    expect((await the.ticket()).match(/fluent-bit/g)).toHaveLength(1);
  });

  it.each<[string, Parameters<typeof opened>]>([
    ['of another second', [{}, 'eu', 1300]],
    ['of another cluster', [{}, 'us']],
    ['of another version', [{ what: 'BackOff: Pack fluent-bit 0.48.6: a pod crashes' }]],
    ['of another pack', [{ what: 'BackOff: Pack fluent 0.48.5: a pod crashes' }]],
    ['that is no problem', [{ severity: 'Normal' }]],
  ])('are two entries if it is one %s', async (_, given) => {
    const the = await opened(...given);
    expect(the.page.text).toContain('2 of 2 entries');
    expect(the.rows()).toHaveLength(2);
  });
});
