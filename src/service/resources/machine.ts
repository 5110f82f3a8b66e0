import { cloudConfigPath } from '../cloudTypes';
import type { Endpoint } from '../http';
import { flag, list, object, text, texts, timestamp, wholeNumber, withSource, type Read } from '../readers';
import { listOf, metadata } from './metadata';

export const condition = object({ type: text, status: text, reason: text, message: text });
/** One aspect of the health of a machine or a cluster, in the manner of a Kubernetes node condition. */
export type Condition = Read<typeof condition>;

const networkInterface = object({
  index: wholeNumber,
  networkName: text,
  privateIPs: texts,
  publicIp: text,
  macAddress: text,
});
/** A network interface of a machine. Which of these it has differs from cloud type to cloud type. */
export type NetworkInterface = Read<typeof networkInterface>;

const address = object({ address: text, type: text });
/** An address of a machine, of the type `InternalIP` or `ExternalIP`. */
export type Address = Read<typeof address>;

const machine = withSource(
  object({
    kind: text,
    metadata,
    spec: object({ nics: list(networkInterface) }),
    status: object({
      addresses: list(address),
      health: object({
        conditions: list(condition),
        lastHeartBeatTimestamp: timestamp,
        state: text,
      }),
      instanceState: text,
      instanceStateLastUpdate: timestamp,
      maintenanceStatus: object({ action: text, message: text, state: text }),
      ready: flag,
    }),
  }),
);
/** A machine, as far as all cloud types have the same; `machineSpec` has the rest. */
export type Machine = Read<typeof machine>;

const machineList = listOf(machine);

/** Where a machine pool is. */
export interface PoolRef {
  readonly cloudType: string;
  readonly configUid: string;
  readonly poolName: string;
  /** The project the request is scoped to; the tenant where it is left out. */
  readonly projectUid?: string | undefined;
}

/** The machines of which pool to list. */
export interface MachineQuery extends PoolRef {
  /** For the next page, where the service gives the machines a page at a time. */
  readonly continue?: string | undefined;
}

/**
 * `GET /v1/cloudconfigs/{cloudType}/{configUid}/machinePools/{machinePoolName}/machines`. Most cloud types list 50
 * machines a page, OpenStack, CloudStack and edge-native all of them and take no query: the first page is asked for
 * without any, which is right for both.
 */
export function listMachines(query: MachineQuery): Endpoint<Read<typeof machineList>> {
  return {
    operation: 'listMachines',
    optional: false,
    method: 'get',
    path: [...cloudConfigPath(query.cloudType, query.configUid), 'machinePools', query.poolName, 'machines'],
    query: { continue: query.continue },
    projectUid: query.projectUid,
    answer: machineList,
  };
}
