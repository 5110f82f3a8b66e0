import type { Cluster, ClusterState } from './cluster';
import { usualSituations } from './clusters';
import { eventResource, onset, recovery, reporter, stateEvent, type Event } from './events';
import { identity } from './machines';
import { situationAt, type Pool } from './pools';
import type { Project } from './projects';
import type { Situation } from './situations';
import type { Step } from './step';

/**
 * Changes the fleet.
 * @returns the events of the change; none if the fleet is too small to have what it is about
 */
export function applyStep(step: Step, projects: readonly Project[], time: number): readonly Event[] {
  if ('plan' in step) {
    const cluster = projects.find(({ name }) => name === step.project)?.addCluster(step.plan, time);
    return cluster ? [eventResource(cluster, undefined, created, time)] : [];
  }
  const found = findCluster(projects, step.cluster);
  if (!found) return [];
  const { project, cluster } = found;
  if ('isDeleted' in step) {
    project.removeCluster(cluster);
    return [eventResource(cluster, undefined, deleted, time)];
  }
  if ('state' in step) return changeState(cluster, step.state, time);
  const pool = cluster.pools.find(({ name }) => name === step.pool);
  if (!pool) return [];
  return 'size' in step
    ? resize(cluster, pool, step.size, time)
    : changeMachines(
        cluster,
        pool,
        step.machines.map((number) => number - 1),
        step.situation,
        time,
      );
}

export function findCluster(projects: readonly Project[], wanted: string) {
  // Reading the clusters of a project generates them: only where the name fits.
  for (const project of projects.filter(({ slug }) => wanted.startsWith(`${slug}-`))) {
    const cluster = project.clusters.find(({ name }) => name === wanted);
    if (cluster) return { project, cluster };
  }
  return undefined;
}

const controller = reporter('cluster-controller');
const created = controller('ClusterCreated', 'The cluster was created');
const deleted = controller('ClusterDeleted', 'The cluster was deleted');

function changeMachines(
  cluster: Cluster,
  pool: Pool,
  places: readonly number[],
  situation: Situation,
  time: number,
): readonly Event[] {
  return places
    .filter((place) => place < pool.size)
    .map((place) => {
      const before = situationAt(pool, place);
      pool.situations.set(place, situation);
      pool.changed.set(place, time);
      const occurrence = situation === 'running' ? recovery(before) : onset(situation);
      return eventResource(cluster, identity(cluster, pool, place), occurrence, time);
    });
}

function resize(cluster: Cluster, pool: Pool, size: number, time: number): readonly Event[] {
  const before = pool.size;
  const isGrowing = size > before;
  pool.size = size;
  const places = Array.from(
    { length: Math.abs(size - before) },
    (_, index) => Math.min(size, before) + index,
  );
  for (const place of places) {
    if (isGrowing) {
      pool.situations.set(place, 'provisioning');
      pool.created.set(place, time);
      pool.changed.set(place, time);
    } else pool.situations.delete(place);
  }
  const scaled = reporter('cluster-autoscaler')(
    isGrowing ? 'ScaledUp' : 'ScaledDown',
    `Scaled machine pool ${pool.name} from ${before} to ${size}`,
  );
  const controller = reporter('machine-controller');
  const each = isGrowing
    ? controller('MachineCreated', 'The machine was created')
    : controller('MachineDeleted', 'The machine was deleted');
  return [
    eventResource(cluster, undefined, scaled, time),
    ...places.map((place) => eventResource(cluster, identity(cluster, pool, place), each, time)),
  ];
}

function changeState(cluster: Cluster, state: ClusterState, time: number): readonly Event[] {
  cluster.state = state;
  const situation = usualSituations[state];
  return [
    eventResource(cluster, undefined, stateEvent(state), time),
    ...cluster.pools.flatMap((pool) =>
      changeMachines(
        cluster,
        pool,
        Array.from({ length: pool.size }, (_, place) => place),
        situation,
        time,
      ),
    ),
  ];
}
