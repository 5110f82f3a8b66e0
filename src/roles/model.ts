import { EventEmitter } from 'node:events';
import type { ServiceClient } from '../service/client';
import { isServiceError, type ServiceError } from '../service/errors';
import type { CallOptions } from '../service/schedule';
import { AskedRows } from '../tree/askedRows';
import { Branch, type Reading } from '../tree/branch';
import { errorNode, idPart, idsBelow, reuseUnchangedRows, type ErrorNode } from '../tree/nodes';
import { PagedRows, rowsOfList, timerPages, type PagedSource } from '../tree/pagedRows';
import type { TreeModel } from '../tree/view';
import { OfferedLists } from './offeredLists';
import { noteNode, type Node, type Note, type RoleNode, type TeamNode } from './nodes';
import type { RemovalResult } from './removal/removeRoles';
import { listTeams, type Team, type TeamListing, type TeamsSource } from './teams';

/** What the model needs of a session. */
export interface RolesSource extends TeamsSource {
  readonly connection: { readonly name: string };
  client(): Promise<ServiceClient>;
}

/**
 * What the Team Roles view shows, for one connection: teams, and below each its resource roles. Nothing is read before
 * it is looked at, and what was read stays until it is refreshed; a role that was removed leaves it without any reading.
 */
export class TeamRolesModel implements TreeModel<Node, TeamNode> {
  readonly #events = new EventEmitter<{ reload: [TeamNode | undefined]; look: [Node]; offer: [] }>();
  readonly #rootId: string;
  readonly #teams = new Branch<Node>();
  readonly #teamRows = new PagedRows<Team, Node>();
  /** By the id of the team. */
  readonly #roles = new Map<string, Branch<Node>>();
  /** Teams that were asked for by uid; shown even where the list is not read as far as them. */
  readonly #asked = new AskedRows<Node>((node) => isAbout(node, 'noTeams'));
  readonly #expanded = new Set<string>();
  /** By the uids of team and role: the row may not be there yet, or not any more. */
  readonly #removing = new Set<string>();
  #listing: TeamListing | undefined;
  #loadingMore: Promise<Node | undefined> | undefined;
  #removalRefusal: ServiceError | undefined;
  /** Whether a removal has worked: a refusal of another one is then not one of all. */
  #hasRemoved = false;
  readonly #closed = new AbortController();
  readonly #lists = new OfferedLists();
  /** What is read goes through this, so that what the service lacks is not requested again until a refresh. */
  readonly source: Omit<RolesSource, 'connection'>;

  constructor(session: RolesSource) {
    this.#rootId = idPart(session.connection.name);
    this.source = {
      client: async () => this.#lists.of(await session.client()),
      projects: () => session.projects(),
    };
  }

  onDidReload(listener: (row: TeamNode | undefined) => void): void {
    this.#events.on('reload', listener);
  }

  onDidChangeLook(listener: (row: Node) => void): void {
    this.#events.on('look', listener);
  }

  /** Calls `listener` when it is found out, or forgotten, whether roles can be removed. */
  onDidChangeOffer(listener: () => void): void {
    this.#events.on('offer', listener);
  }

  async children(parent?: TeamNode): Promise<readonly Node[]> {
    if (!this.#isHere(parent)) return [];
    await this.#branch(parent).load(this.#readingOf(parent));
    return this.#shown(parent);
  }

  known(parent?: TeamNode): readonly Node[] | undefined {
    if (!this.#isHere(parent)) return [];
    const branch = this.#branch(parent);
    if (!branch.hasBeenRead) return undefined;
    if (branch.isStale) void this.children(parent);
    return this.#shown(parent);
  }

  rowWithId(id: string): Node | undefined {
    const inTeams = this.#rows.find((node) => node.id === id);
    if (inTeams !== undefined) return inTeams;
    for (const { nodes } of this.#roles.values()) {
      const found = nodes.find((node) => node.id === id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Reads the roles of `team` again, or everything that is looked at. The rows stay until then. */
  async refresh(team?: TeamNode): Promise<void> {
    if (team === undefined) {
      if (this.isLoadingMore) {
        this.#loadingMore = undefined;
        this.#lookAtEnd();
      }
      this.#teams.markStale();
      this.#hasRemoved = false;
      this.#refuse(undefined);
    }
    this.#lists.forget(team?.team.uid);
    for (const [id, branch] of this.#roles) {
      if (team !== undefined && team.id !== id) continue;
      branch.markStale();
      if (this.#expanded.has(id)) continue;
      // What nobody looks at is not read again, and what is not read again would stay as it was for ever.
      this.#roles.delete(id);
      this.#tellLook({ id });
    }
    if (team === undefined) await this.#readAgain();
    else await this.#roles.get(team.id)?.load(this.#readingOf(team));
  }

  /**
   * Reads the rows again that are looked at, for a timer: of the teams only the first pages.
   * @returns whether all of it could be read
   */
  renew(signal: AbortSignal): Promise<boolean> {
    return this.#readAgain(signal);
  }

  updatedAt(node: Node): number | undefined {
    // Lists that are read later do not have it.
    if (this.#asked.find(node.id) !== undefined) return undefined;
    return this.#teamRows.readAt(node) ?? this.#branch(node.parent).updatedAt;
  }

  isStale(node: Node): boolean {
    return (node.kind === 'team' || node.kind === 'role') && this.#branch(node.parent).error !== undefined;
  }

  get isFailing(): boolean {
    return [this.#teams, ...this.#roles.values()].some(({ error }) => error !== undefined);
  }

  /** Remembers whether the roles of a team are in sight. Those that are not are forgotten with the next refresh. */
  setExpanded(team: TeamNode, isExpanded: boolean): void {
    if (isExpanded) this.#expanded.add(team.id);
    else this.#expanded.delete(team.id);
  }

  /** Does again what `node` tells the failure of. */
  async retry({ more, parent }: ErrorNode<TeamNode>): Promise<void> {
    if (more) await this.loadMore();
    else await this.refresh(parent);
  }

  /**
   * Reads the next page of teams.
   * @returns the first row that is new, if any is
   */
  loadMore(): Promise<Node | undefined> {
    if (this.#loadingMore === undefined) {
      // The list that goes on is the one that is seen.
      this.#teams.stopRenewing();
      const loading = this.#readMore().finally(() => {
        // Where the list was asked for anew meanwhile, that shows itself.
        if (this.#loadingMore !== loading) return;
        this.#loadingMore = undefined;
        this.#tellReload(undefined);
      });
      this.#loadingMore = loading;
      // The row that was clicked changes to "loading".
      this.#lookAtEnd();
    }
    return this.#loadingMore;
  }

  get isLoadingMore(): boolean {
    return this.#loadingMore !== undefined;
  }

  /** Where teams are not listed, the projects that those here work in. */
  get gatheredFrom(): TeamListing['gatheredFrom'] {
    return this.#listing?.gatheredFrom;
  }

  /** How many roles a team has; undefined before they have been read. */
  roleCount(team: TeamNode): number | undefined {
    const branch = this.#roles.get(team.id);
    if (branch?.updatedAt === undefined) return undefined;
    return branch.nodes.some((node) => isAbout(node, 'rolesNotListed'))
      ? undefined
      : branch.nodes.filter(isRole).length;
  }

  /** The row of a team, which is there from now on, however far the list is read. */
  async rowOf(team: Team): Promise<TeamNode | undefined> {
    const isTeam = (node: Node): node is TeamNode => node.kind === 'team' && node.team.uid === team.uid;
    const known = (await this.children()).find(isTeam);
    if (known !== undefined) return known;
    this.#asked.add(this.#teamNode(team));
    this.#tellReload(undefined);
    return (await this.children()).find(isTeam);
  }

  /** Why roles cannot be removed, as far as that was found out; undefined as long as it may work. */
  get removalRefusal(): ServiceError | undefined {
    return this.#removalRefusal;
  }

  /** Whether the role of a row is just being removed. */
  isBeingRemoved(node: RoleNode): boolean {
    return this.#removing.has(removalKey(node.parent.team.uid, node.role.uid));
  }

  /** A removal begins: the row says so. */
  removalBegins(teamUid: string, roleUid: string): void {
    this.#removing.add(removalKey(teamUid, roleUid));
    this.#eachRow(teamUid, roleUid, (row) => {
      this.#events.emit('look', row);
    });
  }

  /**
   * A removal is over: where the role is gone, so is its row. What is refused is taken for refused for all, unless one has
   * gone.
   */
  removalEnds(teamUid: string, roleUid: string, removal: RemovalResult['removal']): void {
    const { outcome } = removal;
    const isGone = outcome === 'removed' || outcome === 'alreadyGone';
    this.#removing.delete(removalKey(teamUid, roleUid));
    this.#hasRemoved ||= outcome === 'removed';
    if (this.#hasRemoved) {
      this.#refuse(undefined);
    } else if (outcome === 'refused' && isServiceError(removal.error, 'forbidden', 'unsupported')) {
      this.#refuse(removal.error);
    }
    this.#eachRow(teamUid, roleUid, (row, branch) => {
      if (!isGone) {
        this.#events.emit('look', row);
        return;
      }
      const rest = branch.nodes.filter((node) => node !== row);
      branch.replace(rest.some(isRole) ? rest : [noteNode(row.parent.id, row.parent, { about: 'noRoles' })]);
      this.#tellReload(row.parent);
      this.#tellLook(row.parent);
    });
    // What is just being read may have been asked for before, and would bring the role back.
    const branch = this.#roles.get(this.#teamNode({ uid: teamUid }).id);
    if (!isGone || branch === undefined) return;
    branch.stopRenewing();
    if (branch.isBeingRead) branch.markStale();
  }

  /** Roles of a team are others than before: they are read again where they are shown. */
  rolesChanged(teamUid: string): void {
    for (const node of this.#rows) {
      if (node.kind === 'team' && node.team.uid === teamUid) void this.refresh(node);
    }
  }

  dispose(): void {
    this.#closed.abort();
    this.#teams.close();
    for (const branch of this.#roles.values()) branch.close();
    this.#events.removeAllListeners();
  }

  /** After a switch VS Code may still ask about rows of another connection. */
  #isHere(parent: TeamNode | undefined): boolean {
    return parent === undefined || parent.id.startsWith(`${this.#rootId}/`);
  }

  /** The rows below `parent` that are shown, after they have been read once. */
  #shown(parent: TeamNode | undefined): readonly Node[] {
    if (this.#closed.signal.aborted) return [];
    const { error, nodes } = this.#branch(parent);
    const rows = parent === undefined ? this.#rows : nodes;
    return error === undefined ? rows : [errorNode(parent?.id ?? this.#rootId, parent, error), ...rows];
  }

  /**
   * Reads the teams again, and the roles of those that are open.
   * @param signal of a timer; without it, for a user
   * @returns whether all of it could be read
   */
  async #readAgain(signal?: AbortSignal): Promise<boolean> {
    const read = (team: TeamNode | undefined): Promise<void> =>
      signal === undefined
        ? this.#branch(team).load(this.#readingOf(team))
        : this.#branch(team).renew(this.#readingOf(team, timerPages), signal);
    // A user waits for the page that is being loaded. And what nobody has looked at yet is read when somebody does.
    const isWanted =
      signal === undefined ? this.#teams.hasBeenRead || this.#teams.isBeingRead : !this.isLoadingMore;
    if (isWanted) await read(undefined);
    if (this.#closed.signal.aborted || signal?.aborted === true) return false;
    const open = this.#rows.filter(
      (node) => node.kind === 'team' && this.#roles.has(node.id) && this.#expanded.has(node.id),
    ) as readonly TeamNode[];
    await Promise.all(open.map(read));
    return [undefined, ...open].every((team) => this.#branch(team).error === undefined);
  }

  /**
   * How the teams, or the roles of one, are read.
   * @param most the most pages of teams
   */
  #readingOf(team: TeamNode | undefined, most?: number): Reading<Node> {
    return {
      read: (options) =>
        team === undefined ? this.#readTeams(options, most) : this.#readRoles(team, options),
      keepSame: reuseUnchangedRows,
      onRead: ({ isFirst, isOther }) => {
        // The first rows are the answer to who asked for them.
        if (isOther && !isFirst) this.#tellReload(team);
        if (isOther && team !== undefined) this.#tellLook(team);
      },
    };
  }

  #eachRow(teamUid: string, roleUid: string, change: (row: RoleNode, branch: Branch<Node>) => void): void {
    for (const branch of this.#roles.values()) {
      for (const node of branch.nodes) {
        if (node.kind === 'role' && node.parent.team.uid === teamUid && node.role.uid === roleUid) {
          change(node, branch);
        }
      }
    }
  }

  #refuse(refusal: ServiceError | undefined): void {
    if (this.#removalRefusal === refusal) return;
    this.#removalRefusal = refusal;
    this.#events.emit('offer');
    // It is a row that offers a removal.
    for (const { nodes } of this.#roles.values()) {
      for (const node of nodes) this.#events.emit('look', node);
    }
  }

  #tellReload(team: TeamNode | undefined): void {
    if (!this.#closed.signal.aborted) this.#events.emit('reload', this.#current(team));
  }

  #lookAtEnd(): void {
    const last = this.#teams.nodes.at(-1);
    if (last !== undefined) this.#events.emit('look', last);
  }

  #tellLook(team: Pick<TeamNode, 'id'>): void {
    const row = this.#current(team);
    if (row !== undefined) this.#events.emit('look', row);
  }

  /** The row of a team as it is shown now. */
  #current(team: Pick<TeamNode, 'id'> | undefined): TeamNode | undefined {
    const row = team === undefined ? undefined : this.rowWithId(team.id);
    return row?.kind === 'team' ? row : undefined;
  }

  #branch(parent: TeamNode | undefined): Branch<Node> {
    if (parent === undefined) return this.#teams;
    let branch = this.#roles.get(parent.id);
    if (branch === undefined) {
      branch = new Branch();
      if (this.#closed.signal.aborted) branch.close();
      this.#roles.set(parent.id, branch);
    }
    return branch;
  }

  async #readTeams(options: CallOptions, most: number | undefined): Promise<readonly Node[]> {
    let listing: TeamListing | undefined;
    const from: PagedSource<Team, Node> = {
      open: () => {
        listing = listTeams(this.source);
        return Promise.resolve(listing.pages);
      },
      uidOf: ({ uid }) => uid,
      nodesOf: (teams) => teams.map((team) => this.#teamNode(team)),
    };
    const isWhole = await this.#teamRows.read(from, options, reuseUnchangedRows, most);
    if (isWhole) this.#listing = listing;
    return this.#teamList();
  }

  async #readMore(): Promise<Node | undefined> {
    const before = new Set(this.#teams.nodes);
    if (!(await this.#teamRows.readMore(this.#closed.signal))) return undefined;
    const nodes = this.#teamList();
    this.#teams.replace(nodes);
    return nodes.find((node) => node.kind === 'team' && !before.has(node));
  }

  /** The rows of teams, and how the list goes on. */
  #teamList(): readonly Node[] {
    const id = this.#rootId;
    const list = this.#teamRows;
    return rowsOfList<Node, TeamNode>(id, undefined, list, {
      empty: () => noteNode(id, undefined, { about: 'noTeams' }),
      cut: (cut) => noteNode(id, undefined, { about: 'cut', cut, loaded: list.loaded }),
    });
  }

  /** All rows that are not below a team. */
  get #rows(): readonly Node[] {
    return this.#asked.among(undefined, this.#teams.nodes);
  }

  #teamNode(team: Team): TeamNode {
    return { kind: 'team', id: `${this.#rootId}/team:${idPart(team.uid)}`, parent: undefined, team };
  }

  async #readRoles(parent: TeamNode, options: CallOptions): Promise<readonly Node[]> {
    const client = await this.source.client();
    try {
      const roles = await client.listTeamResourceRoles(parent.team.uid, options);
      const idOf = idsBelow(parent.id);
      const rows = roles.map((role): Node => ({ kind: 'role', id: idOf('role', role.uid), parent, role }));
      return rows.length === 0 ? [noteNode(parent.id, parent, { about: 'noRoles' })] : rows;
    } catch (error) {
      if (!isServiceError(error, 'unsupported', 'forbidden')) throw error;
      return [noteNode(parent.id, parent, { about: 'rolesNotListed', error })];
    }
  }
}

function removalKey(teamUid: string, roleUid: string | undefined): string {
  return JSON.stringify([teamUid, roleUid]);
}

function isRole(node: Node): node is RoleNode {
  return node.kind === 'role';
}

function isAbout(node: Node, about: Note['about']): boolean {
  return node.kind === 'note' && node.note.about === about;
}
