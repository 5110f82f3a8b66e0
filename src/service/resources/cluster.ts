import * as z from 'zod/mini';
import type { Endpoint } from '../http';
import { field, flag, list, number, text, texts } from '../lenient';
import { metadata } from './metadata';

const cluster = z.object({
  metadata: field(metadata),
  spec: field(z.object({ cloudType: text, cloudConfigRef: field(z.object({ name: text, uid: text })) })),
  status: field(z.object({ state: text })),
});
/** A cluster: its cloud type, its state and where its cloud config is. */
export type Cluster = z.output<typeof cluster>;

/** `GET /v1/spectroclusters/{uid}` */
export function readCluster(uid: string, projectUid: string | undefined): Endpoint<typeof cluster> {
  return {
    operation: 'readCluster',
    optional: true,
    method: 'get',
    path: ['v1', 'spectroclusters', uid],
    projectUid,
    answer: cluster,
  };
}

const machinePool = z.object({
  name: text,
  size: number,
  minSize: number,
  maxSize: number,
  isControlPlane: flag,
  useControlPlaneAsWorker: flag,
  labels: texts,
  azs: texts,
  image: text,
  flavorConfig: field(z.object({ name: text, numCPUs: number, memoryMiB: number, diskGiB: number })),
  taints: field(list(z.object({ key: text, value: text, effect: text }))),
});
/** A machine pool as the cloud config of an OpenStack cluster describes it. Memory in MiB, disk in GiB. */
export type MachinePool = z.output<typeof machinePool>;

const cloudConfig = z.object({
  metadata: field(metadata),
  spec: field(z.object({ machinePoolConfig: field(list(machinePool)) })),
});
/** The cloud config of a cluster. */
export type CloudConfig = z.output<typeof cloudConfig>;

/** `GET /v1/cloudconfigs/openstack/{configUid}` */
export function readCloudConfig(
  configUid: string,
  projectUid: string | undefined,
): Endpoint<typeof cloudConfig> {
  return {
    operation: 'readCloudConfig',
    optional: true,
    method: 'get',
    path: ['v1', 'cloudconfigs', 'openstack', configUid],
    projectUid,
    answer: cloudConfig,
  };
}
