import { l10n } from 'vscode';
import { clusterCount, machineCount } from '../text/format';
import { parts, separator } from '../text/text';
import { groupBy } from './groupBy';
import { type Item, type PlacedItem, statesOf } from './item';
import { causeText } from './itemText';
import { type ItemState, compareStates, stateText, worst } from './severity';
import { isLeaf } from './kinds/levels';

// What has the same cause. Used by the extension and by the fleet page.

/** Groups items by what their causes and messages say, or else by their state: the worst groups first, others in the order of their first items. */
export function groupByCause<Placed extends PlacedItem>(rows: readonly Placed[]) {
  return [...groupBy(rows, causeKey)]
    .map(([id, members]) => {
      const machines = members.filter(({ item }) => isLeaf(item));
      const shown = (machines.length === 0 ? members : machines).map(({ item }) =>
        causeText({ ...item, cause: ownCause(item) }),
      );
      // What differs is left out of the key.
      const cause = shown.every((text) => text !== '' && text === shown[0]) ? (shown[0] ?? id) : id;
      // `No valid host was found`, and `103 machines in 16 clusters`
      return { id, cause, counts: countsText(members), rows: members };
    })
    .sort((one, other) => compareStates(worstOf(one), worstOf(other)));
}

function worstOf({ rows }: { readonly rows: readonly PlacedItem[] }): ItemState {
  return worst(statesOf(rows.map(({ item }) => item)), 'notRead');
}

/** The ID of the cluster that an item is, or is in; that of an item that is in none. */
export function clusterIdOf({ item, containers }: PlacedItem): string {
  return containers.find(({ kind }) => kind === 'cluster')?.id ?? item.id;
}

/** The cause of a cluster that only says how many of its machines have one is theirs, if they share it. */
function causeKey({ item, machines = [] }: PlacedItem): string {
  if (item.kind !== 'cluster') return ownKey(item);
  const cause = ownCause(item);
  const affected = machines.filter(({ state }) => state === item.state);
  const isOfMachines =
    causeText({ state: item.state, cause }) === '' ||
    item.counted !== undefined ||
    affected.some((one) => one.cause !== '' && cause.startsWith(one.cause));
  const keys = new Set(isOfMachines ? affected.map(ownKey) : []);
  const [key] = keys;
  return keys.size === 1 && key !== undefined ? key : ownKey({ ...item, cause });
}

/** The cause of an item itself: how many machines in it are affected follows. */
function ownCause(item: Item): string {
  return isLeaf(item) ? item.cause : (item.cause.split(separator)[0] ?? '');
}

/** What is the same where the same has happened to others: without numbers, and names that contain them. */
function ownKey({ state, cause, message = '' }: Item): string {
  const pattern = message.replace(/\S*\d\S*/g, '…');
  return causeText({ state, cause, message: pattern }) || stateText(state);
}

/** `3 machines in 2 clusters · 1 cluster` */
function countsText(rows: readonly PlacedItem[]): string {
  const machines = rows.filter(({ item }) => isLeaf(item));
  const affected = new Set(machines.map(clusterIdOf));
  const others = rows.filter(({ item }) => item.kind === 'cluster' && !affected.has(item.id));
  return parts(
    machines.length === 0
      ? undefined
      : l10n.t('{0} in {1}', machineCount(machines.length), clusterCount(affected.size)),
    others.length === 0 ? undefined : clusterCount(others.length),
  );
}
