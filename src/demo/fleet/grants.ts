import type { Random } from '../random';
import { matches, type Filter } from './filters';
import { filterLabels } from './labels';
import { refer, uidOf, type Named } from './metadata';
import type { Project } from './projects';
import type { Role } from './roles';

export interface ResourceRole {
  readonly uid: string;
  readonly roles: readonly Named[];
  readonly projectUids: readonly Named[];
  readonly filterRefs: readonly Named[];
}

/** A team or a user. */
export interface Holder extends Named {
  /** Roles in the whole tenant. */
  readonly tenantRoles: readonly Named[];
  readonly resourceRoles: ResourceRole[];
}

/** What grants refer to. */
export interface Grantable {
  readonly roles: readonly Role[];
  readonly filters: readonly Filter[];
  /** On which there are resource roles. */
  readonly projects: readonly Project[];
}

/** A resource role that is written by hand, by names. */
export interface RolePlan {
  readonly roles: readonly string[];
  readonly projects: readonly string[];
  readonly filter?: string;
}

/** The resource roles of `plans`, without projects that do not exist, and then as many generated ones as it takes for `count`. */
export function buildResourceRoles(
  holderUid: string,
  plans: readonly RolePlan[],
  count: number,
  random: Random,
  { roles, filters, projects }: Grantable,
): ResourceRole[] {
  if (projects.length === 0) return [];
  const named = (all: readonly Named[], names: readonly string[]) =>
    all.filter(({ name }) => names.includes(name)).map(refer);
  const written = plans
    .map(({ roles: allowed, projects: on, filter }) => ({
      roles: named(roles, allowed),
      projectUids: named(projects, on),
      filterRefs: filter === undefined ? [] : named(filters, [filter]),
    }))
    .filter(({ projectUids }) => projectUids.length > 0);
  // All others have a filter, which matches some of their clusters.
  const withClusters = projects.filter(({ plan }) => plan.clusters !== undefined && plan.clusters.length > 0);
  const generate = () => {
    const on = random.sample(withClusters, random.integer(1, 3));
    const offered = roles.filter(({ scope, isEnabled }) => scope === 'resource' && isEnabled);
    const fitting = filters.filter((filter) => on.some((project) => reaches(filter, project)));
    return {
      roles: random.sample(offered, random.pick([1, 1, 1, 2])).map(refer),
      projectUids: on.map(refer),
      filterRefs: random.sample(fitting, 1).map(refer),
    };
  };
  const generated = Array.from({ length: Math.max(0, count - written.length) }, generate);
  return [...written, ...generated].map((role, place) => ({ uid: uidOf(`${holderUid}/${place}`), ...role }));
}

/** Whether the filter matches one of the clusters that the plan of the project names. */
const reaches = (filter: Filter, project: Project) =>
  (project.plan.clusters ?? []).some(({ suffix }) => matches(filter, filterLabels(project, suffix)));

/** Roles, without repetition. */
export const unique = (roles: readonly Named[]): readonly Named[] => [
  ...new Map(roles.map((role) => [role.uid, refer(role)])).values(),
];
