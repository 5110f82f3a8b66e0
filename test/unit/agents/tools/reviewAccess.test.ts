import { describe, expect, it } from 'vitest';
import type { Inventory } from '../../../../src/items/inventory';
import { ToolError } from '../../../../src/agents/tools/toolError';
import type { ScriptedOptions } from '../../../support/demo/service';
import { rolesForAgents } from '../../roles/support/forAgents';
import { small } from '../../roles/support/roles';
import { startTools, type Listed } from '../support';

interface ListedGrant {
  readonly holder: { readonly kind: string; readonly uid: string };
  readonly kind: string;
  readonly permissions?: readonly string[];
  readonly leadsThere: string;
}

interface Reviewed extends Listed<ListedGrant> {
  readonly coverage: { readonly teams: number; readonly knownTeams: number; readonly users: number };
}

/** The tools of a demo service, and the Team Roles view. */
async function startReview(options: Partial<ScriptedOptions> = {}) {
  const shown: { inventory?: Inventory } = {};
  const { roles } = await rolesForAgents(() => shown.inventory);
  const started = await startTools({ ...small, ...options }, { roles });
  shown.inventory = started.fleet;
  const [team] = started.service.fleet.directory.teams;
  if (team === undefined) throw new Error('The demo service has no teams');
  return {
    ...started,
    team,
    review: (input: object) => started.call<Reviewed>('poolview_review_access', input),
  };
}

const lists = [
  'listTeamTenantRoles',
  'listTeamProjectRoles',
  'listTeamWorkspaceRoles',
  'listTeamResourceRoles',
];

describe('poolview_review_access', () => {
  it('lists the grants of a team of all kinds, with a request for each kind', async () => {
    const { review, team, asked } = await startReview();
    const { data } = await review({ team: team.uid });
    expect(asked()).toMatchObject(Object.fromEntries(lists.map((operation) => [operation, 1])));
    expect(data.items.length).toBeGreaterThan(team.resourceRoles.length);
    expect(new Set(data.items.map(({ holder }) => holder.uid))).toEqual(new Set([team.uid]));
    expect(data.coverage).toMatchObject({ teams: 1, knownTeams: 1, users: 0 });
    expect(data.items.every(({ permissions = [] }) => permissions.length > 0)).toBe(true);
  });

  it('reads 20 teams at once, and says that it has not read the others', async () => {
    const { review } = await startReview({ teams: 30 });
    const first = await review({ permission: 'cluster.delete' });
    expect(first.data.coverage).toMatchObject({ teams: 20, knownTeams: 30 });
    expect(first.notes?.join(' ')).toContain('10 teams were not read');
    expect((await review({ permission: 'cluster.delete' })).data.coverage.teams).toBe(30);
  });

  it('lists only what allows a permission, or may', async () => {
    const { review } = await startReview();
    const { data } = await review({ permission: 'cluster.delete' });
    const known = data.items.filter(({ leadsThere }) => leadsThere === 'yes');
    expect(known.length).toBeGreaterThan(0);
    expect(known.every(({ permissions = [] }) => permissions.includes('cluster.delete'))).toBe(true);
    expect((await review({ permission: 'no.such' })).data.items).toEqual([]);
  });

  it('never says that nobody has access', async () => {
    const { review, service } = await startReview();
    service.faults.add({ kind: 'status', status: 403, times: Infinity, operation: 'listTeamTenantRoles' });
    const { data, notes } = await review({ permission: 'no.such' });
    expect(data.coverage.teams).toBe(0);
    expect(notes?.join(' ')).toContain('The tenant roles of');
  });

  it('has no mail addresses', async () => {
    const { review, team } = await startReview();
    expect(JSON.stringify(await review({ team: team.uid }))).not.toContain('@');
  });

  it.each([{}, { item: 'x' }, { team: 'no such team' }])('rejects %j', async (input) => {
    const { review } = await startReview();
    await expect(review(input)).rejects.toThrow(ToolError);
  });
});
