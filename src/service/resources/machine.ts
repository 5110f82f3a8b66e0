import * as z from 'zod/mini';
import type { Endpoint } from '../http';
import { field, list, number, text, texts, timestamp } from '../lenient';
import { metadata } from './metadata';

const condition = z.object({ type: text, status: text, reason: text, message: text });
/** One aspect of a machine's health, in the manner of a Kubernetes node condition. */
export type Condition = z.output<typeof condition>;

const machine = z.object({
  kind: text,
  metadata: field(metadata),
  spec: field(
    z.object({
      az: text,
      image: text,
      instanceType: field(z.object({ name: text, numCPUs: number, memoryMiB: number, diskGiB: number })),
      nics: field(list(z.object({ index: number, networkName: text, privateIPs: texts }))),
      projectId: text,
      securityGroups: texts,
      sshKeyName: text,
    }),
  ),
  status: field(
    z.object({
      health: field(
        z.object({
          conditions: field(list(condition)),
          lastHeartBeatTimestamp: timestamp,
          state: text,
        }),
      ),
      instanceState: text,
      maintenanceStatus: field(z.object({ action: text, message: text, state: text })),
    }),
  ),
});
/** An OpenStack machine. Memory in MiB, disk in GiB. */
export type Machine = z.output<typeof machine>;

const machineList = z.object({ items: list(machine) });

/** Where a machine pool is. */
export interface PoolRef {
  readonly configUid: string;
  readonly poolName: string;
  /** The project the request is scoped to; the tenant where it is left out. */
  readonly projectUid?: string | undefined;
}

/** `GET /v1/cloudconfigs/openstack/{configUid}/machinePools/{machinePoolName}/machines`; not paginated. */
export function listMachines(pool: PoolRef): Endpoint<typeof machineList> {
  return {
    operation: 'listMachines',
    optional: false,
    method: 'get',
    path: ['v1', 'cloudconfigs', 'openstack', pool.configUid, 'machinePools', pool.poolName, 'machines'],
    projectUid: pool.projectUid,
    answer: machineList,
  };
}
