import { Random } from '../../random';
import type { Cluster } from '../cluster';
import { uidWithin } from '../metadata';
import type { Pool } from '../pools';
import type { CloudType } from './cloudTypes';

/** The first is far behind the others. */
export const kubernetesVersion = ({ uid }: Cluster) =>
  `1.${new Random(uid).pick(['29.9', '31.8', '31.8', '32.4', '32.4'])}`;

export const osVersion = ({ uid }: Cluster) => new Random(`${uid}/os`).pick(['22.04', '22.04', '24.04']);

export const nodeImage = (cluster: Cluster) =>
  `ubuntu-${osVersion(cluster)}-k8s-${kubernetesVersion(cluster)}`;

/** The network plugin: its pack, and the version to which somebody may upgrade it. */
export function networkOf({ uid, hasOldNetwork }: Cluster) {
  const cilium = { pack: 'cni-cilium-oss', image: 'cilium' };
  if (hasOldNetwork) return { ...cilium, version: '1.14.2', next: '1.14.6' };
  return new Random(`${uid}/network`).chance(0.3)
    ? { pack: 'cni-calico', image: 'calico-node', version: '3.29.3', next: '3.30.1' }
    : { ...cilium, version: '1.16.5', next: '1.16.6' };
}

const storages: Partial<Readonly<Record<CloudType, readonly [name: string, version: string]>>> = {
  aks: ['csi-azure', '1.31.2'],
  aws: ['csi-aws-ebs', '1.41.0'],
  azure: ['csi-azure', '1.31.2'],
  eks: ['csi-aws-ebs', '1.41.0'],
  gcp: ['csi-gcp-driver', '1.15.4'],
  gke: ['csi-gcp-driver', '1.15.4'],
  openstack: ['csi-openstack-cinder', '1.31.3'],
  vsphere: ['csi-vsphere-csi', '3.3.1'],
};

/** The pack of its storage, and the version of that. */
export const storageOf = ({ cloudType }: Cluster) => storages[cloudType] ?? ['csi-longhorn', '1.8.1'];

export const poolRole = ({ isControlPlane }: Pool) => (isControlPlane ? 'control-plane' : 'worker');

/** The account in the cloud that a project's clusters are paid from. */
export const cloudAccount = ({ projectUid, cloudType }: Cluster) => ({
  name: `${cloudType}-main`,
  uid: uidWithin(projectUid, `${projectUid}/${cloudType}`),
});

/** The cluster that a virtual one lives in, of which the service shows no more. */
export const hostCluster = ({ projectUid, site }: Cluster) => ({
  kind: 'spectrocluster',
  name: `host-${site.regions.local}`,
  projectUid,
  uid: uidWithin(projectUid, `${projectUid}/host`),
});
