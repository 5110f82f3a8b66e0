import type { Cluster } from './cluster';
import { uidOf } from './metadata';
import type { Pool } from './pools';

/** Each cloud shows the fields that it has. */
export interface NetworkInterface {
  readonly index: number;
  readonly networkName: string;
  readonly macAddress: string;
  readonly privateIPs: readonly string[];
  readonly publicIp?: string;
}

/** The address of the `host`th host in the cluster's network. */
export function address({ network: [second, third] }: Cluster, host: number): string {
  return `10.${second}.${(third + Math.floor(host / 256)) % 256}.${host % 256}`;
}

export const nodeCidr = ({ network }: Cluster) => `10.${network.join('.')}.0/21`;

/** The first machine of a worker pool is reachable from outside, if the cloud has addresses for that. */
export function networkInterfaces(
  cluster: Cluster,
  pool: Pool,
  place: number,
  hasPublicAddress: boolean,
): readonly NetworkInterface[] {
  const host = pool.firstHost + place;
  const nodes: NetworkInterface = {
    index: 0,
    networkName: `${cluster.name}-nodes`,
    macAddress: macAddress(cluster, host, 0),
    privateIPs: [address(cluster, host)],
    ...(hasPublicAddress &&
      place === 0 &&
      !pool.isControlPlane && { publicIp: `203.0.113.${(cluster.network[0] + host) % 256}` }),
  };
  return pool.flavor.numCPUs < 8
    ? [nodes]
    : [
        nodes,
        {
          index: 1,
          networkName: 'storage',
          macAddress: macAddress(cluster, host, 1),
          privateIPs: [
            address({ ...cluster, network: [255, cluster.network[1]] }, host),
            `fd00:10::${host.toString(16)}`,
          ],
        },
      ];
}

/** In the address range of QEMU. */
export const macAddress = ({ uid }: Cluster, host: number, index: number) =>
  ['52', '54', '00', ...(uidOf(`${uid}/${host}/${index}`).match(/../g) ?? []).slice(0, 3)].join(':');
