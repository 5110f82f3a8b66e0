import { uidOf, type Named } from './metadata';

export interface Role extends Named {
  readonly scope: 'tenant' | 'project' | 'resource';
  readonly permissions: readonly string[];
  readonly isPredefined: boolean;
  /** A disabled role allows nothing. */
  readonly isEnabled: boolean;
}

const machines = ['cluster', 'cloudconfig', 'machine'];
const profiles = ['clusterProfile', 'packRegistry'];
const apps = ['appDeployment', 'appProfile', 'virtualCluster'];
const inProject = [...machines, ...profiles, ...apps, 'cloudaccount', 'edgehost', 'project', 'workspace'];
const inTenant = [...inProject, 'apiKey', 'audit', 'filter', 'role', 'tag', 'team', 'user'];

/** What predefined roles are about. Each has an Admin, an Editor and a Viewer. */
const subjects: readonly (readonly [name: string, scope: Role['scope'], objects: readonly string[]])[] = [
  ['Resource Cluster', 'resource', machines],
  ['Resource Cluster Profile', 'resource', profiles],
  ['Tenant', 'tenant', inTenant],
  ['Tenant Cluster Profile', 'tenant', profiles],
  ['Tenant Project', 'tenant', ['project']],
  ['Tenant Role', 'tenant', ['role']],
  ['Tenant Team', 'tenant', ['team']],
  ['Tenant User', 'tenant', ['user']],
  ['Project', 'project', inProject],
  ['Cluster', 'project', machines],
  ['Cluster Profile', 'project', profiles],
  ['Cluster Account', 'project', ['cloudaccount']],
  ['App Deployment', 'project', ['appDeployment']],
  ['App Profile', 'project', ['appProfile']],
  ['Virtual Cluster', 'project', ['virtualCluster']],
  ['Edge Host', 'project', ['edgehost']],
  ['Workspace', 'project', ['workspace']],
];

const verbs = {
  Admin: ['get', 'list', 'create', 'update', 'delete'],
  Editor: ['get', 'list', 'update'],
  Viewer: ['get', 'list'],
};

/** What only admins may do, beyond those verbs. */
const others = new Map([
  ['cluster', ['import']],
  ['workspace', ['backup', 'restore']],
]);

const predefined: readonly Omit<Role, 'uid'>[] = subjects.flatMap(([subject, scope, objects]) =>
  Object.entries(verbs).map(([level, allowed]) => ({
    name: `${subject} ${level}`,
    scope,
    permissions: objects.flatMap((object) =>
      [...allowed, ...(level === 'Admin' ? (others.get(object) ?? []) : [])].map(
        (verb) => `${object}.${verb}`,
      ),
    ),
    isPredefined: true,
    isEnabled: true,
  })),
);

const operator = ['cluster.get', 'cluster.list', 'machine.get', 'machine.list', 'machine.update'];

/** A role that somebody made. */
const made = (name: string, permissions: readonly string[], isEnabled: boolean) =>
  ({ name, scope: 'resource', permissions, isPredefined: false, isEnabled }) as const;

const ofUsers: readonly Omit<Role, 'uid'>[] = [
  made('Machine Operator', operator, true),
  made('Night Shift', [...operator, 'cluster.update'], false),
];

/** All roles of the service. */
export const buildRoles = (seed: number): readonly Role[] =>
  [...predefined, ...ofUsers].map((role) => ({ ...role, uid: uidOf(`${seed}/role/${role.name}`) }));
