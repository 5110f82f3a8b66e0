/** Those that have a place of their own in the paths of the service. */
export const cloudTypes = [
  'aks',
  'apache-cloudstack',
  'aws',
  'azure',
  'edge-native',
  'eks',
  'gcp',
  'generic',
  'gke',
  'maas',
  'openstack',
  'virtual',
  'vsphere',
] as const;

/** Custom cloud types: their paths are one segment deeper. */
export const customTypes = ['nutanix'] as const;

export type CloudType = (typeof cloudTypes)[number] | (typeof customTypes)[number];

export const allCloudTypes: readonly CloudType[] = [...cloudTypes, ...customTypes];

/** Those that run the control plane themselves: their clusters have no machine pool for it. */
export const isManaged = (cloudType: CloudType) => ['aks', 'eks', 'gke'].includes(cloudType);
