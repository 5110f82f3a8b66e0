import { kubernetesVersion } from './clouds/parts';
import { clusterMetadata } from './clusterResources';
import { eventResource, reporter, type Event } from './events';
import type { Cluster } from './cluster';

/** How long a cluster has been waiting for approval when the service starts, in milliseconds. */
const waiting = 3 * 3_600_000;

const next: Readonly<Record<string, string>> = {
  '1.29.9': '1.30.12',
  '1.31.8': '1.32.4',
  '1.32.4': '1.33.1',
};

export const repaveState = ({ isRepavePending }: Cluster) => (isRepavePending ? 'Pending' : 'Approved');

/** When somebody made the change that replaces the machines, or otherwise when they were last replaced. */
export const repaveTime = ({ isRepavePending, created }: Cluster, started: number) =>
  isRepavePending ? started - waiting : created;

export function repaveReason(cluster: Cluster) {
  const version = kubernetesVersion(cluster);
  const target = next[version] ?? version;
  const pack = { layer: 'k8s', name: 'kubernetes', type: 'oci' };
  return {
    code: 'KubernetesVersionChanged',
    message: 'A new version of Kubernetes replaces all machines',
    pack: {
      current: { ...pack, tag: version, version },
      target: { ...pack, tag: target, version: target },
      diffConfigKeys: ['kubeadmconfig.apiServer.extraArgs'],
    },
  };
}

/** What the service is going to do once the repave is approved. */
export function pendingUpgrade(cluster: Cluster): string {
  const { current, target } = repaveReason(cluster).pack;
  return `Upgrading Kubernetes from ${current.version} to ${target.version}`;
}

/** Whether the machines of a cluster wait for approval to be replaced, and why. */
export function repaveResource(cluster: Cluster, started: number) {
  const { isRepavePending, uid } = cluster;
  return {
    metadata: clusterMetadata(cluster),
    spec: {
      source: 'user',
      spectroClusterUid: uid,
      reasons: isRepavePending ? [repaveReason(cluster)] : [],
    },
    status: {
      state: repaveState(cluster),
      message: isRepavePending ? 'Replacing the machines waits for approval' : '',
      repaveTransitionTime: new Date(repaveTime(cluster, started)).toISOString(),
    },
  };
}

export function repaveEvents(cluster: Cluster, started: number): readonly Event[] {
  if (!cluster.isRepavePending) return [];
  const message = `${pendingUpgrade(cluster)} waits for approval`;
  const occurrence = reporter('cluster-controller')('RepavePending', message);
  return [eventResource(cluster, undefined, occurrence, repaveTime(cluster, started))];
}
