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
});

describe('a removal that fails with 404', () => {
  const status = 404;
  const notFound: Fault = { kind: 'status', status, operation: 'removeTeamResourceRole' };

  it.each([true, false])('finds the role already gone; it was listed before: %s', async (was) => {
    const { remove, removals } = await roles();
    expect(await remove('0123456789abcdef01234567', was)).toEqual({ outcome: 'alreadyGone' });
    expect(removals()).toBe(1);
  });

  it.each([404, 500])('finds the role already gone if the list fails with %i', async (listStatus) => {
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
  it.each([{ roles: [] }, { uid: '' }, null])(
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
