import { l10n } from 'vscode';
import type { FleetItem, FleetState } from './fleetItem';
import { severities, severityText } from './severity';

/** All states, worst first. */
export const fleetStates = [...severities, 'notRead'] as const satisfies readonly FleetState[];

/** How many items are in which state, worst first. */
export type StateCounts = Partial<Record<FleetState, number>>;

export function stateText(state: FleetState): string {
  return state === 'notRead' ? l10n.t('Not read') : severityText(state);
}

/** Sorts the worst first. */
export function compareStates(one: FleetState, other: FleetState): number {
  return fleetStates.indexOf(one) - fleetStates.indexOf(other);
}

/** How many items are in each state that occurs. */
export function countStates(items: readonly Pick<FleetItem, 'state'>[]): StateCounts {
  return countsOf((state) => items.filter((item) => item.state === state).length);
}

/** What project summaries say about clusters that have not been read one by one. */
export function summarizedStates(items: readonly Pick<FleetItem, 'clusterStates'>[]): StateCounts {
  return countsOf((state) =>
    items.reduce((sum, { clusterStates }) => sum + (clusterStates?.[state] ?? 0), 0),
  );
}

function countsOf(count: (state: FleetState) => number): StateCounts {
  const counts = fleetStates.map((state) => [state, count(state)] as const);
  return Object.fromEntries(counts.filter(([, number]) => number > 0));
}
