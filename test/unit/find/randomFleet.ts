import fc from 'fast-check';
import type { Capacity, Coverage, Item } from '../../../src/items/item';
import type { ItemState } from '../../../src/items/severity';
import type { ItemKind } from '../../../src/items/kinds/levels';
import type { QueryContext } from '../../../src/find/questions';
import type { Facts, Installed } from './questions';

// Random fleets, with the values that the questions are about: what Poolview has read of each item, and what a person would
// write down about it, both from the same draw.

/** What all items have. */
interface Own {
  readonly name: string;
  readonly state: ItemState;
  readonly cause: string;
  readonly isCauseUnread: boolean;
  readonly message: string | undefined;
  readonly isKnown: boolean;
  readonly isFavorite: boolean;
  readonly isStale: boolean;
  /** Whether the list of what is in it was read. */
  readonly isListRead: boolean;
}

interface Machine extends Own {
  readonly addresses: readonly string[];
}

interface Pool extends Own {
  readonly count: number | undefined;
  readonly machines: readonly Machine[];
}

interface Cluster extends Own {
  readonly cloud: string;
  readonly region: string;
  readonly tags: readonly string[] | undefined;
  readonly packs: readonly Installed[] | undefined;
  readonly profiles: readonly Installed[] | undefined;
  readonly isWaiting: boolean;
  readonly isUpdatable: boolean | undefined;
  readonly cores: Capacity | undefined;
  readonly memoryGiB: Capacity | undefined;
  readonly count: number | undefined;
  readonly pools: readonly Pool[];
}

interface Project extends Own {
  readonly clusters: readonly Cluster[];
  /** Pools that the user added to the project, which are in no cluster. */
  readonly pools: readonly Pool[];
  /** Whether the service has not listed it yet. */
  readonly isHidden: boolean;
}

interface Draw {
  readonly projects: readonly Project[];
  readonly areApprovalsKnown: boolean;
}

const concerns: readonly ItemState[] = ['failed', 'unhealthy', 'lateHeartbeat', 'maintenance'];

const states = fc.constantFrom<ItemState>(
  ...concerns,
  ...concerns,
  'inTransition',
  'unknown',
  'healthy',
  'healthy',
);

const causes = [
  'DiskPressure: 1 machine',
  'MemoryPressure',
  'fluent-bit CrashLoopBackOff',
  'NotReady',
  'Unhealthy',
  'Error',
];

const messages = [
  'kubelet has disk pressure: /var/lib/containerd is 93% full',
  'Kubelet stopped posting node status.',
  'container runtime network not ready: cni plugin not initialized',
  "Cannot evict pod 'ledger-db-0': it would violate the pod's disruption budget",
  'No valid host was found for payments-eu-workers-5',
];

function own(names: readonly string[], isMachine = false): fc.Arbitrary<Own> {
  return fc
    .record({
      name: fc.constantFrom(...names),
      state: isMachine ? states : fc.oneof({ weight: 5, arbitrary: states }, fc.constant('notRead' as const)),
      cause: fc.constantFrom(...causes, ''),
      message: fc.constantFrom(...messages, undefined),
      isCauseUnread: fc.boolean(),
      isKnown: fc.boolean(),
      isFavorite: fc.nat(5).map((number) => number === 0),
      isStale: fc.nat(3).map((number) => number === 0),
      isListRead: fc.nat(3).map((number) => number > 0),
    })
    .map((drawn) => {
      const isConcern = concerns.includes(drawn.state);
      const cause = isConcern || drawn.state === 'unknown' ? drawn.cause : '';
      return {
        ...drawn,
        cause,
        message: cause === '' ? undefined : drawn.message,
        isCauseUnread: isConcern && drawn.isCauseUnread,
        isKnown: isConcern && drawn.isKnown,
      };
    });
}

const addresses = [
  '10.0.0.25',
  '10.0.0.250',
  '10.2.0.4',
  '10.2.255.255',
  '10.1.1.7',
  '10.10.1.7',
  '110.2.0.4',
  '203.0.113.9',
  '203.0.114.9',
  'fd00:10::15',
  'fd00:11::15',
];

const machine = fc
  .tuple(
    own(['payments-eu-workers-5', 'ledger-db-0', 'm1', 'PAYMENTS-workers', '機械'], true),
    fc.subarray(addresses, { maxLength: 3 }),
  )
  .map(([common, addresses]): Machine => ({ ...common, addresses }));

const pool = fc
  .record({
    common: own(['workers', 'gpu', 'GPU-a100', 'no-gpu', 'spot / batch 50%', 'payments workers']),
    count: fc.constantFrom(0, 1, 2, 3, 10, 11, 12, undefined),
    machines: fc.array(machine, { maxLength: 4 }),
  })
  .map(({ common, ...fields }): Pool => ({ ...common, ...fields }));

const kubernetes = fc
  .constantFrom(
    '1.29.9',
    '1.30.6',
    '1.31.4',
    '1.31.8',
    '1.31.10',
    'v1.31.8-rke2',
    '1.31.8+k3s1',
    '1.31',
    '1.31.x',
    '1.32.4',
    '1.32.x',
    '2.0.0',
    undefined,
  )
  .map((version): Installed => ({ layer: 'k8s', name: 'kubernetes', version }));

const others: readonly Installed[] = [
  { layer: 'os', name: 'ubuntu', version: '20.04' },
  { layer: 'os', name: 'edge-native-UBUNTU', version: '24.04' },
  { layer: 'os', name: 'sles', version: '15.4' },
  { layer: 'addon', name: 'ubuntu-tools', version: '1.0' },
  { layer: 'cni', name: 'cni-cilium', version: '1.15.3' },
  { layer: 'cni', name: 'cilium-oss', version: '1.16.0' },
  { layer: 'cni', name: 'cilium', version: undefined },
  { layer: undefined, name: 'Prometheus-operator', version: '65.5.1' },
];

const profiles: readonly Installed[] = [
  { name: 'platform-services', version: '1.2.0' },
  { name: 'Platform-Services-EU', version: undefined },
  { name: 'aws-base', version: '3.0.0' },
];

const tags = [
  'env:prod',
  'env:production',
  'Env:Prod',
  'env:staging',
  'env:standby',
  'compliance:pci-dss',
  'compliance',
  'customer-facing',
  'cost-center:1200',
  'Cost-Center:4711',
  'cost-centers:1200',
  'region:eu',
  'residency:eu',
  'tier:gold',
];

const amount = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(16, 64, 256, 512), fc.constantFrom(0.25, 0.5, 0.75, 1, undefined)),
  },
  fc.constant(undefined),
);

const amountOf = (drawn: readonly [number, number | undefined] | undefined): Capacity | undefined =>
  drawn && { total: drawn[0], used: drawn[1] === undefined ? undefined : drawn[0] * drawn[1] };

function orUndefined<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 4, arbitrary }, fc.constant(undefined));
}

const cluster = fc
  .record({
    common: own(['payments-eu', 'Payments-EU', 'payments-eu-2', 'ledger-us', 'データ']),
    cloud: fc.constantFrom('aws', 'AWS', 'azure', 'openstack'),
    region: fc.constantFrom('eu-central-1', 'eu-west-1', 'europe-west3', 'us-east-1', 'fra1'),
    tags: orUndefined(fc.subarray(tags)),
    packs: orUndefined(
      fc
        .tuple(fc.option(kubernetes), fc.subarray([...others]))
        .map(([first, more]) => [...(first ? [first] : []), ...more]),
    ),
    profiles: orUndefined(fc.subarray([...profiles])),
    isWaiting: fc.boolean(),
    isUpdatable: fc.constantFrom(true, false, undefined),
    cores: amount.map(amountOf),
    memoryGiB: amount.map(amountOf),
    count: fc.constantFrom(0, 3, 11, 12, 40, undefined),
    pools: fc.array(pool, { maxLength: 3 }),
  })
  .map(({ common, ...fields }): Cluster => ({ ...common, ...fields }));

const project = fc
  .record({
    common: own([
      'payments',
      'ledger',
      'payments-2',
      '決済基盤',
      '数据平台',
      'data-Platform',
      'R&D <b>β</b> | `x`',
    ]),
    clusters: fc.array(cluster, { maxLength: 4 }),
    pools: fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, fc.array(pool, { maxLength: 1 })),
    isHidden: fc.nat(9).map((number) => number === 0),
  })
  .map(({ common, ...fields }): Project => ({ ...common, ...fields }));

/** What Poolview has read of a fleet, and what is true. */
export interface RandomFleet {
  readonly items: readonly Item[];
  readonly favorites: ReadonlySet<string>;
  readonly areApprovalsKnown: boolean;
  readonly coverage: Coverage;
  /** Of every item by its ID, also of those that are in lists that were not read. */
  readonly facts: ReadonlyMap<string, Facts>;
}

export const randomFleet: fc.Arbitrary<RandomFleet> = fc
  .record<Draw>({ projects: fc.array(project, { maxLength: 5 }), areApprovalsKnown: fc.boolean() })
  .map(fleetOf);

/** A fleet of which everything was read. */
export const readFleet: fc.Arbitrary<RandomFleet> = fc
  .array(project, { maxLength: 5 })
  .map((projects) => fleetOf({ projects: projects.map(wholeProject), areApprovalsKnown: true }));

function wholeProject(project: Project): Project {
  const pools = (all: readonly Pool[]): readonly Pool[] => all.map((one) => ({ ...one, isListRead: true }));
  return {
    ...project,
    isListRead: true,
    isHidden: false,
    pools: pools(project.pools),
    clusters: project.clusters.map((one) => ({ ...one, isListRead: true, pools: pools(one.pools) })),
  };
}

interface Place {
  readonly id: string;
  readonly facts: Facts;
  /** Whether it is in a list that was not read. */
  readonly isHidden: boolean;
}

function fleetOf({ projects, areApprovalsKnown }: Draw): RandomFleet {
  const items: Item[] = [];
  const all = new Map<string, Facts>();
  const favorites = new Set<string>();
  const add = (
    kind: ItemKind,
    { name, state, cause, isCauseUnread, message, isKnown, isFavorite, isStale, isListRead }: Own,
    parent: Place | undefined,
    isHidden: boolean,
    fields: Partial<Item> = {},
    more: Partial<Facts> = {},
  ): Place => {
    const uid = kind === 'pool' ? undefined : `${kind}-${all.size}`;
    const id = `${parent?.id ?? 'Test'}/${kind}:${uid ?? all.size}`;
    const { facts } = parent ?? {};
    const isRead = state !== 'notRead';
    const own: Facts = {
      kind,
      name,
      uid,
      project: facts?.kind === 'project' ? facts : facts?.project,
      cluster: facts?.kind === 'cluster' ? facts : facts?.cluster,
      pool: facts?.kind === 'pool' ? facts : undefined,
      state: isRead ? state : undefined,
      cause: !isRead || (concerns.includes(state) && cause === '') ? undefined : cause,
      message: message ?? '',
      isCauseOpen: isCauseUnread,
      addresses: [],
      isKnown,
      isFavorite,
      // What was not read is not outdated either.
      isOutdated: isStale && !isHidden,
      ...more,
    };
    all.set(id, own);
    if (isFavorite) favorites.add(id);
    if (!isHidden)
      items.push({
        kind,
        id,
        parent: parent?.id,
        name,
        uid,
        state,
        cause,
        isCauseUnread,
        message,
        known: isKnown ? { by: 'user' } : undefined,
        addresses: [],
        isStale,
        isListRead: kind === 'machine' ? undefined : isListRead,
        ...fields,
      });
    return { id, facts: own, isHidden: isHidden || !isListRead };
  };
  const addPool = (drawn: Pool, parent: Place): void => {
    const { count } = drawn;
    const place = add('pool', drawn, parent, parent.isHidden, { machines: count }, { machines: count });
    for (const each of drawn.machines) {
      const { addresses } = each;
      add('machine', each, place, place.isHidden, { addresses }, { addresses });
    }
  };
  const addCluster = (drawn: Cluster, parent: Place): void => {
    const isRead = drawn.state !== 'notRead';
    const { tags, packs, profiles, isUpdatable, cores, memoryGiB, count } = isRead
      ? drawn
      : ({} as Partial<Cluster>);
    const isWaiting = areApprovalsKnown ? drawn.isWaiting : undefined;
    const same = { tags, packs, profiles, isUpdatable, cores, machines: count };
    const place = add(
      'cluster',
      drawn,
      parent,
      parent.isHidden,
      {
        ...same,
        cloudType: isRead ? drawn.cloud : undefined,
        region: isRead ? drawn.region : undefined,
        isWaiting: isWaiting === true ? true : undefined,
        memoryMiB: memoryGiB && {
          total: memoryGiB.total * 1024,
          used: memoryGiB.used === undefined ? undefined : memoryGiB.used * 1024,
        },
      },
      {
        ...same,
        cores: cores && { total: cores.total, used: cores.used },
        memoryGiB: memoryGiB && { total: memoryGiB.total, used: memoryGiB.used },
        cloud: isRead ? drawn.cloud : undefined,
        regions: isRead ? [drawn.region] : undefined,
        isWaiting,
      },
    );
    for (const each of drawn.pools) addPool(each, place);
  };
  for (const drawn of projects) {
    const place = add('project', drawn, undefined, drawn.isHidden);
    const inside = drawn.isHidden ? { ...place, isHidden: true } : place;
    for (const each of drawn.clusters) addCluster(each, inside);
    for (const each of drawn.pools) addPool(each, inside);
  }
  return { items, favorites, areApprovalsKnown, coverage: coverageOf(projects, items), facts: all };
}

function coverageOf(projects: readonly Project[], items: readonly Item[]): Coverage {
  const count = (kind: ItemKind): number => items.filter((item) => item.kind === kind).length;
  const isWhole = projects.every(({ isListRead, isHidden }) => isListRead && !isHidden);
  return {
    projects: { read: count('project'), total: projects.length },
    clusters: { read: count('cluster'), total: isWhole ? count('cluster') : undefined },
    machines: { read: count('machine'), total: undefined },
  };
}

/** What the query has to know besides the items. */
export function contextOf({
  items,
  favorites,
  areApprovalsKnown,
  coverage,
}: Omit<RandomFleet, 'facts'>): QueryContext {
  const byId = new Map(items.map((item) => [item.id, item]));
  return {
    itemOf: (id) => byId.get(id),
    items,
    favorites,
    areApprovalsKnown,
    coverage,
  };
}
