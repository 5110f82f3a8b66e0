/** What the service tells of an incident of the demo: what was done, and then what followed. */
interface ToldIncident {
  readonly cluster: string;
  /** The name of the user, or of the service. */
  readonly who: string;
  /** What the entry of the audit log is about, and its message. */
  readonly cause: readonly [about: string, message: string];
  /** The objects and reasons of events, in order of time. */
  readonly effects: readonly (readonly [about: string, reason: string])[];
}

const effectsOn = (reason: string, ...about: readonly string[]) =>
  about.map((name) => [name, reason] as const);

/** The newest first. Written a second time, because this is what users are to find. */
export const toldIncidents: readonly ToldIncident[] = [
  {
    cluster: 'identity-eu',
    who: 'Jun Tanaka',
    cause: ['identity-eu', 'Repaired machine identity-eu-workers-4'],
    effects: [
      ['identity-eu-workers-4', 'MachineReplacing'],
      ['identity-eu-workers-4', 'InstanceCreateFailed'],
    ],
  },
  {
    cluster: 'ledger-eu',
    who: 'Isabel Ortega',
    cause: ['ledger-eu', 'Changed minAvailable of the disruption budget ledger-db from 2 to 3'],
    effects: [['ledger-eu-databases-1', 'NodeDrainFailed']],
  },
  {
    cluster: 'payments-eu',
    who: 'Kwame Mensah',
    cause: ['payments-eu', 'Upgraded pack fluent-bit from 0.47.10 to 0.48.5'],
    effects: [
      ['payments-eu', 'UpgradeStarted'],
      ['payments-eu', 'CrashLoopBackOff'],
      ['payments-eu-workers-5', 'KubeletHasDiskPressure'],
    ],
  },
  {
    cluster: 'data-platform-eu',
    who: 'Chiara Rossi',
    cause: ['data-platform-eu', 'Upgraded pack prometheus from 65.5.1 to 66.2.0'],
    effects: [
      ['data-platform-eu', 'UpgradeStarted'],
      ['data-platform-eu', 'OOMKilled'],
      ['data-platform-eu-workers-10', 'KubeletHasInsufficientMemory'],
    ],
  },
  {
    cluster: 'ledger-us',
    who: 'Grace Kim',
    cause: ['ledger-us', 'Upgraded Kubernetes from 1.32.4 to 1.33.1 in the cluster profile'],
    effects: [['ledger-us', 'RepavePending']],
  },
  {
    cluster: 'atlas-gke',
    who: 'Elif Yılmaz',
    cause: ['atlas-gke', 'Upgraded pack cni-cilium-oss from 1.14.2 to 1.14.6'],
    effects: [
      ['atlas-gke', 'UpgradeStarted'],
      ['atlas-gke', 'ImagePullBackOff'],
      ['atlas-gke-batch-2', 'KubeletNotReady'],
    ],
  },
  {
    cluster: 'inventory-eu',
    who: 'Ada Okafor',
    cause: ['inventory', 'Lowered the quota of the project from 96 to 48 cores'],
    effects: [['inventory-eu', 'ClusterCreateFailed']],
  },
  {
    cluster: 'atlas-aks',
    who: 'Dmitri Volkov',
    cause: ['atlas-aks', 'Scaled machine pool workers from 6 to 4'],
    effects: [
      ['atlas-aks', 'MachinePoolScaled'],
      ...effectsOn('MachineDeleted', 'atlas-aks-workers-5', 'atlas-aks-workers-6'),
      ['atlas-aks-workers-4', 'KubeletNotReady'],
    ],
  },
  {
    cluster: 'atlas-aws',
    who: 'Fatima al-Sayed',
    cause: [
      'atlas-aws',
      'Replaced the credentials of the cloud account aws-main with a session token of 8 hours',
    ],
    effects: [
      ['atlas-aws', 'CloudCredentialExpired'],
      ['atlas-aws-workers-5', 'MachinePending'],
    ],
  },
  {
    cluster: 'search-eu',
    who: 'Isabel Ortega',
    cause: [
      'Payments SRE',
      'Removed the resource role Resource Cluster Editor on search with the filter production',
    ],
    effects: effectsOn('UpdateDenied', 'search-eu', 'search-eu', 'search-eu'),
  },
  {
    cluster: 'checkout-us',
    who: 'cluster-operator',
    cause: ['checkout-us', 'Marked the availability zone az2 as failed'],
    effects: [
      ...effectsOn('NodeStatusUnknown', 'checkout-us-cp-2', 'checkout-us-workers-2', 'checkout-us-workers-5'),
      ...effectsOn('KubeletReady', 'checkout-us-cp-2', 'checkout-us-workers-2', 'checkout-us-workers-5'),
    ],
  },
  {
    cluster: 'atlas-nutanix',
    who: 'Jun Tanaka',
    cause: ['atlas-nutanix', 'Turned off the renewal of the certificates of agents'],
    effects: [
      ['atlas-nutanix-workers-2', 'CertificateExpired'],
      ['atlas-nutanix-workers-2', 'HeartbeatMissing'],
    ],
  },
];
