import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { detailsOf, removedRoleDetails, removedRoleId } from '../../../src/roles/details';
import type { TeamRolesModel } from '../../../src/roles/model';
import { sourceKindOf, type SourceRow } from '../../../src/roles/rows';
import { jsonOfRows } from '../../../src/tree/rowData';
import { removal } from './support/removal';
import { opened, teamRoles, teamRows } from './support/teamRoles';

const jsonOf = (rows: readonly SourceRow[], model: TeamRolesModel): string =>
  jsonOfRows(rows, sourceKindOf, model);

/** The first team, expanded, its first two roles, and what the service sends for them. */
async function expanded() {
  const { service, model } = await teamRoles();
  const { roles } = await opened(model);
  const [team] = service.fleet.directory.teams;
  const [first, second] = roles;
  if (team === undefined || first === undefined || second === undefined) throw new Error('There are too few');
  return { model, first, second, team, location: { team: { name: team.name, uid: team.uid } } };
}

describe('the details of a role', () => {
  it('are what the service sent, below its names and its team', async () => {
    const { model, first, team, location } = await expanded();
    const text = await detailsOf(first, model);
    expect(text).toMatch(
      /^# Resource Cluster Admin on payments, ledger · filter pci-dss\n# Team: Platform\n/,
    );
    expect(parse(text)).toEqual({ location, ...team.resourceRoles[0] });
  });

  it('have unknown fields, but no secrets', async () => {
    const { service, model } = await teamRoles();
    const role = { uid: 'role', expiresAt: 'tomorrow', token: 'secret' };
    service.faults.add({
      kind: 'wrongJson',
      operation: 'listTeamResourceRoles',
      body: { resourceRoles: [role] },
    });
    const { roles } = await opened(model);
    const texts = await Promise.all(roles.map((row) => detailsOf(row, model)));
    expect(texts.map((text): unknown => parse(text))).toMatchObject([
      { uid: 'role', expiresAt: 'tomorrow', token: '(hidden)' },
    ]);
  });
});

it('the details of a removed role are what it granted, whose it was and when it was removed', async () => {
  const startedAt = Date.UTC(2026, 0, 2, 3, 4);
  const state = { outcome: 'removed', restored: undefined, isUnderWay: false } as const;
  const entry = { ...removal, ...state, id: 'entry', startedAt, owner: undefined };
  const text = await removedRoleDetails(entry);
  expect(text).toMatch(/^# Team: .+\n# Removed: 2026-01-02 03:04/);
  const { roleUid, content, team } = removal;
  expect(parse(text)).toEqual({ uid: roleUid, ...content, team });
  // The editors of a connection are found, and closed with it, by the start of the ID.
  expect(removedRoleId(entry)).toBe(`${encodeURIComponent(removal.connection.name)}/removed~entry`);
});

describe('the details of a team', () => {
  it('have its roles once they are loaded', async () => {
    const { service, model } = await teamRoles();
    const [row] = await teamRows(model);
    const [team] = service.fleet.directory.teams;
    if (row === undefined || team === undefined) throw new Error('There is no team');
    const described: object = service.fleet.describeTeam(team);
    expect(parse(await detailsOf(row, model))).toEqual(described);
    await opened(model);
    expect(parse(await detailsOf(row, model))).toEqual({ ...described, resourceRoles: team.resourceRoles });
  });

  it('are its name and UID if it comes from a project', async () => {
    const { model } = await teamRoles({ profile: 'interface' }, { listing: 'get' });
    const [row] = await teamRows(model);
    if (row === undefined) throw new Error('There is no team');
    expect(parse(await detailsOf(row, model))).toEqual({ name: row.team.name, uid: row.team.uid });
  });
});

describe('rows as JSON', () => {
  it('are an object for one, and a list for several', async () => {
    const { model, first, second, team, location } = await expanded();
    const [one, two] = team.resourceRoles.map((role) => ({ location, ...role }));
    expect(JSON.parse(jsonOf([first], model))).toEqual(one);
    expect(JSON.parse(jsonOf([first, second], model))).toEqual([one, two]);
  });
});
