import type { Cluster } from '../cluster';
import { uidOf, uidWithin, uuidOf } from '../metadata';
import { address, macAddress, nodeCidr, type NetworkInterface } from '../network';
import type { Pool } from '../pools';
import type { Site } from '../sites';
import { edgeHost, type Example, type Fields } from './examples';
import { kubernetesVersion, nodeImage, poolRole } from './parts';

/** What differs between cloud types. All the rest of a resource is the same. */
export interface Cloud {
  /** What precedes the metadata of machines and of cloud configs. */
  readonly heads: { readonly machine: Fields; readonly config: Fields };
  /** Whether the machines of a pool are listed in pages. */
  readonly isPaged: boolean;
  /** Which of a site's names it uses. */
  readonly region: keyof Site['regions'];
  readonly zones?: readonly string[];
  /** Its names for sizes of machines, if it has any. */
  readonly types?: readonly string[];
  readonly hasPublicAddresses: boolean;
  /** Whether its cloud configs have a status. */
  readonly hasStatus: boolean;
  /** The spec of a machine. */
  readonly machine: Fields;
  /** A machine pool in a cloud config. */
  readonly pool: Fields;
  /** The other fields of the spec of a cloud config. */
  readonly config: Fields;
}

/** What the values in an example are about. */
export interface Subject {
  readonly cloud: Cloud;
  readonly cluster: Cluster;
  readonly pool: Pool;
  readonly place: number;
  /** Of the machine. */
  readonly name: string;
  /** None before the machine has an address. */
  readonly interfaces: readonly NetworkInterface[];
}

const grades = ['medium', 'large', 'xlarge', 'memory', 'gpu'];

const zonesOf = ({ zones = ['az1', 'az2', 'az3'] }: Cloud) => zones;

const turn = <T>(list: readonly T[], place: number) => list[place % list.length];

const hostOf = ({ pool, place }: Subject) => pool.firstHost + place;

/** Whether its machines may be taken away at any time, and are cheap therefore. */
const isSpot = ({ range }: Pool) => range?.[0] === 0;

const pick = (one: NetworkInterface, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(one).filter(([field]) => fields.includes(field)));

function taintsOf(pool: Pool, { created }: Cluster) {
  const timeAdded = new Date(created).toISOString();
  if (pool.isControlPlane)
    return [{ key: 'node-role/control-plane', value: '', effect: 'NoSchedule', timeAdded }];
  return isSpot(pool) ? [{ key: 'spot', value: 'true', effect: 'PreferNoSchedule', timeAdded }] : [];
}

const values: Readonly<Record<string, (subject: Subject, argument: string) => unknown>> = {
  // Of the cluster
  cluster: ({ cluster }) => cluster.name,
  cloudType: ({ cluster }) => cluster.cloudType,
  version: ({ cluster }) => kubernetesVersion(cluster),
  image: ({ cluster }) => nodeImage(cluster),
  region: ({ cloud, cluster }) => cluster.site.regions[cloud.region],
  city: ({ cluster }) => cluster.site.city,
  zones: (subject) => zonesOf(subject.cloud).map((zone) => writeText(zone, subject)),
  cidr: ({ cluster }) => nodeCidr(cluster),
  ip: ({ cluster }, host) => address(cluster, Number(host)),
  hybridPools: ({ cluster: { hybridPools, configUid } }) =>
    hybridPools.map(({ name }) => ({
      poolName: name,
      poolUid: uidOf(`${configUid}/${name}`),
      poolCloudType: 'edge-native',
    })),
  hex: ({ cluster }, key) => uidOf(`${cluster.uid}/${key}`).slice(0, 16),
  uid: ({ cluster: { projectUid } }, key) => uidWithin(projectUid, `${projectUid}/${key}`),
  uuid: ({ cluster: { projectUid } }, key) => uuidOf(`${projectUid}/${key}`),

  // Of the pool
  pool: ({ pool }) => pool.name,
  size: ({ pool }) => pool.size,
  min: ({ pool }) => pool.range?.[0],
  max: ({ pool }) => pool.range?.[1],
  isControlPlane: ({ pool }) => pool.isControlPlane,
  isAlone: ({ pool }) => pool.isControlPlane && pool.size === 1,
  isFirst: ({ cluster, pool }) => pool === cluster.pools[0],
  role: ({ pool }) => poolRole(pool),
  flavor: ({ pool }) => pool.flavor,
  flavorName: ({ pool }) => pool.flavor.name,
  cpus: ({ pool }) => pool.flavor.numCPUs,
  memory: ({ pool }) => pool.flavor.memoryMiB,
  disk: ({ pool }) => pool.flavor.diskGiB,
  type: ({ cloud, pool }) => cloud.types?.[grades.indexOf(pool.grade)],
  capacity: ({ pool }) => (isSpot(pool) ? 'spot' : 'on-demand'),
  ifSpot: ({ pool }, text) => (isSpot(pool) ? text : undefined),
  taints: ({ pool, cluster }) => taintsOf(pool, cluster),
  update: ({ pool: { range } }) =>
    range
      ? { type: 'OverrideScaling', maxSurge: '2', maxUnavailable: '0' }
      : { type: 'RollingUpdateScaleOut' },
  hosts: (subject) =>
    Array.from({ length: subject.pool.size }, (_, place) => write(edgeHost, { ...subject, place })),

  // Of the machine
  machine: ({ name }) => name,
  zone: (subject) => writeText(turn(zonesOf(subject.cloud), subject.place) ?? '', subject),
  turn: ({ place }, list) => turn(list.split(' '), place),
  host: hostOf,
  address: (subject) => address(subject.cluster, hostOf(subject)),
  mac: (subject) => macAddress(subject.cluster, hostOf(subject), 0),
  phase: ({ interfaces }) => (interfaces.length > 0 ? 'running' : 'pending'),
  dashed: ({ interfaces }) => interfaces[0]?.privateIPs[0]?.replaceAll('.', '-'),
  isPublic: ({ interfaces }) => interfaces.some(({ publicIp }) => publicIp),
  nics: ({ interfaces }, fields) => interfaces.map((one) => pick(one, fields.split(' '))),
};

/** The fields with values in their places. Without those of which a value is missing. */
export function write(fields: Fields, subject: Subject): Readonly<Record<string, unknown>> {
  const written = Object.entries(fields).map(([name, example]): [string, unknown] => [
    String(writeText(name, subject)),
    writeExample(example, subject),
  ]);
  return Object.fromEntries(written.filter(([, value]) => value !== undefined));
}

function writeExample(example: Example, subject: Subject): unknown {
  if (typeof example === 'string') return writeText(example, subject);
  if (Array.isArray(example)) return example.map((item) => writeExample(item, subject));
  if (typeof example !== 'object') return example;
  const written = write(example, subject);
  return Object.keys(written).length === 0 ? undefined : written;
}

/** A place without other places in its argument. */
const innermost = /\{(\w+)(?::([^{}]*))?\}/;

/** A text that is a single place becomes its value, of any type. */
function writeText(text: string, subject: Subject): unknown {
  const [place, name = '', argument = ''] = innermost.exec(text) ?? [];
  if (place === undefined) return text;
  const value = values[name]?.(subject, argument);
  if (place === text || (typeof value !== 'string' && typeof value !== 'number')) return value;
  return writeText(
    text.replace(place, () => `${value}`),
    subject,
  );
}
