import { describe, expect, it } from 'vitest';
import type { DemoOptions, DemoService } from '../../../../src/demo/server';
import { rereadRoles } from '../../../../src/roles/removal/rereadRoles';
import type { TeamRole } from '../../../../src/roles/resourceRoles';
import { connected, failureOf } from '../../support/service';

/** A service, and roles that were chosen a while ago. */
async function chosen(options: Partial<DemoOptions> = {}) {
  const harness = await connected(options);
  const { service, client } = harness;
  const [first, second] = service.fleet.directory.teams;
  if (first === undefined || second === undefined) throw new Error('The demo service has too few teams');
  const itemsOf = async ({ uid, name }: DemoTeam): Promise<readonly TeamRole[]> => {
    const roles = await client.listTeamResourceRoles(uid);
    return roles.map((role) => ({
      team: { uid, name },
      role: { ...role, uid: role.uid ?? '' },
      isListed: true,
    }));
  };
  const items = [...(await itemsOf(first)), ...(await itemsOf(second))];
  service.clearRequests();
  return { ...harness, first, second, items };
}

type DemoTeam = DemoService['fleet']['directory']['teams'][number];

const typed: TeamRole = {
  team: { uid: 'typed-team' },
  role: { uid: 'typed-role', content: undefined },
  isListed: false,
};

const roleUids = (items: readonly TeamRole[]): readonly string[] => items.map(({ role }) => role.uid);

describe('reread roles', () => {
  it('are unchanged and in the chosen order if nothing has changed', async () => {
    const { client, items } = await chosen();
    const reversed = [...items].reverse();
    expect(await rereadRoles(client, reversed)).toEqual({ there: reversed, gone: [] });
  });

  it('take one request for each team', async () => {
    const { client, service, items, first, second } = await chosen();
    await rereadRoles(client, items);
    expect(service.requests.map(({ path }) => path).sort()).toEqual(
      [first, second].map(({ uid }) => `/v1/teams/${uid}/resourceRoles`).sort(),
    );
  });

  it('are confirmed as they are now', async () => {
    const { client, service, items, first } = await chosen();
    const [item] = items;
    if (item === undefined) throw new Error('There is no role');
    const now = { uid: item.role.uid, roles: [{ uid: 'r', name: 'Owner' }], projectUids: [], filterRefs: [] };
    service.faults.add({ kind: 'wrongJson', match: new RegExp(first.uid), body: { resourceRoles: [now] } });
    const { there, gone } = await rereadRoles(client, [item]);
    const { uid, ...content } = now;
    expect(there).toEqual([{ ...item, role: { uid, ...content, content, source: now } }]);
    expect(gone).toEqual([]);
  });

  it('are separate from those that no longer exist', async () => {
    const { client, items, first, second } = await chosen();
    const removed = [first.resourceRoles.shift()?.uid, second.resourceRoles.pop()?.uid];
    const { there, gone } = await rereadRoles(client, items);
    expect(roleUids(gone)).toEqual(removed);
    expect(gone).toEqual(items.filter(({ role }) => removed.includes(role.uid)));
    expect(there).toEqual(items.filter(({ role }) => !removed.includes(role.uid)));
  });

  it('are looked up in their own team only', async () => {
    const { client, items, second } = await chosen();
    const [item] = items;
    if (item === undefined) throw new Error('There is no role');
    const elsewhere = { ...item, team: { uid: second.uid, name: second.name } };
    expect(await rereadRoles(client, [item, elsewhere])).toEqual({ there: [item], gone: [elsewhere] });
  });

  it('are not requested if only a UID was entered', async () => {
    const { client, service, items } = await chosen();
    expect(await rereadRoles(client, [typed])).toEqual({ there: [typed], gone: [] });
    expect(service.requests).toEqual([]);
    const { there } = await rereadRoles(client, [...items, typed]);
    expect(there).toEqual([...items, typed]);
    expect(service.requests).toHaveLength(2);
  });

  it.each([403, 500])('are unknown after a %i, which is thrown', async (status) => {
    const { client, service, items, second } = await chosen();
    service.faults.add({ kind: 'status', status, match: new RegExp(second.uid) });
    const { failure } = await failureOf(rereadRoles(client, items));
    expect(failure).toMatchObject({ status, operation: 'listTeamResourceRoles' });
  });

  it.each([{ roles: [] }, { uid: '' }])(
    'are not considered gone if their team has the role %j, because it may be any role',
    async (odd) => {
      const { client, service, items, first, second } = await chosen();
      const lost = second.resourceRoles.shift()?.uid;
      const [item, ...others] = first.resourceRoles;
      service.faults.add({
        kind: 'wrongJson',
        match: new RegExp(first.uid),
        body: { resourceRoles: [...others, odd] },
      });
      const { there, gone } = await rereadRoles(client, items);
      expect(roleUids(gone)).toEqual([lost]);
      expect(there).toEqual(items.filter(({ role }) => role.uid !== lost));
      expect(roleUids(there)).toContain(item?.uid);
    },
  );
});
