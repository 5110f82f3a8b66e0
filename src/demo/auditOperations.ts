import { badRequest, ok } from './answers';
import { actionTypes } from './fleet/actions';
import type { Fleet } from './fleet/fleet';
import type { Pager } from './paging';
import type { Operations } from './routes';
import { timeIn } from './times';

export function auditOperations(fleet: Fleet, pager: Pager): Operations<'listAudits'> {
  return {
    listAudits({ query, projectUid: scope }) {
      const wanted = (name: string) => query.get(name) ?? undefined;
      const [start, end] = [timeIn(query, 'startTime') ?? -Infinity, timeIn(query, 'endTime') ?? Infinity];
      const actionType = wanted('actionType');
      if (actionType !== undefined && !actionTypes.some((type) => type === actionType)) {
        throw badRequest(`actionType must be one of ${actionTypes.join(', ')}.`);
      }
      const kind = wanted('resourceKind');
      const projectUid = wanted('projectUid') ?? scope;
      const found = fleet
        .audits({ resourceUid: wanted('resourceUid'), projectUid })
        .filter(({ metadata, spec }) => {
          const time = Date.parse(metadata.creationTimestamp);
          return (
            time >= start &&
            time <= end &&
            (kind === undefined || spec.resource.kind === kind) &&
            (actionType === undefined || spec.actionType === actionType)
          );
        });
      const filter = new URLSearchParams(
        [...query].filter(([name]) => !['limit', 'offset', 'continue'].includes(name)),
      );
      return ok(pager.page(found, query, `audits\n${scope ?? ''}\n${filter.toString()}`));
    },
  };
}
