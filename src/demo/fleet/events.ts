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

/** The part of the platform that reports something. */
export const reporter =
  (component: string) =>
  (reason: string, message: string, severity: Occurrence['severity'] = 'Normal'): Occurrence => ({
    reason,
    severity,
    message,
    component,
  });

const agent = reporter('cluster-agent');
const kubelet = reporter('kubelet');
const machines = reporter('machine-controller');
const clusters = reporter('cluster-controller');

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

/** Their times have the same format, so that they can be compared as texts, which is quicker. */
export const newestFirst = <T extends Dated>(all: readonly T[]): readonly T[] =>
  [...all].sort(({ metadata: { creationTimestamp: a } }, { metadata: { creationTimestamp: b } }) =>
    a < b ? 1 : a > b ? -1 : 0,
  );

/** What happens when a machine gets into a situation. */
export function onset(situation: Situation): Occurrence {
  const { instanceState, trouble, maintenance, heartbeat } = circumstancesOf(situation);
  if (maintenance) {
    const { state, message } = maintenance;
    return agent(maintenanceReasons[state], message, state === 'Failed' ? 'Warning' : 'Normal');
  }
  if (trouble) {
    const { reason, message } = trouble;
    return instanceState === 'Failed'
      ? machines(reason, message, 'Error')
      : kubelet(reason, message, 'Warning');
  }
  if (instanceState !== 'Running') {
    const severity = instanceState === 'Unknown' ? 'Warning' : 'Normal';
    return machines(`Machine${instanceState}`, `The machine is now ${instanceState}`, severity);
  }
  return heartbeat === 'stopped'
    ? agent('HeartbeatMissing', 'The machine has stopped sending heartbeats', 'Warning')
    : recovery('unknown');
}

/** What happens when a machine gets well again. */
export function recovery(from: Situation): Occurrence {
  const { trouble, maintenance } = circumstancesOf(from);
  if (maintenance) return agent('NodeUncordoned', 'Maintenance is over');
  const { reason, message } = soundCondition(trouble);
  return kubelet(reason, message);
}

const maintenanceReasons = {
  Completed: 'NodeCordoned',
  InProgress: 'NodeDraining',
  Failed: 'NodeDrainFailed',
} as const;

const createFailed = 'The infrastructure of the cluster could not be created: quota exceeded';

const stateEvents: Readonly<Record<Cluster['state'], Occurrence>> = {
  Running: clusters('ClusterRunning', 'All machine pools are ready'),
  Provisioning: clusters('ClusterProvisioning', 'Machines are being created'),
  Deleting: clusters('ClusterDeleting', 'The machines of the cluster are being deleted'),
  Error: clusters('ClusterCreateFailed', createFailed, 'Error'),
};

/** What happens when a cluster gets into a state. */
export const stateEvent = (state: Cluster['state']): Occurrence => stateEvents[state];
