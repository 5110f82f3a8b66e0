import { settings } from '../connections/settings';
import { needsAttention, type Severity } from '../presentation/severity';
import type { Inventory } from './inventory';
import type { Known } from './item';
import { isResourceRow, kindOf, type ResourceRow } from './kinds';
import type { TreeRow } from './store/row';

/** What decides whether a problem is known. */
export type KnownSource = Pick<Inventory, 'store' | 'marks'>;

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
  const known = source.marks.problems?.knownByMarks(row, health, source);
  return known ?? (isPlanned(health.severity) ? { by: 'maintenance' } : 'open');
}

/** Whether it is maintenance that needs no attention. */
export function isPlanned(severity: Severity): boolean {
  return severity === 'maintenance' && !settings.maintenanceNeedsAttention;
}
