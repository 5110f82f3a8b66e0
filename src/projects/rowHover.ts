import { clusterHover } from '../presentation/hovers/cluster';
import { machineHover } from '../presentation/hovers/machine';
import { poolHover } from '../presentation/hovers/pool';
import { projectHover } from '../presentation/hovers/project';
import { summaryMarkdown } from '../items/summary';
import type { Inventory } from '../items/inventory';
import { machineSeverities } from '../items/known';
import { summaryOf } from '../items/summaryOf';
import type { ResourceRow } from '../items/kinds';
import { knownCluster } from '../items/kinds/cluster';

/** A row's hover as Markdown: first what users need most, then a table of all fields. */
export function hoverOf(row: ResourceRow, inventory: Inventory, now: number): string {
  return `${summaryMarkdown(summaryOf(row, inventory), now)}\n\n${tableOf(row, inventory, now)}`;
}

function tableOf(row: ResourceRow, inventory: Inventory, now: number): string {
  switch (row.kind) {
    case 'project':
      return projectHover(row.project, now);
    case 'cluster':
      return clusterHover(knownCluster(row, inventory.store), now);
    case 'pool':
      return poolHover(row.ref, row.pool, machineSeverities(row, inventory.store));
    case 'machine':
      return machineHover(row.machine, row.parent.ref.cloudType, now);
  }
}
