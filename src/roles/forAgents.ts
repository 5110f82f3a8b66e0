import { sanitizeLine } from '../presentation/text';
import type { ServiceError } from '../service/errors';
import type { CallOptions } from '../service/schedule';
import { listsOf } from './access/access';
import { accessForAgents, type AccessQuestion } from './access/forAgents';
import type { ActiveRoles } from './flowContext';
import type { RemoveFlow } from './removal/removeFlow';
import { isRemovable, type TeamRole } from './resourceRoles';
import { isTeamRow } from './rows';
import { otherKinds } from './rows/otherAccess';

/** The most pages that are read to find a team. */
const maxPages = 20;

/** The Team Roles view of a connection for agents, which describe these methods as `AgentRoles`. */
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

  async roles(teamUid: string, isFresh: boolean, options: CallOptions) {
    const { model } = this.active;
    const row = model.team(teamUid);
    if (row === undefined) return { roles: [], readAt: undefined, others: [] };
    const before = model.store.branchOf(row);
    if (isFresh && before?.hasBeenRead === true && !before.isBeingRead) {
      await model.store.refresh(row);
      const error = model.store.branchOf(row)?.error;
      if (error !== undefined) throw error;
    }
    const rows = await model.store.readToEnd(row, options);
    const { list, readAt } = model.store.branchOf(row) ?? {};
    const [first] = list?.rows ?? [];
    if (first?.kind === 'note' && first.note.about === 'rolesNotListed') throw first.note.error;
    const lists = listsOf(model.access, { kind: 'team', uid: teamUid });
    return {
      roles: rows.flatMap((child) => (child.kind === 'role' ? [child.role] : [])),
      readAt,
      others: otherKinds.map((kind) => ({ kind, count: lists[kind]?.grants?.length })),
    };
  }

  /**
   * The grants that give what is asked for, of the teams that were read, at least those of the first page.
   * @throws ServiceError
   */
  async reviewAccess(question: AccessQuestion, mayRead: boolean, options: CallOptions) {
    await this.teams();
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
      const { roles } = await this.roles(teamUid, isFresh, options);
      const role = roles.filter(isRemovable).find(({ uid }) => uid === roleUid);
      if (role !== undefined) return { team, role, isListed: true };
    }
    return undefined;
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
