import { localTime, type RequestTime } from '../service/requestTime';
import { configUidOf, uidOf, versionsOf } from './cluster';
import type { Audits, ReadAudit } from './details/events';
import type { IllMachine } from './containers';
import { groupBy } from './order';
import { type ItemChange, versionText } from './item';
import { isResourceRow, kindOf, shownName, type ClusterRow, type ResourceRow } from './kinds';
import type { ItemStore } from './kinds/kind';
import { auditText, line, followsWithinMs, namesIn, wordsOf } from './eventText';

/** Of what happened within this time, in milliseconds, nobody knows what was first: clocks differ. */
const sameTimeMs = 60_000;

/** A cluster that is ill, and why. */
interface IllCluster {
  readonly cluster: ClusterRow;
  /** Since when, in milliseconds since 1970. */
  readonly began: number;
  /** The pack that its cause names. */
  readonly pack: string | undefined;
  /** The machines that are ill with it. */
  readonly machines: readonly ResourceRow[];
  readonly store: ItemStore;
}

/** What was changed shortly before a cluster became ill, and touches what its cause names. Undefined if there is nothing. */
export function changesBefore(ill: IllCluster, audits: Audits): readonly ItemChange[] | undefined {
  const entries = changedUids(ill).flatMap((uid) => audits.of(uid));
  const all = [...packStart(ill), ...entries.flatMap((entry) => auditChange(entry, ill) ?? [])];
  if (all.length === 0) return undefined;
  all.sort((one, other) => one.at - other.at);
  // The audit log also names who upgraded a pack.
  return [...groupBy(all, ({ id }) => id).values()].map(
    (same) => same.findLast(({ who }) => who !== '') ?? same[0],
  );
}

/** A time of the service by the clock of this computer, if it is shortly before a cluster became ill. */
function timeBefore(
  { began }: IllCluster,
  time: number | undefined,
  read: RequestTime | undefined,
): number | undefined {
  const at = localTime(time, read?.aheadMs);
  const gap = at === undefined ? Infinity : began - at;
  return gap > sameTimeMs && gap <= followsWithinMs ? at : undefined;
}

/** The UIDs of what may be changed in a cluster: itself, its config, its profiles, and the machines that are ill with it. */
export function changedUids({
  cluster,
  machines,
}: Pick<IllCluster, 'cluster' | 'machines'>): readonly string[] {
  const uids = [
    uidOf(cluster),
    configUidOf(cluster),
    ...machines.map((machine) => kindOf(machine).uid(machine)),
  ];
  return [...new Set([...uids, ...profileUids(cluster)])].filter((uid) => uid !== undefined);
}

export function machinesOf(ill: readonly IllMachine[], store: ItemStore): readonly ResourceRow[] {
  return ill.map(({ id }) => store.find(id)).filter(isResourceRow);
}

const packsOf = ({ readings }: ClusterRow) => readings.overview?.value.status?.packs ?? [];

function profileUids(cluster: ClusterRow): readonly (string | undefined)[] {
  return packsOf(cluster).map(({ profileUid }) => profileUid);
}

/** That the pack which the cause names was started in its version. */
function packStart(ill: IllCluster): readonly ItemChange[] {
  const { cluster, pack } = ill;
  return packsOf(cluster).flatMap(({ name, version, startTime }) => {
    const at = timeBefore(ill, startTime, cluster.readings.overview);
    return name === undefined || name !== pack || at === undefined
      ? []
      : { ...packChange(name, version), at, who: '', what: line(versionText({ name, version })) };
  });
}

function packChange(name: string, version = '') {
  return { id: line(versionText({ name, version })), ...(version === '' ? {} : { version: line(version) }) };
}

function auditChange({ id, event, time }: ReadAudit, ill: IllCluster): ItemChange | undefined {
  const at = timeBefore(ill, event.metadata?.creationTimestamp, time);
  if (at === undefined) return undefined;
  const { isCause, who, what } = auditText(event);
  const { uid, name = '' } = event.involvedObject ?? {};
  const { cluster, pack, machines } = ill;
  const versions = new Map(packsOf(cluster).map((one) => [one.name ?? '', one.version]));
  const ofMachines = machines
    .flatMap((machine) => [machine, machine.parent])
    .filter(isResourceRow)
    .map(shownName);
  const pools = ill.store.rows(cluster).filter(isResourceRow).map(shownName);
  // The name of a cluster is no machine, even if its only machine has it.
  const others = new Set([...pools, ...ofMachines].filter((one) => one !== shownName(cluster)));
  const isItself = uid === uidOf(cluster);
  const words = new Set([isItself ? '' : name, ...wordsOf(what)]);
  const named = namesIn(words, (word) => (others.has(word) ? '' : versions.get(word)));
  const wanted = pack === undefined ? ofMachines : [pack];
  const isOfCluster =
    (!isItself && [configUidOf(cluster), ...profileUids(cluster)].includes(uid)) ||
    versionsOf(cluster).profiles?.some((profile) => words.has(profile.name)) === true;
  const touches = named.length === 0 ? isOfCluster : named.some((one) => wanted.includes(one));
  if (!isCause || !touches) return undefined;
  const isOfPack = pack !== undefined && named.includes(pack);
  return { id, ...(isOfPack ? packChange(pack, versions.get(pack)) : {}), at, who, what };
}
