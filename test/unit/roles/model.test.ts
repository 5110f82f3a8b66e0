import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ViewRow, TeamRow } from '../../../src/roles/rows';
import type { ServiceClient } from '../../../src/service/client';
import { ServiceError } from '../../../src/service/errors';
import type { ErrorRow } from '../../../src/items/store/row';
import { connected, sourceOf } from '../support/service';
import type { ScriptedService } from '../../support/demo/service';
import {
  hold,
  opened,
  roleRows,
  teamRoles,
  teamRows,
  watched,
  wordFor,
  wordsBelow,
  type DemoTeam,
  type TeamRolesView,
  rowsBelow,
} from './support/teamRoles';

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

function refusal(status: number, kind: ServiceError['kind']): ServiceError {
  return new ServiceError({ kind, status, operation: 'removeTeamResourceRole' });
}

const forbidden = refusal(403, 'forbidden');

describe('reading', () => {
  it('requests nothing until rows are needed', async () => {
    const { model, operations } = await teamRoles();
    expect(model.store.find('Test/team:x')).toBeUndefined();
    expect(model.store.branchOf()?.loadingMore !== undefined).toBe(false);
    expect(model.gatheredFrom).toBeUndefined();
    expect(operations()).toEqual([]);
  });

  it('takes one request for the teams and one for the roles of a team', async () => {
    const { model, service, operations } = await teamRoles();
    expect(await wordsBelow(model)).toEqual(namesOf(service));
    expect(operations()).toEqual(['listTeams']);
    const { roles } = await opened(model);
    expect(roles.map(wordFor)).toEqual(rolesOf(teamAt(service)));
    expect(operations()).toEqual(['listTeams', 'listTeamResourceRoles']);
  });

  it('happens once, however often and concurrently rows are requested', async () => {
    const { model, operations } = await teamRoles();
    await Promise.all([model.store.children(), model.store.children()]);
    const row = only(await teamRows(model));
    await Promise.all([row, row, undefined].map((parent) => model.store.children(parent)));
    await model.store.children(row);
    expect(operations()).toEqual(['listTeams', 'listTeamResourceRoles']);
  });

  it('creates rows that are found by ID and have the shown row as parent', async () => {
    const { model } = await teamRoles();
    const { row, roles } = await opened(model);
    expect(model.store.find(row.id)).toBe(row);
    for (const role of roles) {
      expect(role.parent).toBe(row);
      expect(model.store.find(role.id)).toBe(role);
    }
    expect(model.store.find(`${row.id}/role:nonsense`)).toBeUndefined();
  });

  it('does not happen below rows of another connection', async () => {
    const { model, operations } = await teamRoles();
    const other: TeamRow = { kind: 'team', id: 'Tes/team:x', parent: undefined, team: { uid: 'x' } };
    for (const id of [other.id, 'Test2/team:x', 'Test']) {
      expect(await model.store.children({ ...other, id })).toEqual([]);
    }
    expect(operations()).toEqual([]);
  });

  it('shows a note if there are no teams, or no roles in a team', async () => {
    expect(await wordsBelow((await teamRoles({ teams: 0 })).model)).toEqual(['(noTeams)']);
    const { model } = await teamRoles({ projects: 0 });
    const { row, roles } = await opened(model);
    expect(roles).toEqual([]);
    expect(await wordsBelow(model, row)).toEqual(['(noRoles)']);
    expect(model.roleCount(row)).toBe(0);
  });

  it('takes the teams from the projects if teams are not listed', async () => {
    const { model, service } = await teamRoles({ profile: 'interface' }, { listing: 'get', limit: 10 });
    const rows = await model.store.children();
    expect(rows.at(-1)?.kind).toBe('loadMore');
    expect(model.gatheredFrom).toEqual({ loaded: 10, total: 128 });
    while ((await model.store.children()).at(-1)?.kind === 'loadMore') await model.store.loadMore();
    expect([...(await wordsBelow(model))].sort()).toEqual([...namesOf(service)].sort());
    expect(model.gatheredFrom).toEqual({ loaded: 128, total: 128 });
  });
});

describe('roles that are not listed', () => {
  it.each([403, 404, 405, 501])('are shown as a note, not as an error: %i', async (status) => {
    const { model, service } = await teamRoles();
    service.faults.add({ kind: 'status', status, operation: 'listTeamResourceRoles' });
    const { row } = await opened(model);
    expect(await rowsBelow(model, row)).toMatchObject([
      {
        kind: 'note',
        parent: row,
        note: { about: 'rolesNotListed', error: { failure: { status } } },
      },
    ]);
    expect(model.roleCount(row)).toBeUndefined();
  });

  it('appear after a refresh once the service lists them', async () => {
    const { model, service } = await teamRoles();
    service.faults.add({ kind: 'status', status: 403, operation: 'listTeamResourceRoles' });
    const { row } = await opened(model);
    await model.refresh(row);
    expect(await wordsBelow(model, row)).toEqual(rolesOf(teamAt(service)));
  });
});

describe('a failure', () => {
  it('is a row, which a refresh replaces', async () => {
    const { model, service, reloads } = await teamRoles();
    service.faults.add({ kind: 'status', status: 500 });
    const error = only(await model.store.children()) as ErrorRow<TeamRow>;
    expect(error).toMatchObject({ kind: 'error', isNextPage: false, parent: undefined });
    await model.retry(error);
    expect(reloads).toEqual([undefined]);
    expect(await wordsBelow(model)).toEqual(namesOf(service));
  });

  it('is not requested again before that', async () => {
    const { model, service, operations } = await teamRoles();
    service.faults.add({ kind: 'status', status: 500 });
    await model.store.children();
    expect(await wordsBelow(model)).toEqual(['(serviceFault)']);
    expect(operations()).toHaveLength(1);
  });

  it('with a rejected key is a failure, and does not fall back to the projects', async () => {
    const { model, service, operations } = await teamRoles();
    service.faults.add({ kind: 'status', status: 401 });
    expect(await wordsBelow(model)).toEqual(['(unauthorized)']);
    expect(operations()).toEqual(['listTeams']);
  });

  it('leaves the last loaded rows in place', async () => {
    const { model, service } = await teamRoles();
    const { row } = await opened(model);
    const [teams, roles] = [await wordsBelow(model), await wordsBelow(model, row)];
    service.faults.add({ kind: 'status', status: 500, operation: 'listTeams' });
    service.faults.add({ kind: 'status', status: 400, operation: 'listTeamResourceRoles' });
    await model.refresh();
    expect(await wordsBelow(model)).toEqual(['(serviceFault)', ...teams]);
    expect(await wordsBelow(model, row)).toEqual(['(invalidRequest)', ...roles]);
    expect(model.roleCount(row)).toBe(roles.length);
    // Each retry only requests what failed.
    service.clearRequests();
    await model.retry((await model.store.children(row))[0] as ErrorRow<TeamRow>);
    expect(await wordsBelow(model, row)).toEqual(roles);
    expect(await wordsBelow(model)).toEqual(['(serviceFault)', ...teams]);
    expect(service.requests.map(({ operation }) => operation)).toEqual(['listTeamResourceRoles']);
  });
});

describe('"Load more"', () => {
  it('reads one page, however often it is clicked meanwhile', async () => {
    const { model, operations, service } = await teamRoles({ teams: 120 });
    expect((await wordsBelow(model)).at(-1)).toBe('(50 of 120)');
    const both = [model.store.loadMore(), model.store.loadMore()];
    expect(model.store.branchOf()?.loadingMore !== undefined).toBe(true);
    const [first, second] = await Promise.all(both);
    expect(model.store.branchOf()?.loadingMore !== undefined).toBe(false);
    expect(operations()).toHaveLength(2);
    expect((await wordsBelow(model)).at(-1)).toBe('(100 of 120)');
    expect(first).toBe((await model.store.children())[50]);
    expect(second).toBe(first);
    await model.store.loadMore();
    expect(await wordsBelow(model)).toEqual(namesOf(service));
    // The list is complete.
    expect(await model.store.loadMore()).toBeUndefined();
    expect(operations()).toHaveLength(3);
  });

  it('reads nothing before the first page is loaded', async () => {
    const { model, operations } = await teamRoles();
    expect(await model.store.loadMore()).toBeUndefined();
    expect(operations()).toEqual([]);
  });

  it('keeps the objects of existing rows', async () => {
    const { model } = await teamRoles({ teams: 120 });
    const before = (await model.store.children()).slice(0, 50);
    await model.store.loadMore();
    const after = await model.store.children();
    expect(before.every((node, index) => after[index] === node)).toBe(true);
  });

  it('notifies of its own row, then of the new rows', async () => {
    const { model, looks, reloads } = await teamRoles({ teams: 120 });
    const clicked = (await model.store.children()).at(-1);
    const loading = model.store.loadMore();
    expect(looks).toEqual([clicked]);
    expect(reloads).toEqual([]);
    await loading;
    expect(reloads).toEqual([undefined]);
  });

  it('shows a failure below the loaded rows, and continues from there', async () => {
    const { model, service } = await teamRoles({ teams: 120 });
    await model.store.children();
    service.faults.add({ kind: 'status', status: 500 });
    await model.store.loadMore();
    expect(await wordsBelow(model)).toEqual([...namesOf(service).slice(0, 50), '(serviceFault)']);
    const error = (await model.store.children()).at(-1) as ErrorRow<TeamRow>;
    expect(error).toMatchObject({ kind: 'error', isNextPage: true });
    await model.retry(error);
    expect((await wordsBelow(model)).at(-1)).toBe('(100 of 120)');
  });

  it('is discarded if the list has been reloaded', async () => {
    const { model, service, reloads } = await teamRoles({ teams: 120 });
    await model.store.children();
    const release = hold(service, 'listTeams');
    const more = model.store.loadMore();
    await expect.poll(() => service.requests.length).toBe(2);
    await model.refresh();
    expect(model.store.branchOf()?.loadingMore !== undefined).toBe(false);
    await model.store.children();
    release();
    expect(await more).toBeUndefined();
    expect(reloads).toEqual([]);
    expect((await wordsBelow(model)).at(-1)).toBe('(50 of 120)');
  });

  it('reports that the service repeated a page token', async () => {
    const { model, service } = await teamRoles();
    const body = { items: [{ metadata: { uid: 'a' } }], listmeta: { continue: 'again' } };
    service.faults.add({ kind: 'wrongJson', body, times: 2 });
    await model.store.children();
    await model.store.loadMore();
    expect((await model.store.children()).at(-1)).toMatchObject({
      kind: 'truncated',
      cut: 'repeatedToken',
      loaded: 1,
    });
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
    for (const row of [undefined, one.row, other.row]) await model.store.children(row);
    expect(service.requests.map(({ path }) => path)).toEqual([`/v1/teams/${one.row.team.uid}/resourceRoles`]);
  });

  it('of everything reads the teams and the visible roles', async () => {
    const { model, service, operations, looks } = await teamRoles();
    const [kept, closed] = [await opened(model), await opened(model, 1)];
    model.store.setExpanded(closed.row, false);
    service.clearRequests();
    looks.length = 0;
    await model.refresh();
    // Its number of roles is unknown again.
    expect(looks).toEqual([closed.row]);
    const rows = await teamRows(model);
    expect(model.roleCount(only(rows))).toBe(kept.roles.length);
    expect(rows.map((row) => model.roleCount(row)).slice(1)).toEqual(rows.slice(1).map(() => undefined));
    await model.store.children(only(rows));
    expect(operations()).toEqual(['listTeams', 'listTeamResourceRoles']);
  });

  it('rereads the roles of a collapsed team when it is expanded again', async () => {
    const { model, service } = await teamRoles();
    const { row } = await opened(model);
    model.store.setExpanded(row, false);
    // Before that, the loaded rows are current.
    await model.store.children(row);
    expect(service.requests).toHaveLength(2);
    const team = teamAt(service);
    team.resourceRoles.pop();
    await model.refresh();
    const { roles } = await opened(model);
    expect(roles.map(wordFor)).toEqual(rolesOf(team));
  });

  it('keeps every ID, whatever else changes', async () => {
    const { model, service } = await teamRoles({ teams: 60 });
    await model.store.children();
    await model.store.loadMore();
    const { roles } = await opened(model);
    const idsOf = (nodes: readonly ViewRow[]): readonly string[] => nodes.map(({ id }) => id);
    const [teams, before] = [idsOf(await model.store.children()), idsOf(roles)];
    const renamed = service.fleet.directory.teams.map(({ uid }) => ({
      metadata: { uid, name: `new ${uid}` },
    }));
    service.faults.add({ kind: 'wrongJson', operation: 'listTeams', body: { items: renamed } });
    service.faults.add({
      kind: 'wrongJson',
      operation: 'listTeamResourceRoles',
      body: { resourceRoles: teamAt(service).resourceRoles.map(({ uid }) => ({ uid })) },
    });
    await model.refresh();
    const after = await opened(model);
    expect(idsOf(await model.store.children())).toEqual(teams);
    expect(idsOf(after.roles)).toEqual(before);
    expect(after.row.team.name).toMatch(/^new /);
  });

  it('gives roles their current parents', async () => {
    const { model } = await teamRoles();
    const before = await opened(model);
    await model.refresh();
    const { row, roles } = await opened(model);
    expect(row).toBe(before.row);
    expect(roles.every(({ parent }) => parent === row)).toBe(true);
  });

  it('reads as many teams as were loaded', async () => {
    const { model, service, operations } = await teamRoles({ teams: 120 });
    await model.store.children();
    await model.store.loadMore();
    service.clearRequests();
    await model.refresh();
    expect((await wordsBelow(model)).at(-1)).toBe('(100 of 120)');
    expect(operations()).toHaveLength(2);
  });

  it('shows added rows and drops deleted ones', async () => {
    const { model, service } = await teamRoles();
    const { row } = await opened(model);
    service.fleet.removeTeam(teamAt(service, 1));
    const team = teamAt(service);
    service.fleet.addResourceRole(team, { roles: [], projectUids: [], filterRefs: [] });
    await model.refresh();
    expect(await wordsBelow(model)).toEqual(namesOf(service));
    expect(await wordsBelow(model, row)).toEqual(rolesOf(team));
    expect(model.roleCount(row)).toBe(team.resourceRoles.length);
  });

  it.each(['listTeams', 'listTeamResourceRoles'] as const)(
    'discards a response that arrives too late: %s',
    async (operation) => {
      const { model, service, operations } = await teamRoles();
      const row = operation === 'listTeams' ? undefined : only(await teamRows(model));
      if (row !== undefined) model.store.setExpanded(row, true);
      service.clearRequests();
      const release = hold(service, operation);
      const first = model.store.children(row);
      await expect.poll(() => service.requests.length).toBe(1);
      await model.refresh(row);
      const second = await model.store.children(row);
      release();
      expect(await first).toEqual(second);
      expect(operations()).toEqual([operation, operation]);
    },
  );

  it('does not affect other teams', async () => {
    const { model, service } = await teamRoles();
    const [one, other] = await teamRows(model);
    const release = hold(service, 'listTeamResourceRoles');
    const reading = model.store.children(one);
    await expect.poll(() => service.requests.length).toBe(2);
    await model.refresh(other);
    release();
    expect((await reading).map(wordFor)).toEqual([...rolesOf(teamAt(service)), 'Other access']);
    expect(service.requests).toHaveLength(2);
  });
});

describe('the number of roles', () => {
  it("is known once they are read, which notifies the team's row", async () => {
    const { model, looks } = await teamRoles();
    const [row] = await teamRows(model);
    if (row === undefined) throw new Error('There is no team');
    expect(model.roleCount(row)).toBeUndefined();
    const { length } = await roleRows(model, row);
    expect(model.roleCount(row)).toBe(length);
    expect(looks).toEqual([row]);
  });

  it('is not known after a failure', async () => {
    const { model, service } = await teamRoles();
    service.faults.add({ kind: 'status', status: 500, operation: 'listTeamResourceRoles' });
    const { row } = await opened(model);
    expect(model.roleCount(row)).toBeUndefined();
  });
});

describe('revealing a team', () => {
  it('returns its existing row', async () => {
    const { model, service, operations, reloads } = await teamRoles();
    const { uid } = teamAt(service, 3);
    const row = await model.reveal({ uid });
    expect(row).toBe((await model.store.children())[3]);
    expect(reloads).toEqual([]);
    expect(operations()).toEqual(['listTeams']);
  });

  it('adds its row if the list has not been read that far', async () => {
    const { model, service, operations, reloads } = await teamRoles({ teams: 120 });
    const { uid, name } = teamAt(service, 110);
    const row = await model.reveal({ uid, name });
    expect(reloads).toEqual([undefined]);
    const rows = await model.store.children();
    expect(rows).toHaveLength(52);
    expect(rows[50]).toBe(row);
    expect(rows[51]).toMatchObject({ kind: 'loadMore', loaded: 50, total: 120 });
    expect(await model.reveal({ uid, name })).toBe(row);
    expect(model.store.find(row?.id ?? '')).toBe(row);
    expect(operations()).toEqual(['listTeams']);
    // It behaves like any other row.
    expect(await wordsBelow(model, row)).toEqual(rolesOf(teamAt(service, 110)));
  });

  it('keeps one row with the same ID when the list reaches it', async () => {
    const { model, service } = await teamRoles({ teams: 60 });
    const { uid } = teamAt(service, 55);
    const before = await model.reveal({ uid });
    if (before === undefined) throw new Error('It is not there');
    const roles = await wordsBelow(model, before);
    await model.store.loadMore();
    expect(await wordsBelow(model)).toEqual(namesOf(service));
    const after = await model.reveal({ uid });
    expect(after?.id).toBe(before.id);
    expect(after).toBe((await model.store.children())[55]);
    expect(await wordsBelow(model, after)).toEqual(roles);
    expect(model.roleCount(before)).toBe(roles.length);
  });

  it('returns one object to concurrent callers', async () => {
    const { model, service } = await teamRoles({ teams: 60 });
    const { uid } = teamAt(service, 55);
    const rows = await Promise.all([model.reveal({ uid }), model.reveal({ uid }), model.reveal({ uid })]);
    expect(new Set(rows).size).toBe(1);
    expect((await model.store.children()).filter(({ id }) => id === rows[0]?.id)).toEqual([rows[0]]);
  });

  it('lasts after a refresh', async () => {
    const { model, service } = await teamRoles({ teams: 60 });
    const row = await model.reveal({ uid: teamAt(service, 55).uid });
    await model.refresh();
    expect((await model.store.children())[50]).toBe(row);
  });

  it('works even if no team is listed', async () => {
    const { model, service } = await teamRoles({ teams: 0 });
    const row = await model.reveal({ uid: 'asked' });
    expect(await model.store.children()).toEqual([row]);
    service.faults.add({ kind: 'status', status: 500 });
    await model.refresh();
    expect(await wordsBelow(model)).toEqual(['(serviceFault)', 'asked']);
  });
});

describe('a removal', () => {
  it("is shown in the role's row while it is in progress", async () => {
    const { model, looks } = await teamRoles();
    const { row, roles } = await opened(model);
    const [role, other] = roles;
    if (role === undefined || other === undefined) throw new Error('There are too few roles');
    looks.length = 0;
    model.removalBegins(row.team.uid, role.role.uid ?? '');
    expect(looks).toEqual([role]);
    expect([role, other].map((node) => model.isBeingRemoved(node))).toEqual([true, false]);
  });

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

  it('that failed leaves the row, without its progress', async () => {
    const { model, looks, reloads } = await teamRoles();
    const { row, roles } = await opened(model);
    const role = only(roles);
    model.removalBegins(row.team.uid, role.role.uid ?? '');
    looks.length = 0;
    model.removalEnds(row.team.uid, role.role.uid ?? '', { outcome: 'notTried' });
    expect(model.isBeingRemoved(role)).toBe(false);
    expect(looks).toEqual([role]);
    expect(reloads).toEqual([]);
    expect(await rowsBelow(model, row)).toEqual(roles);
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

  it('removes all rows of a role that is listed repeatedly', async () => {
    const { model, service } = await teamRoles();
    const resourceRoles = ['a', 'b', 'a'].map((uid) => ({ uid }));
    service.faults.add({ kind: 'wrongJson', operation: 'listTeamResourceRoles', body: { resourceRoles } });
    const { row } = await opened(model);
    model.removalEnds(row.team.uid, 'a', { outcome: 'removed' });
    expect(await wordsBelow(model, row)).toEqual(['b']);
  });

  it('of a role that is not shown changes nothing', async () => {
    const { model, operations } = await teamRoles();
    const { row, roles } = await opened(model);
    for (const team of [row.team.uid, 'nonsense']) {
      model.removalBegins(team, 'nonsense');
      model.removalEnds(team, 'nonsense', { outcome: 'removed' });
    }
    expect(await rowsBelow(model, row)).toEqual(roles);
    expect(operations()).toHaveLength(2);
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

  it('that ends while the team is collapsed leaves no progress', async () => {
    const { model } = await teamRoles();
    const { row, roles } = await opened(model);
    const uid = only(roles).role.uid ?? '';
    model.removalBegins(row.team.uid, uid);
    model.store.setExpanded(row, false);
    await model.refresh();
    model.removalEnds(row.team.uid, uid, { outcome: 'notTried' });
    expect(model.isBeingRemoved(only((await opened(model)).roles))).toBe(false);
  });

  it('is not undone by a list that was read before it', async () => {
    const { service, client } = await connected();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let isLate = false;
    const late: ServiceClient = {
      ...client,
      async listTeamResourceRoles(uid, options) {
        const roles = await client.listTeamResourceRoles(uid, options);
        if (isLate) await released;
        isLate = false;
        return roles;
      },
    };
    const { model } = watched(sourceOf(late));
    const { row, roles } = await opened(model);
    const uid = only(roles).role.uid ?? '';
    isLate = true;
    void model.refresh(row);
    const reading = model.store.children(row);
    await expect.poll(() => service.requests.length).toBe(3);
    model.removalBegins(row.team.uid, uid);
    await client.removeTeamResourceRole(row.team.uid, uid);
    model.removalEnds(row.team.uid, uid, { outcome: 'removed' });
    release();
    await reading;
    expect(await wordsBelow(model, row)).toEqual(rolesOf(teamAt(service)));
    expect(await wordsBelow(model, row)).not.toContain(uid);
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

  it.each([403, 405, 501])('disables removals until a refresh: %i', async (status) => {
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

  it('disables nothing if another removal has worked, until a refresh', async () => {
    const view = await teamRoles();
    const { model, offers } = view;
    await remove(view, 403);
    await remove(view);
    expect(model.removalRefusal).toBeUndefined();
    await remove(view, 403);
    expect(model.removalRefusal).toBeUndefined();
    expect(offers).toEqual([false, true]);
    await model.refresh();
    await remove(view, 403);
    expect(model.removalRefusal).toBeDefined();
  });

  it('updates all role rows', async () => {
    const view = await teamRoles();
    const [one, other] = [await opened(view.model), await opened(view.model, 1)];
    view.looks.length = 0;
    await remove(view, 403);
    const ids = new Set(view.looks.map(({ id }) => id));
    expect(ids).toEqual(new Set([...one.roles, ...other.roles].map(({ id }) => id)));
  });

  it.each([401, 404, 409, 429, 500])('may concern only that role: %i', async (status) => {
    const view = await teamRoles();
    await remove(view, status);
    expect(view.model.removalRefusal).toBeUndefined();
    expect(view.offers).toEqual([]);
  });
});

describe('changed roles', () => {
  it('are reread, and no others', async () => {
    const { model, service, reloads } = await teamRoles();
    const [one, other] = [await opened(model), await opened(model, 1)];
    const team = teamAt(service);
    service.fleet.addResourceRole(team, { roles: [], projectUids: [], filterRefs: [] });
    service.clearRequests();
    model.rolesChanged(team.uid);
    expect(await wordsBelow(model, one.row)).toEqual(rolesOf(team));
    expect(reloads).toEqual([one.row]);
    expect(await rowsBelow(model, other.row)).toEqual(other.roles);
    expect(service.requests).toHaveLength(1);
  });

  it('are reread for a revealed team', async () => {
    const { model, service } = await teamRoles({ teams: 60 });
    const team = teamAt(service, 55);
    const row = await model.reveal(team);
    if (row === undefined) throw new Error('It is not there');
    model.store.setExpanded(row, true);
    await model.store.children(row);
    service.fleet.addResourceRole(team, { roles: [], projectUids: [], filterRefs: [] });
    model.rolesChanged(team.uid);
    expect(await wordsBelow(model, row)).toEqual(rolesOf(team));
  });

  it('are ignored if their team is not shown', async () => {
    const { model, reloads } = await teamRoles();
    await model.store.children();
    model.rolesChanged('nonsense');
    expect(reloads).toEqual([]);
  });
});

describe('a disposed model', () => {
  it.each(['listTeams', 'listTeamResourceRoles'] as const)(
    'returns nothing to waiting callers: %s',
    async (operation) => {
      const { model, service, records } = await teamRoles();
      const row = operation === 'listTeams' ? undefined : only(await teamRows(model));
      service.clearRequests();
      service.faults.add({ kind: 'hang', operation });
      const waiting = model.store.children(row);
      await expect.poll(() => service.requests.length).toBe(1);
      model.dispose();
      expect(await waiting).toEqual([]);
      await expect.poll(() => records.at(-1)?.failure?.kind).toBe('cancelled');
    },
  );

  it('cancels the next page', async () => {
    const { model, service, records } = await teamRoles({ teams: 120 });
    await model.store.children();
    service.faults.add({ kind: 'hang' });
    const more = model.store.loadMore();
    await expect.poll(() => service.requests.length).toBe(2);
    model.dispose();
    expect(await more).toBeUndefined();
    await expect.poll(() => records.at(-1)?.failure?.kind).toBe('cancelled');
  });

  it('neither reads nor notifies', async () => {
    const { model, service, looks, reloads, offers } = await teamRoles();
    const { row, roles } = await opened(model);
    const other = (await teamRows(model))[1];
    model.dispose();
    for (const told of [looks, reloads, offers]) told.length = 0;
    service.clearRequests();
    await model.refresh();
    model.removalBegins(row.team.uid, only(roles).role.uid ?? '');
    model.removalEnds(row.team.uid, only(roles).role.uid ?? '', { outcome: 'refused', error: forbidden });
    model.rolesChanged(row.team.uid);
    await model.store.loadMore();
    for (const parent of [undefined, row, other]) expect(await model.store.children(parent)).toEqual([]);
    expect(await model.reveal({ uid: 'asked' })).toBeUndefined();
    expect([looks, reloads, offers, service.requests]).toEqual([[], [], [], []]);
  });
});

/** What this user or another one may do at any time; `place` selects a team. */
const actions = [
  'refresh',
  'refreshTeam',
  'expand',
  'collapse',
  'loadMore',
  'removeRole',
  'refuse',
  'ask',
] as const;
const changes = ['addRole', 'removeTeam', 'failNext'] as const;
interface Step {
  readonly what: (typeof actions)[number] | (typeof changes)[number];
  readonly place: number;
}
const steps: Arbitrary<readonly Step[]> = fc.array(
  fc.record({ what: fc.constantFrom(...actions, ...changes), place: fc.nat(119) }),
  { maxLength: 15 },
);

describe('after any sequence of operations', () => {
  it('each row exists once, is found by its ID and has the shown row as parent', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { model, service } = await teamRoles({ teams: 120, projects: 4 });
        for (const step of all) {
          await take(step, model, service);
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
        const listed = namesOf(service);
        expect(shown.map(wordFor)).toEqual(expect.arrayContaining(listed.slice(0, 50)));
      }),
      { numRuns: 25 },
    );
  });
});

type Model = Awaited<ReturnType<typeof teamRoles>>['model'];

async function take({ what, place }: Step, model: Model, service: ScriptedService): Promise<void> {
  const rows = await teamRows(model);
  const row = rows[place % Math.max(1, rows.length)];
  const team = teamAt(service, place % service.fleet.directory.teams.length);
  switch (what) {
    case 'refresh':
      await model.refresh();
      return;
    case 'loadMore':
      await model.store.loadMore();
      return;
    case 'ask':
      expect((await model.reveal(team))?.team.uid).toBe(team.uid);
      return;
    case 'addRole':
      service.fleet.addResourceRole(team, { roles: [], projectUids: [], filterRefs: [] });
      return;
    case 'removeTeam':
      service.fleet.removeTeam(team);
      return;
    case 'failNext':
      service.faults.add({ kind: 'status', status: 500 });
      return;
    case 'refreshTeam':
    case 'expand':
    case 'collapse':
    case 'removeRole':
    case 'refuse':
      if (row !== undefined) await takeBelow(what, row, model, service);
  }
}

async function takeBelow(
  what: 'refreshTeam' | 'expand' | 'collapse' | 'removeRole' | 'refuse',
  row: TeamRow,
  model: Model,
  service: ScriptedService,
): Promise<void> {
  switch (what) {
    case 'refreshTeam':
      await model.refresh(row);
      return;
    case 'expand':
      model.store.setExpanded(row, true);
      await model.store.children(row);
      return;
    case 'collapse':
      model.store.setExpanded(row, false);
      return;
    case 'removeRole':
    case 'refuse': {
      const [role] = await roleRows(model, row);
      const uid = role?.role.uid ?? '';
      const isGone = what === 'removeRole';
      const found = service.fleet.directory.teams.find((one) => one.uid === row.team.uid);
      model.removalBegins(row.team.uid, uid);
      if (isGone) found?.resourceRoles.splice(rolesOf(found).indexOf(uid), uid === '' ? 0 : 1);
      model.removalEnds(
        row.team.uid,
        uid,
        isGone ? { outcome: 'removed' } : { outcome: 'refused', error: forbidden },
      );
      return;
    }
  }
}

async function expectSound(model: Model): Promise<void> {
  const teams = await model.store.children();
  const shown = [...teams];
  for (const row of teams) {
    expect(row.parent).toBeUndefined();
    // The children of a row that was never expanded are not requested.
    if (row.kind === 'team' && model.roleCount(row) !== undefined) {
      const below = await model.store.children(row);
      for (const { parent } of below) expect(model.store.find(parent?.id ?? '')).toBe(row);
      shown.push(...below);
      const roles = below.filter(({ kind }) => kind === 'role');
      expect(model.roleCount(row) ?? roles.length).toBe(roles.length);
    }
  }
  expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
  for (const row of shown) if (row.kind !== 'error') expect(model.store.find(row.id)).toBe(row);
}
