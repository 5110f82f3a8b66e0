import { l10n } from 'vscode';
import { clusterCount, formatNumber, machineCount } from '../text/format';
import { present, separator } from '../text/text';
import { type Changed, changedBefore, firstOnset } from './causeTimes';
import { perObject } from '../service/remember';
import { groupBy } from './order';
import { type Item, type Onset, type PlacedItem, statesOf } from './item';
import { causeText } from './itemText';
import { type ItemState, compareStates, needsAttention, severityOfState, stateText, worst } from './severity';
import { byKind, isLeaf } from './kinds/levels';

// What has the same cause. Used by the extension and by the fleet page.

/** `unread`: the causes of its rows were not read. `known`: they are known problems. */
type CauseKind = 'cause' | 'unread' | 'known';

/** Rows with the same cause. Times are in milliseconds since 1970 by the clock of this computer. */
export interface CauseGroup<Placed extends PlacedItem> {
  /** The same while causes and machines are read. */
  readonly id: string;
  readonly kind: CauseKind;
  /** `No valid host was found` */
  readonly cause: string;
  /** `6 clusters, 14 machines` */
  readonly counts: string;
  readonly rows: readonly [Placed, ...Placed[]];
  /** The first onset of those that are still ill; undefined if it is not known. */
  readonly began: Onset | undefined;
  /** When the last one joined; undefined if that is not known. */
  readonly latest: number | undefined;
  /** What was changed before. */
  readonly changed: Changed | undefined;
  /** How many are old or contradicted. */
  readonly outdated: number;
  /** How many have joined after a time: clusters or, if there are none, machines. */
  readonly joinedSince: (time: number) => number;
}

/**
 * Groups items by what their causes and messages say, or else by their state: the worst groups first, others in the order of their
 * first items. Of what needs attention, that without a cause that was read comes last but one, and what is known last.
 */
export function groupByCause<Placed extends PlacedItem>(
  rows: readonly Placed[],
): readonly CauseGroup<Placed>[] {
  return groupsBy(rows, groupKeyOf);
}

/** A group of known problems as one for each cause. */
export function withKnownCauses<Placed extends PlacedItem>(
  group: CauseGroup<Placed>,
): readonly CauseGroup<Placed>[] {
  return group.kind === 'known' ? groupsBy(group.rows, causeKeyOf) : [group];
}

interface GroupKey {
  readonly kind: CauseKind;
  readonly key: string;
}

function groupsBy<Placed extends PlacedItem>(rows: readonly Placed[], keyOfRow: (row: Placed) => GroupKey) {
  const ids = groupBy(rows, (row) => {
    const { kind, key } = keyOfRow(row);
    return `${kind}:${key}`;
  });
  return [...ids]
    .map(([id, members]) => causeGroup(id, keyOfRow(members[0]), members))
    .sort((one, other) => groupRank(one) - groupRank(other) || compareStates(worstOf(one), worstOf(other)));
}

function causeGroup<Placed extends PlacedItem>(
  id: string,
  { kind, key }: GroupKey,
  rows: readonly [Placed, ...Placed[]],
): CauseGroup<Placed> {
  const clusters = rows.filter(({ item }) => item.kind === 'cluster');
  const counted = clusters.length === 0 ? rows : clusters;
  const joined = (of: readonly PlacedItem[]): readonly number[] =>
    of.flatMap(({ item: { onset } }) => (onset === undefined || onset.isBefore ? [] : onset.at));
  const times = joined(rows);
  return {
    id,
    kind,
    cause: kind === 'known' ? l10n.t('{0} known', formatNumber(counted.length)) : causeTitle(kind, key, rows),
    counts: countsText(rows),
    rows,
    began: firstOnset(rows.map(({ item }) => item.onset)),
    latest: times.length === 0 ? undefined : Math.max(...times),
    changed: changedBefore(clusters.map(({ item }) => item)),
    outdated: counted.filter(({ item }) => item.isStale).length,
    joinedSince: (time) => joined(counted).filter((at) => at > time).length,
  };
}

function causeTitle(kind: CauseKind, key: string, rows: readonly PlacedItem[]): string {
  if (kind === 'unread') return l10n.t('No cause read');
  const machines = rows.filter(({ item }) => isLeaf(item));
  const [first, ...others] = machines.length === 0 ? rows : machines;
  const text = first === undefined ? '' : ownText(first.item);
  // What differs is left out of the key.
  return text !== '' && others.every(({ item }) => ownText(item) === text) ? text : key;
}

/** What an item itself says. Kept, as what follows: thousands are grouped again when one has changed. */
const ownText = perObject((item: Item) => causeText({ ...item, cause: ownCause(item) }));

const kindOrder: readonly CauseKind[] = ['cause', 'unread', 'known'];

/** What needs no attention comes after all that does. */
function groupRank(group: CauseGroup<PlacedItem>): number {
  return needsAttention(worstOf(group)) ? kindOrder.indexOf(group.kind) : kindOrder.length;
}

const worstOf = perObject(({ rows }: CauseGroup<PlacedItem>): ItemState =>
  worst(statesOf(rows.map(({ item }) => item)), 'notRead'),
);

/** The ID of the cluster that an item is, or is in; that of an item that is in none. */
export function clusterIdOf({ item, containers }: PlacedItem): string {
  return containers.find(({ kind }) => kind === 'cluster')?.id ?? item.id;
}

function groupKeyOf(row: PlacedItem): GroupKey {
  return row.item.known === undefined ? causeKeyOf(row) : { kind: 'known', key: '' };
}

function causeKeyOf(row: PlacedItem): GroupKey {
  const machinesKey = row.item.kind === 'cluster' ? keyOfMachines(row) : undefined;
  if (machinesKey === undefined && mayReadCause(row.item)) return { kind: 'unread', key: '' };
  return { kind: 'cause', key: machinesKey ?? ownKey(row.item) };
}

/** Whether the cause of an item may still be read, and what is known says no more than its state, and how many machines are ill. */
function mayReadCause({ state, cause, counted, message, isCauseUnread }: Item): boolean {
  const isState = counted !== undefined || severityOfState(cause) === state;
  return isCauseUnread === true && causeText({ state, cause: isState ? '' : cause, message }) === '';
}

/** The cause of a cluster that only says how many of its machines have one is theirs, if they share it. */
function keyOfMachines({ item, machines = [] }: PlacedItem): string | undefined {
  const cause = ownCause(item);
  const affected = machines.filter(({ state }) => state === item.state);
  const isOfMachines =
    causeText({ state: item.state, cause }) === '' ||
    item.counted !== undefined ||
    affected.some((one) => one.cause !== '' && cause.startsWith(one.cause));
  const keys = new Set(isOfMachines ? affected.map(ownKey) : []);
  const [key] = keys;
  return keys.size === 1 ? key : undefined;
}

/** The cause of an item itself: how many machines in it are affected follows. */
function ownCause(item: Item): string {
  return isLeaf(item) ? item.cause : (item.cause.split(separator)[0] ?? '');
}

/** What is the same where the same has happened to others, and later: without numbers, and names in messages that contain them. */
const ownKey = perObject((item: Item): string => {
  const { state, message = '' } = item;
  const pattern = {
    // How long it is late has a unit, too.
    cause: state === 'lateHeartbeat' ? '' : ownCause(item).replace(/(?<!\S)\d+(?!\S)/g, '…'),
    // It may begin with the name of what it is about.
    message: message.replace(/\S*\d\S*/g, '…').replace(/^… /, ''),
  };
  return causeText({ state, ...pattern }) || stateText(state);
});

/** Each cluster counts in the group of its own row only: `6 clusters, 14 machines` */
function countsText(rows: readonly PlacedItem[]): string {
  const { cluster: clusters, machine: machines } = byKind(
    (kind) => rows.filter(({ item }) => item.kind === kind).length,
  );
  return present(
    clusters === 0 ? undefined : clusterCount(clusters),
    machines === 0 ? undefined : machineCount(machines),
  ).join(', ');
}
