import { cloudConfigPath } from '../cloudTypes';
import type { Endpoint } from '../endpoint';
import { withSource, listOf, metadata } from './resource';
import type { PageAnswer } from '../pages';
import { flag, list, object, text, texts, timestamp, wholeNumber, type Read, type Reader } from '../readers';

export const condition = object({
  type: text,
  status: text,
  reason: text,
  message: text,
  /** Published only of the conditions of clusters. */
  lastTransitionTime: timestamp,
});
/** A condition of a machine, a cluster or a pack, like that of a Kubernetes node. */
export type Condition = Read<typeof condition>;

const networkInterface = object({
  index: wholeNumber,
  networkName: text,
  privateIPs: texts,
  publicIp: text,
  macAddress: text,
});
/** A network interface of a machine. Which fields it has depends on the cloud type. */
export type NetworkInterface = Read<typeof networkInterface>;

const address = object({ address: text, type: text });
/** An address of a machine. The type is `InternalIP` or `ExternalIP`. */
export type Address = Read<typeof address>;

const shared = withSource({
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
});
/** The fields of a machine that all cloud types share. `machineSpec` finds the others. */
export type Machine = Read<typeof shared> & { readonly cloudType: string };

function machineOf(cloudType: string): Reader<Machine> {
  return (json) => {
    const machine = shared(json);
    return machine && { ...machine, cloudType };
  };
}

/** The location of a machine pool. */
export interface PoolRef {
  readonly cloudType: string;
  readonly configUid: string;
  readonly poolName: string;
  /** Limits the request to a project; the tenant if it is missing. */
  readonly projectUid?: string | undefined;
}

/**
 * `GET /v1/cloudconfigs/{cloudType}/{configUid}/machinePools/{machinePoolName}/machines`. Most cloud types list 50
 * machines a page; OpenStack, CloudStack and edge-native list all and take no query. Both accept a first request without
 * a query.
 * @param token of the page, if the service paginates machines
 */
export function listMachines(
  query: PoolRef & { readonly continue?: string | undefined },
): Endpoint<PageAnswer<Machine>> {
  return {
    isRequired: true,
    path: [...cloudConfigPath(query.cloudType, query.configUid), 'machinePools', query.poolName, 'machines'],
    variant: query.cloudType,
    resource: query.configUid,
    query: { continue: query.continue },
    projectUid: query.projectUid,
    read: listOf(machineOf(query.cloudType)),
  };
}
