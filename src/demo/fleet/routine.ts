import type { Occurrence } from './events';

interface Episode {
  readonly about: 'machine' | 'cluster';
  /** After which nothing is different. */
  readonly occurrences: readonly (Occurrence & { readonly minute: number })[];
}

const kubelet = { severity: 'Normal', component: 'kubelet' } as const;
const agent = { severity: 'Normal', component: 'cluster-agent' } as const;
const backup = { severity: 'Normal', component: 'backup-controller' } as const;
const autoscaler = { severity: 'Normal', component: 'cluster-autoscaler' } as const;

type Episodes = readonly [Episode, ...Episode[]];

/** What happens to healthy clusters all day. */
export const clusterEpisodes: Episodes = [
  {
    about: 'cluster',
    occurrences: [
      { ...backup, minute: 0, reason: 'BackupStarted', message: 'Backing up 14 namespaces' },
      { ...backup, minute: 6, reason: 'BackupCompleted', message: 'Backed up 14 namespaces, 38 GiB' },
    ],
  },
  {
    about: 'cluster',
    occurrences: [
      {
        ...backup,
        severity: 'Error',
        minute: 0,
        reason: 'BackupFailed',
        message: 'Could not upload the backup: the connection timed out',
      },
      { ...backup, minute: 25, reason: 'BackupCompleted', message: 'Backed up 14 namespaces, 38 GiB' },
    ],
  },
  {
    about: 'cluster',
    occurrences: [
      {
        ...agent,
        minute: 0,
        reason: 'ProfileReconciled',
        message: 'All packs of the profile are up to date',
      },
    ],
  },
  {
    about: 'cluster',
    occurrences: [
      {
        ...agent,
        minute: 0,
        reason: 'ReconcileStarted',
        message: 'Applying changed values of pack prometheus 65.5.1',
      },
      { ...agent, minute: 4, reason: 'ReconcileCompleted', message: 'Applied the values of pack prometheus' },
    ],
  },
  {
    about: 'cluster',
    occurrences: [
      { ...agent, minute: 0, reason: 'ScanCompleted', message: 'Conformance scan: 412 passed, none failed' },
    ],
  },
  {
    about: 'cluster',
    occurrences: [
      { ...autoscaler, minute: 0, reason: 'ScaledUp', message: 'Added a machine: 3 pods were pending' },
      {
        ...autoscaler,
        minute: 45,
        reason: 'ScaledDown',
        message: 'Removed a machine: less than half in use',
      },
    ],
  },
];

/** What happens to healthy clusters and their healthy machines all day. */
export const episodes: Episodes = [
  ...clusterEpisodes,
  {
    about: 'machine',
    occurrences: [
      { ...kubelet, minute: 0, reason: 'ImageGarbageCollected', message: 'Freed 3.1 GiB of unused images' },
    ],
  },
  {
    about: 'machine',
    occurrences: [
      { ...kubelet, minute: 0, reason: 'CertificateRotated', message: 'Rotated the client certificate' },
    ],
  },
  {
    about: 'machine',
    occurrences: [
      {
        ...kubelet,
        severity: 'Warning',
        minute: 0,
        reason: 'KubeletHasInsufficientMemory',
        message: 'kubelet has insufficient memory available: 88Mi left, 100Mi wanted',
      },
      {
        ...kubelet,
        minute: 7,
        reason: 'KubeletHasSufficientMemory',
        message: 'kubelet has sufficient memory available',
      },
    ],
  },
  {
    about: 'machine',
    occurrences: [
      { ...agent, minute: 0, reason: 'NodeCordoned', message: 'Cordoned for a kernel update' },
      {
        ...kubelet,
        minute: 9,
        reason: 'Rebooted',
        message: 'The machine has restarted with another boot ID',
      },
      { ...agent, minute: 12, reason: 'NodeUncordoned', message: 'Maintenance is over' },
    ],
  },
];
