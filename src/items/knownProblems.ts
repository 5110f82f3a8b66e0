import type { Health } from './health';
import { compareSeverities, needsAttention, worst } from './severity';
import { sanitizeLine } from '../text/text';
import type { Known } from './item';
import { isResourceRow, kindOf, type ResourceRow } from './kinds';
import { severityOf } from './known';
import type { ItemStore } from './kinds/kind';
import { markKey, type Marks } from './marks/marks';
import { isPlanned, maxNote, reasonToReopen } from './marks/problems';
import type { TreeRow } from './store/row';

/** What decides whether a problem is known. */
export interface KnownSource {
  readonly store: ItemStore;
  readonly marks: Marks;
}

/** Why everything that needs attention in a row is known; undefined if something is not, or nothing needs attention. */
export function knownOf(row: TreeRow | undefined, source: KnownSource): Known | undefined {
  const problem = problemOf(row, source);
  return problem === 'open' ? undefined : problem;
}

/** `open` if a row itself or anything in it needs attention and is not known; undefined if nothing needs attention. */
function problemOf(row: TreeRow | undefined, source: KnownSource): Known | 'open' | undefined {
  if (!isResourceRow(row)) return undefined;
  let problem = ownProblemOf(row, source);
  for (const child of row.kind === 'machine' ? [] : source.store.rows(row)) {
    if (problem === 'open') return problem;
    const below = problemOf(child, source);
    if (below === 'open') return below;
    if (below !== undefined && (problem === undefined || problem.by === 'maintenance')) {
      problem = below.by === 'maintenance' ? below : { by: 'below' };
    }
  }
  return problem;
}

/** The same for what is said about the item itself. */
export function ownProblemOf(row: ResourceRow, source: KnownSource): Known | 'open' | undefined {
  const health = kindOf(row).health(row, source.store);
  if (!needsAttention(health.severity)) return undefined;
  const known = knownByMarks(row, health, source);
  return known ?? (isPlanned(health.severity) ? { by: 'maintenance' } : 'open');
}

/** Why the problem of an item itself is known because of marks; undefined if it is not. */
function knownByMarks(row: ResourceRow, health: Health, source: KnownSource): Known | undefined {
  const mark = source.marks.values.known.get(markKey(row.id));
  if (mark !== undefined && reasonToReopen(mark, row, source.store) === undefined) {
    return { by: 'user', note: sanitizeLine(mark.note, maxNote), at: mark.at, until: mark.until };
  }
  return isCovered(row, health, source) ? { by: 'below' } : undefined;
}

/** Whether what is said about an item only counts items in it, and as many problems that are not less bad are known. */
function isCovered(row: ResourceRow, { severity, counted }: Health, source: KnownSource): boolean {
  if (counted === undefined) return false;
  const { store } = source;
  const kind = row.kind === 'project' ? 'cluster' : 'machine';
  const known = store
    .descendants(row)
    .filter((below) => below.kind === kind && knownOf(below, source) !== undefined)
    .map((below) => severityOf(below, store))
    // The service counts maintenance apart.
    .filter((below) => below !== 'maintenance');
  return known.length >= counted && compareSeverities(severity, worst(known)) >= 0;
}
