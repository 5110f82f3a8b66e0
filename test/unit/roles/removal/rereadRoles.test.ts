import { describe, expect, it } from 'vitest';
import { rereadRoles } from '../../../../src/roles/removal/removeRoles';
import type { TeamRole } from '../../../../src/access/resourceRoles';
import { ServiceError } from '../../../../src/service/errors';
import { roleFrom } from '../../support/resources';

const item = (team: string, uid: string, more: Partial<TeamRole> = {}): TeamRole => ({
  team: { uid: team },
  role: { ...roleFrom({ uid }), uid },
  isListed: true,
  ...more,
});
const typed = item('c', 'typed', { isListed: false });

/** Rereads roles of teams that have these now, and says which teams were requested. */
async function reread(teams: Readonly<Record<string, readonly unknown[]>>, ...items: readonly TeamRole[]) {
  const requested: string[] = [];
  const listTeamResourceRoles = (uid: string) => {
    requested.push(uid);
    const roles = teams[uid];
    return roles === undefined
      ? Promise.reject(new ServiceError({ kind: 'forbidden', operation: 'listTeamResourceRoles' }))
      : Promise.resolve(roles.map(roleFrom));
  };
  return { ...(await rereadRoles({ listTeamResourceRoles }, items)), requested };
}

describe('reread roles', () => {
  const [a1, a2, b1] = [item('a', '1'), item('a', '2'), item('b', '1')];

  it('are in the chosen order, and take one request for each team', async () => {
    const teams = { a: [{ uid: '1' }, { uid: '2' }], b: [{ uid: '1' }] };
    expect(await reread(teams, b1, a2, a1)).toEqual({
      there: [b1, a2, a1],
      gone: [],
      requested: ['b', 'a'],
    });
  });

  it('are separate from those that no longer exist in their own team', async () => {
    const { there, gone } = await reread({ a: [{ uid: '2' }], b: [{ uid: '1' }] }, a1, a2, b1);
    expect([there, gone]).toEqual([[a2, b1], [a1]]);
  });

  it('are not requested if only a UID was entered', async () => {
    expect(await reread({}, typed)).toEqual({ there: [typed], gone: [], requested: [] });
    expect(await reread({ a: [] }, a1, typed)).toEqual({ there: [typed], gone: [a1], requested: ['a'] });
  });

  it.each([{ roles: [] }, { uid: '' }])(
    'are not considered gone if their team has the role %j, because it may be any role',
    async (odd) => {
      const { there, gone } = await reread({ a: [{ uid: '2' }, odd], b: [] }, a1, a2, b1);
      expect([there, gone]).toEqual([[a1, a2], [b1]]);
    },
  );
});
