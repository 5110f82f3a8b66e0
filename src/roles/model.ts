import { randomUUID } from 'node:crypto';
import { EventEmitter, type LogOutputChannel } from 'vscode';
import type { Session } from '../connections/session';
import { succeeds, type ServiceError } from '../service/errors';
import type { Operation } from '../service/operations';
import { requestTime } from '../service/requestTime';
import { pageSize } from '../service/pages';
import type { FleetReader } from '../reads/fleetReader';
import { idPart, type ErrorRow } from '../items/store/row';
import { Lists } from '../items/store/lists';
import { Refreshes } from '../items/store/refreshes';
import { ListView } from '../tree/listView';
import type { Access, Grant } from '../access/access';
import { AccessReader, everRead } from '../access/accessReader';
import { readInTime, readNeeded, type Needed } from '../access/plan';
import { resourceGrantId } from '../access/readGrants';
import type { RowSpec } from '../tree/rowSpec';
import { debounce } from '../ui/timing';
import { isDone } from './outcomes';
import type { RemovalResult } from './removal/removeRoles';
import { isTeamRow, roleSpecOf, type RoleRow, type AccessRow, type TeamRow, type ViewRow } from './rows';
import { roleNoteRow } from './rows/note';
import type { RoleNoteRow } from './rows/rowTypes';
import { readRoles } from './rows/role';
import { readTeams, teamRow } from './rows/team';
import type { Team, TeamListing } from '../access/teams';
import { isSameConnection } from '../connections/connection';
import type { Journals } from './journal/journal';

const definitionReads = ['listRoles', 'readRole', 'readTagFilter'] as const satisfies readonly Operation[];

/** Access and clusters are read in bursts: rows are reported once for each, after this many milliseconds. */
const accessBurstMs = 250;

/**
 * A part of all IDs of rows, which only VS Code gets: a command with such an ID was started in the view. Other extensions and agents
 * can't choose a role to remove.
 */
const idSecret = randomUUID();

/** The data of the Team Roles view for one connection: its rows, who has access, and the roles that are being removed. */
export class TeamRolesModel {
  readonly specOf: (row: ViewRow) => RowSpec<ViewRow, this> = roleSpecOf;
  readonly store: Lists<AccessRow, TeamRow>;
  readonly rows: ListView<AccessRow, TeamRow>;
  readonly access: AccessReader;
  readonly #rootId: string;
  readonly #onDidChangeOffer = new EventEmitter<undefined>();
  /** Fires when {@link removalRefusal} changes. */
  readonly onDidChangeOffer = this.#onDidChangeOffer.event;
  readonly #onDidRecord = new EventEmitter<void>();
  /** Fires when the journal may say something else about removals. */
  readonly onDidRecord = this.#onDidRecord.event;
  /** The IDs of grants, because their rows may be missing. */
  readonly #removing = new Set<string>();
  #shownRefusal: ServiceError | undefined;
  /** The number of the last refresh by the user. */
  #refreshedAt = everRead;
  readonly #showAccessSoon = debounce(() => {
    // Whether they are disabled, and how many clusters they reach.
    this.store.notifyRows(this.store.descendants().filter((row) => row.kind === 'role'));
  }, accessBurstMs);

  /** @param fleet of the same connection; undefined once another one is active */
  constructor(
    readonly session: Session,
    fleet: () => FleetReader | undefined = () => undefined,
  ) {
    this.access = new AccessReader({
      client: () => session.client(),
      refusals: session.refusals,
      fleet,
      teams: () => {
        const { readAt, requestNumber } = this.store.listOf() ?? {};
        return { all: this.teams, isComplete: this.#areTeamsComplete, readAt, requestNumber };
      },
      listTeams: (since, signal = this.store.closed) => this.listTeams(false, signal, undefined, since),
    });
    this.access.onDidChange(this.#showAccessSoon);
    fleet()?.inventory.store.onDidChange(this.#showAccessSoon);
    this.#rootId = `${idPart(session.connection.name)}:${idSecret}`;
    this.store = new Lists<AccessRow, TeamRow>({
      rootId: this.#rootId,
      isParent: isTeamRow,
      read: (parent, options) => {
        if (parent === undefined) return readTeams(session, this.#rootId, options);
        return readRoles(this.access, parent, options);
      },
    });
    const refreshes = new Refreshes(this.store);
    this.rows = new ListView(this.store, refreshes, {
      // Below a team: its resource roles, or a note, then one for its other grants.
      arrange: (rows, parent) => {
        if (!isTeamRow(parent) || this.store.listOf(parent)?.readAt === undefined) return rows;
        const roles = rows.length === 0 ? [this.#emptyRow(parent)] : rows;
        return [...roles, roleNoteRow(parent.id, parent, { about: 'otherGrants' })];
      },
      emptyRow: (parent) => this.#emptyRow(parent),
    });
    refreshes.onDidEnd(this.#showAccessSoon);
  }

  /** Rereads the roles of `team`, or all expanded rows. */
  async refresh(team?: TeamRow): Promise<void> {
    this.session.refusals.forget();
    this.#refreshedAt = requestTime().requestNumber;
    if (team === undefined) {
      this.session.refusals.forget('removeTeamResourceRole');
      this.#showRefusal();
    }
    await this.rows.refresh(team);
  }

  async retry(row: ErrorRow<TeamRow>): Promise<void> {
    this.session.refusals.forget();
    await (row.isNextPage ? this.rows.loadMore() : this.refresh(row.parent));
  }

  /** The progress of the projects that the teams come from; undefined if the service lists teams. */
  get gatheredFrom(): TeamListing['gatheredFrom'] {
    return this.store.listOf()?.loaded.details?.gatheredFrom;
  }

  /** The teams that were read. */
  get teams(): readonly Team[] {
    return this.store.rows().flatMap((row) => (isTeamRow(row) ? [row.team] : []));
  }

  /**
   * Reads the first page of teams, unless it was read, or all. What failed is read again, and those that were read, unless they were
   * requested after `since`.
   * @throws ServiceError
   */
  async listTeams(
    areAll: boolean,
    signal: AbortSignal,
    onPage: () => void = () => undefined,
    since = 0,
  ): Promise<void> {
    const { error, requestNumber = Infinity } = this.store.listOf() ?? {};
    const isReread = error !== undefined || requestNumber <= since;
    if (isReread) await this.store.readToEnd(undefined, { signal }, true, () => true);
    await (areAll ? this.store.loadAll(signal, onPage) : this.store.load());
    const { error: failure, nextPageError } = this.store.listOf() ?? {};
    const failed = failure ?? (areAll ? nextPageError : undefined);
    if (failed !== undefined) throw failed;
  }

  /** How many requests it takes at least to list the teams that were not read. */
  get unreadTeamPages(): number {
    const { next, total = 0 } = this.store.listOf()?.loaded ?? {};
    return next === undefined ? 0 : Math.max(1, Math.ceil((total - this.teams.length) / pageSize));
  }

  /** Whether {@link teams} are all teams of the service. */
  get #areTeamsComplete(): boolean {
    const { readAt, loaded } = this.store.listOf() ?? {};
    return (
      readAt !== undefined &&
      loaded?.next === undefined &&
      loaded?.cut === undefined &&
      this.gatheredFrom === undefined
    );
  }

  /**
   * Reads what a grant allows and reaches, as far as that is possible in a short time. Not after something could not be read,
   * until the view is refreshed: details follow every change.
   */
  async readDefinitions(grant: Grant): Promise<void> {
    const { access } = this;
    const { problems } = access.at(this.#refreshedAt);
    if (definitionReads.some((operation) => problems.has(operation))) return;
    const needed = (): Needed => ({ holders: [], lists: ['listRoles'], grants: [grant] });
    await readInTime((signal) => readNeeded(access, needed, everRead, { signal }), this.store.closed);
  }

  /** What the rows show: what was read last, with its age. */
  get shownAccess(): Access {
    return this.access.at(everRead);
  }

  /** The row of the team with this UID, if it has been read. */
  team(uid: string): TeamRow | undefined {
    const row = this.store.find(teamRow({ uid }, this.#rootId).id);
    return isTeamRow(row) ? row : undefined;
  }

  /** The number of resource roles of a team; undefined while it is unknown. */
  roleCount(team: TeamRow): number | undefined {
    const list = this.store.listOf(team);
    if (list?.readAt === undefined) return undefined;
    const { rows } = list.loaded;
    return rows.every(({ kind }) => kind === 'role') ? rows.length : undefined;
  }

  /** Why roles cannot be removed; undefined while that may work. */
  get removalRefusal(): ServiceError | undefined {
    return this.session.refusals.of('removeTeamResourceRole');
  }

  /** Whether roles can be removed, as far as is known. */
  get canRemove(): boolean {
    return this.removalRefusal === undefined && !this.session.connection.readOnly;
  }

  isBeingRemoved({ grant }: RoleRow): boolean {
    return this.#removing.has(grant.id);
  }

  /** Marks a role as being removed. */
  removalBegins(teamUid: string, roleUid: string): void {
    this.#removing.add(resourceGrantId(teamUid, roleUid));
    this.#notifyRole(teamUid, roleUid);
  }

  /** Ends a removal. */
  removalEnds(teamUid: string, roleUid: string, removal: RemovalResult['removal']): void {
    const { outcome } = removal;
    this.#removing.delete(resourceGrantId(teamUid, roleUid));
    this.#showRefusal();
    if (outcome !== 'notTried') this.recorded();
    const team = this.team(teamUid);
    if (team === undefined) return;
    if (isDone('remove', removal)) {
      const isRole = (row: AccessRow): boolean => row.kind === 'role' && row.role.uid === roleUid;
      this.store.remove(team, isRole, requestTime());
    } else {
      this.#notifyRole(teamUid, roleUid);
    }
  }

  /** Call this when the journal has changed otherwise. */
  recorded(): void {
    this.#onDidRecord.fire();
  }

  /** Reads the resource roles of a team again, which have changed. What can't be read is not known any more. */
  rolesChanged(teamUid: string): void {
    this.recorded();
    const team = this.team(teamUid);
    const read = async (): Promise<unknown> =>
      team === undefined
        ? this.access.listTeamResourceRoles(teamUid, { signal: this.store.closed })
        : this.rows.refresh(team);
    void succeeds(read);
  }

  dispose(): void {
    this.#showAccessSoon.cancel();
    this.rows.dispose();
    this.store.dispose();
    this.access.dispose();
    this.#onDidChangeOffer.dispose();
    this.#onDidRecord.dispose();
  }

  #emptyRow(parent: TeamRow | undefined): RoleNoteRow {
    return roleNoteRow(parent?.id ?? this.#rootId, parent, {
      about: parent === undefined ? 'noTeams' : 'noRoles',
    });
  }

  #notifyRole(teamUid: string, roleUid: string): void {
    const rows = this.store.rows(this.team(teamUid));
    this.store.notifyRows(rows.filter((row) => row.kind === 'role' && row.role.uid === roleUid));
  }

  #showRefusal(): void {
    if (this.#shownRefusal === this.removalRefusal) return;
    this.#shownRefusal = this.removalRefusal;
    this.#onDidChangeOffer.fire(undefined);
    // The menus of these rows offer removals.
    const rows = this.store.descendants();
    this.store.notifyRows(rows.filter(({ kind }) => kind === 'role' || kind === 'note'));
  }
}

/** The dependencies of the removal and restore flows. */
export interface FlowContext {
  /** Undefined if nothing is connected. The user may switch to another connection while a flow runs. */
  readonly active: () => TeamRolesModel | undefined;
  readonly journals: Journals;
  readonly log: LogOutputChannel;
}

/** The current model of a connection, which changes if the user switches to another connection and back. */
export function currentModel({ active }: FlowContext, model: TeamRolesModel): TeamRolesModel {
  const now = active();
  return now !== undefined && isSameConnection(now.session.connection, model.session.connection)
    ? now
    : model;
}
