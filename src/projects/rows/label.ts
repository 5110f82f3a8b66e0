import { perObject } from '../../service/remember';
import { clusterOf, isResourceRow, shownName, type ResourceRow } from '../../items/kinds';
import type { TreeRow } from '../../items/store/row';
import { pathText, sanitizeLine, withoutPrefix } from '../../text/text';

/**
 * The label of a row: its name, without what would keep a narrow view from showing the cause. The name of the cluster is
 * dropped, which a row above says: `…workers-5` for `payments-eu-workers-5`. A long name with a cause is cut in the middle.
 * It is the whole name if two rows of the list could then look alike.
 */
export function labelOf(name: string, cause: string, row: ResourceRow, siblings: readonly TreeRow[]): string {
  const form = shortestForm(siblings);
  if (form === 'whole') return name;
  const rest = withoutCluster(name, row);
  return form === 'cut' && cause !== '' ? cut(rest) : rest;
}

/** The shortest form in which all names of a list can be told apart. Only names of rows with a cause are cut. */
const shortestForm = perObject((rows: readonly TreeRow[]) => {
  const items = rows.filter(isResourceRow);
  if (areDistinct(items, (rest) => [rest, cut(rest)])) return 'cut';
  return areDistinct(items, (rest) => [rest]) ? 'short' : 'whole';
});

/** Whether no two names have a label in common. @param labelsOf the labels that a name without its cluster can have */
function areDistinct(rows: readonly ResourceRow[], labelsOf: (rest: string) => readonly string[]): boolean {
  const names = new Map<string, string>();
  return rows.every((row) => {
    const name = shownName(row);
    return labelsOf(withoutCluster(name, row)).every((label) => {
      const isFree = (names.get(label) ?? name) === name;
      names.set(label, name);
      return isFree;
    });
  });
}

function withoutCluster(name: string, row: ResourceRow): string {
  const cluster = clusterOf(row.parent);
  const prefix = cluster === undefined ? '' : shownName(cluster);
  const rest = withoutPrefix(name, prefix);
  return rest === undefined ? name : `…${rest}`;
}

/** The most characters of a label that leave room for a cause. */
const maxLabel = 24;

function cut(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= maxLabel) return name;
  const start = characters.slice(0, maxLabel / 2 - 1).join('');
  return `${start.trimEnd()}…${characters
    .slice(-maxLabel / 2)
    .join('')
    .trimStart()}`;
}

/** The most characters of a container's name that leave room for the name of the item. */
const maxContainer = 12;

/** `payments › payments-eu` */
export function pathLabel(names: readonly string[]): string {
  const shown = names.map((name, index) =>
    sanitizeLine(name, index < names.length - 1 ? maxContainer : undefined),
  );
  return pathText(...shown);
}
