import type { Endpoint } from '../endpoint';
import { pageOf, type PageAnswer, pageSize } from '../pages';
import { object, text, timestamp, type Read, textAs, type Reader } from '../readers';
import { listOf } from './resource';
import { withoutMailDomains } from '../mailAddress';

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

/** Only `mail` of an actor has the whole address, because only hovers show it. */
export const withoutMail = textAs(withoutMailDomains);

const user = object({ emailId: text, firstName: withoutMail, lastName: withoutMail });
const auditEntry = object({
  metadata: object({ uid: withoutMail, creationTimestamp: timestamp }),
  spec: object({
    actionMsg: withoutMail,
    actionType: withoutMail,
    actor: object({ actorType: withoutMail, serviceName: withoutMail, user }),
    resource: object({ kind: withoutMail, name: withoutMail, label: withoutMail, uid: withoutMail }),
  }),
});

/** An entry of the audit log, as an event with the one who did it. */
const auditEvent: Reader<ServiceEvent> = (json) => {
  const entry = auditEntry(json);
  if (entry === undefined) return undefined;
  const { metadata, spec = {} } = entry;
  const { actor = {}, resource: { kind, name, label, uid } = {} } = spec;
  const { emailId: mail, firstName = '', lastName = '' } = actor.user ?? {};
  const names = [`${firstName} ${lastName}`.trim(), actor.serviceName, withoutMail(mail)];
  return {
    metadata,
    message: spec.actionMsg,
    reason: spec.actionType,
    involvedObject: { kind, name: [name, label].find(Boolean), uid },
    actor: { name: names.find(Boolean), type: actor.actorType, mail },
  };
};

/** How far the clock of the service may be ahead of that of this computer, in milliseconds. */
export const clockAheadMs = 86_400_000;

/**
 * The entries about a resource or of a project, in a time; without either, those of everything. Times are in milliseconds
 * since 1970.
 */
export interface AuditQuery {
  readonly resourceUid?: string | undefined;
  readonly projectUid?: string | undefined;
  readonly startTime: number;
  readonly endTime: number;
  readonly continue?: string | undefined;
}

/** `GET /v1/audits`. The order is not documented. */
export function listAudits(query: AuditQuery): Endpoint<PageAnswer<ServiceEvent>> {
  const [startTime, endTime] = [query.startTime, query.endTime].map((time) => new Date(time).toISOString());
  return {
    path: ['v1', 'audits'],
    query: { ...query, startTime, endTime, limit: pageSize },
    read: listOf(auditEvent),
  };
}
