import { cloudConfigPath } from '../../../src/service/cloudTypes';
import type { ScriptedService } from '../../support/demo/service';
import { answer, clusterSearchPath, overviewPath, projectsPath, repavesPath } from '../demo/helper';
import type { Amount, Facts, Installed } from './questions';

// What a demo service says about its fleet, read without Poolview, and what that means.

interface Condition {
  readonly type?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
}

interface Named {
  readonly metadata: { readonly name: string; readonly uid: string };
}

/** A project with its summary. */
interface RawProject extends Named {
  readonly status: {
    readonly clustersHealth?: {
      readonly errored?: number;
      readonly unhealthy?: number;
      readonly healthy?: number;
    };
  };
}

/** A machine as the service describes it. */
interface RawMachine extends Named {
  readonly spec?: {
    readonly nics?: readonly { readonly privateIPs?: string[]; readonly publicIp?: string }[];
  };
  readonly status: {
    readonly addresses?: readonly { readonly address: string }[];
    readonly instanceState: string;
    readonly health?: {
      readonly state?: string;
      readonly conditions?: readonly Condition[];
      readonly lastHeartBeatTimestamp?: string;
    };
    readonly maintenanceStatus?: {
      readonly action?: string;
      readonly state?: string;
      readonly message?: string;
    };
  };
}

interface RawPool {
  readonly name: string;
  readonly size: number;
  readonly machines: readonly RawMachine[];
}

/** A cluster in the search for metadata. */
interface RawMetadata extends Named {
  readonly specSummary: {
    readonly cloudType: string;
    readonly cloudRegion: string;
    readonly location?: { readonly regionCode: string; readonly regionName: string };
    readonly projectMeta: { readonly uid: string; readonly name: string };
    readonly tags: readonly string[];
  };
  readonly status: {
    readonly state: string;
    readonly health?: { readonly state?: string; readonly isHeartBeatFailed?: boolean };
    readonly updates?: { readonly isUpdatesPending?: boolean };
  };
}

interface RawMetric {
  readonly total: number;
  readonly usage?: number;
}

interface RawPoolSummary {
  readonly size: number;
  readonly healthy: number;
  readonly maintenanceMode: number;
}

/** A cluster in cluster search. */
interface RawSearch extends Named {
  readonly specSummary: {
    readonly cloudConfig: {
      readonly uid: string;
      readonly cloudType: string;
      readonly machinePools: readonly RawPoolSummary[];
      readonly hybridMachinePools: readonly RawPoolSummary[];
    };
    readonly clusterProfileTemplates?: readonly {
      readonly name: string;
      readonly version?: number;
      readonly profileVersion?: string;
      readonly packs: readonly {
        readonly layer: string;
        readonly name: string;
        readonly tag?: string;
        readonly version?: string;
      }[];
    }[];
  };
  readonly status: {
    readonly metrics?: { readonly cpu?: RawMetric; readonly memory?: RawMetric };
    readonly health?: {
      readonly conditions?: readonly {
        readonly message?: string;
        readonly relatedObject?: { readonly name?: string };
      }[];
    };
  };
}

interface RawOverview {
  readonly status: {
    readonly packs?: readonly {
      readonly name: string;
      readonly condition?: Condition & { lastTransitionTime?: string };
    }[];
    readonly conditions?: readonly Condition[];
  };
}

export interface RawCluster {
  readonly metadata: RawMetadata;
  readonly search: RawSearch;
  readonly overview: RawOverview;
  readonly pools: readonly RawPool[];
  readonly isWaiting: boolean;
}

/** Everything that a service says about its fleet. */
export interface RawFleet {
  readonly projects: readonly RawProject[];
  readonly clusters: readonly RawCluster[];
}

/** Reads everything that a service tells about its fleet. */
export async function rawFleet(service: ScriptedService): Promise<RawFleet> {
  const get = async (path: string, headers: Record<string, string> = {}): Promise<unknown> =>
    (await answer(service, path, { headers })).body;
  /** All pages of a list. */
  const list = async (path: string, asked: Parameters<typeof answer>[2] = {}) => {
    const items: unknown[] = [];
    let token = '';
    do {
      const query = `limit=50${token === '' ? '' : `&continue=${encodeURIComponent(token)}`}`;
      const { body } = await answer(service, `${path}${path.includes('?') ? '&' : '?'}${query}`, asked);
      const page = body as { items: unknown[]; listmeta?: { continue?: string } };
      items.push(...page.items);
      token = page.listmeta?.continue ?? '';
    } while (token !== '');
    return items;
  };
  const search = { method: 'POST', body: {} };
  const projects = (await list(projectsPath, search)) as RawFleet['projects'];
  const { body: metadata } = await answer(service, '/v1/dashboard/spectroclusters/metadata/search', search);
  const searched = new Map(
    ((await list(clusterSearchPath, search)) as RawSearch[]).map((one) => [one.metadata.uid, one]),
  );
  const waiting = (await list(`${repavesPath}?repaveState=Pending`)) as Named[];
  const waitingUids = new Set(waiting.map((one) => one.metadata.uid));
  const clusters: RawCluster[] = [];
  for (const cluster of (metadata as { items: RawMetadata[] }).items) {
    const { uid } = cluster.metadata;
    const project = { ProjectUid: cluster.specSummary.projectMeta.uid };
    const found = searched.get(uid);
    if (found === undefined) throw new Error(`Cluster search lacks ${cluster.metadata.name}`);
    const { cloudType, uid: configUid } = found.specSummary.cloudConfig;
    const path = `/${cloudConfigPath(cloudType, configUid).join('/')}`;
    const config = (await get(path, project)) as { spec: { machinePoolConfig: Omit<RawPool, 'machines'>[] } };
    const pools: RawPool[] = [];
    for (const pool of config.spec.machinePoolConfig) {
      const machines = await list(`${path}/machinePools/${encodeURIComponent(pool.name)}/machines`, {
        headers: project,
      });
      pools.push({ ...pool, machines: machines as RawMachine[] });
    }
    clusters.push({
      metadata: cluster,
      search: found,
      overview: (await get(overviewPath({ uid }), project)) as RawOverview,
      pools,
      isWaiting: waitingUids.has(uid),
    });
  }
  return { projects, clusters };
}

/** What was read of a fleet, by the UID of its project or cluster. */
export interface ReadParts {
  /** Whether projects were listed with their summaries. */
  readonly areProjectsListed: boolean;
  /** Whether the metadata of all clusters was searched. */
  readonly isMetadataRead: boolean;
  readonly areApprovalsRead: boolean;
  /** Whether cluster search found a cluster. */
  readonly isSearched: (cluster: RawCluster) => boolean;
  /** Whether the pools of a cluster and their machines were read. */
  readonly areMachinesRead: (cluster: RawCluster) => boolean;
  /** Whether the overview of a cluster was read, which tells what has failed. */
  readonly isOverviewRead: (cluster: RawCluster) => boolean;
}

export const everything: ReadParts = {
  areProjectsListed: true,
  isMetadataRead: true,
  areApprovalsRead: true,
  isSearched: () => true,
  areMachinesRead: () => true,
  isOverviewRead: () => true,
};

/** How an item is, and why. */
interface Health {
  readonly state: NonNullable<Facts['state']>;
  readonly cause: string;
  readonly message: string;
}

const states = [
  'failed',
  'unhealthy',
  'lateHeartbeat',
  'maintenance',
  'inTransition',
  'unknown',
  'healthy',
] as const;

const inTransition = ['Pending', 'Importing', 'Provisioning', 'Provisioned', 'Deleting', 'Deleted'];

function healthOf(state: Health['state'], cause = '', message = ''): Health {
  return { state, cause, message };
}

const isBad = ({ type = '', status }: Condition): boolean =>
  type === 'Ready' ? status !== 'True' : /Pressure$|^NetworkUnavailable$/.test(type) && status === 'True';

function machineHealth({ status }: RawMachine, now: number): Health {
  const { instanceState, health = {}, maintenanceStatus: maintenance } = status;
  const bad = (health.conditions ?? []).filter(isBad);
  const worst = bad.find(({ type }) => type !== 'Ready') ?? bad[0];
  if (instanceState === 'Failed') return healthOf('failed', 'Failed', worst?.message);
  if (worst !== undefined) {
    const { type = '', message } = worst;
    return healthOf('unhealthy', type === 'Ready' ? 'NotReady' : type, message);
  }
  if (health.state?.toLowerCase() === 'unhealthy') return healthOf('unhealthy', 'Unhealthy');
  const heartbeat = Date.parse(health.lastHeartBeatTimestamp ?? '');
  if (instanceState === 'Running' && now - heartbeat > 10 * 60_000)
    return healthOf('lateHeartbeat', 'No heartbeat');
  if (maintenance?.action !== undefined && maintenance.action !== 'uncordon')
    return healthOf('maintenance', 'Maintenance', maintenance.message);
  if (inTransition.includes(instanceState)) return healthOf('inTransition', instanceState);
  return instanceState === 'Running' ? healthOf('healthy') : healthOf('unknown', instanceState);
}

/** How machines are together: as those that are worst. Undefined if there are none. */
function worstOf(machines: readonly Health[]): Health | undefined {
  const state = states.find((each) => machines.some((machine) => machine.state === each));
  const all = machines.filter((machine) => machine.state === state);
  const [first] = all;
  if (first === undefined) return undefined;
  if (first.state === 'unknown' || first.state === 'healthy') return healthOf(first.state);
  const isSame = first.state === 'unhealthy' && all.every(({ cause }) => cause === first.cause);
  return healthOf(
    first.state,
    `${all.length} machines${isSame ? `: ${first.cause}` : ''}`,
    all.every(({ message }) => message === first.message) ? first.message : '',
  );
}

/** What the service says about a cluster itself. */
function ownHealth(cluster: RawCluster, parts: ReadParts): Health {
  const { metadata, search } = cluster;
  const isSearched = parts.isSearched(cluster);
  const { state, health = {} } = metadata.status;
  const { cloudConfig } = search.specSummary;
  const pools = isSearched ? [...cloudConfig.machinePools, ...cloudConfig.hybridMachinePools] : [];
  const sum = (count: (pool: RawPoolSummary) => number): number =>
    pools.reduce((total, pool) => total + count(pool), 0);
  const [first] = (isSearched ? search.status.health?.conditions : undefined) ?? [];
  const { relatedObject: { name } = {}, message: text } = first ?? {};
  const message = name === undefined ? text : `${name}: ${text}`;
  if (state === 'Failed' || state === 'Error') return healthOf('failed', state, message);
  const isRunning = state === 'Running';
  const unhealthy = sum((pool) => pool.size - pool.healthy - pool.maintenanceMode);
  if (isRunning && unhealthy > 0) return healthOf('unhealthy', `${unhealthy} machines`, message);
  if (health.state === 'Unhealthy') return healthOf('unhealthy', 'Unhealthy', message);
  if (isRunning && parts.isMetadataRead && health.isHeartBeatFailed === true)
    return healthOf('lateHeartbeat', 'No heartbeat');
  const maintained = sum((pool) => pool.maintenanceMode);
  if (isRunning && maintained > 0) return healthOf('maintenance', `${maintained} machines`);
  if (inTransition.includes(state)) return healthOf('inTransition', state);
  return isRunning && health.state === 'Healthy' ? healthOf('healthy') : healthOf('unknown', state);
}

/** The worse of what is said about an item itself and of what is in it, if that needs attention. */
function withWorst(own: Health, worst: Health | undefined): Health {
  // While a cluster is created or deleted, its machines are.
  if (own.state === 'inTransition') return own;
  if (own.state === 'unknown' && worst !== undefined) return worst;
  if (worst === undefined || states.indexOf(worst.state) > states.indexOf('maintenance')) return own;
  const distance = states.indexOf(worst.state) - states.indexOf(own.state);
  // A failed cluster explains more than its machines, unless they say why.
  return distance > 0 || (distance === 0 && own.state === 'failed' && worst.message === '') ? own : worst;
}

/** What the summary of a project says of its clusters. */
function summarized({
  errored = 0,
  unhealthy = 0,
  healthy = 0,
}: RawProject['status']['clustersHealth'] = {}) {
  if (errored > 0) return 'failed';
  if (unhealthy > 0) return 'unhealthy';
  return healthy > 0 ? 'healthy' : 'unknown';
}

/** What an overview says has failed: the pack that failed first, or else a condition. */
function failureIn({ status }: RawOverview): Health | undefined {
  const failed = (status.packs ?? [])
    .filter(({ condition }) => condition !== undefined && (condition.type === 'Error' || isBad(condition)))
    .sort((one, other) =>
      (one.condition?.lastTransitionTime ?? '').localeCompare(other.condition?.lastTransitionTime ?? ''),
    )[0];
  const condition =
    failed?.condition ??
    status.conditions?.find((each) => (each.type === 'Error' ? each.status !== 'False' : isBad(each)));
  if (condition === undefined) return undefined;
  const { type = '', reason = '', message } = condition;
  return healthOf('failed', [failed?.name ?? '', type, reason].join(' '), message);
}

const needsAttention = ({ state }: Health): boolean => states.indexOf(state) <= states.indexOf('maintenance');

/** What facts say about the health of an item. */
function told(
  health: Health,
  isOverviewRead = true,
): Pick<Facts, 'state' | 'cause' | 'message' | 'isCauseOpen'> {
  const isCauseOpen = ['failed', 'unhealthy'].includes(health.state) && !isOverviewRead;
  return {
    ...health,
    isCauseOpen,
    cause: needsAttention(health) && health.cause === '' ? undefined : health.cause,
  };
}

const amountOf = ({ total, usage }: RawMetric, unit = 1): Amount => ({
  total: total / unit,
  used: usage === undefined ? undefined : usage / unit,
});

function packsOf({ specSummary }: RawSearch): readonly Installed[] | undefined {
  return specSummary.clusterProfileTemplates?.flatMap(({ packs }) =>
    packs.map(({ layer, name, version, tag }) => ({ layer, name, version: version ?? tag })),
  );
}

/** The key under which facts are found: the UID, and for a pool that of its cluster and its name. */
export const poolKey = (clusterUid: string, name: string): string => `${clusterUid}/${name}`;

interface Marked {
  readonly isFavorite: (key: string) => boolean;
  readonly now: number;
}

/** What is known of each item after some parts of a fleet were read. What was not read is left out. */
export function factsOf(
  fleet: RawFleet,
  parts: ReadParts,
  { isFavorite, now }: Marked,
): ReadonlyMap<string, Facts> {
  const all = new Map<string, Facts>();
  const add = (key: string, facts: Facts): Facts => {
    all.set(key, facts);
    return facts;
  };
  const common = (key: string) => ({ isFavorite: isFavorite(key), isOutdated: false, addresses: [] });
  const isPlanned = ({ state }: Health): boolean => state === 'maintenance';
  for (const { metadata: project, status } of fleet.projects) {
    const clusters = fleet.clusters.filter(
      ({ metadata }) => metadata.specSummary.projectMeta.uid === project.uid,
    );
    const read = clusters.filter((cluster) => parts.isMetadataRead || parts.isSearched(cluster));
    if (read.length === 0 && !parts.areProjectsListed) continue;
    const healths = read.map((cluster) => {
      const areRead = parts.areMachinesRead(cluster);
      const pools = areRead
        ? cluster.pools.map(({ machines }) => machines.map((machine) => machineHealth(machine, now)))
        : [];
      const own = ownHealth(cluster, parts);
      const shown = withWorst(own, worstOf(pools.flat()));
      const failure = parts.isOverviewRead(cluster) ? failureIn(cluster.overview) : undefined;
      const isExplained = failure !== undefined && ['failed', 'unhealthy'].includes(shown.state);
      const health = isExplained
        ? { ...shown, cause: `${failure.cause} ${shown.cause}`, message: failure.message || shown.message }
        : shown;
      const name = cluster.metadata.metadata.name.replace(`${project.name}-`, '');
      return { cluster, areRead, pools, name, health, isExplained: isExplained || health !== own };
    });
    const summary = parts.areProjectsListed ? summarized(status.clustersHealth) : 'unknown';
    const worst = states.find((each) => healths.some(({ health }) => health.state === each)) ?? 'unknown';
    const state = withWorst(healthOf(summary), healthOf(worst)).state;
    const ill = healths.filter(({ health }) => health.state === state);
    const isWhole = read.length === clusters.length || state !== summary;
    const hasCause = state !== 'healthy' && state !== 'unknown';
    // The first two clusters are named, and up to two causes.
    const names = ill.slice(0, 2).map(({ name }) => name);
    const causes = [
      ...new Set(ill.flatMap(({ health, isExplained }) => (isExplained ? [health.cause] : []))),
    ];
    const projectHealth = hasCause
      ? healthOf(
          state,
          [...names, ...(causes.length > 2 ? [] : causes), `${ill.length} clusters`].join(' '),
          ill.length === 1 && isWhole ? ill[0]?.health.message : '',
        )
      : healthOf(state);
    const projectFacts = add(project.uid, {
      kind: 'project',
      ...project,
      ...told(
        projectHealth,
        ill.every(({ cluster }) => parts.isOverviewRead(cluster)),
      ),
      ...common(project.uid),
      isKnown: isPlanned(projectHealth),
    });
    for (const { cluster, areRead, pools, health } of healths) {
      const { metadata, search } = cluster;
      const { name, uid } = metadata.metadata;
      const { cpu, memory } = search.status.metrics ?? {};
      const { cloudRegion, location } = metadata.specSummary;
      const { machinePools, hybridMachinePools } = search.specSummary.cloudConfig;
      const sizes = [...machinePools, ...hybridMachinePools].map(({ size }) => size);
      const profiles = search.specSummary.clusterProfileTemplates;
      const total = sizes.reduce((sum, size) => sum + size, 0);
      const listed = cluster.pools.reduce((sum, { size }) => sum + size, 0);
      const isSearched = parts.isSearched(cluster);
      const isCounted = isSearched || (areRead && hybridMachinePools.length === 0);
      const clusterFacts = add(uid, {
        kind: 'cluster',
        name,
        uid,
        project: projectFacts,
        ...told(health, parts.isOverviewRead(cluster)),
        ...common(uid),
        isKnown: isPlanned(health),
        cloud: metadata.specSummary.cloudType,
        regions: [cloudRegion, location?.regionCode, location?.regionName].filter(
          (each) => each !== undefined,
        ),
        tags: metadata.specSummary.tags,
        isWaiting: parts.areApprovalsRead ? cluster.isWaiting : undefined,
        isUpdatable: parts.isMetadataRead ? metadata.status.updates?.isUpdatesPending : undefined,
        machines: isCounted ? (areRead && hybridMachinePools.length === 0 ? listed : total) : undefined,
        ...(isSearched && {
          packs: packsOf(search),
          profiles: profiles?.map((profile) => ({ name: profile.name, version: profile.profileVersion })),
          cores: cpu && amountOf(cpu),
          memoryGiB: memory && amountOf(memory, 1024),
        }),
      });
      if (!areRead) continue;
      for (const [index, pool] of cluster.pools.entries()) {
        const machines = pools[index] ?? [];
        const all = worstOf(machines) ?? healthOf('unknown');
        const poolFacts = add(poolKey(uid, pool.name), {
          kind: 'pool',
          name: pool.name,
          project: projectFacts,
          cluster: clusterFacts,
          ...told(all),
          ...common(poolKey(uid, pool.name)),
          isKnown: isPlanned(all),
          machines: pool.size,
        });
        for (const [place, machine] of pool.machines.entries()) {
          const health = machines[place] ?? healthOf('unknown');
          const nics = machine.spec?.nics ?? [];
          add(machine.metadata.uid, {
            kind: 'machine',
            name: machine.metadata.name,
            uid: machine.metadata.uid,
            project: projectFacts,
            cluster: clusterFacts,
            pool: poolFacts,
            ...told(health),
            ...common(machine.metadata.uid),
            isKnown: isPlanned(health),
            addresses: [
              ...nics.flatMap(({ privateIPs = [], publicIp }) => [
                ...privateIPs,
                ...(publicIp ? [publicIp] : []),
              ]),
              ...(machine.status.addresses ?? []).map(({ address }) => address),
            ],
          });
        }
      }
    }
  }
  return all;
}
