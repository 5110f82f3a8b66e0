import { reporter, type Occurrence } from './events';

/** After which nothing is different. Each occurrence has its minute. */
type Episode = readonly (readonly [number, Occurrence])[];

type Episodes = readonly [Episode, ...Episode[]];

const kubelet = reporter('kubelet');
const agent = reporter('cluster-agent');
const backup = reporter('backup-controller');
const autoscaler = reporter('cluster-autoscaler');

const backedUp = backup('BackupCompleted', 'Backed up 14 namespaces, 38 GiB');
const uploadFailed = 'Could not upload the backup: the connection timed out';
const little = 'kubelet has insufficient memory available: 88Mi left, 100Mi wanted';
const restarted = 'The machine has restarted with another boot ID';

/** What happens to clusters all day. */
export const clusterEpisodes: Episodes = [
  [
    [0, backup('BackupStarted', 'Backing up 14 namespaces')],
    [6, backedUp],
  ],
  [
    [0, backup('BackupFailed', uploadFailed, 'Error')],
    [25, backedUp],
  ],
  [[0, agent('ProfileReconciled', 'All packs of the profile are up to date')]],
  [
    [0, agent('ReconcileStarted', 'Applying changed values of pack prometheus 65.5.1')],
    [4, agent('ReconcileCompleted', 'Applied the values of pack prometheus')],
  ],
  [[0, agent('ScanCompleted', 'Conformance scan: 412 passed, none failed')]],
  [
    [0, autoscaler('ScaledUp', 'Added a machine: 3 pods were pending')],
    [45, autoscaler('ScaledDown', 'Removed a machine: less than half in use')],
  ],
];

/** What happens to healthy machines all day. */
export const machineEpisodes: Episodes = [
  [[0, kubelet('ImageGarbageCollected', 'Freed 3.1 GiB of unused images')]],
  [[0, kubelet('CertificateRotated', 'Rotated the client certificate')]],
  [
    [0, kubelet('KubeletHasInsufficientMemory', little, 'Warning')],
    [7, kubelet('KubeletHasSufficientMemory', 'kubelet has sufficient memory available')],
  ],
  [
    [0, agent('NodeCordoned', 'Cordoned for a kernel update')],
    [9, kubelet('Rebooted', restarted)],
    [12, agent('NodeUncordoned', 'Maintenance is over')],
  ],
];
