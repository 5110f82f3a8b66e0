import { ok } from './answers';
import { inScope } from './clusterOperations';
import type { Fleet } from './fleet/fleet';
import type { Pager } from './paging';
import { projectsInScope } from './projectOperations';
import type { Operations } from './routes';

export function eventOperations(fleet: Fleet, pager: Pager): Operations<'listEvents'> {
  return {
    listEvents({ parameters: [uid], query, projectUid }) {
      const events =
        uid === undefined
          ? fleet.events(projectsInScope(fleet, projectUid))
          : fleet.clusterEvents(inScope(fleet.findCluster('uid', uid), projectUid, 'The cluster'));
      return ok(pager.page(events, query, `events\n${projectUid ?? ''}\n${uid ?? ''}`));
    },
  };
}
