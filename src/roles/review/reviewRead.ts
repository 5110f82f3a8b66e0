import { setMaxListeners } from 'node:events';
import { l10n } from 'vscode';
import type { Session } from '../../connections/session';
import { fleetReaderOf } from '../../items/fleet/fleetReader';
import type { Inventory } from '../../items/inventory';
import { concernsService } from '../../items/store/outage';
import { costOf } from '../../items/fleet/plan';
import { parts } from '../../presentation/text';
import type { ServiceClient } from '../../service/client';
import { isServiceError, type Operation } from '../../service/errors';
import type { Latency } from '../../service/latency';
import { concurrency, familyOf, publishedLimits, secondsFor, type Rate } from '../../service/rateLimits';
import type { CallOptions } from '../../service/schedule';
import { grantKinds, grantsOf, holderKey, type Grant, type GrantKind, type Holder } from '../access/access';
import type { TeamRolesModel } from '../model';
import { teamCount, userCount } from './coverage';
import { listKey } from './decisions';
import type { ReviewProgress } from './messages';

/** After so many teams, it is known which kinds of grants a service does not offer. */
const teamsRead = 2;

/** Reads what a review shows, and says first how many requests that takes. */
export class ReviewRead {
  /** Whether users' own grants are read. */
  includesUsers = false;
  /** When the first response arrived, in milliseconds since 1970. */
  readAt: number | undefined;
  #state: 'listing' | 'ready' | 'reading' = 'listing';
  #done = 0;
  #total = 0;
  #announcement = '';
  #filters = 0;
  #client: ServiceClient | undefined;
  #hasReadActivity = false;
  #controller = new AbortController();

  /**
   * @param teamUid the only team that is read; undefined for all
   * @param onChange called when the progress has changed
   */
  constructor(
    private readonly session: Session,
    private readonly model: TeamRolesModel,
    private readonly inventory: Inventory,
    private readonly teamUid: string | undefined,
    private readonly onChange: () => void,
  ) {}

  get progress(): ReviewProgress {
    const state = this.#state === 'ready' && this.#total === 0 ? 'done' : this.#state;
    return { announcement: this.#announcement, state, done: this.#done, total: this.#total };
  }

  /** Those whose grants the review shows. */
  get holders(): readonly Holder[] {
    const { members, users } = this.model.access.access;
    const teams = this.model.teams.filter(({ uid }) => uid === (this.teamUid ?? uid));
    const userUids = new Set(teams.flatMap(({ uid }) => members.get(uid) ?? []));
    if (this.teamUid === undefined) for (const uid of users.keys()) userUids.add(uid);
    return [
      ...teams.map(({ uid, name }): Holder => ({ kind: 'team', uid, name })),
      ...(this.includesUsers ? [...userUids] : []).map((uid): Holder => ({
        kind: 'user',
        uid,
        name: users.get(uid)?.name,
      })),
    ];
  }

  /** The grants of {@link holders} that were read. */
  get grants(): readonly Grant[] {
    const { holders } = this.model.access.access;
    return this.holders.flatMap((holder) => {
      const known = holders.get(holderKey(holder));
      return known === undefined ? [] : grantsOf(known);
    });
  }

  /** Which lists of {@link holders} were read. */
  get readLists(): ReadonlySet<string> {
    const { holders } = this.model.access.access;
    const keys = this.holders.flatMap((holder) => {
      const lists = holders.get(holderKey(holder))?.lists;
      const kinds = grantKinds.filter((kind) => lists?.[kind]?.grants !== undefined);
      return kinds.map((kind) => listKey({ holder, kind }));
    });
    return new Set(keys);
  }

  /** Lists the teams, roles and filters, so that it is known what else has to be read. @throws ServiceError */
  list(): Promise<void> {
    return this.#run('listing', async (options) => {
      const { store, access } = this.model;
      const client = (this.#client = await this.session.client());
      if (this.teamUid === undefined) await store.loadAll(options.signal, this.onChange);
      else await store.children();
      const error = store.branchOf()?.error ?? store.branchOf()?.nextPageError;
      if (error !== undefined) throw error;
      await Promise.all([
        access.readRoles(options),
        this.#countFilters(client, options),
        ...this.holders.slice(0, teamsRead).map((holder) => this.#readHolder(holder, options)),
      ]);
    });
  }

  /** Reads what was announced, or the rest of it. @throws ServiceError if the service can't be read */
  read(): Promise<void> {
    return this.#run('reading', async (options) => {
      const { access } = this.model;
      const lists = this.#unreadLists().map(async ({ read }) => {
        await read(options);
        this.#proceed(1);
      });
      await Promise.all([...lists, ...this.holders.map((holder) => this.#readHolder(holder, options))]);
      await access.readDefinitions(this.grants, options);
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

  /** The kinds of grants of a holder that can be read, and were not. */
  unreadKinds(holder: Holder): readonly GrantKind[] {
    const lists = this.model.access.access.holders.get(holderKey(holder))?.lists;
    return grantKinds.filter((kind) => {
      const list = lists?.[kind];
      const isRefused = isServiceError(list?.error, 'unsupported', 'forbidden', 'notFound');
      return list?.grants === undefined && !isRefused && this.#canRead(operationOf(holder, kind));
    });
  }

  async #run(
    state: 'listing' | 'reading',
    read: (options: CallOptions & { readonly signal: AbortSignal }) => Promise<void>,
  ): Promise<void> {
    const controller = (this.#controller = new AbortController());
    const signal = AbortSignal.any([controller.signal, this.inventory.closed]);
    // Many requests are canceled by it.
    setMaxListeners(0, signal);
    this.#state = state;
    this.#done = 0;
    this.onChange();
    try {
      await read({ signal, priority: state === 'listing' ? 'user' : 'timer' });
    } catch (error) {
      // The first failure ends the others.
      controller.abort();
      if (!isServiceError(error, 'cancelled')) throw error;
    } finally {
      this.#state = 'ready';
      this.#announce();
    }
  }

  /** @throws ServiceError if other requests would fail, too */
  async #readHolder(holder: Holder, options: CallOptions): Promise<void> {
    const kinds = this.unreadKinds(holder);
    if (kinds.length === 0) return;
    const lists = Object.values(await this.model.access.readGrants(holder, kinds, options));
    this.readAt ??= lists[0]?.readAt;
    for (const { error } of lists) if (error !== undefined && concernsService(error)) throw error;
    this.#proceed(kinds.length);
  }

  /** How many filters there are is a first guess of how many will have to be read. */
  async #countFilters(client: ServiceClient, options: CallOptions): Promise<void> {
    try {
      const { items, total } = await client.listFilters(undefined, options);
      this.#filters = total ?? items.length;
    } catch (error) {
      if (!isServiceError(error) || error.kind === 'cancelled') throw error;
    }
  }

  #proceed(count: number): void {
    this.#done += count;
    this.onChange();
  }

  #canRead(operation: Operation): boolean {
    return this.#client?.refusal(operation) === undefined;
  }

  /** The lists that are read once in a review. */
  #unreadLists() {
    const { access } = this.model;
    const isUnread = (operation: Operation): boolean => !access.isRead(operation) && this.#canRead(operation);
    return [
      ...(isUnread('listUserNames')
        ? [{ family: 'users', read: (options: CallOptions) => access.readUserNames(options) }]
        : []),
      ...(this.#hasReadActivity || !this.#canRead('listUserActivity')
        ? []
        : [{ family: 'users', read: (options: CallOptions) => this.#readActivity(options) }]),
      ...(this.inventory.coverage().clusters.total !== undefined
        ? []
        : [{ family: 'dashboard', read: (options: CallOptions) => this.#readClusters(options) }]),
    ];
  }

  async #readActivity(options: CallOptions): Promise<void> {
    await this.model.access.readUserActivity(options);
    this.#hasReadActivity = true;
  }

  async #readClusters(options: CallOptions): Promise<void> {
    await fleetReaderOf(this.inventory).readClusters(options);
  }

  /** Says how many requests are left, and how long they take under the published rate limits. */
  #announce(): void {
    const { holders, session } = this;
    const unread = holders.flatMap((holder) =>
      this.unreadKinds(holder).map((kind) => ({
        holder,
        family: kind === 'workspace' ? 'workspaces' : `${holder.kind}s`,
      })),
    );
    const filterUids = new Set(this.grants.flatMap(({ filters }) => filters.flatMap(({ uid }) => uid ?? [])));
    const unreadFilters = [...filterUids].filter(
      (uid) => !this.model.access.isRead('readTagFilter', uid),
    ).length;
    const areTeamsRead = unread.every(({ holder }) => holder.kind === 'user');
    const filters = areTeamsRead
      ? unreadFilters
      : Math.max(unreadFilters, this.#filters - this.model.access.access.filters.size);
    const families = [
      ...unread.map(({ family }) => family),
      ...this.#unreadLists().map(({ family }) => family),
      ...Array<string>(this.#canRead('readTagFilter') ? filters : 0).fill('filters'),
    ];
    this.#total = families.length;
    const users = holders.filter(({ kind }) => kind === 'user').length;
    const teams = holders.length - users;
    const what = parts(teamCount(teams), users === 0 ? undefined : userCount(users));
    const cost = costOf({ requests: this.#total, seconds: secondsOf(families, session.latency) });
    this.#announcement = l10n.t('{0}: {1}', what, cost);
    this.onChange();
  }
}

function operationOf(holder: Holder, kind: GrantKind): Operation {
  switch (kind) {
    case 'tenant':
      return 'listTenantRoles';
    case 'project':
      return 'listProjectRoles';
    case 'workspace':
      return 'listWorkspaceRoles';
    case 'resource':
      return holder.kind === 'team' ? 'listTeamResourceRoles' : 'listUserResourceRoles';
  }
}

/** @param families those of the requests */
function secondsOf(families: readonly string[], latency: Latency): number | undefined {
  let responding = 0;
  const counts = new Map<string, { readonly rate: Rate; count: number }>();
  for (const path of families) {
    const { name, rate } = familyOf(['v1', path], publishedLimits);
    const ms = latency.of(`/v1/${path}`);
    if (ms === undefined) return undefined;
    responding += ms / concurrency / 1000;
    const count = (counts.get(name)?.count ?? 0) + 1;
    counts.set(name, { rate, count });
  }
  const limited = [...counts.values()].map(({ rate, count }) => secondsFor(count, rate));
  return Math.ceil(Math.max(responding, ...limited));
}
