import { l10n } from 'vscode';
import { formatNumber } from '../text/format';

/** The severities that need attention, worst first. */
const concerns = ['failed', 'unhealthy', 'lateHeartbeat', 'maintenance'] as const;
type Concern = (typeof concerns)[number];

/** The only severity scale, for machines, machine pools, clusters and projects: worst first. */
export const severities = [...concerns, 'inTransition', 'unknown', 'healthy'] as const;
export type Severity = (typeof severities)[number];

/** The worst of several severities; `unknown` if there are none. */
export function worst(given: Iterable<Severity>): Severity {
  const all = new Set(given);
  return severities.find((severity) => all.has(severity)) ?? 'unknown';
}

/** Whether an item needs attention, and did not before or was less bad. Undefined where it was not there. */
export function isProblem(before: Severity | undefined, after: Severity | undefined): boolean {
  if (after === undefined || !needsAttention(after)) return false;
  return before === undefined || compareSeverities(after, before) < 0;
}

/** Sorts the worst first. */
export function compareSeverities(one: Severity, other: Severity): number {
  return severities.indexOf(one) - severities.indexOf(other);
}

export function needsAttention(severity: Severity | 'notRead'): severity is Concern {
  return concerns.some((concern) => concern === severity);
}

/**
 * The severity of an item and the items below it: the worst of its own and of any below it that need attention. An item
 * that reports nothing is healthy only if everything below it is.
 */
export function withChildren(own: Severity, children: Iterable<Severity>): Severity {
  const below = worst(children);
  if (own === 'unknown') return below;
  return needsAttention(below) ? worst([own, below]) : own;
}

const texts: Readonly<Record<Severity, () => string>> = {
  failed: () => l10n.t('Failed'),
  unhealthy: () => l10n.t('Unhealthy'),
  lateHeartbeat: () => l10n.t('Late heartbeat'),
  maintenance: () => l10n.t('In maintenance'),
  inTransition: () => l10n.t('In transition'),
  unknown: () => l10n.t('Unknown'),
  healthy: () => l10n.t('Healthy'),
};

/** What a severity is called. */
export function severityText(severity: Severity): string {
  return texts[severity]();
}

/** `Unhealthy 1, Healthy 11`, worst first; undefined if there are none. */
export function severityCounts(all: readonly Severity[] = []): string | undefined {
  const counts = severities.flatMap((severity) => {
    const { length } = all.filter((each) => each === severity);
    return length === 0 ? [] : `${severityText(severity)} ${formatNumber(length)}`;
  });
  return counts.join(', ') || undefined;
}
