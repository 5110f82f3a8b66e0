import { l10n } from 'vscode';
import type { ChangedItem } from '../../items/changes/change';
import { changeText } from '../../items/changes/changeText';
import { kindCount, kindCounts } from '../../items/itemText';
import { formatNumber } from '../../presentation/format';
import { escapeIconsAndLinks } from '../../presentation/text';
import type { Report } from './news';

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
  const items = problems.map(({ item }) => item);
  const [first, ...more] = problems;
  if (first === undefined) return '';
  if (more.length === 0) return l10n.t('{0} needs attention: {1}.', nameOf(first.item), escape(first.cause));
  const place = placeText(items);
  return place === undefined
    ? l10n.t('{0} need attention.', countText(items))
    : l10n.t('{0} in {1} need attention.', countText(items), place);
}

function recoveryText(recoveries: Report['recoveries']): string {
  const items = recoveries.map(({ item }) => item);
  const [first, ...more] = recoveries;
  if (first === undefined) return '';
  if (more.length === 0) {
    return first.isGone
      ? l10n.t('{0}, which needed attention, has disappeared.', nameOf(first.item))
      : l10n.t('{0} no longer needs attention.', nameOf(first.item));
  }
  const place = placeText(items);
  return place === undefined
    ? l10n.t('{0} no longer need attention.', countText(items))
    : l10n.t('{0} in {1} no longer need attention.', countText(items), place);
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
