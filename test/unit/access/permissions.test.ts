import { expect, it } from 'vitest';
import { groupedPermissions, permissionGroupOf, permissionsText } from '../../../src/access/permissions';

it.each([
  ['cluster.get', 'view'],
  ['team.list', 'view'],
  ['cluster.update', 'change'],
  ['cluster.create', 'change'],
  ['cluster.adminKubeconfigDownload', 'change'],
  ['cluster.delete', 'delete'],
  ['team.delete', 'manageAccess'],
  ['apiKey.create', 'manageAccess'],
  ['filter.update', 'manageAccess'],
  ['cluster', 'change'],
  ['*', 'manageAccess'],
  ['Cluster.Delete', 'delete'],
] as const)('%s: %s', (permission, group) => {
  expect(permissionGroupOf(permission)).toBe(group);
});

it.each([
  [
    'manage access; view, change and delete clusters',
    'cluster.get cluster.update cluster.delete cluster.list role.update',
  ],
  ['view clusters, machines, projects', 'project.get machine.list cluster.get cluster.list'],
  ['change machines; view clusters', 'machine.update cluster.get'],
  ['view clusters, teams, app, location and 1 more', 'app.get cluster.get location.get team.get zone.get'],
  ['manage access', 'team.update user.create'],
  ['*', '*'],
  [
    'manage access; change clusters; cluster.adminKubeconfigDownload',
    'cluster.import cluster.adminKubeconfigDownload team.update',
  ],
  ['', ''],
])('%s', (text, permissions) => {
  expect(permissionsText(permissions.split(' ').filter((permission) => permission !== ''))).toBe(text);
});

it('groups permissions, the most powerful first', () => {
  const groups = groupedPermissions([
    'cluster.get',
    'team.update',
    'cluster.delete',
    'cluster.get',
    'cluster.update',
  ]);
  expect([...groups]).toEqual([
    ['manageAccess', ['team.update']],
    ['delete', ['cluster.delete']],
    ['change', ['cluster.update']],
    ['view', ['cluster.get']],
  ]);
});

it('shows unknown objects on one line', () => {
  expect(permissionsText(['a\nb\u202e.get'])).toBe('view a b');
});
