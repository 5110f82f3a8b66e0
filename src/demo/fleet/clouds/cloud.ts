import type { Cluster } from '../cluster';
import type { NetworkInterface } from '../network';
import type { Pool } from '../pools';
import type { Site } from '../sites';

/** What stands before the metadata of a resource, as far as the cloud type says it. */
interface Header {
  readonly apiVersion?: 'v1';
  readonly kind?: string;
}

/** A machine as far as a cloud needs to know it to say what it is like. */
export interface Machine {
  readonly cluster: Cluster;
  readonly pool: Pool;
  readonly place: number;
  readonly name: string;
  readonly uid: string;
  /** None before it has an address. */
  readonly interfaces: readonly NetworkInterface[];
}

/** What a cloud type says in its own words. All the rest is the same for all of them. */
export interface Cloud {
  readonly machine: Header;
  readonly config: Header;
  /** Whether the machines of a pool are listed in pages. */
  readonly isPaged: boolean;
  /** Which of a site's names for itself it uses. */
  readonly region: keyof Site['regions'];
  readonly hasPublicAddresses: boolean;
  machineSpec(machine: Machine): object;
  poolConfig(pool: Pool, cluster: Cluster): object;
  /** The cloud config's spec, its machine pools excepted. */
  configSpec(cluster: Cluster): object;
  /** The cloud config's status, for the cloud types that have one. */
  status?(cluster: Cluster): object;
}

/** The headers of a cloud type whose resources are called by `prefix`. */
export const headers = (prefix: string): Pick<Cloud, 'machine' | 'config'> => ({
  machine: { apiVersion: 'v1', kind: `${prefix}Machine` },
  config: { apiVersion: 'v1', kind: `${prefix}CloudConfig` },
});
