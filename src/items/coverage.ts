import { machineTotalOf } from '../presentation/cluster';
import type { Coverage } from './item';
import type { ProjectsModel } from '../projects/model';
import { kindOf } from './kinds';
import { knownCluster } from './kinds/cluster';

/** @param areAllClustersKnown whether the service has no other clusters */
export function coverageOf(model: ProjectsModel, areAllClustersKnown: boolean): Coverage {
  const rows = model.loadedRows;
  const projects = rows.filter((row) => row.kind === 'project').length;
  const clusters = rows.filter((row) => row.kind === 'cluster');
  const total = projectTotal(model, projects);
  const machineTotals = clusters.map((row) => machineTotalOf(knownCluster(row, model)));
  const isTotalKnown = areAllClustersKnown && machineTotals.every((total) => total !== undefined);
  return {
    // Projects that are not loaded then have no clusters.
    projects: { read: areAllClustersKnown ? (total ?? projects) : projects, total },
    clusters: {
      read: clusters.filter((row) => kindOf(row).isRead(row, model)).length,
      total: areAllClustersKnown ? clusters.length : undefined,
    },
    machines: {
      read: rows.filter((row) => row.kind === 'machine').length,
      total: isTotalKnown ? machineTotals.reduce<number>((sum, total) => sum + total, 0) : undefined,
    },
  };
}

function projectTotal({ progress, isFilteredByService }: ProjectsModel, known: number): number | undefined {
  // The listing counts only the projects that match the filter.
  return progress.total === undefined || isFilteredByService ? undefined : Math.max(progress.total, known);
}
