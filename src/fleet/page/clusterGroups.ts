import { l10n } from 'vscode';
import { groupBy } from '../../items/groupBy';
import { compareStates, itemStates, type Item, type ItemState } from '../../items/item';
import { compareVersions, minorVersion, packOf } from '../../items/packs';
import { termKeys, termOf } from '../../items/query/terms';
import { tagKey } from '../../items/tags';
import { formatNumber } from '../../text/format';
import { needsAttention } from '../../items/severity';
import { parts } from '../../text/text';
import { oneOf, type Reader } from '../../service/readers';
import { termValue } from './answer';
import { countsText } from './describe';
import type { Cluster, PageFleet } from './fleet';

export const groupings = ['project', 'cloud', 'region', 'kubernetes'] as const;
/** By a property, or by the tags with a key. */
export type Grouping = (typeof groupings)[number] | `tag:${string}`;

const readProperty = oneOf(...groupings);
export const readGrouping: Reader<Grouping> = (json) =>
  typeof json === 'string' && json.startsWith('tag:') ? `tag:${json.slice(4)}` : readProperty(json);

/** The groups of the status grid that come first, and since which read. */
interface GroupOrder {
  readonly grouping: Grouping;
  readonly readAt: number;
  readonly keys: readonly string[];
}

/** Clusters of the status grid with something in common. */
export interface ClusterGroup {
  readonly name: string;
  readonly clusters: readonly Cluster[];
  /** The value of the term that selects them; undefined if no term does. */
  readonly value?: string | undefined;
  /** Whether they are all that need no attention. */
  readonly isRest?: true;
}

/** Where there are not more groups than this, all of them have their names. */
const fewGroups = 12;

/** The grouping that can be shown: the clusters may no longer have the key of a tag. */
export function shownGrouping(wanted: Grouping, { clusters, header }: PageFleet): Grouping {
  const isRead = header.readAt !== undefined && header.reading?.what !== 'clusters';
  const isGone = isRead && wanted.startsWith('tag:') && !clusters.some((each) => keyOf(each, wanted));
  return isGone ? 'project' : wanted;
}

/**
 * Which groups come first: those that need attention, the worst first. Until all clusters are read again, groups are only
 * added, so that nothing moves while machines are read.
 */
export function orderOf(
  before: GroupOrder | undefined,
  { clusters, header }: PageFleet,
  grouping: Grouping,
): GroupOrder {
  const { readAt = 0, reading } = header;
  const isKept = before?.grouping === grouping && (reading?.what === 'clusters' || before.readAt === readAt);
  const keys = [...groupBy(clusters, (cluster) => keyOf(cluster, grouping))]
    .map(([key, members]) => ({ key, state: worstOf(members, grouping) }))
    .filter(({ state }) => needsAttention(state))
    .sort((one, other) => compareStates(one.state, other.state))
    .map(({ key }) => key);
  return isKept ? { ...before, keys: [...new Set([...before.keys, ...keys])] } : { grouping, readAt, keys };
}

function worstOf(clusters: readonly Cluster[], grouping: Grouping): ItemState {
  const project = grouping === 'project' ? clusters[0]?.project : undefined;
  const states = new Set(clusters.flatMap(({ item }) => (item.known ? [] : item.state)));
  // Where only the names of clusters are known, the project counts how they are.
  return (
    itemStates.find((state) => states.has(state) || (project?.clusterStates?.[state] ?? 0) > 0) ?? 'notRead'
  );
}

/** The groups in their order, and then one with all other clusters. No cluster moves unless the order does. */
export function clusterGroups(
  { clusters, projects }: Pick<PageFleet, 'clusters' | 'projects'>,
  { grouping, keys }: GroupOrder,
): readonly ClusterGroup[] {
  const groups = groupBy(clusters, (cluster) => keyOf(cluster, grouping));
  const first = grouping === 'kubernetes' ? [...groups.keys()].sort(byVersion) : keys;
  const isNamed = new Set(groups.size <= fewGroups ? [...first, ...groups.keys()] : first);
  const named = [...isNamed].flatMap((key) => {
    const members = groups.get(key);
    if (!members?.[0]) return [];
    const { project } = members[0];
    const isProject = grouping === 'project';
    const value = isProject ? project && termValue(project, projects) : groupValue(key, grouping);
    return { name: groupName(members[0], grouping), clusters: members, value };
  });
  const others = [...groups].filter(([key]) => !isNamed.has(key));
  if (others.length === 0) return named;
  const name = otherText(others.length, named.length > 0, grouping);
  return [...named, { name, clusters: others.flatMap(([, members]) => members), isRest: true }];
}

/** The key of the terms that select groups. */
export function groupKey(grouping: Grouping): string {
  if (grouping === 'kubernetes') return 'k8s';
  const key = grouping.replace(/^tag:/, '');
  return key !== grouping && termKeys.includes(key.toLowerCase()) ? 'tag' : key;
}

function groupValue(key: string, grouping: Grouping): string | undefined {
  const term = groupKey(grouping);
  const isTag = grouping.startsWith('tag:');
  const value = isTag ? key.slice(grouping.length - 'tag'.length) : key;
  // A tag without a value, or several tags, would select others, too.
  if (value === '' || (isTag && key.includes(', ')) || !termOf(term).question(value)) return undefined;
  return term === 'tag' ? key : value;
}

function keyOf({ item, project }: Cluster, grouping: Grouping): string {
  const properties = { project: project?.id, cloud: item.cloudType, region: item.region };
  const property = readProperty(grouping);
  if (property === 'kubernetes') return versionGroup(item);
  if (property !== undefined) return properties[property] ?? '';
  return item.tags?.filter((tag) => `tag:${tagKey(tag)}` === grouping).join(', ') ?? tagsNotRead;
}

/** Stands for the tags of clusters of which they were not read. No tag is like this. */
const tagsNotRead = ':';

/** The key of the group of a version, which is its name: `1.31` */
function versionGroup(item: Item): string {
  if (item.packs === undefined) return l10n.t('Version not read');
  return minorVersion(packOf(item, 'k8s')?.version) ?? l10n.t('Unknown version');
}

/** Sorts the oldest version first, then what is no version, then what was not read. */
function byVersion(one: string, other: string): number {
  const rankOf = (name: string): number =>
    /^\d/.test(name) ? 0 : name === l10n.t('Version not read') ? 2 : 1;
  return rankOf(one) - rankOf(other) || (compareVersions(one, other) ?? 0);
}

function groupName(first: Cluster, grouping: Grouping): string {
  switch (grouping) {
    case 'project':
      return first.project === undefined ? l10n.t('No project') : projectName(first.project);
    case 'cloud':
      return first.item.cloudType ?? l10n.t('Unknown cloud');
    case 'region':
      return first.item.region ?? l10n.t('Unknown region');
    default: {
      const tags = keyOf(first, grouping) || l10n.t('No tag {0}', grouping.slice(4));
      return tags === tagsNotRead ? l10n.t('Tags not read') : tags;
    }
  }
}

/** With how many clusters are in which state, if they have not been read one by one. */
function projectName({ name, clusterStates }: Item): string {
  const states = countsText(clusterStates);
  // Without the mark, numbers after a right-to-left name would be shown before it.
  return states === '' ? name : parts(`${name}\u200e`, states);
}

function otherText(count: number, isOther: boolean, grouping: Grouping): string {
  const number = formatNumber(count);
  if (grouping !== 'project') return l10n.t('{0} other groups', number);
  return isOther ? l10n.t('{0} other projects', number) : l10n.t('{0} projects', number);
}
