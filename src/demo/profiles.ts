import { allCloudTypes } from './fleet/clouds/cloudTypes';
import { keysOf } from './keys';
import { operationNames, type Offer, type Operation } from './routes';

const roles: readonly Operation[] = [
  'listTeamResourceRoles',
  'addTeamResourceRole',
  'removeTeamResourceRole',
];

const offers = {
  /** What the interface has, and no more. */
  interface: {
    operations: ['listProjectsGet', 'listMachines', 'removeTeamResourceRole'],
    cloudTypes: ['openstack'],
  },
  /** Before clusters could be searched: the interface, and what leads from a project to its machines. */
  classic: {
    operations: ['listProjectsGet', 'readCluster', 'readCloudConfig', 'listMachines', ...roles],
    cloudTypes: ['openstack'],
  },
  /** What is deprecated is gone, and OpenStack with it. */
  current: {
    operations: operationNames.filter((name) => name !== 'listProjectsGet'),
    cloudTypes: allCloudTypes.filter((name) => name !== 'openstack'),
  },
  full: { operations: operationNames, cloudTypes: allCloudTypes },
} as const satisfies Record<string, Offer>;

export type Profile = keyof typeof offers;

export const profiles = keysOf(offers);

export const offerOf = (profile: Profile): Offer => offers[profile];
