import type { Endpoint } from '../endpoint';
import { pageOf, type PageAnswer } from '../pages';
import { object, text, timestamp, type Read } from '../readers';
import { listOf } from './metadata';

const involved = object({ kind: text, name: text, uid: text });

const serviceEvent = object({
  metadata: object({ uid: text, creationTimestamp: timestamp }),
  involvedObject: involved,
  relatedObject: involved,
  message: text,
  reason: text,
  severity: text,
  source: object({ component: text, host: text }),
});
/** Something that happened to a project, a cluster or a machine. The values of `severity` are not documented. */
export type ServiceEvent = Read<typeof serviceEvent> & {
  /** Who did it, of an entry of the audit log. */
  readonly actor?: Readonly<Record<'type' | 'name' | 'mail', string | undefined>>;
};

/** What an event is about. */
export type InvolvedObject = Read<typeof involved>;

/** Which events to list: those of a cluster or, without it, of all clusters of a project. */
export interface EventQuery {
  readonly projectUid: string | undefined;
  readonly clusterUid?: string | undefined;
  readonly continue?: string | undefined;
}

/**
 * `GET /v1/events/components/spectrocluster/{uid}`, or `GET /v1/events/components` for a project. The order is not
 * documented.
 */
export function listEvents(query: EventQuery): Endpoint<PageAnswer<ServiceEvent>> {
  const { clusterUid, projectUid } = query;
  return {
    path: ['v1', 'events', 'components', ...(clusterUid === undefined ? [] : ['spectrocluster', clusterUid])],
    resource: clusterUid,
    query: pageOf(query.continue),
    projectUid,
    probe: (clusterUid ?? projectUid) === undefined ? undefined : () => listEvents({ projectUid: undefined }),
    read: listOf(serviceEvent),
  };
}
