import { describe, expect, it } from 'vitest';
import type { ResourceRole } from '../../../src/demo/fleet/grants';
import type { ScriptedService } from '../../support/demo/service';
import { answer, ask, errorBody, start } from './helper';

async function platform(options = {}) {
  const service = await start(options);
  const { teams, roles, filters } = service.fleet.directory;
  const [team] = teams;
  const path = `/v1/teams/${team?.uid ?? ''}/resourceRoles`;
  return { service, path, roles, filters };
}

async function list(service: ScriptedService, path: string): Promise<ResourceRole[]> {
  return ((await answer(service, path)).body as { resourceRoles: ResourceRole[] }).resourceRoles;
}

describe('the resource roles of a team', () => {
  it('are named as those of the service, and nearly all have a filter', async () => {
    const { teams } = (await start({ teams: 100 })).fleet.directory;
    const all = teams.flatMap(({ resourceRoles }) => resourceRoles);
    const names = new Set(all.flatMap(({ roles }) => roles.map(({ name }) => name)));
    for (const name of ['Admin', 'Editor', 'Viewer', 'Profile Admin']) {
      expect(names).toContain(`Resource Cluster ${name}`);
    }
    const share = all.filter(({ filterRefs }) => filterRefs.length > 0).length / all.length;
    expect(share).toBeGreaterThan(0.8);
    expect(share).toBeLessThan(1);
  });

  it('are gone after their removal, which succeeds once', async () => {
    const { service, path } = await platform();
    const [first, ...others] = await list(service, path);
    const removal = `${path}/${first?.uid ?? ''}`;
    expect(await answer(service, removal, { method: 'DELETE' })).toEqual({ status: 204, body: undefined });
    expect(await list(service, path)).toEqual(others);
    expect(await answer(service, removal, { method: 'DELETE' })).toEqual({
      status: 404,
      body: errorBody('ResourceNotFound'),
    });
  });

  it('can be added again with a new UID', async () => {
    const { service, path } = await platform();
    const removed = (await list(service, path))[0];
    await ask(service, `${path}/${removed?.uid ?? ''}`, { method: 'DELETE' });
    const body = {
      roles: removed?.roles.map(({ uid }) => uid),
      projectUids: removed?.projectUids.map(({ uid }) => uid),
      filterRefs: removed?.filterRefs.map(({ uid }) => uid),
    };
    expect(await answer(service, path, { method: 'POST', body })).toEqual({ status: 204, body: undefined });
    const restored = (await list(service, path)).at(-1);
    expect(restored).toEqual({ ...removed, uid: restored?.uid });
    expect(restored?.uid).not.toBe(removed?.uid);
  });

  it.each([
    ['an unknown role', { roles: ['nonsense'] }],
    ['an unknown filter', { filterRefs: ['nonsense'] }],
    ['no roles', { roles: [] }],
    ['roles that are no list', { roles: 'x' }],
  ])('are not added with %s', async (_, change) => {
    const { service, path, roles } = await platform();
    const before = await list(service, path);
    const body = { roles: [roles[0]?.uid], projectUids: [], filterRefs: [], ...change };
    expect(await answer(service, path, { method: 'POST', body })).toEqual({
      status: 400,
      body: errorBody('InvalidRequest'),
    });
    expect(await list(service, path)).toEqual(before);
  });
});
