import { describe, expect, it } from 'vitest';
import { removeRole } from '../../src/roles/removal/removeRole';
import { listTeams, teamsIn } from '../../src/roles/teams';
import { withoutContent } from '../unit/support/roles';
import { failureOf, sourceOf } from '../unit/support/service';
import {
  describedFailures,
  describedService,
  smallestService,
  waysOfAnswering,
  type Answers,
} from './support/prism';

const removal = 'DELETE /v1/teams/{uid}/resourceRoles/{resourceRoleUid}';
const team = { uid: 'team-1', name: 'Platform team' };

async function roles(answers: Answers) {
  const service = await describedService(answers);
  return { ...service, source: sourceOf(service.client) };
}

describe.each(waysOfAnswering)('a service that responds $way', ({ seed }) => {
  it('lists the teams of its projects', async () => {
    const { source, lastAnswer } = await roles({ seed });
    const page = await (await source.projects()).next();
    expect(await lastAnswer()).toMatchObject({
      items: page.value?.items.map((project) => ({
        specSummary: { teams: teamsIn(project.specSummary?.teams) },
      })),
    });
  });

  it('lists the resource roles of a team', async () => {
    const { client, complaints, lastAnswer } = await roles({ seed });
    const list = await client.listTeamResourceRoles(team.uid);
    expect(complaints).toEqual([]);
    expect(await lastAnswer()).toMatchObject({ resourceRoles: list.map(withoutContent) });
  });

  it('removes a resource role with one request', async () => {
    const { client, complaints, records } = await roles({ seed });
    expect(await removeRole(client, team.uid, 'role-1')).toEqual({ outcome: 'removed' });
    expect(records).toMatchObject([{ method: 'DELETE', status: 204 }]);
    expect(complaints).toEqual([]);
  });
});

describe('a removal', () => {
  const outcomes: Readonly<Record<number, string>> = {
    401: 'refused',
    403: 'refused',
    404: 'alreadyGone',
    429: 'refused',
    500: 'unknown',
  };

  it.each(describedFailures(removal))('that fails with %i has the right outcome', async (status) => {
    const { client, records } = await roles({ status });
    expect(await removeRole(client, team.uid, 'role-1')).toMatchObject({ outcome: outcomes[status] });
    expect(records.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('of an unlisted role that fails with 404 reports it as already removed', async () => {
    const { client } = await roles({ status: 404 });
    expect(await removeRole(client, team.uid, 'role-1', false)).toEqual({ outcome: 'alreadyGone' });
  });

  it('needs only the three required operations', async () => {
    const { client, source } = await roles({ has: (endpoint) => smallestService.includes(endpoint) });
    const { value: teams } = await listTeams(source).pages.next();
    expect(teams?.items).toBeDefined();
    expect((await failureOf(client.listTeamResourceRoles(team.uid))).kind).toBe('unsupported');
    expect(await removeRole(client, team.uid, 'role-1')).toEqual({ outcome: 'removed' });
  });
});
