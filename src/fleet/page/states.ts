import { l10n } from 'vscode';
import type { FleetItem, FleetState } from '../../presentation/fleetItem';
import { severityText } from '../../presentation/severity';
import { stateNames } from '../messages';
import type { Cluster, Fleet } from './fleet';

export function stateText(state: FleetState): string {
  return state === 'notRead' ? l10n.t('Not read') : severityText(state);
}

/** Sorts the worst first. */
export function compareStates(one: FleetState, other: FleetState): number {
  return stateNames.indexOf(one) - stateNames.indexOf(other);
}

/** How many clusters and machines are in a state. */
export interface StateCount {
  readonly state: FleetState;
  clusters: number;
  machines: number;
}

/** All states, worst first. */
export function countStates(fleet: Fleet): readonly StateCount[] {
  const counts = new Map<FleetState, StateCount>(
    stateNames.map((state) => [state, { state, clusters: 0, machines: 0 }]),
  );
  const add = (state: FleetState, what: 'clusters' | 'machines', count = 1): void => {
    const of = counts.get(state);
    if (of) of[what] += count;
  };
  const unread = new Map<string, number>();
  for (const { item, project, machines } of fleet.clusters) {
    if (item.state === 'notRead' && project?.clusterStates) {
      unread.set(project.id, (unread.get(project.id) ?? 0) + 1);
    } else {
      add(item.state, 'clusters');
    }
    for (const machine of machines) add(machine.state, 'machines');
  }
  for (const project of fleet.projects) {
    const states = statesOf(project);
    for (const [state, count] of states) add(state, 'clusters', count);
    // The service counts some of the clusters without a state.
    const counted = states.reduce((sum, [, count]) => sum + count, 0);
    add('notRead', 'clusters', Math.max(0, (unread.get(project.id) ?? 0) - counted));
  }
  const { read, total = 0 } = fleet.header.coverage.machines;
  add('notRead', 'machines', Math.max(0, total - read));
  return [...counts.values()];
}

/** How many clusters of a project are in which state, if they have not been read one by one; worst first. */
export function statesOf({ clusterStates }: FleetItem): readonly (readonly [FleetState, number])[] {
  return stateNames.flatMap((state) => {
    const count = clusterStates?.[state] ?? 0;
    return count > 0 ? [[state, count] as const] : [];
  });
}

/** The machines of a cluster by state, worst first. */
export function machineStates({
  machines,
}: Pick<Cluster, 'machines'>): readonly (readonly [FleetState, number])[] {
  const counts = new Map<FleetState, number>();
  for (const { state } of machines) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => compareStates(one, other));
}
