import { Random } from '../../random';
import type { Cluster } from '../cluster';
import { uidWithin } from '../metadata';
import type { Pool } from '../pools';

export const kubernetesVersion = ({ uid }: Cluster) => `1.${new Random(uid).pick(['29.9', '30.6', '31.2'])}`;

export const nodeImage = (cluster: Cluster) => `ubuntu-22.04-k8s-${kubernetesVersion(cluster)}`;

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
