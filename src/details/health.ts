import { l10n } from 'vscode';
import type { Condition, Machine } from '../service/resources/machine';
import type { Project } from '../service/resources/project';
import { machineCountsOf, stateOf, type KnownCluster } from './cluster';

/** How a thing is, as far as is known; `unknown` where the service says nothing that Poolview understands. */
export type Health = 'unknown' | 'ok' | 'warning' | 'error';

const order: readonly Health[] = ['unknown', 'ok', 'warning', 'error'];

/** The worst of several; what is not known does not count against what is. */
export function worst(all: Iterable<Health>): Health {
  let found = 0;
  for (const health of all) found = Math.max(found, order.indexOf(health));
  return order[found] ?? 'unknown';
}

/** Why a machine needs attention. */
export type Concern = 'failed' | 'unhealthy' | 'noHeartbeat' | 'maintenance';

/** Why a machine needs attention, in words. */
export function concernText(concern: Concern): string {
  switch (concern) {
    case 'failed':
      return l10n.t('failed');
    case 'unhealthy':
      return l10n.t('unhealthy');
    case 'noHeartbeat':
      return l10n.t('no heartbeat');
    case 'maintenance':
      return l10n.t('maintenance');
  }
}

/** A heartbeat that is older than this is missing: several are due in that time. */
const heartbeatLimitMs = 15 * 60 * 1000;

/** Node conditions of Kubernetes that are bad when they are true; `Ready` is the one that is bad when it is not. */
const pressures = new Set(['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable']);

/** Whether a condition says that something is wrong. Types that are not known are never judged. */
export function isUnhealthy({ type, status }: Condition): boolean {
  if (type === 'Ready') return status === 'False' || status === 'Unknown';
  return type !== undefined && pressures.has(type) && status === 'True';
}

/** Why a machine needs attention, the most pressing first; `now` in milliseconds since 1970. */
export function concernsOf(machine: Machine, now: number): readonly Concern[] {
  const { instanceState, health, maintenanceStatus } = machine.status ?? {};
  const concerns: Concern[] = [];
  if (instanceState === 'Failed') concerns.push('failed');
  if (stateHealth(health?.state) === 'error' || health?.conditions?.some(isUnhealthy) === true) {
    concerns.push('unhealthy');
  }
  const heartbeat = health?.lastHeartBeatTimestamp;
  if (instanceState === 'Running' && heartbeat !== undefined && now - heartbeat > heartbeatLimitMs) {
    concerns.push('noHeartbeat');
  }
  // `uncordon` is how a machine comes back from maintenance.
  if (
    maintenanceStatus?.action !== 'uncordon' &&
    [maintenanceStatus?.action, maintenanceStatus?.state].some((text) => text !== undefined && text !== '')
  ) {
    concerns.push('maintenance');
  }
  return concerns;
}

export function machineHealth(machine: Machine, now: number): Health {
  const concerns = concernsOf(machine, now);
  if (concerns.includes('failed') || concerns.includes('unhealthy')) return 'error';
  if (concerns.length > 0) return 'warning';
  // A machine that says that it runs and nothing else is not known to be well, but it runs.
  return machine.status?.instanceState === 'Running' || stateHealth(machine.status?.health?.state) === 'ok'
    ? 'ok'
    : 'unknown';
}

/** What the summary of a project says about its clusters. */
export function projectHealth(project: Project): Health {
  const { errored = 0, unhealthy = 0, healthy = 0 } = project.status?.clustersHealth ?? {};
  if (errored > 0) return 'error';
  if (unhealthy > 0) return 'warning';
  return healthy > 0 ? 'ok' : 'unknown';
}

/** What is said about a cluster itself: its state, its health, and how many machines of its pools are well. */
export function clusterHealth(cluster: KnownCluster): Health {
  const ofState = clusterStateHealth(stateOf(cluster));
  const counts = machineCountsOf(cluster);
  return worst([
    ofState,
    stateHealth(cluster.found?.status?.health?.state),
    // While a cluster comes or goes, its machines are not expected to be well.
    ofState === 'ok' && counts !== undefined && counts.healthy < counts.size ? 'warning' : 'unknown',
  ]);
}

/** Every state but these is shown as it is and not judged. */
function clusterStateHealth(state: string | undefined): Health {
  switch (state) {
    case 'Running':
      return 'ok';
    case 'Failed':
    case 'Error':
      return 'error';
    default:
      return 'unknown';
  }
}

function stateHealth(state: string | undefined): Health {
  switch (state?.toLowerCase()) {
    case 'healthy':
      return 'ok';
    case 'unhealthy':
      return 'error';
    default:
      return 'unknown';
  }
}
