import { at, open, type Story } from './story';
import { clusterIn, healthyWord, type Cluster, type Pools, type Profile } from './world';

// A night in which one cluster is read at different times. The requests are those of a user: the list of clusters of a project
// has counts if the service has them, the overview's list of all clusters is blind.

export const well: Pools = {
  pool: { m1: 'healthy', m2: 'healthy', m3: 'healthy', m4: 'healthy', m5: 'healthy' },
};
export const oneFailed: Pools = { pool: { ...well['pool'], m1: 'failed' } };

/** A project `p` with a cluster `c`, as of 00:30. */
export function night(pools: Pools, more: Partial<Cluster> = {}, profile: Partial<Profile> = {}): Story {
  at('00:30');
  return open({ projects: ['p'], clusters: { c: clusterIn('p', pools, more) } }, profile);
}

/** Reads the clusters of the project at 00:30, and all machines of `c` at 00:38. */
export async function readParts(story: Story, pools: Pools, word = healthyWord): Promise<void> {
  story.service.changeCluster('c', { word });
  await story.expand('p');
  at('00:38');
  story.service.changeCluster('c', { pools });
  await story.expand('p', 'c', ...Object.keys(pools).slice(0, 1));
}

/** What happens to the cluster, which the list of its project then tells. */
export async function seen(story: Story, time: string, change: Partial<Cluster>): Promise<void> {
  at(time);
  story.service.changeCluster('c', change);
  await story.during(story.view.refreshRow(story.idOf('p')));
}

/** What happens to the cluster, which the blind list of all clusters then tells. */
export async function heard(story: Story, time: string, change: Partial<Cluster>): Promise<void> {
  at(time);
  story.service.changeCluster('c', change);
  await story.during(story.view.refreshOverview());
}

export const blind = { search: 'sizes' } as const;
