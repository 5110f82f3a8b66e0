import type { CloudType } from './clouds/cloudTypes';
import type { Named } from './metadata';
import type { Pool, PoolPlan } from './pools';
import type { Site } from './sites';

export type ClusterState = 'Running' | 'Provisioning' | 'Deleting' | 'Error';

export interface ClusterPlan {
  /** Follows the name of the project in that of the cluster. */
  readonly suffix: string;
  readonly state?: ClusterState;
  /** OpenStack if missing. A profile without this cloud replaces it. */
  readonly cloudType?: CloudType;
  /** Generated if missing. */
  readonly pools?: readonly PoolPlan[];
  /** The edge hosts of this cluster. */
  readonly hybridPools?: readonly PoolPlan[];
  readonly isRepavePending?: true;
  readonly isRenewalFailing?: true;
  readonly hasOldNetwork?: true;
  readonly isUnsteady?: true;
}

export interface Cluster extends Named {
  readonly configUid: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly projectUid: string;
  readonly cloudType: CloudType;
  readonly created: number;
  /** The second and third number of the addresses of its machines. */
  readonly network: readonly [number, number];
  readonly site: Site;
  readonly pools: readonly Pool[];
  readonly hybridPools: readonly Pool[];
  /** Its state when the service started. */
  readonly initialState: ClusterState;
  state: ClusterState;
  /** Whether replacing its machines waits for approval. */
  isRepavePending: boolean;
  /** Whether the certificates of its etcd could not be renewed. */
  readonly isRenewalFailing: boolean;
  /** Whether its network plugin is far behind those of the others. */
  readonly hasOldNetwork: boolean;
  /** Whether a machine of it fails and recovers while the service runs. */
  readonly isUnsteady: boolean;
}
