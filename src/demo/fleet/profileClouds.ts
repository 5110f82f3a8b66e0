import type { Profile } from '../profiles';
import { Random } from '../random';
import type { CloudType } from './clouds/cloudTypes';

/** The clouds that replace OpenStack if a profile does not offer it. They have all fields that it has. */
const replacements = [
  'vsphere',
  'aws',
  'azure',
  'maas',
  'gcp',
  'edge-native',
  'apache-cloudstack',
] as const satisfies CloudType[];

/** The cloud of a cluster that is planned in `planned`, in a service with this profile. */
export function cloudTypeIn(profile: Profile, planned: CloudType, key: string): CloudType {
  switch (profile) {
    case 'interface':
    case 'classic':
      return 'openstack';
    case 'current':
      return planned === 'openstack' ? new Random(`${key}/cloud`).pick(replacements) : planned;
    case 'full':
    case 'large':
      return planned;
  }
}

const others = [...replacements, 'eks', 'aks', 'gke', 'nutanix', 'generic', 'virtual'] as const;

/** Mostly OpenStack, sometimes another one. */
export function mixedCloudType(key: string): CloudType {
  const random = new Random(`${key}/mixed`);
  return random.chance(0.7) ? 'openstack' : random.pick(others);
}
