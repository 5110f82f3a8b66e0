import { l10n } from 'vscode';
import type { ChangedItem } from '../items/changes/change';
import { changeText } from '../items/changes/changeText';
import { groupBy } from '../items/groupBy';
import { countedId } from '../items/item';
import { kindCount, kindCounts } from '../items/itemText';
import { formatNumber, someOf } from '../text/format';
import { escapeIconsAndLinks } from '../text/text';
import type { ItemNews, Report } from './news';

/** The one item that a report is about, or the cluster of several; undefined if there is not one. */
export function reportedItem({ problems, recoveries, others }: Report): ChangedItem | undefined {
  const items = [...problems, ...recoveries, ...others].map(({ item }) => item);
  const [first] = items;
  if (first === undefined || items.every(({ id }) => id === first.id)) return first;
  const [counted, ...more] = countedItems(items);
  return more.length === 0 ? counted : undefined;
}

/** The message about a report, on one line; empty if there is nothing to say. */
export function messageText({ problems, recoveries, others }: Report): string {
  const sentences = [
    problemText(problems),
    recoveryText(recoveries),
    otherText({ problems, recoveries, others }),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function problemText(problems: Report['problems']): string {
  const counted = countedItems(problems.map(({ item }) => item));
  const [first, ...more] = counted;
  if (first === undefined) return '';
  if (more.length > 0) {
    const [count, names, place] = [
      countText(counted),
      someOf(counted.map(nameOf), maxListed),
      placeText(counted),
    ];
    return place === undefined
      ? l10n.t('{0} need attention: {1}.', count, names)
      : l10n.t('{0} in {1} need attention: {2}.', count, place, names);
  }
  // A cluster whose own news is worse than that of its machines explains them.
  const own = problems.length === 1 ? problems[0] : problems.find(({ item }) => item.id === first.id);
  if (own === undefined) {
    const [count, place] = [countText(problems.map(({ item }) => item)), escape(first.name)];
    return l10n.t('{0} in {1} need attention: {2}.', count, place, becameText(problems));
  }
  const name = nameOf(own.item);
  return own.before === ''
    ? l10n.t('{0} needs attention: {1}.', name, escape(own.after))
    : l10n.t('{0}: {1} → {2}.', name, escape(own.before), escape(own.after));
}

function recoveryText(recoveries: Report['recoveries']): string {
  const items = recoveries.map(({ item }) => item);
  const [first, ...more] = recoveries;
  if (first === undefined) return '';
  if (more.length === 0) {
    return first.isGone
      ? l10n.t('{0}, which needed attention, has disappeared.', nameOf(first.item))
      : l10n.t('{0}: {1} → {2}.', nameOf(first.item), escape(first.before), escape(first.after));
  }
  const [count, place, became] = [countText(items), placeText(items), becameText(recoveries)];
  return place === undefined
    ? l10n.t('{0} no longer need attention: {1}.', count, became)
    : l10n.t('{0} in {1} no longer need attention: {2}.', count, place, became);
}

/** The items that count where problems are counted: the clusters that the items are or are in. */
function countedItems(items: readonly ChangedItem[]): readonly ChangedItem[] {
  const counted = new Map<string, ChangedItem>();
  for (const item of items) {
    const id = countedId(item);
    const [project = '', cluster = ''] = item.path;
    counted.set(id, id === item.id ? item : { kind: 'cluster', id, name: cluster, path: [project] });
  }
  return [...counted.values()];
}

/** The most names or states in a message. */
const maxListed = 3;

/** What items became: `Healthy`, or `Healthy (2), Provisioning (1)` if not all became the same. */
function becameText(news: readonly ItemNews[]): string {
  const same = groupBy(news, ({ after, isGone }) => (isGone ? l10n.t('Disappeared') : escape(after)));
  const counts = [...same].map(([text, { length }]) => l10n.t('{0} ({1})', text, formatNumber(length)));
  return someOf(same.size === 1 ? [...same.keys()] : counts, maxListed);
}

function otherText({ problems, recoveries, others }: Report): string {
  const [first, ...more] = others;
  if (first === undefined) return '';
  if (more.length === 0) return l10n.t('{0}: {1}.', nameOf(first.item), escape(changeText(first)));
  const count = formatNumber(others.length);
  const place = placeText(others.map(({ item }) => item));
  if (problems.length + recoveries.length === 0) {
    return place === undefined ? l10n.t('{0} changes.', count) : l10n.t('{0} changes in {1}.', count, place);
  }
  return place === undefined
    ? l10n.t('{0} other changes.', count)
    : l10n.t('{0} other changes in {1}.', count, place);
}

function countText(items: readonly ChangedItem[]): string {
  return kindCounts((kind) => items.filter((item) => item.kind === kind).length);
}

/** The cluster or project that contains all items, or how many there are; undefined for projects. */
function placeText(items: readonly ChangedItem[]): string | undefined {
  const depths = items.map(depthOf);
  // Items of different kinds have only their projects in common.
  const depth = new Set(depths).size === 1 ? (depths[0] ?? 0) : Math.min(1, ...depths);
  if (depth === 0) return undefined;
  const places = new Map(items.map(({ id, path }) => [idAt(id, depth), path[depth - 1] ?? '']));
  const [name, ...more] = places.values();
  if (more.length === 0) return escape(name ?? '');
  return kindCount(depth === 1 ? 'project' : 'cluster', places.size);
}

/** How many items contain an item, without the pool of a machine. */
function depthOf({ kind, path }: ChangedItem): number {
  return kind === 'machine' ? path.length - 1 : path.length;
}

/** The ID of the item that contains another one, `depth` levels below the view. */
function idAt(id: string, depth: number): string {
  return id
    .split('/')
    .slice(0, depth + 1)
    .join('/');
}

function nameOf({ name }: ChangedItem): string {
  return escape(name);
}

/** The most characters of a text of the service. */
const maxText = 80;

/** Messages render links, and a link can run a command. */
function escape(text: string): string {
  return escapeIconsAndLinks(text, maxText);
}
