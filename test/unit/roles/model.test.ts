import { listsOf } from '../../../src/access/access';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { TeamRolesModel } from '../../../src/roles/model';
import type { TeamRow } from '../../../src/roles/rows';
import { ServiceError } from '../../../src/service/errors';
import type { ScriptedService } from '../../support/demo/service';
import {
  opened,
  roleRows,
  teamRoles,
  teamRows,
  wordFor,
  wordsBelow,
  type DemoTeam,
  type TeamRolesView,
  rowsBelow,
} from './support/teamRoles';
import { runs } from '../support/randomRuns';

const namesOf = ({ fleet }: ScriptedService): readonly string[] =>
  fleet.directory.teams.map(({ name }) => name);

const rolesOf = ({ resourceRoles }: DemoTeam): readonly string[] => resourceRoles.map(({ uid }) => uid);

/** The team at `place` in the service. */
function teamAt({ fleet }: ScriptedService, place = 0): DemoTeam {
  const team = fleet.directory.teams[place];
  if (team === undefined) throw new Error('The demo service has no such team');
  return team;
}

const only = <Item>([first]: readonly Item[]): Item => {
  if (first === undefined) throw new Error('There is none');
  return first;
};

const noContent = { roles: [], projectUids: [], filterRefs: [] };

const forbidden = new ServiceError({ kind: 'forbidden', status: 403, operation: 'removeTeamResourceRole' });

describe('reading', () => {
  it('takes one request for the teams and one for the roles of a team', async () => {
    const { model, service, operations } = await teamRoles();
    expect(await wordsBelow(model)).toEqual(namesOf(service));
    expect(operations()).toEqual(['listTeams']);
    const { roles } = await opened(model);
    expect(roles.map(wordFor)).toEqual(rolesOf(teamAt(service)));
    expect(operations()).toEqual(['listTeams', 'listTeamResourceRoles']);
  });
});

describe('roles that are not listed', () => {
  it('appear after a refresh once the service lists them', async () => {
    const { model, service } = await teamRoles();
    service.faults.add({ kind: 'status', status: 403, operation: 'listTeamResourceRoles' });
    const { row } = await opened(model);
    await model.refresh(row);
    expect(await wordsBelow(model, row)).toEqual(rolesOf(teamAt(service)));
  });
});

describe('a refresh', () => {
  it('of one team reads only that team', async () => {
    const { model, service, reloads } = await teamRoles();
    const [one, other] = [await opened(model), await opened(model, 1)];
    service.clearRequests();
    teamAt(service).resourceRoles.pop();
    await model.refresh(one.row);
    expect(reloads).toEqual([one.row]);
    for (const row of [undefined, one.row, other.row]) await model.rows.children(row);
    expect(service.requests.map(({ path }) => path)).toEqual([`/v1/teams/${one.row.team.uid}/resourceRoles`]);
  });
});

describe('a removal', () => {
  it('removes the row without a request and updates the number of roles', async () => {
    const { model, service, operations, looks, reloads } = await teamRoles();
    const { row, roles } = await opened(model);
    const [gone, ...others] = roles;
    model.removalBegins(row.team.uid, gone?.role.uid ?? '');
    service.clearRequests();
    looks.length = 0;
    model.removalEnds(row.team.uid, gone?.role.uid ?? '', { outcome: 'removed' });
    expect(await rowsBelow(model, row)).toEqual(others);
    expect(model.roleCount(row)).toBe(others.length);
    expect(model.store.find(gone?.id ?? '')).toBeUndefined();
    expect(reloads).toEqual([row]);
    expect(looks).toEqual([row]);
    expect(operations()).toEqual([]);
  });

  it('of the last role leaves a note', async () => {
    const { model, operations } = await teamRoles();
    const { row, roles } = await opened(model);
    for (const { role } of roles) {
      model.removalBegins(row.team.uid, role.uid ?? '');
      model.removalEnds(row.team.uid, role.uid ?? '', { outcome: 'removed' });
    }
    expect(await wordsBelow(model, row)).toEqual(['(noRoles)']);
    expect(model.roleCount(row)).toBe(0);
    expect(operations()).toHaveLength(2);
  });

  it('does not affect a role with the same UID in another team', async () => {
    const { model, service } = await teamRoles();
    service.faults.add({
      kind: 'wrongJson',
      operation: 'listTeamResourceRoles',
      body: { resourceRoles: [{ uid: 'same' }] },
      times: 2,
    });
    const [one, other] = [await opened(model), await opened(model, 1)];
    model.removalBegins(one.row.team.uid, 'same');
    expect(model.isBeingRemoved(only(other.roles))).toBe(false);
    model.removalEnds(one.row.team.uid, 'same', { outcome: 'removed' });
    expect(await wordsBelow(model, one.row)).toEqual(['(noRoles)']);
    expect(await wordsBelow(model, other.row)).toEqual(['same']);
  });

  it('is told to what shows the journal, unless nothing was tried', async () => {
    const { model } = await teamRoles();
    const told = vi.fn();
    model.onDidRecord(told);
    const { row } = await opened(model);
    for (const [outcome, count] of [
      ['notTried', 0],
      ['removed', 1],
      ['alreadyGone', 2],
    ] as const) {
      model.removalEnds(row.team.uid, 'a', { outcome });
      expect(told).toHaveBeenCalledTimes(count);
    }
    // After a restoration.
    model.rolesChanged(row.team.uid);
    expect(told).toHaveBeenCalledTimes(3);
  });

  it('is also shown in a row that was read after it began', async () => {
    const { model, service } = await teamRoles();
    const team = teamAt(service);
    const uid = only(rolesOf(team));
    model.removalBegins(team.uid, uid);
    expect(model.isBeingRemoved(only((await opened(model)).roles))).toBe(true);
    await model.refresh();
    expect(model.isBeingRemoved(only((await opened(model)).roles))).toBe(true);
    model.removalEnds(team.uid, uid, { outcome: 'notTried' });
    expect(model.isBeingRemoved(only((await opened(model)).roles))).toBe(false);
  });
});

describe('a refused removal', () => {
  /** Removes a role of the first team. @param status with which the service answers; undefined to remove it */
  async function remove({ model, client, service }: TeamRolesView, status?: number): Promise<void> {
    if (status !== undefined)
      service.faults.add({ kind: 'status', status, operation: 'removeTeamResourceRole' });
    const { uid, resourceRoles } = teamAt(service);
    const removal = client.removeTeamResourceRole(uid, resourceRoles[0]?.uid ?? '');
    if (status === undefined) await removal;
    else await expect(removal).rejects.toBeInstanceOf(ServiceError);
    model.removalEnds(uid, '', { outcome: status === undefined ? 'removed' : 'notTried' });
  }

  it.each([403, 405])('disables removals until a refresh: %i', async (status) => {
    const view = await teamRoles();
    const { model, offers } = view;
    const { row, roles } = await opened(model);
    expect(model.removalRefusal).toBeUndefined();
    await remove(view, status);
    expect(model.removalRefusal?.failure.status).toBe(status);
    expect(offers).toEqual([false]);
    // The rows still exist.
    expect(await rowsBelow(model, row)).toEqual(roles);
    await model.refresh(row);
    expect(model.removalRefusal).toBeDefined();
    await model.refresh();
    expect(model.removalRefusal).toBeUndefined();
    expect(offers).toEqual([false, true]);
  });

  it('updates all role rows', async () => {
    const view = await teamRoles();
    const [one, other] = [await opened(view.model), await opened(view.model, 1)];
    view.looks.length = 0;
    await remove(view, 403);
    const ids = new Set(view.looks.map(({ id }) => id));
    expect(ids).toEqual(new Set([...one.roles, ...other.roles].map(({ id }) => id)));
  });
});

describe('changed roles', () => {
  it('are reread, and no others', async () => {
    const { model, service, reloads } = await teamRoles();
    const [one, other] = [await opened(model), await opened(model, 1)];
    const team = teamAt(service);
    service.fleet.addResourceRole(team, noContent);
    service.clearRequests();
    model.rolesChanged(team.uid);
    expect(await wordsBelow(model, one.row)).toEqual(rolesOf(team));
    expect(reloads).toEqual([one.row]);
    expect(await rowsBelow(model, other.row)).toEqual(other.roles);
    expect(service.requests).toHaveLength(1);
  });

  it('of a team that the view does not show are read, too, and what cannot be read is not known', async () => {
    const { model, service } = await teamRoles();
    const { uid, resourceRoles } = teamAt(service);
    const known = () => listsOf(model.shownAccess, { kind: 'team', uid }).resource;
    model.rolesChanged(uid);
    await expect.poll(() => known()?.grants?.length).toBe(resourceRoles.length);
    service.faults.add({ kind: 'status', status: 403 });
    model.rolesChanged(uid);
    await expect.poll(() => known()?.error?.kind).toBe('forbidden');
    expect(known()?.grants).toBeUndefined();
    expect(service.requests).toHaveLength(2);
  });
});

describe('a disposed model', () => {
  it('neither reads nor notifies', async () => {
    const { model, service, looks, reloads, offers } = await teamRoles();
    const { row, roles } = await opened(model);
    const other = (await teamRows(model))[1];
    model.dispose();
    for (const told of [looks, reloads, offers]) told.length = 0;
    service.clearRequests();
    await model.refresh();
    model.removalBegins(row.team.uid, only(roles).role.uid ?? '');
    model.removalEnds(row.team.uid, only(roles).role.uid ?? '', { outcome: 'notRemoved', error: forbidden });
    model.rolesChanged(row.team.uid);
    await model.rows.loadMore();
    for (const parent of [undefined, row, other]) expect(await model.rows.children(parent)).toEqual([]);
    expect([looks, reloads, offers, service.requests]).toEqual([[], [], [], []]);
  });
});

/** What this user or another one may do at any time, to the row of a team or to a team of the service. */
const steps: Readonly<
  Record<string, (view: TeamRolesView, team: DemoTeam, row: TeamRow | undefined) => unknown>
> = {
  refresh: ({ model }) => model.refresh(),
  refreshTeam: ({ model }, _, row) => model.refresh(row),
  expand: ({ model }, _, row) => {
    if (row !== undefined) model.rows.setExpanded(row, true);
    return model.rows.children(row);
  },
  collapse: ({ model }, _, row) => {
    if (row !== undefined) model.rows.setExpanded(row, false);
  },
  loadMore: ({ model }) => model.rows.loadMore(),
  removeRole: async ({ model }, team) => {
    const row = model.team(team.uid);
    const uid = (row && (await roleRows(model, row)))?.[0]?.role.uid ?? '';
    const place = rolesOf(team).indexOf(uid);
    model.removalBegins(team.uid, uid);
    if (place >= 0) team.resourceRoles.splice(place, 1);
    model.removalEnds(
      team.uid,
      uid,
      place >= 0 ? { outcome: 'removed' } : { outcome: 'notRemoved', error: forbidden },
    );
  },
  addRole: ({ service }, team) => {
    service.fleet.addResourceRole(team, noContent);
  },
  removeTeam: ({ service }, team) => {
    service.fleet.removeTeam(team);
  },
  failNext: ({ service }) => {
    service.faults.add({ kind: 'status', status: 500 });
  },
};

it('after any sequence of steps, each row exists once, is found by its ID and has the shown row as parent', async () => {
  const step = fc.record({ what: fc.constantFrom(...Object.keys(steps)), place: fc.nat(59) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15, size: 'max' }), async (all) => {
      const view = await teamRoles({ teams: 60, projects: 4 });
      const { model, service } = view;
      for (const { what, place } of all) {
        const rows = await teamRows(model);
        const team = teamAt(service, place % service.fleet.directory.teams.length);
        await steps[what]?.(view, team, rows[place % Math.max(1, rows.length)]);
        await expectSound(model);
      }
      // In the end, the view matches the service.
      service.faults.clear();
      await model.refresh();
      const shown = await teamRows(model);
      for (const row of shown) {
        const team = service.fleet.directory.teams.find(({ uid }) => uid === row.team.uid);
        const expected = team === undefined ? ['(rolesNotListed)'] : rolesOf(team);
        expect(await wordsBelow(model, row)).toEqual(expected.length === 0 ? ['(noRoles)'] : expected);
      }
      expect(shown.map(wordFor)).toEqual(expect.arrayContaining(namesOf(service).slice(0, 50)));
    }),
    { numRuns: runs(6) },
  );
});

async function expectSound(model: TeamRolesModel): Promise<void> {
  const teams = await model.rows.children();
  const shown = [...teams];
  for (const row of teams) {
    expect(row.parent).toBeUndefined();
    // The children of a row that was never expanded are not requested.
    if (row.kind === 'team' && model.roleCount(row) !== undefined) {
      const below = await model.rows.children(row);
      for (const { parent } of below) expect(model.store.find(parent?.id ?? '')).toBe(row);
      shown.push(...below);
      const roles = below.filter(({ kind }) => kind === 'role');
      expect(model.roleCount(row) ?? roles.length).toBe(roles.length);
    }
  }
  expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
  for (const row of shown) if (row.kind !== 'error') expect(model.rows.find(row.id)).toBe(row);
}
