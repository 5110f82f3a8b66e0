import type { FleetOptions } from '../options';
import { Random } from '../random';
import { buildFilters, type Filter } from './filters';
import { unique, type Holder } from './grants';
import { refer, uidWithin, type Named } from './metadata';
import type { Project } from './projects';
import { buildRoles, type Role } from './roles';
import { buildTeams, type Team } from './teams';
import { buildUsers, type User } from './users';

/** A role in a project or in one of its workspaces. */
interface Assignment {
  readonly holder: Holder;
  readonly role: Role;
  readonly workspace?: string;
}

/** The teams and users that a project is about. */
interface Involved {
  readonly teams: readonly Team[];
  readonly users: readonly User[];
}

/** The teams and users of the tenant, and what they have been granted. */
export class Directory {
  readonly teams: Team[];
  readonly users: readonly User[];
  readonly allRoles: readonly Role[];
  readonly filters: readonly Filter[];
  /** The teams before any was removed, so that a removal does not change the others of a project. */
  readonly #firstTeams: readonly Team[];
  readonly #assignments = new Map<Project, readonly Assignment[]>();

  /** @param projects on which there are resource roles */
  constructor({ seed, teams, users }: FleetOptions, projects: readonly Project[]) {
    this.allRoles = buildRoles(seed);
    this.filters = buildFilters(seed);
    const grantable = { roles: this.allRoles, filters: this.filters, projects };
    this.users = buildUsers(seed, users, grantable);
    this.teams = buildTeams(seed, teams, grantable, this.users);
    this.#firstTeams = [...this.teams];
  }

  /** The roles that a resource role can have. */
  get roles(): readonly Role[] {
    return this.#rolesFor('resource');
  }

  get tenantRoles(): readonly Role[] {
    return this.#rolesFor('tenant');
  }

  teamsOf(user: User): readonly Team[] {
    return this.teams.filter(({ users }) => users.includes(user));
  }

  involved(project: Project): Involved {
    const { teams, users } = this.#firstInvolved(project);
    return { teams: teams.filter((team) => this.teams.includes(team)), users };
  }

  /** The projects in which the holder or its teams have roles. */
  projectRoles(projects: readonly Project[], holder: Holder, teams: readonly Team[] = []) {
    return projects.flatMap((project) => {
      const inProject = this.#assigned(project).filter(({ workspace }) => workspace === undefined);
      return grantsIn(refer(project), inProject, holder, teams);
    });
  }

  /** The projects and workspaces in which the holder or its teams have roles. */
  workspaceRoles(projects: readonly Project[], holder: Holder, teams: readonly Team[] = []) {
    return projects.flatMap((project) => {
      const workspaces = (project.plan.workspaces ?? []).flatMap((name) => {
        const inWorkspace = this.#assigned(project).filter(({ workspace }) => workspace === name);
        const uid = uidWithin(project.uid, `${project.uid}/workspace/${name}`);
        return grantsIn({ name, uid }, inWorkspace, holder, teams);
      });
      return workspaces.length === 0 ? [] : [{ ...refer(project), workspaces }];
    });
  }

  #rolesFor(wanted: Role['scope']): readonly Role[] {
    return this.allRoles.filter(({ scope }) => scope === wanted);
  }

  #firstInvolved({ uid, plan }: Project): Involved {
    const random = new Random(`${uid}/people`);
    // Pictures show the roles of the first team: it has only those that are written by hand.
    const [, ...others] = this.#firstTeams;
    // So few that a list of a team's grants is easy to read.
    const count = () => (plan.isMixed ? Number(random.chance(0.25)) : random.integer(1, 2));
    return {
      teams: plan.teams
        ? this.#firstTeams.filter(({ name }) => plan.teams?.includes(name))
        : random.sample(others, count()),
      users: random.sample(this.users, count()),
    };
  }

  #assigned(project: Project): readonly Assignment[] {
    const known = this.#assignments.get(project);
    if (known) return known;
    const assigned = [...this.#inProject(project), ...this.#inWorkspaces(project)];
    this.#assignments.set(project, assigned);
    return assigned;
  }

  #inProject(project: Project): readonly Assignment[] {
    const { teams, users } = this.#firstInvolved(project);
    return [...teams, ...users].flatMap((holder) => {
      const names =
        holder === this.#firstTeams[0]
          ? (project.plan.firstTeamRole ?? [])
          : [new Random(`${project.uid}/${holder.uid}`).pick(projectRoles)];
      return this.#named(names).map((role) => ({ holder, role }));
    });
  }

  #inWorkspaces(project: Project): readonly Assignment[] {
    const [, ...others] = this.#firstTeams;
    return (project.plan.workspaces ?? []).flatMap((workspace) => {
      const random = new Random(`${project.uid}/${workspace}`);
      const holders = [...random.sample(others, 2), ...random.sample(this.users, 1)];
      return holders.flatMap((holder) =>
        this.#named([random.pick(workspaceRoles)]).map((role) => ({ holder, role, workspace })),
      );
    });
  }

  #named(names: readonly string[]): readonly Role[] {
    return this.allRoles.filter(({ name }) => names.includes(name));
  }
}

const projectRoles = [
  'Project Viewer',
  'Project Viewer',
  'Project Editor',
  'Cluster Editor',
  'Project Admin',
] as const;

const workspaceRoles = ['Workspace Admin', 'Workspace Editor', 'Workspace Viewer'] as const;

/** What `holder` and `teams` have at a place, if anything. */
function grantsIn(place: Named, assignments: readonly Assignment[], holder: Holder, teams: readonly Team[]) {
  const rolesOf = (holders: readonly Holder[]) =>
    unique(assignments.filter((one) => holders.includes(one.holder)).map(({ role }) => role));
  const roles = rolesOf([holder]);
  const inheritedRoles = rolesOf(teams);
  return roles.length + inheritedRoles.length === 0 ? [] : [{ ...place, roles, inheritedRoles }];
}
