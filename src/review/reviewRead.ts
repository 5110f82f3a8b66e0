import { l10n } from 'vscode';
import type { Session } from '../connections/session';
import type { FleetReader } from '../items/reads/fleetReader';
import { concernsService } from '../tree/outage';
import { requestCount, teamCount, userCount } from '../text/format';
import { parts } from '../text/text';
import { isServiceError } from '../service/errors';
import type { Operation } from '../service/operations';
import { requestTime } from '../service/requestTime';
import type { CallOptions } from '../service/callOptions';
import {
  grantsOf,
  isRefusal,
  kindsToRead,
  listsOf,
  type Grant,
  type GrantKind,
  type Holder,
} from '../access/access';
import { uidsOf } from '../access/accessReader';
import type { Team } from '../access/teams';
import type { Reviewed } from './context';
import type { ReviewProgress } from './messages';

/** How many roles, teams or clusters one request returns. */
const pageSize = 50;

/** After so many teams, it is known which kinds of grants the service does not offer. */
const firstTeams = 2;

function operationFor(holder: Holder, kind: GrantKind): Operation {
  if (kind === 'resource') return holder.kind === 'team' ? 'listTeamResourceRoles' : 'listUserResourceRoles';
  return (
    { tenant: 'listTenantRoles', project: 'listProjectRoles', workspace: 'listWorkspaceRoles' } as const
  )[kind];
}

/** Reads what a review shows, and says first how many requests that takes. */
export class ReviewRead {
  /** Whether users' own grants are read. */
  includesUsers = false;
  /** What was requested before is read again: it must not decide. The grants that were read when the review was opened may. */
  #since = requestTime().requestNumber;
  #grantsSince = 0;
  #progress: ReviewProgress = { announcement: '', state: 'listing', done: 0, total: 0 };
  /** The UIDs of filters that grants which were not read may have. */
  #listedFilters: readonly string[] = [];
  /** What was asked for besides grants, and is not asked for again: operations and UIDs. */
  readonly #asked = new Set<string>();
  #controller = new AbortController();

  /**
   * @param about the only team that is read, or the user who is read with all teams of the user; undefined for all teams
   * @param onChange called when the progress has changed
   */
  constructor(
    private readonly session: Session,
    private readonly model: Reviewed['model'],
    private readonly fleet: FleetReader,
    private readonly about: Holder | undefined,
    private readonly onChange: () => void,
  ) {
    const { users } = model.access.access;
    if ([...users.values()].some(({ activity }) => activity !== undefined))
      this.#asked.add('listUserActivity ');
  }

  get progress(): ReviewProgress {
    return this.#progress;
  }

  /** Those whose grants the review shows. */
  get holders(): readonly Holder[] {
    const { members, users } = this.model.access.access;
    const { about } = this;
    const isShown = ({ uid }: Team): boolean =>
      about?.kind === 'user' ? members.get(uid)?.includes(about.uid) === true : uid === (about?.uid ?? uid);
    const teams = this.model.teams.filter(isShown);
    const ofTeams = teams.map(({ uid, name }): Holder => ({ kind: 'team', uid, name }));
    if (about?.kind === 'user') return [{ ...about, name: users.get(about.uid)?.name }, ...ofTeams];
    if (!this.includesUsers) return ofTeams;
    const uids = teams.flatMap(({ uid }) => members.get(uid) ?? []);
    const all = new Set([...uids, ...(about === undefined ? users.keys() : [])]);
    return [
      ...ofTeams,
      ...[...all].map((uid): Holder => ({ kind: 'user', uid, name: users.get(uid)?.name })),
    ];
  }

  /** When the oldest of the grants, or of what else decides, were requested, in milliseconds since 1970. */
  get readAt(): number | undefined {
    const { access } = this.model;
    const lists = this.holders.flatMap((holder) => Object.values(listsOf(access, holder)));
    const times = [...lists.map(({ readAt }) => readAt), access.oldestOf(this.grants) ?? Infinity];
    return lists.length === 0 ? undefined : times.reduce((one, other) => Math.min(one, other));
  }

  /** The grants of {@link holders} that were read. */
  get grants(): readonly Grant[] {
    return this.holders.flatMap((holder) => grantsOf(listsOf(this.model.access, holder)));
  }

  /** Lists the teams, roles and filters, so that it is known what else has to be read. @throws ServiceError */
  list(): Promise<void> {
    return this.#run('listing', async (options) => {
      const { model } = this;
      const client = await this.session.client();
      await model.listTeams(this.about?.kind !== 'team', options.signal, this.onChange, this.#since);
      // The team is on another page.
      if (this.holders.length === 0) await model.listTeams(true, options.signal, this.onChange, this.#since);
      const filters = client.listFilters(undefined, options).catch(() => undefined);
      const first = this.holders
        .slice(0, firstTeams)
        .map((holder) => ({ holder, kinds: this.#unread(holder) }));
      await Promise.all([
        model.access.readRoles(options, this.#since),
        ...first.map((unread) => this.#readGrants(unread, options)),
      ]);
      this.#listedFilters = (await filters)?.items.flatMap(({ metadata }) => metadata?.uid ?? []) ?? [];
    });
  }

  /** From now on, what was read is announced and read again. What it said stays until then. */
  expire(): void {
    this.#since = this.#grantsSince = requestTime().requestNumber;
    this.#asked.clear();
    this.#announce();
  }

  /** Reads what was announced, or the rest of it. Then, announces to read all again. @throws ServiceError */
  async read(): Promise<void> {
    if (this.#progress.state === 'done') {
      this.expire();
      return;
    }
    await this.#run('reading', async (options) => {
      const grants = this.#unreadGrants().map((unread) => this.#readGrants(unread, options));
      const others = this.#unreadOthers().map((unread) => this.#readOthers(unread, options));
      await Promise.all([...grants, ...others]);
    });
  }

  /** From now on, users' own grants are part of what is announced and read. */
  includeUsers(): void {
    this.includesUsers = true;
    this.#announce();
  }

  cancel(): void {
    this.#controller.abort();
  }

  async #run(state: 'listing' | 'reading', read: (options: Abortable) => Promise<void>): Promise<void> {
    const controller = (this.#controller = new AbortController());
    const signal = AbortSignal.any([controller.signal, this.fleet.inventory.closed]);
    this.#progress = { ...this.#progress, state, done: 0 };
    this.onChange();
    try {
      await read({ signal, priority: state === 'listing' ? 'user' : 'timer' });
    } catch (error) {
      // The first failure ends the others.
      controller.abort();
      if (!isServiceError(error, 'cancelled')) throw error;
    } finally {
      this.#announce();
    }
  }

  /** @throws ServiceError if other requests would fail, too */
  async #readGrants({ holder, kinds }: Unread, options: CallOptions): Promise<void> {
    const { length } = this.#offered(holder, kinds);
    const lists = Object.values(await this.model.access.readGrants(holder, kinds, options));
    for (const { error } of lists) if (error !== undefined && concernsService(error)) throw error;
    this.#proceed(length);
  }

  async #readOthers({ operation, uids, requests = uids.length, read }: Others, options: Abortable) {
    const result = await read(options);
    const error = isServiceError(result) ? result : this.model.access.problems.get(operation);
    // After anything else, another try may succeed.
    const isOver = !options.signal.aborted && (error === undefined || isRefusal(error));
    for (const uid of isOver ? uids : []) this.#asked.add(`${operation} ${uid}`);
    this.#proceed(requests);
  }

  #proceed(count: number): void {
    this.#progress = { ...this.#progress, done: this.#progress.done + count };
    this.onChange();
  }

  /** The kinds of grants of a holder that were not read. Those that the service refuses take no request. */
  #unread(holder: Holder): readonly GrantKind[] {
    return kindsToRead(listsOf(this.model.access, holder), this.#grantsSince);
  }

  #isOffered(operation: Operation, variant?: Holder['kind']): boolean {
    return this.session.refusals.of(operation, variant) === undefined;
  }

  #offered(holder: Holder, kinds: readonly GrantKind[]): readonly GrantKind[] {
    return kinds.filter((kind) => this.#isOffered(operationFor(holder, kind), holder.kind));
  }

  #unreadGrants(): readonly Unread[] {
    const all = this.holders.map((holder) => ({ holder, kinds: this.#unread(holder) }));
    return all.filter(({ kinds }) => kinds.length > 0);
  }

  /** What is to be read besides grants. What grants that are read at the same time turn out to have is announced later. */
  #unreadOthers(): readonly Others[] {
    const { grants, fleet } = this;
    const { access, teams } = this.model;
    const since = this.#since;
    const unread = (operation: Operation, uids: readonly string[] = ['']): readonly string[] =>
      [...new Set(uids)].filter(
        (uid) =>
          this.#isOffered(operation) &&
          !access.isRead(operation, uid, since) &&
          !this.#asked.has(`${operation} ${uid}`),
      );
    // Those that the list of roles lacks.
    const ownRoles = unread('listRoles').length > 0 ? [] : uidsOf(grants, 'roles');
    const roles = unread('readRole', ownRoles);
    const listed = this.#unreadGrants().length > 0 ? this.#listedFilters : [];
    const filters = unread('readTagFilter', [...uidsOf(grants, 'filters'), ...listed]);
    const definitions = (part: 'roles' | 'filters', uids: readonly string[]) => (options: CallOptions) =>
      access.readDefinitions(
        [{ roles: [], filters: [], [part]: uids.map((uid) => ({ uid })) }],
        options,
        since,
      );
    const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / pageSize));
    const isListed = this.#isOffered('searchClusterMetadata');
    const clusterPages = isListed ? 1 : pagesOf(fleet.inventory.coverage().clusters.read);
    const clusterRequests = clusterPages + (this.#isOffered('listPendingRepaves') ? 1 : 0);
    const areClustersUnread = unread('searchClusters').length > 0;
    const areProjectsUnread = unread('listProjectUids').length > 0 && !this.#asked.has('searchClusters ');
    const others: readonly (Omit<Others, 'uids'> & Partial<Others>)[] = [
      {
        operation: 'listTeams',
        requests: pagesOf(teams.length),
        read: (options) => access.readTeams(options, since),
      },
      {
        operation: 'listRoles',
        requests: pagesOf(access.roles.size),
        read: (options) => access.readRoles(options, since),
      },
      { operation: 'listUserNames', read: (options) => access.readUserNames(options, since) },
      { operation: 'listUserActivity', read: (options) => access.readUserActivity(options) },
      { operation: 'readRole', uids: roles, read: definitions('roles', roles) },
      { operation: 'readTagFilter', uids: filters, read: definitions('filters', filters) },
      {
        operation: 'searchClusters',
        uids: areClustersUnread || areProjectsUnread ? [''] : [],
        requests: (areClustersUnread ? clusterRequests : 0) + (areProjectsUnread ? 1 : 0),
        read: (options) => access.readClusters(options, since),
      },
    ];
    return others
      .map((one) => ({ uids: unread(one.operation), ...one }))
      .filter(({ uids }) => uids.length > 0);
  }

  /** Says how many requests are left. */
  #announce(): void {
    const { holders } = this;
    const kinds = this.#unreadGrants().flatMap((unread) =>
      this.#offered(unread.holder, unread.kinds).map((kind) => ({ ...unread, kind })),
    );
    const total = this.#unreadOthers().reduce(
      (sum, { uids, requests = uids.length }) => sum + requests,
      kinds.length,
    );
    const users = holders.filter(({ kind }) => kind === 'user').length;
    const what = parts(teamCount(holders.length - users), users === 0 ? '' : userCount(users));
    const announcement = l10n.t('{0}: {1}', what, requestCount(total));
    this.#progress = { announcement, state: total === 0 ? 'done' : 'ready', done: 0, total };
    this.onChange();
  }
}

/** The grants of a holder that were not read. */
interface Unread {
  readonly holder: Holder;
  readonly kinds: readonly GrantKind[];
}

type Abortable = CallOptions & { readonly signal: AbortSignal };

/** What is read once for all grants. */
interface Others {
  readonly operation: Operation;
  /** Of definitions; an empty one for a list. */
  readonly uids: readonly string[];
  /** By default, one for each. */
  readonly requests?: number;
  /** @returns why it failed, unless the reader of access knows that */
  readonly read: (options: Abortable) => Promise<unknown>;
}
