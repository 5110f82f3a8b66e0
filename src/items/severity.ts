import { l10n } from 'vscode';
import { formatNumber, ifGiven } from '../text/format';
import { present } from '../text/text';

/** The states that need attention, worst first. */
const concerns = ['failed', 'unhealthy', 'lateHeartbeat', 'maintenance'] as const;
type Concern = (typeof concerns)[number];

/** What a reading can say, worst first. */
export const severities = [...concerns, 'inTransition', 'unknown', 'healthy'] as const;
export type Severity = (typeof severities)[number];

/**
 * The only scale, for projects, clusters, machine pools and machines: worst first. `notRead`: nothing has been read that says
 * how the item is.
 */
export const itemStates = [...severities, 'notRead'] as const;
export type ItemState = (typeof itemStates)[number];

export type StateCounts = Readonly<Partial<Record<ItemState, number>>>;

/** Sorts the worst first. */
export function compareStates(one: ItemState, other: ItemState): number {
  return itemStates.indexOf(one) - itemStates.indexOf(other);
}

/** The worst of several states. @param none what it is if there are none */
export function worst<State extends ItemState>(given: Iterable<State>, none: State): State {
  return [...new Set(given)].sort(compareStates)[0] ?? none;
}

/** Whether an item needs attention, and did not before or was less bad. Undefined where it was not there. */
export function isWorse(before: Severity | undefined, after: Severity | undefined): boolean {
  if (after === undefined || !needsAttention(after)) return false;
  return before === undefined || compareStates(after, before) < 0;
}

export function needsAttention(state: ItemState): state is Concern {
  return concerns.some((concern) => concern === state);
}

/**
 * The severity of an item and the items below it: the worst of its own and of any below it that need attention. An item
 * that reports nothing is healthy only if everything below it is.
 */
export function withChildren(own: Severity, children: Iterable<Severity>): Severity {
  const below = worst(children, 'unknown');
  if (own === 'unknown') return below;
  return needsAttention(below) ? worst([own, below], own) : own;
}

/** The states of machines and clusters that the service names. */
const reported = new Map<string, Severity>([
  ['Running', 'healthy'],
  ...['Failed', 'Error'].map((state) => [state, 'failed'] as const),
  ...['Pending', 'Importing', 'Provisioning', 'Provisioned', 'Deleting', 'Deleted'].map(
    (state) => [state, 'inTransition'] as const,
  ),
]);

export function severityOfState(state: string): Severity {
  return reported.get(state) ?? 'unknown';
}

const severityTexts: Readonly<Record<ItemState, () => string>> = {
  failed: () => l10n.t('Failed'),
  unhealthy: () => l10n.t('Unhealthy'),
  lateHeartbeat: () => l10n.t('Late heartbeat'),
  maintenance: () => l10n.t('In maintenance'),
  inTransition: () => l10n.t('In transition'),
  unknown: () => l10n.t('Unknown'),
  healthy: () => l10n.t('Healthy'),
  notRead: () => l10n.t('Not read'),
};

export function stateText(state: ItemState): string {
  return severityTexts[state]();
}

/** How many there are in each state that occurs, worst first. */
export function countStates(all: readonly ItemState[]): StateCounts {
  const counts = new Map<ItemState, number>();
  for (const state of all) counts.set(state, (counts.get(state) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([one], [other]) => compareStates(one, other)));
}

/** `Unhealthy 1, Healthy 11`, worst first; undefined if there are none. */
export function severityCounts(all: readonly Severity[] = []): string | undefined {
  const counts = countStates(all);
  const shown = itemStates.map((state) =>
    ifGiven(counts[state], (n) => `${stateText(state)} ${formatNumber(n)}`),
  );
  return present(...shown).join(', ') || undefined;
}
