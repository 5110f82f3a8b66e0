import { describe, expect, it } from 'vitest';
import type { ViewRow } from '../../../src/roles/rows';
import { opened, teamRoles, teamRows, wordFor, wordsBelow, rowsBelow } from './support/teamRoles';

const never = new AbortController().signal;

async function start() {
  const the = await teamRoles({ teams: 60 });
  const { model, service } = the;
  const { row, roles } = await opened(model);
  model.store.setExpanded(row, true);
  service.clearRequests();
  const reloads: (ViewRow | undefined)[] = [];
  model.store.onDidChange((changes) => {
    for (const change of changes) if (change.type === 'children') reloads.push(change.parent);
  });
  return { ...the, row, roles, reloads };
}

describe('teams and roles that a timer refreshes', () => {
  it('are the visible ones, without a notification if nothing has changed', async () => {
    const { model, row, roles, operations, reloads } = await start();
    const [, second] = await teamRows(model);
    if (second !== undefined) await model.store.peek(second);
    const before = await model.store.children();
    expect(await model.store.refreshInBackground(never)).toBe(true);
    expect(operations()).toEqual(['listTeamResourceRoles', 'listTeams', 'listTeamResourceRoles']);
    expect(reloads).toEqual([]);
    expect((await model.store.children()).every((team, index) => team === before[index])).toBe(true);
    expect((await rowsBelow(model, row)).every((role, index) => role === roles[index])).toBe(true);
  });

  it('notify of changes, and continue after the loaded pages', async () => {
    const { model, service, row, reloads } = await start();
    service.fleet.directory.teams[0]?.resourceRoles.pop();
    await model.store.refreshInBackground(never);
    expect(reloads).toEqual([row]);
    const { length } = await teamRows(model);
    const first = await model.store.loadMore();
    expect(first).toBe((await teamRows(model))[length]);
  });

  it('stay if the service cannot be reached', async () => {
    const { model, service, row, roles } = await start();
    service.faults.add({ kind: 'status', operation: 'listTeams', status: 500 });
    expect(await model.store.refreshInBackground(never)).toBe(false);
    expect(model.store.isFailing).toBe(true);
    expect((await wordsBelow(model))[0]).toBe('(serviceFault)');
    expect(await model.store.refreshInBackground(never)).toBe(true);
    expect(model.store.isFailing).toBe(false);
    expect((await rowsBelow(model, row)).map(wordFor)).toEqual(roles.map(wordFor));
  });

  it('are not read while the view is hidden', async () => {
    const { model, operations, reloads } = await start();
    const controller = new AbortController();
    const renewal = model.store.refreshInBackground(controller.signal);
    controller.abort();
    expect(await renewal).toBe(false);
    expect(operations()).not.toContain('listTeamResourceRoles');
    expect([reloads, model.store.isFailing]).toEqual([[], false]);
    expect(await model.store.refreshInBackground(never)).toBe(true);
  });

  it('do not bring back a role that was just removed', async () => {
    const { model, row, roles, operations } = await start();
    const [role] = roles;
    const renewal = model.store.refreshInBackground(never);
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
