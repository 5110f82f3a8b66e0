import type { Summary } from '../presentation/summary';
import { present } from '../presentation/text';
import type { ProjectsModel } from './model';
import { kindOf, pathOf, shownName, type ResourceRow } from './rows';

/** What users need to know about a row first: in its hover, in editors, and in its details. */
export function summaryOf(row: ResourceRow, model: ProjectsModel): Summary {
  const kind = kindOf(row);
  return {
    health: model.health(row),
    path: row.parent === undefined ? '' : present(pathOf(row), shownName(row)).join(' › '),
    addresses: kind.addresses?.(row) ?? [],
    heartbeat: kind.heartbeat?.(row),
    size: kind.size(row, model),
    updatedAt: row.readAt,
    isStale: model.store.isStale(row),
    isSample: model.isDemo,
  };
}
