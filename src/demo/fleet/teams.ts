import type { FleetOptions } from '../options';
import { Random } from '../random';
import { creationTime, metadata, refer, uidOf, type Named } from './metadata';
import {
  fillUp,
  filterNames,
  labelSets,
  people,
  resourceRoleNames,
  teamDescriptions,
  teamName,
  teamNames,
  tenantRoleNames,
} from './names';

export interface ResourceRole {
  readonly uid: string;
  readonly roles: readonly Named[];
  readonly projectUids: readonly Named[];
  readonly filterRefs: readonly Named[];
}

export interface Team extends Named {
  readonly resourceRoles: ResourceRole[];
}

/** The teams of the tenant, and what they can have. `roles` are those of resource roles. */
export interface Directory {
  readonly teams: Team[];
  readonly users: readonly Named[];
  readonly roles: readonly Named[];
  readonly tenantRoles: readonly Named[];
  readonly filters: readonly Named[];
}

/** @param projects the projects on which the teams have roles */
export function buildDirectory(
  { seed, teams: teamCount }: Pick<FleetOptions, 'seed' | 'teams'>,
  projects: readonly Named[],
): Directory {
  const named = (kind: string, names: readonly string[]) =>
    names.map((name) => ({ name, uid: uidOf(`${seed}/${kind}/${name}`) }));
  const roles = named('role', resourceRoleNames);
  const filters = named('filter', filterNames);
  const itself = (name: string) => name;
  const names = fillUp(teamNames, teamCount, itself, teamName, itself);
  const teams = named('team', names).map((team, place) => ({
    ...team,
    resourceRoles: generateRoles(new Random(team.uid), team.uid, place),
  }));
  return {
    teams,
    users: named('user', people),
    roles,
    tenantRoles: named('tenantRole', tenantRoleNames),
    filters,
  };

  function generateRoles(random: Random, teamUid: string, place: number): ResourceRole[] {
    // All pictures show the first two rows.
    const first = {
      roles: roles.slice(0, 1),
      projectUids: projects.slice(0, 2).map(refer),
      filterRefs: filters.slice(0, 1),
    };
    const count = projects.length === 0 ? 0 : place === 0 ? 4 : random.integer(1, 5);
    return Array.from({ length: count }, (_, index) => ({
      uid: uidOf(`${teamUid}/${index}`),
      ...(place === 0 && index === 0
        ? first
        : {
            roles: random.sample(roles, random.pick([1, 1, 1, 2])),
            projectUids: random.sample(projects, random.integer(1, 3)).map(refer),
            // As in the documentation of the service, nearly all have one.
            filterRefs: random.chance(0.9) ? new Random(`${teamUid}/${index}`).sample(filters, 1) : [],
          }),
    }));
  }
}

/**
 * A team as the service lists it.
 * @param started its creation time is relative to this
 */
export function teamResource(team: Team, { users, tenantRoles }: Directory, started: number) {
  const random = new Random(`${team.uid}/described`);
  const created = creationTime(random, started);
  const labels = random.pick(labelSets);
  const description = random.chance(0.5) ? random.pick(teamDescriptions) : undefined;
  return {
    metadata: metadata({ ...team, created }, labels, description),
    spec: {
      // Roles in the whole tenant, which few teams have.
      roles: random.chance(0.2) ? random.sample(tenantRoles, 1).map(({ uid }) => uid) : [],
      sources: ['LOCAL'],
      users: random.sample(users, random.pick([0, 2, 3, 4, 5, 6, 7, 9])).map(({ uid }) => uid),
    },
    status: {},
  };
}
