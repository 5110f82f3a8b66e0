import type { Session } from '../../../src/connections/session';
import { memoryState, type SessionState } from '../../../src/connections/storage';
import type { ServiceClient } from '../../../src/service/client';
import { ServiceError, type ServiceErrorKind } from '../../../src/service/errors';
import type { PageAnswer } from '../../../src/service/pages';
import type { Request } from '../../../src/service/endpoint';
import {
  listAudits,
  type AuditQuery,
  listEvents,
  type EventQuery,
  type ServiceEvent,
} from '../../../src/service/resources/logs';
import { Refusals } from '../../../src/service/refusals';
import type { CallOptions } from '../../../src/service/operations';
import { newKey } from '../../support/keyIdentity';

/** An event as Poolview reads it from JSON. */
export function eventFrom(json: unknown): ServiceEvent {
  const [event] = listEvents({ projectUid: undefined }).read({ items: [json] })?.items ?? [];
  if (event === undefined) throw new Error('Invalid JSON');
  return event;
}

/** An event with the UID `uid`, which is also its reason. @param time the minute of an hour */
export function eventAt(minute: number, uid: string, more: object = {}): ServiceEvent {
  const creationTimestamp = new Date(Date.UTC(2026, 10, 22, 9, minute)).toISOString();
  return eventFrom({ metadata: { uid, creationTimestamp }, reason: uid, severity: 'Info', ...more });
}

/** An entry of the audit log as Poolview reads it from JSON. */
export function entryFrom(json: unknown): ServiceEvent {
  const [entry] =
    listAudits({ resourceUid: '', startTime: 0, endTime: 0 }).read({ items: [json] })?.items ?? [];
  if (entry === undefined) throw new Error('Invalid JSON');
  return entry;
}

/** An entry with the UID `uid`. @param time the minute of an hour */
export function entryAt(minute: number, uid: string, more: object = {}): ServiceEvent {
  const creationTimestamp = new Date(Date.UTC(2026, 10, 22, 9, minute)).toISOString();
  const user = { emailId: 'dana@example.com', firstName: 'Dana', lastName: 'Fox' };
  const actor = { actorType: 'user', user };
  return entryFrom({ metadata: { uid, creationTimestamp }, spec: { actionMsg: uid, actor, ...more } });
}

export function auditFailure(kind: ServiceErrorKind, status?: number): ServiceError {
  return new ServiceError({ kind, operation: 'listAudits', permission: 'audit.list', status });
}

export function failure(kind: ServiceErrorKind, status?: number): ServiceError {
  return new ServiceError({ kind, operation: 'listEvents', permission: 'cluster.get', status });
}

type Answer = PageAnswer<ServiceEvent> | readonly ServiceEvent[] | ServiceError;

/** A service with these events. */
export interface EventScript {
  answer: (query: EventQuery, options: CallOptions | undefined) => Answer | Promise<Answer>;
  readonly requests: EventQuery[];
  /** Without it, the service has no audit log. */
  audits?: (query: AuditQuery) => Answer;
  readonly auditRequests: AuditQuery[];
}

export function scriptOf(answer: EventScript['answer']): EventScript {
  return { answer, requests: [], auditRequests: [] };
}

/** A session with such a service. */
export function sessionWith(
  script: EventScript,
  state: SessionState = memoryState(),
  name = 'Test',
): Session {
  const pageOf = (answer: Answer): PageAnswer<ServiceEvent> => {
    if (answer instanceof ServiceError) throw answer;
    return 'items' in answer ? answer : { items: answer };
  };
  const list = async (query: EventQuery, options?: CallOptions): Promise<PageAnswer<ServiceEvent>> => {
    script.requests.push(query);
    return pageOf(await script.answer(query, options));
  };
  const audit = (query: AuditQuery): Promise<PageAnswer<ServiceEvent>> => {
    script.auditRequests.push(query);
    return Promise.resolve().then(() => pageOf(script.audits?.(query) ?? auditFailure('unsupported', 404)));
  };
  const refusals = new Refusals();
  const ask = <Result>(request: Request<Result>, send: () => Promise<Result>): Promise<Result> =>
    refusals.ask(
      request,
      (each) => (each === (request as unknown) ? send() : list({ projectUid: undefined })) as Promise<never>,
    );
  const client: Partial<ServiceClient> = {
    listEvents: (query, options) =>
      ask({ operation: 'listEvents', ...listEvents(query) }, () => list(query, options)),
    listAudits: (query) => ask({ operation: 'listAudits', ...listAudits(query) }, () => audit(query)),
    refusals,
  };
  const session: Partial<Session> = {
    connection: { name, baseUrl: 'https://api.example.com' },
    keyIdentity: newKey(),
    state,
    refusals,
    client: () => Promise.resolve(client as ServiceClient),
    containsApiKey: () => Promise.resolve(false),
  };
  return session as Session;
}
