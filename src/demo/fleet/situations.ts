import { keysOf } from '../../service/readers';

type InstanceState =
  'Pending' | 'Provisioning' | 'Provisioned' | 'Running' | 'Deleting' | 'Deleted' | 'Failed' | 'Unknown';

interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

const condition = (
  type: string,
  status: Condition['status'],
  reason: string,
  message: string,
): Condition => ({ type, status, reason, message });

/** The state of a machine, as the service reports it. */
interface Circumstances {
  readonly instanceState: InstanceState;
  /** Missing if the machine has never sent a heartbeat. */
  readonly heartbeat?: 'beating' | 'stopped';
  /** The condition that makes the machine unhealthy. */
  readonly trouble?: Condition;
  readonly maintenance?: {
    readonly action: string;
    readonly state: 'Completed' | 'InProgress' | 'Failed';
    readonly message: string;
  };
}

const running = { instanceState: 'Running', heartbeat: 'beating' } as const;

const circumstances = {
  running,
  pending: { instanceState: 'Pending' },
  provisioning: { instanceState: 'Provisioning' },
  provisioned: {
    instanceState: 'Provisioned',
    heartbeat: 'beating',
    trouble: condition(
      'Ready',
      'False',
      'KubeletNotReady',
      'container runtime network not ready: cni plugin not initialized',
    ),
  },
  deleting: { instanceState: 'Deleting', heartbeat: 'stopped' },
  deleted: { instanceState: 'Deleted', heartbeat: 'stopped' },
  unknown: { instanceState: 'Unknown' },
  failed: {
    instanceState: 'Failed',
    trouble: condition(
      'Ready',
      'False',
      'InstanceCreateFailed',
      'No valid host was found. There are not enough hosts available.',
    ),
  },
  memoryPressure: {
    ...running,
    trouble: condition(
      'MemoryPressure',
      'True',
      'KubeletHasInsufficientMemory',
      'kubelet has insufficient memory available: 96Mi left, 100Mi wanted',
    ),
  },
  diskPressure: {
    ...running,
    trouble: condition(
      'DiskPressure',
      'True',
      'KubeletHasDiskPressure',
      'kubelet has disk pressure: /var/lib/containerd is 93% full',
    ),
  },
  notReady: {
    ...running,
    trouble: condition(
      'Ready',
      'False',
      'KubeletNotReady',
      'PLEG is not healthy: pleg was last seen active 4m12s ago; threshold is 3m0s',
    ),
  },
  /** Its last heartbeat was healthy, but is old. */
  silent: { instanceState: 'Running', heartbeat: 'stopped' },
  lost: {
    instanceState: 'Running',
    heartbeat: 'stopped',
    trouble: condition('Ready', 'Unknown', 'NodeStatusUnknown', 'Kubelet stopped posting node status.'),
  },
  cordoned: {
    ...running,
    maintenance: { action: 'cordon', state: 'Completed', message: 'Cordoned for a kernel update' },
  },
  draining: {
    ...running,
    maintenance: { action: 'cordon', state: 'InProgress', message: 'Evicting 7 of 31 pods' },
  },
  drainFailed: {
    ...running,
    maintenance: {
      action: 'cordon',
      state: 'Failed',
      message: "Cannot evict pod 'ledger-db-0': it would violate the pod's disruption budget",
    },
  },
} as const satisfies Record<string, Circumstances>;

export type Situation = keyof typeof circumstances;

export const situationNames = keysOf(circumstances);

export const circumstancesOf = (situation: Situation): Circumstances => circumstances[situation];

/** Whether a machine in this situation makes its cluster unhealthy. */
export function isIll(situation: Situation): boolean {
  const { trouble, heartbeat, instanceState } = circumstancesOf(situation);
  return trouble !== undefined || (heartbeat === 'stopped' && instanceState === 'Running');
}

export const isInMaintenance = (situation: Situation) => circumstancesOf(situation).maintenance !== undefined;

const sound: readonly [Condition, ...Condition[]] = [
  condition('Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'),
  condition(
    'MemoryPressure',
    'False',
    'KubeletHasSufficientMemory',
    'kubelet has sufficient memory available',
  ),
  condition('DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
  condition('PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
];

/** The condition of a healthy machine that is the opposite of `trouble`, or otherwise that it is ready. */
export const soundCondition = (trouble: Condition | undefined): Condition =>
  sound.find(({ type }) => type === trouble?.type) ?? sound[0];

/** All conditions of a machine whose only problem is `trouble`. */
export const conditionsWith = (trouble: Condition | undefined): readonly Condition[] =>
  sound.map((one) => (one.type === trouble?.type ? trouble : one));
