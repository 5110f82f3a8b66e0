import type { CloudType } from './clouds/cloudTypes';
import type { ClusterPlan } from './cluster';
import { controlPlaneName, type PoolPlan } from './pools';
import type { ProjectPlan } from './projects';

const controlPlane: PoolPlan = { name: controlPlaneName, size: 3, flavor: 'large' };

const clusters: readonly (Omit<ClusterPlan, 'suffix'> & { readonly cloudType: CloudType })[] = [
  {
    cloudType: 'aks',
    pools: [
      { name: 'system', size: 2, flavor: 'medium' },
      { name: 'workers', size: 4, flavor: 'large', range: [2, 8], situations: { 3: 'notReady' } },
      { name: 'spot', size: 2, flavor: 'xlarge', range: [0, 10], situations: { 1: 'deleting' } },
    ],
  },
  {
    cloudType: 'apache-cloudstack',
    pools: [
      controlPlane,
      { name: 'workers', size: 4, flavor: 'large', range: [2, 6], situations: { 2: 'failed' } },
    ],
  },
  {
    cloudType: 'aws',
    pools: [
      controlPlane,
      { name: 'workers', size: 5, flavor: 'large', range: [3, 12], situations: { 4: 'pending' } },
      { name: 'spot', size: 3, flavor: 'xlarge', range: [0, 20], situations: { 1: 'cordoned' } },
    ],
    hybridPools: [{ name: 'stores', size: 2, flavor: 'medium', situations: { 1: 'silent' } }],
  },
  {
    cloudType: 'azure',
    pools: [
      controlPlane,
      { name: 'workers', size: 4, flavor: 'large', range: [2, 8], situations: { 2: 'failed' } },
      { name: 'spot', size: 2, flavor: 'memory', range: [0, 6] },
    ],
  },
  {
    cloudType: 'edge-native',
    pools: [
      // Two hosts for failover.
      { name: controlPlaneName, size: 2, flavor: 'medium' },
      { name: 'workers', size: 3, flavor: 'medium', range: [1, 3], situations: { 2: 'lost' } },
    ],
  },
  {
    cloudType: 'eks',
    pools: [
      { name: 'workers', size: 6, flavor: 'xlarge', range: [3, 15], situations: { 2: 'diskPressure' } },
      { name: 'spot', size: 3, flavor: 'large', range: [0, 20], situations: { 2: 'draining' } },
    ],
  },
  {
    cloudType: 'gcp',
    pools: [
      controlPlane,
      { name: 'workers', size: 4, flavor: 'large', range: [2, 8], situations: { 1: 'memoryPressure' } },
    ],
  },
  {
    cloudType: 'generic',
    pools: [controlPlane, { name: 'workers', size: 3, flavor: 'xlarge', situations: { 0: 'unknown' } }],
  },
  {
    cloudType: 'gke',
    pools: [
      { name: 'workers', size: 4, flavor: 'xlarge', range: [2, 10] },
      { name: 'batch', size: 2, flavor: 'memory', range: [0, 4], situations: { 1: 'provisioned' } },
    ],
  },
  {
    cloudType: 'maas',
    pools: [
      controlPlane,
      { name: 'metal', size: 4, flavor: 'memory', range: [2, 6], situations: { 3: 'drainFailed' } },
    ],
  },
  {
    cloudType: 'openstack',
    pools: [
      controlPlane,
      { name: 'workers', size: 4, flavor: 'xlarge', range: [2, 8], situations: { 1: 'cordoned' } },
    ],
  },
  {
    cloudType: 'virtual',
    pools: [
      { name: controlPlaneName, size: 1, flavor: 'medium' },
      { name: 'workers', size: 2, flavor: 'medium', range: [1, 3] },
    ],
  },
  {
    cloudType: 'vsphere',
    pools: [
      controlPlane,
      { name: 'workers', size: 5, flavor: 'xlarge', range: [3, 8], situations: { 4: 'provisioning' } },
    ],
  },
  {
    cloudType: 'nutanix',
    pools: [controlPlane, { name: 'workers', size: 3, flavor: 'xlarge', situations: { 1: 'silent' } }],
  },
];

/** One cluster in each cloud, named after it. */
export const atlas: ProjectPlan = {
  name: 'atlas',
  description: 'One cluster in every cloud',
  labels: { 'multi-cloud': 'demo__tag' },
  teams: ['Platform', 'Edge Operations'],
  clusters: clusters.map((plan) => ({ suffix: plan.cloudType, ...plan })),
};
