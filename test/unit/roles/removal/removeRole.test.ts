import { expect, it, vi } from 'vitest';
import {
  mayHaveHappened,
  mayStillComplete,
  removeRole,
  type Removal,
} from '../../../../src/roles/removal/removeRole';
import type { ServiceClient } from '../../../../src/service/client';
import { notSent, ServiceError, type ServiceFailure } from '../../../../src/service/errors';
import { roleFrom } from '../../support/resources';

function failure(more: Partial<ServiceFailure>): ServiceError {
  return new ServiceError({ kind: 'unreachable', operation: 'removeTeamResourceRole', ...more });
}

const reset = failure({ reason: 'ECONNRESET' });
const notFound = failure({ kind: 'notFound', status: 404 });
const forbidden = failure({ kind: 'forbidden', status: 403 });
const late = failure({ kind: 'timedOut' });
const waiting = failure({ kind: 'serviceFault', status: 503, reason: notSent });
const unreadable = failure({ kind: 'serviceFault', status: 500, operation: 'listTeamResourceRoles' });
const [there, gone] = [[{ uid: 'role' }, { uid: 'other' }], [{ uid: 'other' }]];

it.each<[string, ServiceError | undefined, readonly unknown[] | ServiceError, boolean, Removal['outcome']]>([
  ['is confirmed', undefined, unreadable, true, 'removed'],
  ['leaves it open, and the role is gone', reset, gone, true, 'removed'],
  ['leaves it open, and the role is there', reset, there, true, 'notRemoved'],
  ['leaves it open, and there is no list', reset, unreadable, true, 'unknown'],
  ['leaves it open, and a role without a UID may be this one', reset, [...gone, {}], true, 'unknown'],
  ['leaves it open, and so may one with an empty UID', reset, [...gone, { uid: '' }], true, 'unknown'],
  ['leaves it open for an entered UID that is not listed', reset, gone, false, 'unknown'],
  ['leaves it open for an entered UID that is listed', reset, there, false, 'notRemoved'],
  ['finds no role', notFound, gone, true, 'alreadyGone'],
  ['finds no role for an entered UID', notFound, gone, false, 'alreadyGone'],
  ['finds no role, and there is no list', notFound, unreadable, true, 'unknown'],
  ['finds no role that is there', notFound, there, true, 'notRemoved'],
  ['finds no role for an entered UID that is there', notFound, there, false, 'notRemoved'],
  ['is refused, and the role is there', forbidden, there, true, 'notRemoved'],
  ['is refused, and there is no list', forbidden, unreadable, true, 'notRemoved'],
  ['is refused, and the role is gone', forbidden, gone, true, 'removed'],
  ['is refused for an entered UID that is not listed', forbidden, gone, false, 'notRemoved'],
  ['may still complete, and the role is there', late, there, true, 'unknown'],
  ['was not sent', waiting, gone, true, 'notRemoved'],
])('a removal that %s [guarantee: proven-removal]', async (_name, error, listed, wasListed, outcome) => {
  const removeTeamResourceRole = vi.fn(() => (error ? Promise.reject(error) : Promise.resolve()));
  const listTeamResourceRoles = () =>
    listed instanceof ServiceError ? Promise.reject(listed) : Promise.resolve(listed.map(roleFrom));
  const client = { removeTeamResourceRole, listTeamResourceRoles } as unknown as ServiceClient;
  const isDone = outcome === 'removed' || outcome === 'alreadyGone';
  expect(await removeRole(client, 'team', 'role', wasListed)).toEqual(
    isDone ? { outcome } : { outcome, error },
  );
  expect(removeTeamResourceRole).toHaveBeenCalledOnce();
});

it.each<[Partial<ServiceFailure>, boolean, boolean]>([
  [{ reason: 'ECONNREFUSED' }, false, false],
  [{ reason: 'ENOTFOUND' }, false, false],
  [{ reason: 'EAI_AGAIN' }, false, false],
  [{ reason: 'proxyRefuses' }, false, false],
  // An established connection may end like this, too.
  [{ reason: 'EHOSTUNREACH' }, true, false],
  [{ reason: 'ENETUNREACH' }, true, false],
  [{ reason: 'ECONNRESET' }, true, false],
  [{ kind: 'timedOut' }, true, true],
  [{ kind: 'cancelled' }, true, false],
  [{ kind: 'redirected', status: 307 }, true, false],
  [{ kind: 'invalidResponse', status: 202 }, true, true],
  [{ kind: 'serviceFault', status: 500 }, true, false],
  [{ kind: 'serviceFault', status: 503 }, true, true],
  [{ kind: 'invalidRequest', status: 408 }, true, true],
  [{ kind: 'invalidRequest', status: 409 }, false, false],
])('a change that failed with %j may have been made: %s, and may still complete: %s', (more, may, still) => {
  expect([mayHaveHappened(failure(more)), mayStillComplete(failure(more))]).toEqual([may, still]);
});
