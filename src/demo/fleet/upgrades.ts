import { networkOf } from './clouds/parts';
import type { Cluster } from './cluster';
import { eventResource, reporter, type Event } from './events';
import { machineHistory, unusualPlaces, type Change } from './machineHistory';
import { identity, type Times } from './machines';
import type { Named } from './metadata';
import type { Pool } from './pools';
import type { Situation } from './situations';
import type { Step } from './step';

const minute = 60_000;

/** How a pack that somebody upgrades brings machines into a situation. */
interface Fault {
  readonly pack: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly message: (machine: string) => string;
}

/**
 * The new version of a pack fails on the first machine that gets it, so that its rollout stops there. That machine suffers
 * until the pack is rolled back.
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
    reason: 'OOMKilled',
    message: (machine) => `Pod prometheus-server-0 on ${machine} needs more memory than the machine has`,
  },
};

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

/** An upgrade of a pack that brings a machine into a situation, until it is rolled back. */
export interface Upgrade {
  readonly fault: Fault;
  readonly machine: Named;
  readonly situation: Situation;
  /** When the pack was upgraded, when it failed, and since when the machine is in the situation. */
  readonly upgraded: number;
  readonly failed: number;
  readonly start: number;
  /** When somebody rolled the pack back, when that was done, and when the machine recovered. May be in the future. */
  readonly rolledBack: number;
  readonly repaired: number;
  readonly end: number;
}

/** The upgrades that a machine suffers from, in order of time, also those that are to come. */
export function machineUpgrades(
  cluster: Cluster,
  pool: Pool,
  place: number,
  changes: readonly Change[],
): readonly Upgrade[] {
  return changes.flatMap(({ time: start, situation }, index) => {
    const fault = faultOf(situation, cluster);
    const end = changes[index + 1]?.time ?? Infinity;
    return fault
      ? [
          {
            fault,
            machine: identity(cluster, pool, place),
            situation,
            upgraded: start - 24 * minute,
            failed: start - 2 * minute,
            start,
            rolledBack: end - 2 * minute,
            repaired: end - minute,
            end,
          },
        ]
      : [];
  });
}

/** The upgrades of packs in a cluster, in order of time: one version fails on one machine. */
export function upgradesOf(cluster: Cluster, activity: readonly Step[], times: Times): readonly Upgrade[] {
  const unusual = cluster.pools.flatMap((pool) =>
    unusualPlaces(cluster, pool, activity).map((place) => ({ pool, place })),
  );
  if (unusual.length === 0) return [];
  const changes = machineHistory(cluster, activity, times);
  const sorted = unusual
    .flatMap(({ pool, place }) => machineUpgrades(cluster, pool, place, changes(pool, place)))
    .sort((a, b) => a.start - b.start);
  return sorted.filter(
    ({ fault, upgraded }, index) =>
      !sorted.slice(0, index).some((before) => before.fault === fault && before.end > upgraded),
  );
}

const agent = reporter('cluster-agent');

/** The events of an upgrade until `now`, except those of its machine. */
export function upgradeEvents(
  cluster: Cluster,
  { fault: { pack, from, to, reason, message }, machine, ...times }: Upgrade,
  now: number,
): readonly Event[] {
  const occurrences = [
    [times.upgraded, agent('UpgradeStarted', `Upgrading pack ${pack} from ${from} to ${to}`)],
    [times.failed, agent(reason, `Pack ${pack} ${to}: ${message(machine.name)}`, 'Error')],
    [times.rolledBack, agent('RollbackStarted', `Rolling back pack ${pack} to ${from}`)],
    [times.repaired, agent('RollbackCompleted', `Rolled back pack ${pack} to ${from}`)],
  ] as const;
  return occurrences
    .filter(([time]) => time <= now)
    .map(([time, occurrence]) => eventResource(cluster, undefined, occurrence, time));
}
