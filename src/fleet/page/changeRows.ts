import type { Change, ChangeCoverage } from '../../items/changes/change';
import { safeName } from '../../items/fields';
import { groupBy } from '../../items/groupBy';
import { isProblem, isRecovery, isRepeated } from '../../items/severity';
import { parts, sanitizeLine } from '../../text/text';
import type { ChangesMessage } from '../messages';
import { wordSearch } from '../../webPage/lists';
import { connectionKey } from './fleet';

/** The changes of a connection. All texts are safe to show on one line. */
export interface ShownChanges {
  /** As {@link connectionKey} returns it. */
  readonly connection: string;
  /** Newest first. */
  readonly changes: readonly Change[];
  readonly coverage: ChangeCoverage;
}

/** What the page shows after a message. What is known of one connection is never shown under the name of another. */
export function changesAfter(
  shown: ShownChanges | undefined,
  { connection, isWhole, added, oldest = Infinity, coverage }: ChangesMessage,
): ShownChanges {
  const key = connectionKey(connection);
  const before = isWhole || shown?.connection !== key ? [] : shown.changes;
  const kept = before.filter(({ number }) => number >= oldest);
  return { connection: key, changes: [...added.map(safe), ...kept], coverage };
}

function safe(change: Change): Change {
  const { item, from, to } = change;
  return {
    ...change,
    item: { ...item, name: safeName(item), path: item.path.map((name) => sanitizeLine(name)) },
    from: from === undefined ? undefined : sanitizeLine(from),
    to: to === undefined ? undefined : sanitizeLine(to),
  };
}

/** Which changes to show. */
export const changeKinds = ['all', 'problems', 'recoveries'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Whether an item got worse and needs attention, or no longer needs it. One that disappeared has not recovered. */
function isOfKind({ severityBefore, severityAfter }: Change, kind: ChangeKind): boolean {
  switch (kind) {
    case 'all':
      return true;
    case 'problems':
      return isProblem(severityBefore, severityAfter);
    case 'recoveries':
      return severityAfter !== undefined && isRecovery(severityBefore, severityAfter);
  }
}

interface ChangeFilter {
  readonly kind: ChangeKind;
  readonly text: string;
}

/** The changes of a kind that have every word of the text in the name, UID or path of their item, or in a value. */
export function filterChanges(changes: readonly Change[], { kind, text }: ChangeFilter): readonly Change[] {
  const isFound = search(text);
  return changes.filter((change) => isOfKind(change, kind) && isFound(change));
}

const search = wordSearch(({ item, from, to }: Change) => parts(item.name, item.uid, ...item.path, from, to));

/** The IDs of the items that are gone, as far as the changes tell. @param changes newest first */
export function goneItems(changes: readonly Change[]): ReadonlySet<string> {
  const newest = new Map<string, Change>();
  for (const change of changes) if (!newest.has(change.item.id)) newest.set(change.item.id, change);
  return new Set([...newest].flatMap(([id, { what }]) => (what === 'disappeared' ? [id] : [])));
}

/** Whether an item or one that contains it is gone: the IDs of items begin with that of their parent and a slash. */
export function isGone(id: string, gone: ReadonlySet<string>): boolean {
  const end = id.lastIndexOf('/');
  return gone.has(id) || (end > 0 && isGone(id.slice(0, end), gone));
}

/** A line of the list: a change, and those of the cluster of its machine that only repeat it. */
export interface ChangeLine {
  readonly change: Change;
  readonly repeats: readonly Change[];
}

const noRepeats: readonly Change[] = [];

/**
 * Folds the changes of clusters that only repeat the change of a machine in them into its line.
 * @param changes of one refresh
 * @param gone as {@link goneItems} returns it: their lines lead nowhere
 */
export function foldRepeats(changes: readonly Change[], gone: ReadonlySet<string>): readonly ChangeLine[] {
  const machines = changes.filter(({ item }) => item.kind === 'machine' && !isGone(item.id, gone));
  const repeats = groupBy(changes, (change) => machines.find((machine) => isRepeatOf(change, machine)));
  const others = repeats.get(undefined) ?? [];
  return others.map((change) => ({ change, repeats: repeats.get(change) ?? noRepeats }));
}

function isRepeatOf(change: Change, machine: Change): boolean {
  const { item, what, from } = change;
  // Whether a cluster is there is more than what its machines say.
  if (item.kind !== 'cluster' || from === undefined || !machine.item.id.startsWith(`${item.id}/`))
    return false;
  if (isRepeated(transitionOf(change), transitionOf(machine))) return true;
  // How many of its machines are healthy can change while it stays as bad as it is.
  return what === 'size' && !isTurn(change) && (isTurn(machine) || machine.what === 'appeared');
}

function transitionOf({ severityBefore: from, severityAfter: to }: Change) {
  return { from, to };
}

/** Whether an item begins or ceases to need attention, or gets worse. */
function isTurn({ severityBefore, severityAfter }: Change): boolean {
  return isProblem(severityBefore, severityAfter) || isRecovery(severityBefore, severityAfter);
}
