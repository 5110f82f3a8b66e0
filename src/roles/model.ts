import { EventEmitter } from 'vscode';
import type { Session } from '../connections/session';
import type { ServiceError } from '../service/errors';
import type { Operation } from '../service/operations';
import { teamsPerPage } from '../service/resources/team';
import type { FleetReader } from '../items/fleet/fleetReader';
import { idPart, type ErrorRow } from '../items/store/row';
import { RowStore } from '../items/store/rowStore';
import type { Grant } from '../access/access';
import { AccessReader, readInTime } from '../access/accessReader';
import { resourceGrantId } from '../access/readGrants';
import type { Appearance } from '../tree/rowKinds';
import { debounce } from '../ui/timing';
import type { RemovalResult } from './removal/removeRoles';
import {
  appearance,
  isGrantRow,
  isParentRow,
  isTeamRow,
  type ParentRow,
  type RoleRow,
  type Row,
  type TeamRow,
  type ViewRow,
} from './rows';
import { noteRow } from './rows/note';
import type { NoteRow } from './rows/rowTypes';
import { otherAccessRow, readGrantRows } from './rows/grants';
import { readTeams, teamRow } from './rows/team';
import type { Team, TeamListing } from '../access/teams';

const definitionReads = ['listRoles', 'readRole', 'readTagFilter'] as const satisfies readonly Operation[];

/** Clusters are read in bursts: grants are reported once for each, after this many milliseconds. */
const burstMs = 250;

/** The data of the Team Roles view for one connection: its rows, who has access, and the roles that are being removed. */
export class TeamRolesModel {
  readonly appearance: Appearance<ViewRow, this> = appearance;
  readonly store: RowStore<Row, ParentRow>;
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
  /** How many roles are known to be disabled. */
  #disabledCount = 0;
  readonly #reportGrantsSoon = debounce(() => {
    this.store.notifyRows(this.store.descendants().filter(isGrantRow));
  }, burstMs);

  /** @param fleet of the same connection; undefined once another one is active */
  constructor(
    private readonly session: Session,
    fleet: () => FleetReader | undefined = () => undefined,
  ) {
    this.access = new AccessReader({
      client: () => session.client(),
      fleet,
      teams: () => {
        const { readAt, requestNumber } = this.store.branchOf() ?? {};
        return { all: this.teams, isComplete: this.#areTeamsComplete, readAt, requestNumber };
      },
      listTeams: (since, signal) => this.listTeams(false, signal, () => undefined, since),
    });
    this.access.onDidChange(() => {
      this.#showDisabled();
    });
    // How many clusters roles reach.
    fleet()?.inventory.store.onDidChange(this.#reportGrantsSoon);
    this.#rootId = idPart(session.connection.name);
    this.store = new RowStore<Row, ParentRow>({
      rootId: this.#rootId,
      isParent: isParentRow,
      read: (parent, options) => {
        if (parent === undefined) return readTeams(session, this.#rootId, options);
        return readGrantRows(this.access, parent, options);
      },
      arrange: (rows, parent) => (isTeamRow(parent) ? this.#withOtherAccess(rows, parent) : rows),
      emptyRow: (parent) => this.#emptyRow(parent),
    });
    this.store.onDidEndRefresh(this.#reportGrantsSoon);
  }

  /** Rereads the roles of `team`, or all expanded rows. */
  async refresh(team?: ParentRow): Promise<void> {
    this.session.refusals.forget();
    this.access.forgetProblems();
    if (team === undefined) {
      this.session.refusals.forget('removeTeamResourceRole');
      this.#showRefusal();
    }
    await this.store.refresh(team);
  }

  async retry(row: ErrorRow<ParentRow>): Promise<void> {
    this.session.refusals.forget();
    await (row.isNextPage ? this.store.loadMore() : this.refresh(row.parent));
  }

  /** The progress of the projects that the teams come from; undefined if the service lists teams. */
  get gatheredFrom(): TeamListing['gatheredFrom'] {
    return this.store.branchOf()?.list.details?.gatheredFrom;
  }

  /** The teams that were read. */
  get teams(): readonly Team[] {
    return this.store.rows().flatMap((row) => (isTeamRow(row) ? [row.team] : []));
  }

  /**
   * Reads the first page of teams, unless it was read, or all. Those that were read are read again, unless they were requested after
   * `since`.
   * @throws ServiceError
   */
  async listTeams(areAll: boolean, signal: AbortSignal, onPage: () => void, since = 0): Promise<void> {
    const { requestNumber = Infinity } = this.store.branchOf() ?? {};
    if (requestNumber <= since) await this.store.readToEnd(undefined, { signal }, true, () => true);
    await (areAll ? this.store.loadAll(signal, onPage) : this.store.children());
    const error = this.store.branchOf()?.error ?? this.store.branchOf()?.nextPageError;
    if (error !== undefined) throw error;
  }

  /** How many requests it takes at least to list the teams that were not read. */
  get unreadTeamPages(): number {
    const { next, total = 0 } = this.store.branchOf()?.list ?? {};
    return next === undefined ? 0 : Math.max(1, Math.ceil((total - this.teams.length) / teamsPerPage));
  }

  /** Whether {@link teams} are all teams of the service. */
  get #areTeamsComplete(): boolean {
    const { readAt, list } = this.store.branchOf() ?? {};
    return (
      readAt !== undefined &&
      list?.next === undefined &&
      list?.cut === undefined &&
      this.gatheredFrom === undefined
    );
  }

  /**
   * Reads what a grant allows and reaches, as far as that is possible in a short time. Not after something could not be read,
   * until the view is refreshed: details follow every change.
   */
  async readDefinitions(grant: Grant): Promise<void> {
    const { access } = this;
    if (definitionReads.some((operation) => access.problems.has(operation))) return;
    await readInTime((signal) => access.readDefinitions([grant], { signal }), this.store.closed);
  }

  /** The row of the team with this UID, if it has been read. */
  team(uid: string): TeamRow | undefined {
    const row = this.store.find(teamRow({ uid }, this.#rootId).id);
    return isTeamRow(row) ? row : undefined;
  }

  /** The number of resource roles of a team; undefined while it is unknown. */
  roleCount(team: TeamRow): number | undefined {
    const branch = this.store.branchOf(team);
    if (branch?.readAt === undefined) return undefined;
    const { rows } = branch.list;
    return rows.every(({ kind }) => kind === 'role') ? rows.length : undefined;
  }

  /** The other grants of a team that were read, and whether these are all; undefined while none was read. */
  otherGrants(team: TeamRow): { readonly count: number; readonly areAll: boolean } | undefined {
    const branch = this.store.branchOf(otherAccessRow(team));
    if (branch?.readAt === undefined) return undefined;
    const { rows } = branch.list;
    const count = rows.filter(({ kind }) => kind === 'grant').length;
    return { count, areAll: count === rows.length };
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
    const isGone = outcome === 'removed' || outcome === 'alreadyGone';
    if (isGone) this.access.roleRemoved(teamUid, roleUid);
    if (outcome !== 'notTried') this.recorded();
    const team = this.team(teamUid);
    if (team === undefined) return;
    if (isGone) {
      this.store.remove(team, (row) => row.kind === 'role' && row.role.uid === roleUid);
    } else {
      this.#notifyRole(teamUid, roleUid);
    }
  }

  /** Call this when the journal has changed otherwise. */
  recorded(): void {
    this.#onDidRecord.fire();
  }

  /** Rereads the roles of a team, which have changed, if they are shown. */
  rolesChanged(teamUid: string): void {
    this.recorded();
    const team = this.team(teamUid);
    if (team !== undefined) void this.refresh(team);
  }

  dispose(): void {
    this.#reportGrantsSoon.cancel();
    this.store.dispose();
    this.access.dispose();
    this.#onDidChangeOffer.dispose();
    this.#onDidRecord.dispose();
  }

  /** Redraws grants if a role is now known to be disabled. Much else changes while access is read, but no row. */
  #showDisabled(): void {
    const { roles } = this.access;
    const count = [...roles.values()].filter(({ isEnabled }) => isEnabled === false).length;
    if (count === this.#disabledCount) return;
    this.#disabledCount = count;
    this.store.notifyRows(this.store.descendants().filter(isGrantRow));
  }

  /** The rows below a team: its resource roles, or a note, then its other access. */
  #withOtherAccess(rows: readonly Row[], team: TeamRow): readonly Row[] {
    if (this.store.branchOf(team)?.readAt === undefined) return rows;
    return [...(rows.length === 0 ? [this.#emptyRow(team)] : rows), otherAccessRow(team)];
  }

  #emptyRow(parent: ParentRow | undefined): NoteRow {
    if (parent === undefined) return noteRow(this.#rootId, parent, { about: 'noTeams' });
    return noteRow(parent.id, parent, { about: parent.kind === 'team' ? 'noRoles' : 'noOtherAccess' });
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
