import { keysOf } from '../../service/readers';
import type { CloudType } from './clouds/cloudTypes';
import { controlPlane, controlPlaneName, pool, type PoolPlan } from './pools';
import type { ProjectPlan } from './plans';

const pools: Readonly<Record<CloudType, readonly PoolPlan[]>> = {
  aks: [
    pool('system', 2, 'medium'),
    pool('workers', 4, 'large', { 3: 'notReady' }, [2, 8]),
    pool('spot', 2, 'xlarge', { 1: 'deleting' }, [0, 10]),
  ],
  'apache-cloudstack': [controlPlane, pool('workers', 4, 'large', { 2: 'failed' }, [2, 6])],
  aws: [
    controlPlane,
    pool('workers', 5, 'large', { 4: 'pending' }, [3, 12]),
    pool('spot', 3, 'xlarge', { 1: 'cordoned' }, [0, 20]),
  ],
  azure: [
    controlPlane,
    pool('workers', 4, 'large', { 2: 'failed' }, [2, 8]),
    pool('spot', 2, 'memory', {}, [0, 6]),
  ],
  'edge-native': [
    // Two hosts for failover.
    pool(controlPlaneName, 2, 'medium'),
    pool('workers', 3, 'medium', { 2: 'lost' }, [1, 3]),
  ],
  eks: [
    pool('workers', 6, 'xlarge', { 2: 'diskPressure' }, [3, 15]),
    pool('spot', 3, 'large', { 2: 'draining' }, [0, 20]),
  ],
  gcp: [controlPlane, pool('workers', 4, 'large', { 1: 'memoryPressure' }, [2, 8])],
  generic: [controlPlane, pool('workers', 3, 'xlarge', { 0: 'unknown' })],
  gke: [pool('workers', 4, 'xlarge', {}, [2, 10]), pool('batch', 2, 'memory', { 1: 'provisioned' }, [0, 4])],
  maas: [controlPlane, pool('metal', 4, 'memory', { 3: 'drainFailed' }, [2, 6])],
  openstack: [controlPlane, pool('workers', 4, 'xlarge', { 1: 'cordoned' }, [2, 8])],
  virtual: [pool(controlPlaneName, 1, 'medium'), pool('workers', 2, 'medium', {}, [1, 3])],
  vsphere: [controlPlane, pool('workers', 5, 'xlarge', { 4: 'provisioning' }, [3, 8])],
  nutanix: [controlPlane, pool('workers', 3, 'xlarge', { 1: 'silent' })],
};

/** One cluster in each cloud, named after it. */
export const atlas: ProjectPlan = {
  name: 'atlas',
  description: 'One cluster in every cloud',
  labels: { 'multi-cloud': 'demo__tag' },
  teams: ['Platform', 'Edge Operations'],
  clusters: keysOf(pools).map((cloudType) => ({
    suffix: cloudType,
    cloudType,
    pools: pools[cloudType],
    // Its upgrade fails.
    ...(cloudType === 'gke' && { hasOldNetwork: true }),
    ...(cloudType === 'aws' && { hybridPools: [pool('stores', 2, 'medium', { 1: 'silent' })] }),
  })),
};
