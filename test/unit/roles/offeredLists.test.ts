import { describe, expect, it } from 'vitest';
import type { DemoOptions } from '../../../src/demo/server';
import { teamRoles, teamRows, type TeamRolesView } from './support/teamRoles';

const small = { projects: 2, clustersPerProject: 0, teams: 3 } satisfies Partial<DemoOptions>;

/** What removing a role by its UID reads: the teams, then the roles of one of them. */
async function readForRemoval({ client }: TeamRolesView, teamUid: string): Promise<void> {
  await client.listTeams(undefined).catch(() => undefined);
  await client.listTeamResourceRoles(teamUid).catch(() => undefined);
}

/** How often a list was requested, even if the service does not support it. */
function sent({ service }: TeamRolesView, list: 'teams' | 'roles'): number {
  const pattern = list === 'teams' ? /^\/v1\/teams(?:\?|$)/ : /\/resourceRoles$/;
  return service.requests.filter(({ path }) => pattern.test(path)).length;
}

describe('removing roles by UID from a service that lists neither teams nor roles', () => {
  const lacking = {
    ...small,
    without: ['listTeams', 'listTeamResourceRoles'],
  } satisfies Partial<DemoOptions>;

  it('requests the teams once, however many removals there are, with the view open', async () => {
    const view = await teamRoles(lacking);
    await teamRows(view.model);
    for (let removal = 0; removal < 3; removal++) await readForRemoval(view, 'team');
    expect(sent(view, 'teams')).toBe(1);
  });

  it('requests roles of no other team after two 404s', async () => {
    const view = await teamRoles(lacking);
    for (const team of ['a', 'b', 'c', 'a', 'd']) await readForRemoval(view, team);
    expect(sent(view, 'roles')).toBe(2);
  });

  it('requests them again after a refresh', async () => {
    const view = await teamRoles(lacking);
    const [row] = await teamRows(view.model);
    if (row === undefined) throw new Error('There is no team');
    for (const team of ['a', 'b', 'c']) await readForRemoval(view, team);
    await view.model.refresh();
    await readForRemoval(view, 'c');
    expect(sent(view, 'teams')).toBe(2);
    expect(sent(view, 'roles')).toBe(3);
    await readForRemoval(view, 'd');
    await view.model.refresh(row);
    await readForRemoval(view, 'e');
    expect(sent(view, 'roles')).toBe(5);
  });
});
