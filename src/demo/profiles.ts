import { allCloudTypes } from './fleet/clouds/cloudTypes';
import { keysOf } from '../service/readers';
import { operationNames, type Offer, type Operation } from './routes';

const roles: readonly Operation[] = [
  'listTeamResourceRoles',
  'addTeamResourceRole',
  'removeTeamResourceRole',
];

const offers = {
  /** Only the three operations that Poolview requires. */
  interface: {
    operations: ['listProjectsGet', 'listMachines', 'removeTeamResourceRole'],
    cloudTypes: ['openstack'],
  },
  /** Without cluster search: the required operations, and those that lead from a project to its machines. */
  classic: {
    operations: ['listProjectsGet', 'readCluster', 'readCloudConfig', 'listMachines', ...roles],
    cloudTypes: ['openstack'],
  },
  /** Without deprecated operations, and without OpenStack. */
  current: {
    operations: operationNames.filter((name) => name !== 'listProjectsGet'),
    cloudTypes: allCloudTypes.filter((name) => name !== 'openstack'),
  },
  full: { operations: operationNames, cloudTypes: allCloudTypes },
  /** The same, with more teams and users. */
  large: { operations: operationNames, cloudTypes: allCloudTypes },
} as const satisfies Record<string, Offer>;

export type Profile = keyof typeof offers;

export const profiles = keysOf(offers);

export const offerOf = (profile: Profile): Offer => offers[profile];
