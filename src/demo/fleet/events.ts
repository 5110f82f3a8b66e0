import type { Cluster } from './cluster';
import { refer, uidWithin, type Named } from './metadata';
import { circumstancesOf, soundCondition, type Situation } from './situations';

/** What happened, without where and when. */
export interface Occurrence {
  readonly reason: string;
  readonly severity: 'Normal' | 'Warning' | 'Error';
  readonly message: string;
  /** The part of the platform that reports it. */
  readonly component: string;
}

export type Event = ReturnType<typeof eventResource>;

/**
 * An event, as the service lists it.
 * @param machine the machine that it is about, if it is not about the whole cluster
 */
export function eventResource(
  cluster: Cluster,
  machine: Named | undefined,
  { reason, severity, message, component }: Occurrence,
  time: number,
) {
  const involved = machine ?? cluster;
  return {
    metadata: {
      uid: uidWithin(cluster.projectUid, `${involved.uid}/${time}/${reason}/${message}`),
      creationTimestamp: new Date(time).toISOString(),
    },
    involvedObject: { kind: machine ? 'machine' : 'spectrocluster', ...refer(involved) },
    relatedObject: { kind: 'spectrocluster', ...refer(cluster) },
    message,
    reason,
    severity,
    source: { component, host: machine?.name ?? '' },
  };
}

interface Dated {
  readonly metadata: { readonly creationTimestamp: string };
}

export const newestFirst = <T extends Dated>(all: readonly T[]): readonly T[] =>
  [...all].sort(
    (a, b) => Date.parse(b.metadata.creationTimestamp) - Date.parse(a.metadata.creationTimestamp),
  );

/** What happens when a machine gets into a situation. */
export function onset(situation: Situation): Occurrence {
  const { instanceState, trouble, maintenance, heartbeat } = circumstancesOf(situation);
  if (maintenance) return { ...maintenanceEvents[maintenance.state], message: maintenance.message };
  if (trouble) {
    const { reason, message } = trouble;
    return instanceState === 'Failed'
      ? { reason, message, severity: 'Error', component: 'machine-controller' }
      : { reason, message, severity: 'Warning', component: 'kubelet' };
  }
  if (instanceState !== 'Running') {
    const severity = instanceState === 'Unknown' ? 'Warning' : 'Normal';
    return {
      reason: `Machine${instanceState}`,
      severity,
      message: `The machine is now ${instanceState}`,
      component: 'machine-controller',
    };
  }
  return heartbeat === 'stopped' ? silence : recovery('unknown');
}

/** What happens when a machine gets well again. */
export function recovery(from: Situation): Occurrence {
  const { trouble, maintenance } = circumstancesOf(from);
  if (maintenance) {
    return {
      reason: 'NodeUncordoned',
      severity: 'Normal',
      message: 'Maintenance is over',
      component: 'cluster-agent',
    };
  }
  const { reason, message } = soundCondition(trouble);
  return { reason, message, severity: 'Normal', component: 'kubelet' };
}

const maintenanceEvents = {
  Completed: { reason: 'NodeCordoned', severity: 'Normal', component: 'cluster-agent' },
  InProgress: { reason: 'NodeDraining', severity: 'Normal', component: 'cluster-agent' },
  Failed: { reason: 'NodeDrainFailed', severity: 'Warning', component: 'cluster-agent' },
} as const;

const silence: Occurrence = {
  reason: 'HeartbeatMissing',
  severity: 'Warning',
  message: 'The machine has stopped sending heartbeats',
  component: 'cluster-agent',
};

const stateEvents = {
  Running: {
    reason: 'ClusterRunning',
    severity: 'Normal',
    message: 'All machine pools are ready',
    component: 'cluster-controller',
  },
  Provisioning: {
    reason: 'ClusterProvisioning',
    severity: 'Normal',
    message: 'Machines are being created',
    component: 'cluster-controller',
  },
  Deleting: {
    reason: 'ClusterDeleting',
    severity: 'Normal',
    message: 'The machines of the cluster are being deleted',
    component: 'cluster-controller',
  },
  Error: {
    reason: 'ClusterCreateFailed',
    severity: 'Error',
    message: 'The infrastructure of the cluster could not be created: quota exceeded',
    component: 'cluster-controller',
  },
} as const satisfies Record<Cluster['state'], Occurrence>;

/** What happens when a cluster gets into a state. */
export const stateEvent = (state: Cluster['state']): Occurrence => stateEvents[state];
