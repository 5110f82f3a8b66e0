import { answerTo, type Answer } from '../../items/query/answer';
import { hasValue, toggledValue, valuesIn, withValues } from '../../items/query/query';
import type { QueryContext } from '../../items/query/questions';
import { byKind, type Item } from '../../items/item';
import type { Cluster, PageFleet } from './fleet';

/** What the query selects of the fleet. */
export interface PageAnswer extends Pick<Answer, 'notKnown' | 'unanswered' | 'problems'> {
  /** The IDs of the items. */
  readonly selected: ReadonlySet<string>;
  /** Those that are selected, or of which a machine pool or a machine is. */
  readonly clusters: readonly Cluster[];
  /** The IDs of those in which machines were not read. */
  readonly unread: readonly string[];
}

export function answerOf(fleet: PageFleet, query: string): PageAnswer {
  const { items, ...answer } = answerTo(query, [...fleet.items.values()], queryContext(fleet));
  const selected = new Set(items.map(({ id }) => id));
  const isSelected = ({ id }: Item): boolean => selected.has(id);
  const clusters = fleet.clusters.filter(
    ({ item, pools, machines }) => isSelected(item) || pools.some(isSelected) || machines.some(isSelected),
  );
  const isUnread = ({ isListRead }: Item): boolean => isListRead === false;
  const unread = clusters.filter(({ item, pools }) => [item, ...pools].some(isUnread));
  return { ...answer, selected, clusters, unread: unread.map(({ item }) => item.id) };
}

export function queryContext({ items, header }: PageFleet): QueryContext {
  return {
    ...header,
    itemOf: (id) => items.get(id),
    items: [...items.values()],
    favorites: new Set(header.favorites),
  };
}

/** The value of a term that selects an item: its name, or its UID where that would select others, too. @param all those of its kind */
export function termValue({ id, name, uid }: Item, all: readonly Item[]): string {
  const isOther = (other: Item): boolean =>
    other.id !== id && other.name.toLowerCase() === name.toLowerCase();
  return uid !== undefined && (name.includes('*') || all.some(isOther)) ? uid : name;
}

/** Tells whether a query has a term for an item itself, with its whole name or UID. */
export function namedIn(query: string): (item: Item) => boolean {
  const values = byKind((kind) => new Set(valuesIn(query, kind).map((value) => value.toLowerCase())));
  return ({ kind, name, uid = '' }) =>
    values[kind].size > 0 && (values[kind].has(name.toLowerCase()) || values[kind].has(uid.toLowerCase()));
}

/**
 * The line with a term for a state, or without it. What needs attention, `is:problem`, is a choice of states, too: they
 * replace each other.
 */
export function toggledState(line: string, key: 'is' | 'state', value: string): string {
  const others = withoutFlag(line, 'problem');
  if (value !== 'problem') return toggledValue(others, key, value);
  return hasValue(line, key, value) ? others : toggledValue(withValues(others, 'state', []), key, value);
}

/** The line without `is:` and this value. */
export function withoutFlag(line: string, flag: string): string {
  const flags = valuesIn(line, 'is').filter((value) => value.toLowerCase() !== flag);
  return withValues(line, 'is', flags);
}
