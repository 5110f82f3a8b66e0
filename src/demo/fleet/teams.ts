import { Random } from '../random';
import { buildResourceRoles, type Grantable, type Holder, type RolePlan } from './grants';
import { creationTime, metadata, refer, uidOf } from './metadata';
import { fillUp, labelSets, teamDescriptions, teamName, teamNames } from './names';
import type { User } from './users';

export interface Team extends Holder {
  /** When it was created, relative to the start of the service. */
  readonly created: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly description: string | undefined;
  readonly users: readonly User[];
}

interface TeamPlan {
  readonly resourceRoles: readonly RolePlan[];
  readonly tenantRole?: string;
}

const twice: RolePlan = { roles: ['Resource Cluster Editor'], projects: ['data-platform'], filter: 'europe' };

const plans = new Map<string, TeamPlan>([
  [
    // All pictures show it. Its second role is the only one without a filter.
    'Platform',
    {
      resourceRoles: [
        { roles: ['Resource Cluster Admin'], projects: ['payments', 'ledger'], filter: 'pci-dss' },
        { roles: ['Resource Cluster Viewer'], projects: ['atlas'] },
        {
          roles: ['Resource Cluster Viewer', 'Resource Cluster Profile Viewer'],
          projects: ['identity', 'ml-training'],
          filter: 'production',
        },
        { roles: ['Resource Cluster Editor'], projects: ['atlas'], filter: 'production' },
      ],
      tenantRole: 'Tenant Viewer',
    },
  ],
  ['Data Engineering', { resourceRoles: [twice, twice] }],
  [
    // The README has them.
    'Security',
    {
      resourceRoles: [
        { roles: ['Resource Cluster Editor'], projects: ['checkout'], filter: 'europe' },
        { roles: ['Resource Cluster Profile Viewer'], projects: ['atlas', 'sandbox'], filter: 'production' },
      ],
    },
  ],
  // Its role is disabled.
  [
    'Observability',
    { resourceRoles: [{ roles: ['Night Shift'], projects: ['identity'], filter: 'production' }] },
  ],
  // Its role matches no cluster.
  [
    'Mobile',
    {
      resourceRoles: [
        { roles: ['Resource Cluster Viewer'], projects: ['payments'], filter: 'decommissioned' },
      ],
    },
  ],
]);

export function buildTeams(
  seed: number,
  count: number,
  grantable: Grantable,
  users: readonly User[],
): Team[] {
  const itself = (name: string) => name;
  return fillUp(teamNames, count, itself, teamName, itself).map((name, place) => {
    const uid = uidOf(`${seed}/team/${name}`);
    const { resourceRoles: written, tenantRole }: TeamPlan = plans.get(name) ?? { resourceRoles: [] };
    const granted = new Random(uid);
    const least = place === 0 ? 4 : granted.integer(1, 5);
    const random = new Random(`${uid}/described`);
    const created = creationTime(random, 0);
    const labels = random.pick(labelSets);
    const description = random.chance(0.5) ? random.pick(teamDescriptions) : undefined;
    // Few teams have one.
    const some = random.chance(0.2) ? [random.pick(tenantRoles)] : [];
    const names: readonly string[] = tenantRole === undefined ? some : [tenantRole];
    return {
      name,
      uid,
      created,
      labels,
      description,
      users: random.sample(users, random.pick([0, 2, 3, 4, 5, 6, 7, 9])),
      tenantRoles: grantable.roles.filter((role) => names.includes(role.name)).map(refer),
      resourceRoles: buildResourceRoles(uid, written, least, granted, grantable),
    };
  });
}

const tenantRoles = ['Tenant Admin', 'Tenant Cluster Profile Editor', 'Tenant Viewer'] as const;

/**
 * A team as the service lists it.
 * @param started its creation time is relative to this
 */
export const teamResource = ({ created, ...team }: Team, started: number) => ({
  metadata: metadata({ ...team, created: started + created }, team.labels, team.description),
  spec: {
    roles: team.tenantRoles.map(({ uid }) => uid),
    sources: ['LOCAL'],
    users: team.users.map(({ uid }) => uid),
  },
  status: {},
});
