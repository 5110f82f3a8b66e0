import type { RoleRemoval } from '../../../../src/roles/journal/records';

export const content = {
  roles: [{ uid: 'role-1', name: 'Cluster Admin' }],
  projectUids: [{ uid: 'project-1', name: 'atlas ☃' }, { uid: 'project-2' }],
  filterRefs: [{ uid: 'filter-1', name: 'production' }],
};

export const removal: RoleRemoval = {
  connection: { name: 'Work', baseUrl: 'https://api.example.com' },
  team: { uid: 'team-1', name: 'Platform' },
  roleUid: 'resource-role-1',
  content,
};
