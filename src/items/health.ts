import type { ItemState } from './item';
import { clustersText, healthBelow, unknownHealth, type Health } from '../presentation/health';
import { withChildren, type Severity } from '../presentation/severity';
import type { TreeRow } from './store/row';
import { isResourceRow, kindOf } from './kinds';
import type { ItemStore } from './kinds/kind';

/** The severity of a row and of everything that is loaded below it. */
export function severityOf(row: TreeRow, store: ItemStore): Severity {
  if (!isResourceRow(row)) return 'unknown';
  if (row.kind === 'machine') return row.health.severity;
  const below = store.rows(row).map((child) => severityOf(child, store));
  return withChildren(kindOf(row).health(row, store).severity, below);
}

/** How a row is, with everything that is loaded below it, or that nothing has been read that says so. */
export function stateOf(row: TreeRow, store: ItemStore): ItemState {
  const severity = severityOf(row, store);
  const isRead = severity !== 'unknown' || !isResourceRow(row) || kindOf(row).isRead(row, store);
  return isRead ? severity : 'notRead';
}

/** The health of a row and its cause, from the row itself or the worst rows below it. */
export function healthOf(row: TreeRow, store: ItemStore): Health {
  if (!isResourceRow(row)) return unknownHealth;
  const own = kindOf(row).health(row, store);
  const severity = severityOf(row, store);
  const isOwn = own.severity === severity;
  // A project summary counts all clusters, even those not loaded. A failed cluster explains more than its machines.
  const saysMore = isOwn && (row.kind === 'project' || severity === 'failed');
  if (severity === 'healthy') return isOwn ? own : { severity, cause: own.cause };
  if (row.kind === 'machine' || saysMore) return own;
  if (row.kind === 'project') {
    const clusters = store.rows(row).filter((child) => child.kind === 'cluster');
    const { length } = clusters.filter(
      (cluster) => kindOf(cluster).health(cluster, store).severity === severity,
    );
    if (length > 0) return { severity, cause: clustersText(severity, length) };
  }
  const machines = store.descendants(row).flatMap((below) => {
    const health = below.kind === 'machine' ? kindOf(below).health(below, store) : unknownHealth;
    return health.severity === severity ? [health] : [];
  });
  return isOwn && (machines.length === 0 || severity === 'unknown') ? own : healthBelow(severity, machines);
}
