import { describe, expect, it } from 'vitest';
import type { DemoOptions, Fault } from '../../../src/demo/server';
import { RolesModel, teamsOf } from '../../../src/roles/model';
import type { HttpOptions } from '../../../src/service/http';
import { projectFrom } from '../support/resources';
import { connected, failureOf, sourceOf } from '../support/service';

async function roles(options: Partial<DemoOptions> = {}, http: Partial<HttpOptions> = {}) {
  const harness = await connected(options, http);
  const [team] = harness.service.fleet.directory.teams;
  if (team === undefined) throw new Error('The demo service has no team');
  const model = new RolesModel(sourceOf(harness.client));
  const roleUids = (): readonly string[] => team.resourceRoles.map(({ uid }) => uid);
  const removals = (): number =>
    harness.service.requests.filter(({ operation }) => operation === 'removeTeamResourceRole').length;
  return { ...harness, model, team: { uid: team.uid, name: team.name }, roleUids, removals };
}

describe('teams', () => {
  it('come with the project summaries', async () => {
    const { model, team } = await roles();
    const page = await (await model.projects()).next();
    const teams = (page.value?.items ?? []).flatMap(teamsOf);
    expect(teams).toContainEqual(team);
  });

  it('without a uid cannot be asked for and are left out', () => {
    expect(
      teamsOf(projectFrom({ specSummary: { teams: [{ name: 'a' }, { uid: '' }, { uid: 'b' }] } })),
    ).toEqual([{ uid: 'b' }]);
    expect(teamsOf(projectFrom({}))).toEqual([]);
  });
});

describe('resource roles', () => {
  it('are listed', async () => {
    const { model, team, roleUids } = await roles();
    expect(await model.resourceRoles(team)).toMatchObject({ roles: roleUids().map((uid) => ({ uid })) });
  });

  it.each([
    ['does without the operation', { without: ['listTeamResourceRoles'] }, undefined, 'unsupported'],
    ['does not permit it', {}, { kind: 'status', status: 403 }, 'forbidden'],
  ] as [string, Partial<DemoOptions>, Fault | undefined, string][])(
    'are not listed by a service that %s',
    async (_name, options, fault, kind) => {
      const { model, team, service } = await roles(options);
      if (fault !== undefined) service.faults.add(fault);
      expect(await model.resourceRoles(team)).toMatchObject({ notListed: { kind } });
    },
  );

  it('that cannot be read for another reason are a failure', async () => {
    const { model, team, service } = await roles();
    service.faults.add({ kind: 'status', status: 500 });
    expect((await failureOf(model.resourceRoles(team))).kind).toBe('serviceFault');
  });
});

describe('a removal', () => {
  it('removes one role and leaves the others', async () => {
    const { model, team, roleUids, removals } = await roles();
    const [first = '', ...others] = roleUids();
    expect(await model.remove(team, first)).toEqual({ outcome: 'removed' });
    expect(roleUids()).toEqual(others);
    expect(removals()).toBe(1);
  });

  it('of what is gone already says so', async () => {
    const { model, team, roleUids } = await roles();
    const before = roleUids();
    expect(await model.remove(team, '0123456789abcdef01234567')).toEqual({ outcome: 'alreadyGone' });
    expect(roleUids()).toEqual(before);
  });

  it.each([400, 401, 403, 405, 409, 429])('that is answered with %i did not happen', async (status) => {
    const { model, team, service, roleUids, removals } = await roles();
    service.faults.add({ kind: 'status', status });
    expect(await model.remove(team, roleUids()[0] ?? '')).toMatchObject({
      outcome: 'refused',
      error: { failure: { status } },
    });
    expect(service.requests).toHaveLength(1);
    expect(removals()).toBe(1);
  });

  it('that nobody was there for did not happen', async () => {
    const { model, team, service, roleUids } = await roles();
    await service.close();
    expect(await model.remove(team, roleUids()[0] ?? '')).toMatchObject({
      outcome: 'refused',
      error: { kind: 'unreachable' },
    });
  });

  describe('with an unknown outcome is never repeated: the list decides', () => {
    it('that it happened, where the connection broke after it', async () => {
      const { model, team, service, roleUids, removals } = await roles();
      const [first = ''] = roleUids();
      service.faults.add({ kind: 'resetAfterActing' });
      expect(await model.remove(team, first)).toEqual({ outcome: 'removed' });
      expect(roleUids()).not.toContain(first);
      expect(removals()).toBe(1);
    });

    it.each([
      ['the connection broke before it', { kind: 'reset' }],
      ['the service failed', { kind: 'status', status: 500 }],
      ['the gateway gave up', { kind: 'html', status: 504 }],
    ] as [string, Fault][])('that it did not, where %s', async (_name, fault) => {
      const { model, team, service, roleUids, removals } = await roles();
      service.faults.add(fault);
      expect(await model.remove(team, roleUids()[0] ?? '')).toMatchObject({ outcome: 'notRemoved' });
      expect(removals()).toBe(1);
    });

    it('that it did not, where no answer came in time', async () => {
      const { model, team, service, roleUids } = await roles({}, { timeoutMs: () => 300 });
      service.faults.add({ kind: 'hang' });
      expect(await model.remove(team, roleUids()[0] ?? '')).toMatchObject({
        outcome: 'notRemoved',
        error: { kind: 'timedOut' },
      });
    });

    it.each([
      ['the list cannot be read either', {}],
      ['the service lists no roles', { without: ['listTeamResourceRoles'] }],
    ] as [string, Partial<DemoOptions>][])('nothing, where %s', async (_name, options) => {
      const { model, team, service, roleUids, removals } = await roles(options);
      service.faults.add(
        { kind: 'reset', operation: 'removeTeamResourceRole' },
        { kind: 'status', status: 500, operation: 'listTeamResourceRoles' },
      );
      expect(await model.remove(team, roleUids()[0] ?? '')).toMatchObject({
        outcome: 'unknown',
        error: { operation: 'removeTeamResourceRole' },
      });
      expect(removals()).toBe(1);
    });
  });
});
