import { describe, expect, it } from 'vitest';
import type { DemoOptions } from '../../../src/demo/server';
import { listTeams } from '../../../src/roles/teams';
import { failureOf } from '../support/service';
import { teamRoles, teamRows, type TeamRolesView } from './support/teamRoles';

const small = { projects: 2, clustersPerProject: 0, teams: 3 } satisfies Partial<DemoOptions>;

/** What removing a role by its UID reads: the teams, then the roles of one of them. */
async function readForRemoval({ model }: TeamRolesView, teamUid: string): Promise<void> {
  await listTeams(model.source).pages.next();
  const client = await model.source.client();
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

  it('requests each list once, however many removals there are, with the view open', async () => {
    const view = await teamRoles(lacking);
    const [row] = await teamRows(view.model);
    if (row === undefined) throw new Error('There is no team');
    await view.model.store.children(row);
    for (let removal = 0; removal < 3; removal++) await readForRemoval(view, row.team.uid);
    expect(sent(view, 'teams')).toBe(1);
    expect(sent(view, 'roles')).toBe(1);
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
    await readForRemoval(view, row.team.uid);
    await view.model.refresh();
    await readForRemoval(view, row.team.uid);
    expect(sent(view, 'teams')).toBe(2);
    expect(sent(view, 'roles')).toBe(2);
    await view.model.refresh(row);
    await readForRemoval(view, row.team.uid);
    expect(sent(view, 'roles')).toBe(3);
  });

  it('returns the same error again', async () => {
    const { model } = await teamRoles(lacking);
    const read = async () => (await model.source.client()).listTeamResourceRoles('team');
    const first = await failureOf(read());
    expect(await failureOf(read())).toBe(first);
  });
});

describe('lists that the service supports', () => {
  it('are requested each time', async () => {
    const view = await teamRoles(small);
    const [team] = view.service.fleet.directory.teams;
    for (let time = 0; time < 2; time++) await readForRemoval(view, team?.uid ?? '');
    expect(sent(view, 'teams')).toBe(2);
    expect(sent(view, 'roles')).toBe(2);
  });

  it('are requested for other teams after any number of 404s', async () => {
    const view = await teamRoles(small);
    const [known] = view.service.fleet.directory.teams;
    for (const team of [known?.uid ?? '', 'a', 'b', 'c', 'c']) await readForRemoval(view, team);
    expect(sent(view, 'roles')).toBe(4);
  });

  it('are requested again after a temporary failure', async () => {
    const view = await teamRoles(small);
    const [team] = view.service.fleet.directory.teams;
    for (const status of [403, 500]) {
      view.service.faults.add({ kind: 'status', status, operation: 'listTeamResourceRoles' });
      await readForRemoval(view, team?.uid ?? '');
    }
    expect(sent(view, 'roles')).toBe(2);
  });
});
