import { illIn, machineCountsOf, type ClusterData, type MachineCounts } from './cluster';
import { isLater, latestTime, oldestOf, type Reading, type Run } from './record';
import type { RequestTime } from '../service/requestTime';
import { needsAttention, withChildren, type Severity } from './severity';
import type { Health, WorstMachines } from './health';
import type { Item, Known, Onset } from './item';

// How an item is that contains others, when the service says something about it at one time, and its parts were read at others.
// The rules are in docs/user-guide.md, Readings of different age.

/** A statement of the service about the parts of an item. */
interface Statement extends RequestTime {
  /** How many of the parts it leaves ill; undefined if it does not see them. */
  readonly room: number | undefined;
}

/** Whether a statement settles what was said before: it was requested later, sees what that is about, and leaves no room for it. */
export function answers({ room, ...statement }: Statement, claim: RequestTime): boolean {
  return room !== undefined && room <= 0 && isLater(statement, claim);
}

/** What became of a part that was read before a statement about what contains it. Missing as long as it stands. */
export interface Standing {
  /** `contradicted`: the statement does not see the part. */
  readonly is: 'answered' | 'contradicted';
  /** Since when the service has said so. */
  readonly since: RequestTime;
}

/** Whether what the service says about a cluster settles how a machine in it was, or disagrees. @param known how many are known */
export function machineStanding(
  severity: Severity,
  read: RequestTime,
  cluster: ClusterData & { readonly run: Run | undefined },
  known: () => number,
): Standing | undefined {
  const counts = machineCountsOf(cluster);
  if (
    counts !== undefined &&
    answers({ ...counts, room: roomFor(severity, counts.value) }, read) &&
    counts.value.size >= known()
  )
    return { is: 'answered', since: counts };
  const { run } = cluster;
  return isIllWord(severity) && run !== undefined && hasTurnedSince(run, read)
    ? { is: 'contradicted', since: run.first }
    : undefined;
}

/** Whether the word of the service has turned from ill to healthy since something was read. */
export function hasTurnedSince(run: Run | undefined, read: RequestTime): boolean {
  return run?.severity === 'healthy' && isIllWord(run.before?.value) && isLater(run.first, read);
}

/** How many machines the service counts that are so. It does not look at heartbeats. */
function roomFor(severity: Severity, counts: MachineCounts): number | undefined {
  if (severity === 'maintenance') return counts.inMaintenance;
  return severity === 'failed' || severity === 'unhealthy' ? illIn(counts) : undefined;
}

/** Whether the service may say so itself. */
export function isIllWord(severity: Severity | undefined): boolean {
  return severity === 'failed' || severity === 'unhealthy' || severity === 'lateHeartbeat';
}

/** A part of an item, or what is said about the item itself: how that is, and as of when. */
export interface Part {
  readonly severity: Severity;
  readonly at: RequestTime | undefined;
  readonly standing?: Standing | undefined;
  /** Whether it has nothing in it that could be ill. */
  readonly isEmpty?: boolean;
}

/** How an item is together with its parts, and which of them decide. */
interface Whole<Of extends Part> {
  readonly severity: Severity;
  readonly at: RequestTime | undefined;
  /** Set if nothing else is ill but parts that are contradicted. */
  readonly standing: Standing | undefined;
  /** The parts that count: those that are not answered. */
  readonly counting: readonly Of[];
}

/**
 * An item is as bad as the worst of what is said about itself and of its parts, unless they are answered.
 * @param isWhole whether all of its parts were read
 */
export function wholeOf<Of extends Part>(own: Part, parts: readonly Of[], isWhole: boolean): Whole<Of> {
  // While it is created or deleted, its parts are.
  const all = own.severity === 'inTransition' ? [] : parts.filter(({ isEmpty }) => isEmpty !== true);
  const counting = all.filter(({ standing }) => standing?.is !== 'answered');
  const answered = all.flatMap(({ standing }) => (standing?.is === 'answered' ? standing.since : []));
  const stands = needsAttention(own.severity) || counting.some((part) => isIllAndStands(part));
  // What the service contradicts decides only where nothing else is ill.
  const told = stands ? counting.filter(({ standing }) => standing === undefined) : counting;
  const said = [...told.map((part) => part.severity), ...answered.map(() => 'healthy' as const)];
  const severity = withChildren(own.severity, said);
  const isOwn = own.severity === severity;
  if (needsAttention(severity)) {
    const deciding = told.filter((part) => part.severity === severity);
    const at = latestTime([isOwn ? own.at : undefined, ...deciding.map((part) => part.at)]);
    return { severity, at, standing: stands ? undefined : deciding[0]?.standing, counting: told };
  }
  // It takes all of these to say so, also those in which there is nothing.
  const needed = isOwn && severity !== 'unknown' ? [own.at, ...answered] : parts.map(({ at }) => at);
  // If all parts were read, and are well, nothing else is needed.
  const isSaidByParts = isWhole && all.length > 0 && all.every((part) => part.severity === 'healthy');
  const at = latestTime([
    oldestOf(needed) ?? own.at,
    isSaidByParts ? oldestOf(parts.map((part) => part.at)) : undefined,
  ]);
  return { severity, at, standing: undefined, counting };
}

/** How an item is that is nothing but its parts, also those that are answered. @param part how it is without these */
export function groupOf<Of extends Part>(part: Whole<Of>, parts: readonly Of[], isWhole: boolean): Whole<Of> {
  if (part.counting.length === parts.length) return part;
  const asRead = parts.map((one): Of =>
    one.standing === undefined ? one : { ...one, standing: { ...one.standing, is: 'contradicted' } },
  );
  return wholeOf({ severity: 'unknown', at: undefined }, asRead, isWhole);
}

function isIllAndStands({ severity, standing }: Part): boolean {
  return needsAttention(severity) && standing === undefined;
}

/** What cluster search counted later than the machines were read, if it has room for fewer than are ill. */
export function fewerCounted(
  counts: Reading<MachineCounts> | undefined,
  ill: readonly Part[],
): Reading<MachineCounts> | undefined {
  const before = ill.filter(
    ({ at, severity, standing }) =>
      standing === undefined && (severity === 'failed' || severity === 'unhealthy') && isLater(counts, at),
  );
  const room = counts && illIn(counts.value);
  // One that leaves none answers them, unless it does not see them.
  return room !== undefined && room > 0 && before.length > room ? counts : undefined;
}

export interface IllMachine extends Part {
  readonly id: string;
  readonly isKnown: boolean;
  readonly onset: Onset | undefined;
}

/** How an item is, with everything in it, and as a part of what contains it. */
export interface Derived extends Part {
  readonly item: Item;
  /** What is said about the item itself. */
  readonly own: Health;
  /** When that was requested. */
  readonly ownAt: RequestTime | undefined;
  /** Since when the service says how it is. */
  readonly run: Run | undefined;
  /** `open` if the item itself, or anything in it, needs attention and is not known; undefined if nothing needs attention. */
  readonly problem: Known | 'open' | undefined;
  /** The same for what is said about the item itself. */
  readonly ownProblem: Known | 'open' | undefined;
  readonly machines: WorstMachines | undefined;
  /** The machines in it that are ill, or were when they were read. */
  readonly ill: readonly IllMachine[];
  /** When the machines in it were requested, the first of them. */
  readonly machinesAt: RequestTime | undefined;
  /** The IDs of the parts of which its record tells whether they stand. */
  readonly judged: readonly string[];
  /** When time alone changes how it is, in milliseconds since 1970. */
  readonly dueAt: number;
}
