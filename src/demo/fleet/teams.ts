import { Random } from '../random';
import { refer, uidOf, type Named } from './metadata';
import { filterNames, people, roleNames, teamNames } from './names';

export interface ResourceRole {
  readonly uid: string;
  readonly roles: readonly Named[];
  readonly projectUids: readonly Named[];
  readonly filterRefs: readonly Named[];
}

export interface Team extends Named {
  readonly resourceRoles: ResourceRole[];
}

/** The people of the tenant and what they may be given. */
export interface Directory {
  readonly teams: readonly Team[];
  readonly users: readonly Named[];
  readonly roles: readonly Named[];
  readonly filters: readonly Named[];
}

/** @param projects Those that the teams have roles on. */
export function buildDirectory(seed: number, projects: readonly Named[]): Directory {
  const named = (kind: string, names: readonly string[]) =>
    names.map((name) => ({ name, uid: uidOf(`${seed}/${kind}/${name}`) }));
  const roles = named('role', roleNames);
  const filters = named('filter', filterNames);
  const teams = named('team', teamNames).map((team, place) => ({
    ...team,
    resourceRoles: generateRoles(new Random(team.uid), team.uid, place),
  }));
  return { teams, users: named('user', people), roles, filters };

  function generateRoles(random: Random, teamUid: string, place: number): ResourceRole[] {
    // The first two rows are in every picture.
    const first = { roles: roles.slice(0, 1), projectUids: projects.slice(0, 2).map(refer), filterRefs: [] };
    const count = projects.length === 0 ? 0 : place === 0 ? 4 : random.integer(1, 5);
    return Array.from({ length: count }, (_, index) => ({
      uid: uidOf(`${teamUid}/${index}`),
      ...(place === 0 && index === 0
        ? first
        : {
            roles: random.sample(roles, random.pick([1, 1, 1, 2])),
            projectUids: random.sample(projects, random.integer(1, 3)).map(refer),
            filterRefs: random.chance(0.2) ? random.sample(filters, 1) : [],
          }),
    }));
  }
}
