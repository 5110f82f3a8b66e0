import { accessOperations } from './accessOperations';
import { auditOperations } from './auditOperations';
import { causeOperations } from './causeOperations';
import { clusterOperations } from './clusterOperations';
import { eventOperations } from './eventOperations';
import type { Fleet } from './fleet/fleet';
import { Pager } from './paging';
import { projectOperations } from './projectOperations';
import type { Operations } from './routes';
import { teamOperations } from './teamOperations';
import { userOperations } from './userOperations';

export function operationsOn(fleet: Fleet): Operations {
  const pager = new Pager();
  return {
    ...projectOperations(fleet, pager),
    ...clusterOperations(fleet, pager),
    ...eventOperations(fleet, pager),
    ...auditOperations(fleet, pager),
    ...causeOperations(fleet, pager),
    ...teamOperations(fleet, pager),
    ...accessOperations(fleet, pager),
    ...userOperations(fleet),
  };
}
