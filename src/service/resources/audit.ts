import type { Endpoint } from '../endpoint';
import { withoutMailDomains } from '../mailAddress';
import { pageSize, type PageAnswer } from '../pages';
import { object, text, textAs, timestamp, type Reader } from '../readers';
import type { ServiceEvent } from './event';
import { listOf } from './metadata';

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
