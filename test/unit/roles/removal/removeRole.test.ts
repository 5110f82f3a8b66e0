import { describe, expect, it } from 'vitest';
import {
  mayHaveHappened,
  removeRole,
  roleUids as uidsListed,
} from '../../../../src/roles/removal/removeRole';
import { ServiceError } from '../../../../src/service/errors';
import type { HttpOptions } from '../../../../src/service/http';
import { connected } from '../../support/service';
import type { ScriptedOptions, Fault } from '../../../support/demo/service';

async function roles(options: Partial<ScriptedOptions> = {}, http: Partial<HttpOptions> = {}) {
  const harness = await connected(options, http);
  const [team] = harness.service.fleet.directory.teams;
  if (team === undefined) throw new Error('The demo service has no team');
  const remove = (roleUid: string, wasListed?: boolean) =>
    removeRole(harness.client, team.uid, roleUid, wasListed);
  const roleUids = (): readonly string[] => team.resourceRoles.map(({ uid }) => uid);
  const removals = (): number =>
    harness.service.requests.filter(({ operation }) => operation === 'removeTeamResourceRole').length;
  return { ...harness, remove, roleUids, removals };
}

describe('a removal', () => {
  it('removes one role and leaves the others', async () => {
    const { remove, roleUids, removals } = await roles();
    const [first = '', ...others] = roleUids();
    expect(await remove(first)).toEqual({ outcome: 'removed' });
    expect(roleUids()).toEqual(others);
    expect(removals()).toBe(1);
  });

  it('of a role that no longer exists has the outcome alreadyGone', async () => {
    const { remove, roleUids } = await roles();
    const before = roleUids();
    expect(await remove('0123456789abcdef01234567')).toEqual({ outcome: 'alreadyGone' });
    expect(roleUids()).toEqual(before);
  });

  it.each([400, 401, 403, 405, 409, 429])('that fails with %i is refused', async (status) => {
    const { remove, service, roleUids, removals } = await roles();
    service.faults.add({ kind: 'status', status });
    expect(await remove(roleUids()[0] ?? '')).toMatchObject({
      outcome: 'refused',
      error: { failure: { status } },
    });
    expect(service.requests).toHaveLength(1);
    expect(removals()).toBe(1);
  });

  it('that could not connect is refused', async () => {
    const { remove, service, roleUids } = await roles();
    await service.close();
    expect(await remove(roleUids()[0] ?? '')).toMatchObject({
      outcome: 'refused',
      error: { kind: 'unreachable' },
    });
  });

  it('that was not sent because the service asked to wait is refused', async () => {
    const { remove, service, roleUids, removals } = await roles();
    const [first = '', second = ''] = roleUids();
    service.faults.add({ kind: 'status', status: 503, headers: { 'retry-after': '3600' } });
    expect(await remove(first)).toMatchObject({ outcome: 'unknown' });
    expect(await remove(second)).toMatchObject({
      outcome: 'refused',
      error: { kind: 'serviceFault', failure: { reason: 'notSent', status: 503 } },
    });
    expect(removals()).toBe(1);
  });

  describe('with an uncertain response is never repeated: the list decides', () => {
    it('removed if the connection broke afterwards', async () => {
      const { remove, service, roleUids, removals } = await roles();
      const [first = ''] = roleUids();
      service.faults.add({ kind: 'resetAfterActing' });
      expect(await remove(first)).toEqual({ outcome: 'removed' });
      expect(roleUids()).not.toContain(first);
      expect(removals()).toBe(1);
    });

    it.each([
      ['the connection broke before it', { kind: 'reset' }],
      ['the service failed', { kind: 'status', status: 500 }],
      ['the gateway gave up', { kind: 'html', status: 504 }],
      ['the service reported an error with 200', { kind: 'wrongJson', body: { status: 'error' } }],
    ] as [string, Fault][])('not removed if %s', async (_name, fault) => {
      const { remove, service, roleUids, removals } = await roles();
      service.faults.add(fault);
      expect(await remove(roleUids()[0] ?? '')).toMatchObject({ outcome: 'notRemoved' });
      expect(removals()).toBe(1);
    });

    it('not removed if the request timed out', async () => {
      const { remove, service, roleUids } = await roles({}, { timeoutMs: () => 300 });
      service.faults.add({ kind: 'hang' });
      expect(await remove(roleUids()[0] ?? '')).toMatchObject({
        outcome: 'notRemoved',
        error: { kind: 'timedOut' },
      });
    });

    it.each([
      ['the list cannot be read either', {}],
      ['the service lists no roles', { without: ['listTeamResourceRoles'] }],
    ] as [string, Partial<ScriptedOptions>][])('unknown if %s', async (_name, options) => {
      const { remove, service, roleUids, removals } = await roles(options);
      service.faults.add(
        { kind: 'reset', operation: 'removeTeamResourceRole' },
        { kind: 'status', status: 500, operation: 'listTeamResourceRoles' },
      );
      expect(await remove(roleUids()[0] ?? '')).toMatchObject({
        outcome: 'unknown',
        error: { operation: 'removeTeamResourceRole' },
      });
      expect(removals()).toBe(1);
    });
  });
});

describe.each([404, 410])('a removal that fails with %i', (status) => {
  const notFound: Fault = { kind: 'status', status, operation: 'removeTeamResourceRole' };

  it.each([true, false])('finds the role already gone; it was listed before: %s', async (was) => {
    const { remove, removals } = await roles();
    expect(await remove('0123456789abcdef01234567', was)).toEqual({ outcome: 'alreadyGone' });
    expect(removals()).toBe(1);
  });

  it.each([404, 410, 500])('finds the role already gone if the list fails with %i', async (listStatus) => {
    const { remove, service, roleUids, removals } = await roles();
    for (const was of [true, false]) {
      service.faults.add(notFound, {
        kind: 'status',
        status: listStatus,
        operation: 'listTeamResourceRoles',
      });
      expect(await remove(roleUids()[0] ?? '', was)).toEqual({ outcome: 'alreadyGone' });
    }
    expect(removals()).toBe(2);
  });

  it.each([true, false])('failed if the list has the role; it was listed before: %s', async (was) => {
    const { remove, service, roleUids } = await roles();
    service.faults.add(notFound);
    expect(await remove(roleUids()[0] ?? '', was)).toMatchObject({
      outcome: 'notRemoved',
      error: { failure: { status } },
    });
  });
});

describe('the current roles of a team', () => {
  it.each([{ roles: [] }, { uid: '' }, { uid: 7 }, null, 'role-1'])(
    'are unknown if one of them is %j, because it may be any role',
    async (odd) => {
      const { client, service, remove, roleUids } = await roles();
      const [first = ''] = roleUids();
      const list: Fault = {
        kind: 'wrongJson',
        operation: 'listTeamResourceRoles',
        body: { resourceRoles: [{ uid: 'other' }, odd] },
      };
      service.faults.add(list);
      expect(await uidsListed(client, 'team')).toBeUndefined();
      service.faults.add({ kind: 'reset', operation: 'removeTeamResourceRole' }, list);
      expect(await remove(first)).toMatchObject({ outcome: 'unknown' });
    },
  );

  it('are unknown if the response is something else', async () => {
    const { service, remove, roleUids } = await roles();
    service.faults.add(
      { kind: 'reset', operation: 'removeTeamResourceRole' },
      { kind: 'wrongJson', operation: 'listTeamResourceRoles', body: { message: 'under maintenance' } },
    );
    expect(await remove(roleUids()[0] ?? '')).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a change whose connection failed', () => {
  it.each([
    ['ECONNREFUSED', false],
    ['ENOTFOUND', false],
    ['EAI_AGAIN', false],
    ['proxyRefuses', false],
    // An established connection may end like this, too.
    ['EHOSTUNREACH', true],
    ['ENETUNREACH', true],
    ['ECONNRESET', true],
    ['EPIPE', true],
  ])('for %s may have been made: %s', (reason, may) => {
    const error = new ServiceError({ kind: 'unreachable', operation: 'removeTeamResourceRole', reason });
    expect(mayHaveHappened(error)).toBe(may);
  });
});
