import { l10n } from 'vscode';
import { groupByCause, type CauseGroup } from '../../items/causeGroups';
import { groupBy } from '../../items/order';
import { statesOf, compareVersions, minorVersion, packOf } from '../../items/item';
import {
  compareStates,
  countStates,
  itemStates,
  stateText,
  worst,
  type ItemState,
  type StateCounts,
} from '../../items/severity';
import { distinct } from '../../query/termTable';
import { tagKey } from '../../find/questions';
import { oneOf, type Reader } from '../../service/readers';
import { formatNumber } from '../../text/format';
import type { Choice } from '../../webPage/choice';
import type { RowGroup } from '../../webPage/tableSpec';
import type { PageFleet, FleetRow } from './fleet';

const properties = ['none', 'cause', 'project', 'cloud', 'region', 'kubernetes'] as const;
/** What the rows of a group have in common: their cause, a property of their cluster, or its tags with a key. */
export type Grouping = (typeof properties)[number] | `tag:${string}`;

const readProperty = oneOf(...properties);
export const readGrouping: Reader<Grouping> = (json) =>
  typeof json === 'string' && json.startsWith('tag:') ? `tag:${json.slice(4)}` : readProperty(json);

export interface FleetGroup extends RowGroup<FleetRow> {
  readonly title: string;
  readonly worst: ItemState;
  /** How many rows are in which state, the worst first. */
  readonly states: StateCounts;
  /** Of rows with the same cause. */
  readonly cause?: CauseGroup<FleetRow>;
}

/**
 * Rows with something in common: the worst groups first, or the oldest versions. Rows without a value come last.
 * @param isFolded whether groups of causes are closed at first
 */
export function groupItems(
  rows: readonly FleetRow[],
  grouping: Grouping,
  isFolded: boolean,
): readonly FleetGroup[] | undefined {
  if (grouping === 'none') return undefined;
  if (grouping === 'cause')
    return groupByCause(rows).map((cause) => ({
      ...fleetGroup(['cause', cause.id], cause.cause, cause.rows),
      cause,
      isFolded,
      isRow: cause.rows.length === 1 && cause.kind === 'cause',
    }));
  const groups = [...groupBy(rows, (row) => valueOf(row, grouping))].map(([value, members]) => ({
    value,
    group: fleetGroup([grouping, value], groupTitle(value, members[0], grouping), members),
  }));
  const rankOf = (value: string | undefined): number => (value === undefined ? 2 : value === '' ? 1 : 0);
  groups.sort((one, other) => {
    const order =
      grouping === 'kubernetes'
        ? (compareVersions(one.value ?? '', other.value ?? '') ?? 0)
        : compareStates(one.group.worst, other.group.worst);
    return rankOf(one.value) - rankOf(other.value) || order;
  });
  return groups.map(({ group }) => group);
}

/** @param key what tells it apart from all others, also from those of another grouping */
function fleetGroup(key: readonly unknown[], title: string, rows: readonly FleetRow[]): FleetGroup {
  const states = statesOf(rows.map(({ item }) => item));
  return {
    id: JSON.stringify(key),
    title,
    rows,
    worst: worst(states, 'notRead'),
    states: countStates(states),
  };
}

/** Empty if there is none, undefined if it was not read. */
function valueOf({ cluster, containers }: FleetRow, grouping: Grouping): string | undefined {
  switch (grouping) {
    case 'project':
      return containers.find(({ kind }) => kind === 'project')?.id ?? '';
    case 'cloud':
      return cluster.cloudType ?? '';
    case 'region':
      return cluster.region ?? '';
    case 'kubernetes':
      return cluster.packs && (minorVersion(packOf(cluster, 'k8s')?.version) ?? '');
    default:
      return cluster.tags?.filter((tag) => `tag:${tagKey(tag)}` === grouping).join(', ');
  }
}

function groupTitle(value: string | undefined, { containers }: FleetRow, grouping: Grouping): string {
  const isVersion = grouping === 'kubernetes';
  if (value === undefined) return isVersion ? l10n.t('Version not read') : l10n.t('Tags not read');
  if (grouping === 'project') return containers.find(({ id }) => id === value)?.name ?? l10n.t('No project');
  if (value !== '') return value;
  if (isVersion) return l10n.t('Unknown version');
  if (grouping === 'cloud') return l10n.t('Unknown cloud');
  return grouping === 'region' ? l10n.t('Unknown region') : l10n.t('No tag {0}', grouping.slice(4));
}

/** What rows can be grouped by: also the keys of tags, and what they are grouped by now. */
export function groupingChoices(fleet: PageFleet, current: Grouping): readonly Choice<Grouping>[] {
  const tags = distinct(fleet.clusters.flatMap(({ item: { tags = [] } }) => tags.map(tagKey)))
    // There may be thousands of them.
    .slice(0, 500)
    .flatMap((key) => (key === '' ? [] : (`tag:${key}` as const)));
  return [...new Set([...properties, ...tags, current])].map((id) => ({ id, name: groupingText(id) }));
}

function groupingText(grouping: Grouping): string {
  const texts: Partial<Record<Grouping, string>> = {
    none: l10n.t('Not grouped'),
    cause: l10n.t('Group: cause'),
    project: l10n.t('Group: project'),
    cloud: l10n.t('Group: cloud'),
    region: l10n.t('Group: region'),
    kubernetes: l10n.t('Group: Kubernetes version'),
  };
  return texts[grouping] ?? l10n.t('Group: tag {0}', grouping.slice(4));
}

/** `2 unhealthy` */
export function stateCountText(state: ItemState, count: string): string {
  return l10n.t('{0} {1}', count, stateText(state).toLowerCase());
}

/** `1 failed, 2 unhealthy of 9`, or `9 healthy` */
export function statesText(counts: StateCounts): string {
  const states = itemStates.flatMap((state) => {
    const count = counts[state];
    return count === undefined ? [] : { state, count };
  });
  const others = states.length > 1 ? states.filter(({ state }) => state !== 'healthy') : states;
  const text = others.map(({ state, count }) => stateCountText(state, formatNumber(count))).join(', ');
  const total = states.reduce((sum, { count }) => sum + count, 0);
  return states.length > 1 ? l10n.t('{0} of {1}', text, formatNumber(total)) : text;
}

/** A group that stays where it is while the user looks at it. */
export interface HeldGroup extends FleetGroup {
  /** How many of its rows need no attention any more. */
  readonly recovered: number;
  /** Whether it has come since. */
  readonly isNew: boolean;
}

/** The groups that the user looks at. */
let held: { readonly hold: string; readonly groups: readonly FleetGroup[] } | undefined;

/**
 * The groups and their rows, in the order in which the user has seen them: what is gone stays in its place, and what is new comes last.
 * @param hold changes when the user has seen what is new, or asks for something else; undefined while nobody looks
 * @param rowOf a row as it is now; undefined if it is gone
 */
export function heldGroups(
  hold: string | undefined,
  current: readonly FleetGroup[],
  rowOf: (id: string) => FleetRow | undefined,
): readonly HeldGroup[] {
  const isFirst = hold === undefined || held?.hold !== hold;
  if (isFirst) held = hold === undefined ? undefined : { hold, groups: current };
  const seen = isFirst ? current : (held?.groups ?? current);
  const byId = new Map(current.map((group) => [group.id, group]));
  // What became known stays in its place, too.
  const open = current.filter(({ cause }) => cause?.kind !== 'known');
  const shown = new Set(open.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const stayed = new Set<string>();
  const stay = seen.map((before): HeldGroup => {
    const now = byId.get(before.id);
    byId.delete(before.id);
    const isKnown = before.cause?.kind === 'known';
    const gone = isKnown
      ? []
      : before.rows.filter(({ id }) => !shown.has(id)).flatMap(({ id }) => rowOf(id) ?? []);
    for (const { id } of gone) stayed.add(id);
    const left = gone.map((row) => ({ ...row, isRecovered: row.item.known === undefined }));
    const own = (now?.rows ?? []).filter(({ id }) => !stayed.has(id));
    const order = new Map(before.rows.map(({ id }, index) => [id, index]));
    const placeOf = ({ id }: FleetRow): number => order.get(id) ?? before.rows.length;
    const rows = [...own, ...left].sort((one, other) => placeOf(one) - placeOf(other));
    const isRow = (now ?? before).isRow === true && rows.length === 1;
    const recovered = left.filter(({ isRecovered }) => isRecovered).length;
    return { ...(now ?? before), rows, isRow, recovered, isNew: false };
  });
  const added = [...byId.values()].map((group): HeldGroup => {
    const rows = group.rows.filter(({ id }) => !stayed.has(id));
    return { ...group, rows, recovered: 0, isNew: !isFirst };
  });
  return [...stay, ...added].filter(({ rows }) => rows.length > 0);
}
