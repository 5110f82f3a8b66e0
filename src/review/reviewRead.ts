import { setMaxListeners } from 'node:events';
import { l10n } from 'vscode';
import type { Session } from '../connections/session';
import type { FleetReader } from '../items/fleet/fleetReader';
import { costOf } from '../items/fleet/plan';
import { concernsService } from '../items/store/outage';
import { parts } from '../text/text';
import { isServiceError } from '../service/errors';
import type { Operation } from '../service/operations';
import { requestTime } from '../service/requestTime';
import { concurrency, familyOf, publishedLimits, secondsFor } from '../service/rateLimits';
import type { CallOptions } from '../service/schedule';
import { grantKinds, grantsOf, listsOf, type Grant, type GrantKind, type Holder } from '../access/access';
import type { Reviewed } from './context';
import { teamCount, userCount } from './coverage';
import type { ReviewProgress } from './messages';

/** How many roles or teams one request returns. */
const pageSize = 50;

/** After so many teams, it is known which kinds of grants the service does not offer. */
const firstTeams = 2;

const operations = {
  tenant: 'listTenantRoles',
  project: 'listProjectRoles',
  workspace: 'listWorkspaceRoles',
} as const;

/** Reads what a review shows, and says first how many requests that takes. */
export class ReviewRead {
  /** Whether users' own grants are read. */
  includesUsers = false;
  /** What was requested before is read again: it must not decide. The grants that were read when the review was opened may. */
  #since = requestTime().requestNumber;
  #grantsSince = 0;
  #progress: ReviewProgress = { announcement: '', state: 'listing', done: 0, total: 0 };
  /** How many filters the service has: a first guess of how many will have to be read. */
  #filterCount = 0;
  #hasReadActivity: boolean;
  #controller = new AbortController();

  /**
   * @param teamUid the only team that is read; undefined for all
   * @param onChange called when the progress has changed
   */
  constructor(
    private readonly session: Session,
    private readonly model: Reviewed['model'],
    private readonly fleet: FleetReader,
    private readonly teamUid: string | undefined,
    private readonly onChange: () => void,
  ) {
    const { users } = model.access.access;
    this.#hasReadActivity = [...users.values()].some(({ activity }) => activity !== undefined);
  }

  get progress(): ReviewProgress {
    return this.#progress;
  }

  /** Those whose grants the review shows. */
  get holders(): readonly Holder[] {
    const { members, users } = this.model.access.access;
    const teams = this.model.teams.filter(({ uid }) => uid === (this.teamUid ?? uid));
    const ofTeams = teams.map(({ uid, name }): Holder => ({ kind: 'team', uid, name }));
    if (!this.includesUsers) return ofTeams;
    const uids = teams.flatMap(({ uid }) => members.get(uid) ?? []);
    const all = new Set([...uids, ...(this.teamUid === undefined ? users.keys() : [])]);
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
      await model.listTeams(this.teamUid === undefined, options.signal, this.onChange, this.#since);
      const filters = client.listFilters(undefined, options).catch(() => undefined);
      const first = this.holders
        .slice(0, firstTeams)
        .map((holder) => ({ holder, kinds: this.#unread(holder) }));
      await Promise.all([
        model.access.readRoles(options, this.#since),
        ...first.map((unread) => this.#readGrants(unread, options)),
      ]);
      this.#filterCount = (await filters)?.total ?? 0;
    });
  }

  /** From now on, what was read is announced and read again. What it said stays until then. */
  expire(): void {
    this.#since = this.#grantsSince = requestTime().requestNumber;
    this.#hasReadActivity = false;
    this.#announce();
  }

  /** Reads what was announced, or the rest of it. Then, announces to read all again. @throws ServiceError */
  async read(): Promise<void> {
    if (this.#progress.state === 'done') {
      this.expire();
      return;
    }
    await this.#run('reading', async (options) => {
      const lists = this.#lists().map(async ([requests, read]) => {
        await read(options);
        this.#proceed(requests);
      });
      const grants = this.#unreadGrants().map((unread) => this.#readGrants(unread, options));
      await Promise.all([...lists, ...grants]);
      await this.model.access.readDefinitions(this.grants, options, this.#since);
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

  async #run(
    state: 'listing' | 'reading',
    read: (options: CallOptions & { readonly signal: AbortSignal }) => Promise<void>,
  ): Promise<void> {
    const controller = (this.#controller = new AbortController());
    const signal = AbortSignal.any([controller.signal, this.fleet.inventory.closed]);
    // Many requests are canceled by it.
    setMaxListeners(0, signal);
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
    const lists = Object.values(await this.model.access.readGrants(holder, kinds, options));
    for (const { error } of lists) if (error !== undefined && concernsService(error)) throw error;
    this.#proceed(kinds.length);
  }

  #proceed(count: number): void {
    this.#progress = { ...this.#progress, done: this.#progress.done + count };
    this.onChange();
  }

  /** The kinds of grants of a holder that can be read, and were not. */
  #unread(holder: Holder): readonly GrantKind[] {
    const lists = listsOf(this.model.access, holder);
    const ofResources = holder.kind === 'team' ? 'listTeamResourceRoles' : 'listUserResourceRoles';
    return grantKinds.filter((kind) => {
      const operation = kind === 'resource' ? ofResources : operations[kind];
      const list = lists[kind];
      const isRefused = isServiceError(list?.error, 'unsupported', 'forbidden', 'notFound');
      const isRead = list !== undefined && (list.error === undefined || isRefused);
      const isOffered = this.session.refusals.of(operation) === undefined;
      return isOffered && !(isRead && list.requestNumber > this.#grantsSince);
    });
  }

  #unreadGrants(): readonly Unread[] {
    const all = this.holders.map((holder) => ({ holder, kinds: this.#unread(holder) }));
    return all.filter(({ kinds }) => kinds.length > 0);
  }

  /** Reads each of the lists that a review reads once, unless it was read. */
  #lists(): readonly ListToRead[] {
    const { access, teams } = this.model;
    const since = this.#since;
    const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / pageSize));
    const isUnread = (operation: Operation): boolean =>
      !access.isRead(operation, '', since) && !access.problems.has(operation);
    const isOffered = (operation: Operation): boolean => this.session.refusals.of(operation) === undefined;
    const readClusters = isUnread('searchClusters') ? (isOffered('listPendingRepaves') ? 2 : 1) : 0;
    const lists: readonly ListToRead[] = [
      [isUnread('listTeams') ? pagesOf(teams.length) : 0, (options) => access.readTeams(options, since)],
      [isUnread('listRoles') ? pagesOf(access.roles.size) : 0, (options) => access.readRoles(options, since)],
      [isUnread('listUserNames') ? 1 : 0, (options) => access.readUserNames(options, since)],
      [this.#hasReadActivity ? 0 : 1, (options) => this.#readActivity(options)],
      [
        readClusters + (isUnread('listProjectUids') ? 1 : 0),
        (options) => access.readClusters(options, since),
      ],
    ];
    return lists.filter(([requests]) => requests > 0);
  }

  async #readActivity(options: CallOptions): Promise<void> {
    await this.model.access.readUserActivity(options);
    this.#hasReadActivity = true;
  }

  /** Says how many requests are left, and how long they take. */
  #announce(): void {
    const { holders, grants, session, model } = this;
    const unread = this.#unreadGrants();
    const kinds = unread.flatMap((one) => one.kinds);
    const filterUids = new Set(grants.flatMap(({ filters }) => filters.map(({ uid = '' }) => uid)));
    const unreadFilters = [...filterUids].filter(
      (uid) => !model.access.isRead('readTagFilter', uid, this.#since),
    ).length;
    const isGuess = unread.some(({ holder }) => holder.kind === 'team');
    const isOffered = this.session.refusals.of('readTagFilter') === undefined;
    const guessed = isGuess ? this.#filterCount - (filterUids.size - unreadFilters) : 0;
    const filters = isOffered ? Math.max(unreadFilters, guessed) : 0;
    const total = this.#lists().reduce((sum, [requests]) => sum + requests, kinds.length + filters);
    const users = holders.filter(({ kind }) => kind === 'user').length;
    // The lists of teams have a rate limit of their own, but for workspaces.
    const ofTeams = unread.flatMap((one) => (one.holder.kind === 'team' ? one.kinds : []));
    const limited = ofTeams.filter((kind) => kind !== 'workspace').length;
    const { rate } = familyOf(['v1', 'teams'], publishedLimits);
    const ms = session.latency.of('/v1/teams');
    const seconds = [
      secondsFor(limited, rate),
      secondsFor(total - limited, rate),
      (total * (ms ?? 0)) / concurrency / 1000,
    ];
    const cost = costOf({
      requests: total,
      seconds: ms === undefined ? ms : Math.ceil(Math.max(...seconds)),
    });
    const what = parts(teamCount(holders.length - users), users === 0 ? '' : userCount(users));
    const announcement = l10n.t('{0}: {1}', what, cost);
    this.#progress = { announcement, state: total === 0 ? 'done' : 'ready', done: 0, total };
    this.onChange();
  }
}

/** How many requests it takes to read a list that a review reads once. */
type ListToRead = readonly [
  requests: number,
  read: (options: CallOptions & { readonly signal: AbortSignal }) => Promise<void>,
];

/** The grants of a holder that were not read. */
interface Unread {
  readonly holder: Holder;
  readonly kinds: readonly GrantKind[];
}
