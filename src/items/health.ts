import type { ItemState } from './item';
import { clustersText, healthBelow, unknownHealth, type Health } from '../presentation/health';
import { withChildren, type Severity } from '../presentation/severity';
import type { KnownRows } from './store/knownRows';
import type { TreeRow } from './store/row';
import { isResourceRow, kindOf, type ParentRow, type Row } from './kinds';
import type { RowContext } from './kinds/kind';

/** What the health of rows depends on. */
export interface HealthContext<Details> extends RowContext {
  readonly store: KnownRows<Row, ParentRow, Details>;
}

/** The severity of a row and of everything that is loaded below it. */
export function severityOf<Details>(row: TreeRow, context: HealthContext<Details>): Severity {
  if (!isResourceRow(row)) return 'unknown';
  if (row.kind === 'machine') return row.health.severity;
  const below = context.store.rows(row).map((child) => severityOf(child, context));
  return withChildren(kindOf(row).health(row, context).severity, below);
}

/** How a row is, with everything that is loaded below it, or that nothing has been read that says so. */
export function stateOf<Details>(row: TreeRow, context: HealthContext<Details>): ItemState {
  const severity = severityOf(row, context);
  const isRead = severity !== 'unknown' || !isResourceRow(row) || kindOf(row).isRead(row, context);
  return isRead ? severity : 'notRead';
}

/** The health of a row and its cause, from the row itself or the worst rows below it. */
export function healthOf<Details>(row: TreeRow, context: HealthContext<Details>): Health {
  if (!isResourceRow(row)) return unknownHealth;
  const own = kindOf(row).health(row, context);
  const severity = severityOf(row, context);
  const isOwn = own.severity === severity;
  // A project summary counts all clusters, even those not loaded. A failed cluster explains more than its machines.
  const saysMore = isOwn && (row.kind === 'project' || severity === 'failed');
  if (severity === 'healthy') return isOwn ? own : { severity, cause: own.cause };
  if (row.kind === 'machine' || saysMore) return own;
  if (row.kind === 'project') {
    const clusters = context.store.rows(row).filter((child) => child.kind === 'cluster');
    const { length } = clusters.filter(
      (cluster) => kindOf(cluster).health(cluster, context).severity === severity,
    );
    if (length > 0) return { severity, cause: clustersText(severity, length) };
  }
  const machines = context.store.descendants(row).flatMap((below) => {
    const health = below.kind === 'machine' ? kindOf(below).health(below, context) : unknownHealth;
    return health.severity === severity ? [health] : [];
  });
  return isOwn && (machines.length === 0 || severity === 'unknown') ? own : healthBelow(severity, machines);
}
