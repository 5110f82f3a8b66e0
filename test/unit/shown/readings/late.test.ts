import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blind, heard, night, oneFailed, readParts, well } from './night';
import { at, open, settle, type Story } from './story';
import { clusterIn, healthyWord, unhealthyWord, type Cluster, type World } from './world';

// What is shown when requests are answered in another order than they were sent.

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Asks for the clusters of the project. @returns what lets the answer arrive, as it was when it was asked for */
async function asked(
  story: Story,
  time: string,
  change: Partial<Cluster> = {},
): Promise<() => Promise<void>> {
  at(time);
  story.service.changeCluster('c', change);
  story.service.held.add('search');
  await story.during(story.view.refreshRow(story.idOf('p')));
  return () => story.release();
}

describe('a list that is answered late', () => {
  /** The blind list of all clusters at 00:45. */
  async function heardOf(story: Story, clusters: World['clusters']): Promise<void> {
    at('00:45');
    story.service.change({ projects: ['p'], clusters });
    await story.during(story.view.refreshOverview());
  }

  const shown = (story: Story): readonly string[] => story.view.items().map(({ uid }) => uid);

  it('takes nothing away that a later request has found', async () => {
    const story = night(well);
    await story.expand('p');
    const answer = await asked(story, '00:38');
    await heardOf(story, { c: clusterIn('p', well), d: clusterIn('p', {}) });
    await answer();
    expect(shown(story)).toEqual(['p', 'c', 'd']);
  });

  it('brings nothing back that a later request has not found', async () => {
    const story = night(well);
    await story.expand('p');
    story.service.change({ projects: ['p'], clusters: { c: clusterIn('p', well), d: clusterIn('p', {}) } });
    const answer = await asked(story, '00:38');
    await heardOf(story, { c: clusterIn('p', well) });
    await answer();
    expect(shown(story)).toEqual(['p', 'c']);
  });
});

describe('lists that are answered late', () => {
  it('bring nothing back, in any order', async () => {
    at('00:30');
    const [c, d] = [clusterIn('p', well), clusterIn('p', {})];
    const story = open({ projects: ['p'], clusters: { c, d } });
    await story.view.expand();
    story.service.held.add('search');
    at('00:38');
    const list = story.view.expand(story.idOf('p'));
    await settle();
    at('00:40');
    const search = story.view.searchFor('d');
    await settle(5);
    at('00:45');
    story.service.change({ projects: ['p'], clusters: { c } });
    await story.during(story.view.refreshOverview());
    story.service.pending.find(({ about }) => about === 'p')?.arrive();
    await list;
    await story.release();
    await search;
    expect(story.view.items().map(({ uid }) => uid)).toEqual(['p', 'c']);
  });
});

describe('a word that is told late', () => {
  const ill = { word: unhealthyWord };
  const healthy = { word: healthyWord };

  it('was so since then', async () => {
    const story = night(well, {}, blind);
    await story.expand('p');
    const answer = await asked(story, '00:38', ill);
    await heard(story, '00:45', {});
    expect(story.text('c')).toContain('Unhealthy since 00:45');
    await answer();
    expect(story.text('c')).toContain('Unhealthy since 00:38');
    expect(story.how('c')).toBe('unhealthy 00:45');
  });

  it('was so since then, also if a later answer of the same kind is known', async () => {
    const story = night(well, {}, { ...blind, metadata: false });
    await story.expand('p');
    const answer = await asked(story, '00:38', ill);
    story.service.held.clear();
    await heard(story, '00:45', {});
    expect(story.text('c')).toContain('Unhealthy since 00:45');
    await answer();
    expect(story.text('c')).toContain('Unhealthy since 00:38');
    expect(story.how('c')).toBe('unhealthy 00:45');
  });

  it('breaks the run that it is in', async () => {
    const story = night(well, {}, blind);
    await story.expand('p');
    await heard(story, '00:35', ill);
    const answer = await asked(story, '00:38', healthy);
    await heard(story, '00:45', ill);
    expect(story.text('c')).toContain('Unhealthy since 00:35');
    await answer();
    expect(story.text('c')).toContain('Unhealthy since 00:45');
  });

  it('was so only since it last was otherwise, whoever says so', async () => {
    const story = night(well, ill, blind);
    await story.expand('p');
    story.service.held.add('search');
    await heard(story, '00:38', healthy);
    await heard(story, '00:45', ill);
    expect(story.text('c')).toContain('Unhealthy since 00:45');
  });

  const made = { ...healthyWord, state: 'Provisioning' } as const;

  it.each([
    ['has turned', made, unhealthyWord, true],
    ['has not turned', unhealthyWord, made, false],
  ] as const)('tells that it %s since a machine was read', async (_name, first, then, isContradicted) => {
    const story = night(well, {}, blind);
    await readParts(story, oneFailed, first);
    story.view.collapse(story.idOf('pool'));
    const answer = await asked(story, '00:40', { word: then });
    story.service.held.add('machines');
    await heard(story, '00:45', { word: healthyWord });
    expect(story.how('m1')).toBe(isContradicted ? 'failed 00:38' : 'failed 00:38 outdated');
    const [search] = story.service.pending.filter(({ source }) => source === 'search');
    search?.arrive();
    await settle();
    expect(story.how('m1')).toBe(isContradicted ? 'failed 00:38 outdated' : 'failed 00:38');
    await answer();
  });
});
