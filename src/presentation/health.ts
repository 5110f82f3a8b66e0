import type { Condition, Machine } from '../service/resources/machine';
import type { Project } from '../service/resources/project';
import { machineCountsOf, stateOf, type KnownCluster } from './cluster';
import { worst, type Concern, type Severity } from './severity';

/** The published documentation treats a machine as unhealthy if its heartbeat is older than this. */
const heartbeatLimitMs = 10 * 60 * 1000;

/** Node conditions of Kubernetes that are bad when they are true; `Ready` is the one that is bad when it is not. */
const pressures = new Set(['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable']);

/** Whether a condition says that something is wrong. Unknown types are never judged. */
export function isUnhealthy({ type, status }: Condition): boolean {
  if (type === 'Ready') return status === 'False' || status === 'Unknown';
  return type !== undefined && pressures.has(type) && status === 'True';
}

/**
 * Why a machine needs attention, worst first.
 * @param readAt when the machine was read, in milliseconds since 1970: later heartbeats are not known
 */
export function concernsOf(machine: Machine, readAt: number): readonly Concern[] {
  const { instanceState, health, maintenanceStatus } = machine.status ?? {};
  const concerns: Concern[] = [];
  if (stateSeverity(instanceState) === 'failed') concerns.push('failed');
  if (healthSeverity(health?.state) === 'unhealthy' || health?.conditions?.some(isUnhealthy) === true) {
    concerns.push('unhealthy');
  }
  const heartbeat = health?.lastHeartBeatTimestamp;
  if (instanceState === 'Running' && heartbeat !== undefined && readAt - heartbeat > heartbeatLimitMs) {
    concerns.push('lateHeartbeat');
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

/** @param readAt see {@link concernsOf} */
export function machineSeverity(machine: Machine, readAt: number): Severity {
  const { instanceState, health } = machine.status ?? {};
  return worst([...concernsOf(machine, readAt), stateSeverity(instanceState), healthSeverity(health?.state)]);
}

/** The health of a machine as the service wrote it, if Poolview does not recognize it; otherwise the empty text. */
export function unrecognizedHealth({ status }: Machine): string {
  const state = status?.health?.state;
  return state !== undefined && healthSeverity(state) === 'unknown' ? state : '';
}

/** What a project summary says about the clusters of the project. */
export function projectSeverity(project: Project): Severity {
  const { errored = 0, unhealthy = 0, healthy = 0 } = project.status?.clustersHealth ?? {};
  if (errored > 0) return 'failed';
  if (unhealthy > 0) return 'unhealthy';
  return healthy > 0 ? 'healthy' : 'unknown';
}

/** What the service says about a cluster itself: its state, its health and the health of the machines of its pools. */
export function clusterSeverity(cluster: KnownCluster): Severity {
  const state = stateOf(cluster);
  return worst([
    stateSeverity(state),
    healthSeverity(cluster.found?.status?.health?.state),
    // While a cluster is created or deleted, its machines are not expected to be healthy.
    state === 'Running' ? poolsSeverity(cluster) : 'healthy',
  ]);
}

function poolsSeverity(cluster: KnownCluster): Severity {
  const counts = machineCountsOf(cluster);
  // Counts that are missing are no reason to doubt the state of the cluster.
  if (counts === undefined) return 'healthy';
  if (counts.size - counts.healthy > counts.inMaintenance) return 'unhealthy';
  return counts.inMaintenance > 0 ? 'maintenance' : 'healthy';
}

/** Of a machine or a cluster. */
function stateSeverity(state: string | undefined): Severity {
  switch (state) {
    case 'Running':
      return 'healthy';
    case 'Failed':
    case 'Error':
      return 'failed';
    case 'Pending':
    case 'Importing':
    case 'Provisioning':
    case 'Provisioned':
    case 'Deleting':
    case 'Deleted':
      return 'inTransition';
    default:
      return 'unknown';
  }
}

/** The reported health of a machine or a cluster. One that is not reported is no reason to doubt its state. */
function healthSeverity(health = ''): Severity {
  switch (health.toLowerCase()) {
    case '':
    case 'healthy':
      return 'healthy';
    case 'unhealthy':
      return 'unhealthy';
    default:
      return 'unknown';
  }
}
