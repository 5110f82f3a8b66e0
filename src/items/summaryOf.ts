import { isWarning } from '../presentation/event';
import { clusterSize, machineSize, poolSize, projectSize } from '../presentation/sizes';
import type { Summary } from './summary';
import { pathText } from '../presentation/text';
import type { ProjectsModel } from '../projects/model';
import { eventsOf } from './events/eventsOf';
import { kindOf, pathOf, shownName, type ResourceRow } from './kinds';
import { knownCluster } from './kinds/cluster';

/** What users need to know about a row first: in its hover, in editors, and in its details. */
export function summaryOf(row: ResourceRow, model: ProjectsModel): Summary {
  const kind = kindOf(row);
  const health = model.health(row);
  const { readAt, isStale } = model.reading(row);
  return {
    health,
    state: model.state(row),
    // An old warning says nothing about an item that is healthy now.
    warning: health.severity === 'healthy' ? undefined : eventsOf(row, model).find(isWarning),
    path: row.parent === undefined ? '' : pathText(pathOf(row), shownName(row)),
    addresses: kind.addresses?.(row) ?? [],
    heartbeat: kind.heartbeat?.(row),
    size: sizeOf(row, model),
    updatedAt: readAt,
    isStale,
    isSample: model.isDemo,
  };
}

function sizeOf(row: ResourceRow, model: ProjectsModel): readonly string[] {
  switch (row.kind) {
    case 'project':
      return projectSize(row.project);
    case 'cluster':
      return clusterSize(knownCluster(row, model));
    case 'pool':
      return row.pool === undefined ? [] : poolSize(row.ref, row.pool);
    case 'machine':
      return machineSize(row.machine, row.parent.ref.cloudType);
  }
}
