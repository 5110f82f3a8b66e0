import { networkOf } from './clouds/parts';
import type { Cluster } from './cluster';
import { eventResource, reporter, type Event } from './events';
import { machineHistory, type Change } from './machineHistory';
import { identity, type Times } from './machines';
import type { Named } from './metadata';
import type { Pool } from './pools';
import type { Situation } from './situations';

const minute = 60_000;

/** How a pack that somebody upgrades brings machines into a situation. */
interface Fault {
  readonly pack: string;
  readonly from: string;
  readonly to: string;
  /** The name of the user who upgrades it in all clusters; somebody else in each if missing. */
  readonly who?: string;
  readonly reason: string;
  readonly message: (machine: string) => string;
}

/**
 * The new version of a pack fails on the first machine that gets it, so that its rollout stops there.
 */
const faults: Partial<Readonly<Record<Situation, Fault>>> = {
  diskPressure: {
    pack: 'fluent-bit',
    from: '0.47.10',
    to: '0.48.5',
    reason: 'CrashLoopBackOff',
    message: (machine) =>
      `Pod fluent-bit-x7k2p on ${machine} crashes on start and fills the disk with core dumps`,
  },
  memoryPressure: {
    pack: 'prometheus',
    from: '65.5.1',
    to: '66.2.0',
    who: 'Chiara Rossi',
    reason: 'OOMKilled',
    message: (machine) => `Pod prometheus-server-0 on ${machine} needs more memory than the machine has`,
  },
};

/** Who did what an event tells, if the same user upgrades the pack in all clusters. */
export const upgraderOf = ({ message }: Event): string | undefined =>
  Object.values(faults).find(({ pack }) => message.startsWith(`Upgrading pack ${pack} `))?.who;

function faultOf(situation: Situation, cluster: Cluster): Fault | undefined {
  if (situation !== 'provisioned') return faults[situation];
  const { pack, image, version, next } = networkOf(cluster);
  return {
    pack,
    from: version,
    to: next,
    reason: 'ImagePullBackOff',
    message: (machine) => `Pod ${image}-4wq8n on ${machine} can't pull the image ${image}:v${next}`,
  };
}

/** An upgrade of a pack that brings a machine into a situation. */
export interface Upgrade {
  readonly fault: Fault;
  readonly machine: Named;
  readonly situation: Situation;
  /** When the pack was upgraded, when it failed, and since when the machine is in the situation. */
  readonly upgraded: number;
  readonly failed: number;
  readonly start: number;
}

/** The upgrade that a machine suffers from. */
export function machineUpgrade(
  cluster: Cluster,
  pool: Pool,
  place: number,
  changes: readonly Change[],
): Upgrade | undefined {
  const last = changes.at(-1);
  const fault = last && faultOf(last.situation, cluster);
  if (!fault) return undefined;
  const { time: start, situation } = last;
  const machine = identity(cluster, pool, place);
  return { fault, machine, situation, upgraded: start - 24 * minute, failed: start - 2 * minute, start };
}

/** The upgrades of packs in a cluster, in order of time: one version fails on one machine. */
export function upgradesOf(cluster: Cluster, times: Times): readonly Upgrade[] {
  const changes = machineHistory(cluster, times);
  const all = cluster.pools
    .flatMap((pool) =>
      [...pool.situations.keys()]
        .filter((place) => place < pool.size)
        .flatMap((place) => machineUpgrade(cluster, pool, place, changes(pool, place)) ?? []),
    )
    .sort((a, b) => a.start - b.start);
  return all.filter(({ fault }, index) => all.findIndex((one) => one.fault.pack === fault.pack) === index);
}

const agent = reporter('cluster-agent');

/** The events of an upgrade, except those of its machine. */
export function upgradeEvents(
  cluster: Cluster,
  { fault: { pack, from, to, reason, message }, machine, upgraded, failed }: Upgrade,
): readonly Event[] {
  const started = agent('UpgradeStarted', `Upgrading pack ${pack} from ${from} to ${to}`);
  const error = agent(reason, `Pack ${pack} ${to}: ${message(machine.name)}`, 'Error');
  return [
    eventResource(cluster, undefined, started, upgraded),
    eventResource(cluster, undefined, error, failed),
  ];
}
