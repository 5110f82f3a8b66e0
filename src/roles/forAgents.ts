import { sanitizeLine } from '../text/text';
import type { CallOptions } from '../service/operations';
import { listsOf } from '../access/access';
import { isServiceError } from '../service/errors';
import type { ResourceRole } from '../service/resources/team';
import { accessForAgents, type AccessQuestion } from '../access/forAgents';
import type { TeamRolesModel } from './model';
import type { RemoveFlow } from './removal/removeFlow';
import { removableRoles, type TeamRole } from '../access/resourceRoles';

/** The most pages that are read to find a team. */
const maxTeamPages = 20;

/** The Team Roles view of a connection, for agents. */
export class RolesForAgents {
  constructor(
    private readonly model: TeamRolesModel,
    private readonly removals: RemoveFlow,
  ) {}

  async teams() {
    const { model } = this;
    await model.listTeams(false, model.store.closed);
    return this.#known();
  }

  async moreTeams() {
    const { store } = this.model;
    await store.loadMore();
    const error = store.listOf()?.nextPageError;
    if (error !== undefined) throw error;
    return this.#known();
  }

  async findTeams(uidOrName: string, { signal }: CallOptions) {
    let known = await this.teams();
    for (let pages = 1; ; pages++) {
      const sameUid = known.teams.filter(({ uid }) => uid === uidOrName);
      if (sameUid.length > 0) return sameUid;
      if (!known.hasMore || pages >= maxTeamPages) break;
      signal?.throwIfAborted();
      known = await this.moreTeams();
    }
    return known.teams.filter(({ name = '' }) => [name, sanitizeLine(name)].includes(uidOrName));
  }

  /**
   * The grants that give what is asked for, of the teams that were read, at least those of the first page. The resource roles of
   * a single team are read again.
   * @throws ServiceError
   */
  async reviewAccess(question: AccessQuestion, mayRead: boolean, options: CallOptions) {
    const { model } = this;
    await this.teams();
    const row = model.team(question.teamUid ?? '');
    try {
      if (mayRead && row !== undefined) await model.store.readToEnd(row, options, true);
    } catch (error) {
      // The answer says what could not be read.
      if (!isServiceError(error) || error.kind === 'cancelled') throw error;
    }
    return accessForAgents(model, question, mayRead, options);
  }

  proposeRemoval(teamUid: string, roleUid: string, signal: AbortSignal) {
    const find = (): Promise<TeamRole | undefined> => this.#find(teamUid, roleUid, { signal });
    return this.removals.propose(this.model, find, signal);
  }

  /** The role as the service has listed it, or lists it: the removal flow reads it again. */
  async #find(teamUid: string, roleUid: string, options: CallOptions): Promise<TeamRole | undefined> {
    const team = (await this.findTeams(teamUid, options)).find(({ uid }) => uid === teamUid);
    if (team === undefined) return undefined;
    const { access, shownAccess } = this.model;
    const { resource } = listsOf(shownAccess, { kind: 'team', uid: teamUid });
    const listed = resource?.grants?.flatMap(({ resourceRole }) => resourceRole ?? []) ?? [];
    const roleIn = (roles: readonly ResourceRole[]): TeamRole | undefined =>
      removableRoles(team, roles).find(({ role }) => role.uid === roleUid);
    return roleIn(listed) ?? roleIn(await access.listTeamResourceRoles(teamUid, options));
  }

  #known() {
    const { shownAccess, gatheredFrom, store, teams } = this.model;
    const { loaded, readAt } = store.listOf() ?? {};
    return {
      teams: teams.map((team) => ({
        ...team,
        roleCount: listsOf(shownAccess, { kind: 'team', uid: team.uid }).resource?.grants?.length,
      })),
      readAt,
      hasMore: loaded?.next !== undefined,
      cut: loaded?.cut,
      gatheredFrom,
    };
  }
}
