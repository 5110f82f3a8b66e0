import { describe, expect, it } from 'vitest';
import type { ViewRow } from '../../../src/roles/rows';
import { opened, teamRoles, teamRows, wordFor, rowsBelow } from './support/teamRoles';

const never = new AbortController().signal;

async function start() {
  const the = await teamRoles({ teams: 60 });
  const { model, service } = the;
  const { row, roles } = await opened(model);
  model.rows.setExpanded(row, true);
  service.clearRequests();
  const reloads: (ViewRow | undefined)[] = [];
  model.rows.onDidChange(({ parents }) => {
    reloads.push(...parents);
  });
  return { ...the, row, roles, reloads };
}

describe('teams and roles that a timer refreshes', () => {
  it('are the visible ones, without a notification if nothing has changed', async () => {
    const { model, row, roles, operations, reloads } = await start();
    const [, second] = await teamRows(model);
    if (second !== undefined) await model.store.load(second);
    const before = await model.rows.children();
    expect(await model.rows.refreshInBackground(never)).toBe(true);
    expect(operations()).toEqual(['listTeamResourceRoles', 'listTeams', 'listTeamResourceRoles']);
    expect(reloads).toEqual([]);
    expect((await model.rows.children()).every((team, index) => team === before[index])).toBe(true);
    expect((await rowsBelow(model, row)).every((role, index) => role === roles[index])).toBe(true);
  });

  it('are read again also after all were listed for a review', async () => {
    const { model, operations, service } = await start();
    await model.listTeams(true, never, undefined, Infinity);
    service.clearRequests();
    await model.rows.refreshInBackground(never);
    expect(operations()).toContain('listTeams');
  });

  it('do not bring back a role that was just removed', async () => {
    const { model, row, roles, operations } = await start();
    const [role] = roles;
    const renewal = model.rows.refreshInBackground(never);
    while (!operations().includes('listTeamResourceRoles'))
      await new Promise((resolve) => setImmediate(resolve));
    if (role?.kind !== 'role') throw new Error('There is no role');
    model.removalEnds(row.team.uid, role.role.uid ?? '', { outcome: 'removed' });
    await renewal;
    const rest = roles.slice(1).map(wordFor);
    expect((await rowsBelow(model, row)).map(wordFor)).toEqual(rest);
    expect(operations().filter((operation) => operation === 'listTeamResourceRoles')).toHaveLength(1);
  });
});
