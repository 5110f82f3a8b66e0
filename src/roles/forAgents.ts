import { sanitizeLine } from '../text/text';
import { isServiceError, type ServiceError } from '../service/errors';
import type { ResourceRole } from '../service/resources/team';
import type { CallOptions } from '../service/schedule';
import { accessForAgents, type AccessQuestion } from '../access/forAgents';
import type { ActiveRoles } from './flowContext';
import type { RemoveFlow } from './removal/removeFlow';
import { removableRoles, type TeamRole } from '../access/resourceRoles';
import { isTeamRow } from './rows';

/** The most pages that are read to find a team. */
const maxPages = 20;

/** The Team Roles view of a connection, for agents. */
export class RolesForAgents {
  constructor(
    private readonly active: ActiveRoles,
    private readonly removals: RemoveFlow,
  ) {}

  async teams() {
    const { store } = this.active.model;
    if (store.branchOf()?.error !== undefined) await store.refresh();
    await store.children();
    return this.#known(store.branchOf()?.error);
  }

  async moreTeams() {
    const { store } = this.active.model;
    await store.loadMore();
    return this.#known(store.branchOf()?.nextPageError);
  }

  async findTeams(uidOrName: string, { signal }: CallOptions) {
    let known = await this.teams();
    for (let pages = 1; ; pages++) {
      const sameUid = known.teams.filter(({ uid }) => uid === uidOrName);
      if (sameUid.length > 0) return sameUid;
      if (!known.hasMore || pages >= maxPages) break;
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
    await this.teams();
    if (mayRead && question.teamUid !== undefined) {
      try {
        await this.#roles(question.teamUid, true, options);
      } catch (error) {
        // The answer says what could not be read.
        if (!isServiceError(error) || error.kind === 'cancelled') throw error;
      }
    }
    return accessForAgents(this.active.model, question, mayRead, options);
  }

  proposeRemoval(teamUid: string, roleUid: string, signal: AbortSignal) {
    const find = (): Promise<TeamRole | undefined> => this.#find(teamUid, roleUid, { signal });
    return this.removals.propose(this.active, find, signal);
  }

  /** The role as the service lists it, or has listed it: the removal flow reads it again. */
  async #find(teamUid: string, roleUid: string, options: CallOptions): Promise<TeamRole | undefined> {
    const team = (await this.findTeams(teamUid, options)).find(({ uid }) => uid === teamUid);
    if (team === undefined) return undefined;
    for (const isFresh of [false, true]) {
      const roles = await this.#roles(teamUid, isFresh, options);
      const found = removableRoles(team, roles).find(({ role }) => role.uid === roleUid);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The resource roles of a team that was read. @param isFresh whether to read them again if they were read */
  async #roles(teamUid: string, isFresh: boolean, options: CallOptions): Promise<readonly ResourceRole[]> {
    const { model } = this.active;
    const row = model.team(teamUid);
    if (row === undefined) return [];
    const before = model.store.branchOf(row);
    if (isFresh && before?.hasBeenRead === true && !before.isBeingRead) {
      await model.store.refresh(row);
      const error = model.store.branchOf(row)?.error;
      if (error !== undefined) throw error;
    }
    const rows = await model.store.readToEnd(row, options);
    const [first] = model.store.branchOf(row)?.list.rows ?? [];
    if (first?.kind === 'note' && first.note.about === 'rolesNotListed') throw first.note.error;
    return rows.flatMap((child) => (child.kind === 'role' ? [child.role] : []));
  }

  #known(error: ServiceError | undefined) {
    if (error !== undefined) throw error;
    const { model } = this.active;
    const { list, readAt } = model.store.branchOf() ?? {};
    const rows = model.store.rows().filter(isTeamRow);
    return {
      teams: rows.map((row) => ({ ...row.team, roleCount: model.roleCount(row) })),
      readAt,
      hasMore: list?.next !== undefined,
      cut: list?.cut,
      gatheredFrom: model.gatheredFrom,
    };
  }
}
