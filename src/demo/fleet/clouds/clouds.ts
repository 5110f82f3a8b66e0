import { aws, eks } from './aws';
import { azure } from './azure';
import type { Cloud } from './cloud';
import { cloudstack } from './cloudstack';
import type { CloudType } from './cloudTypes';
import { edge } from './edge';
import { gcp, gke } from './gcp';
import { generic } from './generic';
import { maas } from './maas';
import { nutanix } from './nutanix';
import { openstack } from './openstack';
import { virtual } from './virtual';
import { vsphere } from './vsphere';

export const clouds: Readonly<Record<CloudType, Cloud>> = {
  // Azure runs the control plane of AKS; the rest is the same.
  aks: azure,
  'apache-cloudstack': cloudstack,
  aws,
  azure,
  'edge-native': edge,
  eks,
  gcp,
  generic,
  gke,
  maas,
  nutanix,
  openstack,
  virtual,
  vsphere,
};
