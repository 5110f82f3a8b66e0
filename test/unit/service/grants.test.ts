import { describe, expect, it } from 'vitest';
import {
  listProjectRoles,
  listTenantRoles,
  listWorkspaceRoles,
  type GrantHolder,
} from '../../../src/service/resources/grants';
import { readTagFilter } from '../../../src/service/resources/role';
import { listUserActivity } from '../../../src/service/resources/user';

const team: GrantHolder = { kind: 'team', uid: 't' };
const [viewer, editor] = ['viewer', 'editor'].map((uid) => ({ uid, name: `name of ${uid}` }));
const project = { uid: 'p', name: 'payments' };
const workspace = { uid: 'w', name: 'billing' };

describe('the grants of a team', () => {
  it('are those of its own, without the inherited ones', () => {
    expect(listTenantRoles(team).read({ roles: [viewer], inheritedRoles: [editor] })).toEqual([
      { roles: [viewer] },
    ]);
    const projects = [{ ...project, roles: [viewer], inheritedRoles: [editor] }];
    expect(listProjectRoles(team).read({ projects })).toEqual([{ roles: [viewer], project }]);
    const workspaces = [{ ...workspace, roles: [viewer], inheritedRoles: [editor] }];
    expect(listWorkspaceRoles(team).read({ projects: [{ ...project, workspaces }] })).toEqual([
      { roles: [viewer], project, workspace },
    ]);
  });

  it.each([{}, { projects: null }, { projects: [] }])('are none for %j', (json) => {
    expect(listProjectRoles(team).read(json)).toEqual([]);
    expect(listWorkspaceRoles(team).read(json)).toEqual([]);
  });

  it.each([
    null,
    [],
    'maintenance',
    { message: 'maintenance' },
    { projects: 'none' },
    { projects: [null] },
    { projects: [{ ...project, roles: [{ name: 'without a UID' }], workspaces: [null] }] },
    { projects: [{ ...project, roles: {}, workspaces: [{ ...workspace, roles: [5] }] }] },
  ])('are not none for %j', (json) => {
    expect(listProjectRoles(team).read(json)).toBeUndefined();
    expect(listWorkspaceRoles(team).read(json)).toBeUndefined();
    expect(listTenantRoles(team).read(json)).toBeUndefined();
  });
});

describe('the definition of a filter', () => {
  const condition = { key: 'env', operator: 'eq', negation: true, values: ['prod'] };
  const read = (filterGroup: unknown) =>
    readTagFilter('f').read({ metadata: { uid: 'f' }, spec: { filterGroup } });

  it('is read as a whole', () => {
    const group = { conjunction: 'and', filters: [condition, { key: 'tier', values: [] }] };
    const { key, negation, values } = condition;
    expect(read(group)?.spec?.filterGroup).toEqual({
      conjunction: 'and',
      filters: [
        { key, negation, values },
        { key: 'tier', negation: false, values: [] },
      ],
    });
  });

  it.each([
    { conjunction: 'xor', filters: [condition, condition] },
    { filters: [condition, condition] },
    { conjunction: 'and' },
    { conjunction: 'and', filters: [{ ...condition, operator: 'contains' }] },
    { conjunction: 'and', filters: [condition, { ...condition, values: ['a', 1] }] },
    { conjunction: 'and', filters: [{ ...condition, negation: 'no' }] },
    { conjunction: 'and', filters: [{ operator: 'eq', values: [] }] },
  ])('is not known if a part of it is not: %j', (group) => {
    expect(read(group)).toBeDefined();
    expect(read(group)?.spec?.filterGroup).toBeUndefined();
  });

  it('needs no conjunction of a single condition', () => {
    const { filterGroup } = read({ filters: [condition] })?.spec ?? {};
    expect(filterGroup?.filters).toEqual([{ key: 'env', negation: true, values: ['prod'] }]);
  });
});

it('the activity of users comes without their activation links', () => {
  const item = {
    metadata: { uid: 'u', name: 'Ada' },
    spec: { emailId: 'ada@example.com' },
    status: { isActive: true, lastSignIn: '0001-01-01T00:00:00Z', activationLink: 'https://secret' },
  };
  const read = listUserActivity().read({ items: [item] });
  expect(read?.items).toEqual([{ metadata: { uid: 'u', name: 'Ada' }, status: { isActive: true } }]);
  expect(JSON.stringify(read)).not.toContain('secret');
});
