import { EventEmitter } from 'vscode';
import type { FleetReader } from '../reads/fleetReader';
import { unlessAborted } from '../service/abort';
import type { ServiceClient } from '../service/client';
import { timeOf, type Reading } from '../items/record';
import { isServiceError, ServiceError } from '../service/errors';
import type { Operation, CallOptions } from '../service/operations';
import { pageSize, Pages } from '../service/pages';
import type { Refusals } from '../service/refusals';
import { timed, type RequestTime } from '../service/requestTime';
import type { Role, TagFilterGroup } from '../service/resources/role';
import type { ResourceRole } from '../service/resources/team';
import type { Team } from './teams';
import {
  grantsIn,
  holderKey,
  isRefusal,
  listsOf,
  type Access,
  type Grant,
  type GrantKind,
  type GrantList,
  type Holder,
  type HolderGrants,
  type RoleDefinition,
  type User,
} from './access';
import { taggedClusters } from './clusters';
import { readGrants } from './readGrants';

/** The lists that are read for all grants together. */
export type AccessList = Extract<
  Operation,
  'listTeams' | 'listRoles' | 'listUserNames' | 'listUserActivity' | 'listProjectUids' | 'searchClusters'
>;

type SentOptions = ReturnType<typeof timed<CallOptions>>;
type ReadList = (client: ServiceClient, sent: SentOptions, since: number) => Promise<RequestTime>;

/** Where access is read from. */
interface AccessSource {
  client(): Promise<ServiceClient>;
  readonly refusals: Pick<Refusals, 'of'>;
  /** Undefined once another connection is active. */
  fleet(): FleetReader | undefined;
  /** The teams that were read, whether these are all, and when they were requested. */
  teams(): { readonly all: readonly Team[]; readonly isComplete: boolean } & {
    readonly [Part in 'readAt' | 'requestNumber']?: RequestTime[Part] | undefined;
  };
  /** Reads the teams that were read again, unless that was requested after `since`. @throws ServiceError */
  listTeams(since: number, signal: AbortSignal | undefined): Promise<void>;
}

/** When the first and the last of several readings were requested, in milliseconds since 1970. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** A number before all requests: what was read counts, however old it is. */
export const everRead = 0;

interface Users {
  readonly named: ReadonlyMap<string, User>;
  readonly isComplete: boolean;
}

/** When something was last tried, and why it failed. */
interface LastTry extends RequestTime {
  readonly error?: ServiceError | undefined;
}

/**
 * Reads who has access through one connection, and keeps each answer with the time of its request. Requests are only sent when a
 * method is called. `since` is the number of a request: what was requested before does not count.
 */
export class AccessReader {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires when something was read, except for clusters and teams. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #holders = new Map<string, HolderGrants>();
  readonly #roles = new Map<string, Reading<RoleDefinition>>();
  readonly #filters = new Map<string, Reading<TagFilterGroup | undefined>>();
  #projectUids: Reading<ReadonlySet<string>> | undefined;
  #users: Reading<Users> | undefined;
  #activity: Reading<ReadonlyMap<string, User['activity']>> | undefined;
  /** By operation and UID. */
  readonly #attempts = new Map<string, LastTry>();

  constructor(private readonly source: AccessSource) {}

  /** What is known from requests after `since`. What is older is not read there: it does not decide. Only names may be older. */
  at(since: number): Access {
    const { all, isComplete, requestNumber: listedAt = 0 } = this.source.teams();
    const teams = listedAt > since ? all : [];
    const areTeamsComplete = isComplete && listedAt > since;
    const users = valueSince(this.#users, since);
    const areUsersComplete = users?.isComplete === true;
    const activity = valueSince(this.#activity, since);
    const names = this.#users?.value.named ?? new Map<string, User>();
    const uids = new Set([...names.keys(), ...(areUsersComplete ? [] : (activity?.keys() ?? []))]);
    // What a complete list lacks is gone, unless it was requested later.
    const complete = {
      team: areTeamsComplete && { uids: new Set(all.map(({ uid }) => uid)), requestNumber: listedAt },
      user: areUsersComplete && { uids, requestNumber: this.#users?.requestNumber ?? 0 },
    };
    const holders = new Map<string, HolderGrants>();
    for (const [key, { holder, lists }] of this.#holders) {
      const list = complete[holder.kind];
      const from = list === false || list.uids.has(holder.uid) ? since : list.requestNumber;
      const current = Object.entries(lists).filter(([, { requestNumber }]) => requestNumber > from);
      if (current.length > 0) holders.set(key, { holder, lists: Object.fromEntries(current) });
    }
    const clustersOf = (): Access['clusters'] => {
      const inventory = this.source.fleet()?.inventory;
      if (inventory === undefined) return new Map();
      return taggedClusters(inventory, grantsIn({ holders }), valueSince(this.#projectUids, since), since);
    };
    let clusters: Access['clusters'] | undefined;
    return {
      holders,
      roles: valuesSince(this.#roles, since),
      filters: valuesSince(this.#filters, since),
      // Not all who ask need them, and there may be thousands.
      get clusters() {
        return (clusters ??= clustersOf());
      },
      members: new Map(
        teams.flatMap(({ uid, resource }) => (resource?.spec?.users ? [[uid, resource.spec.users]] : [])),
      ),
      teamNames: new Map(all.map(({ uid, name }) => [uid, name])),
      areTeamsComplete,
      users: new Map(
        Array.from(uids, (uid) => [uid, { ...names.get(uid), uid, activity: activity?.get(uid) }]),
      ),
      areUsersComplete,
      isActivityRead: activity !== undefined,
      problems: this.#problemsSince(since),
    };
  }

  /** When the first and the last of what decides about grants of holders was requested; undefined if no grants were. */
  span(holders: readonly Holder[], since: number): Span | undefined {
    const access = this.at(since);
    const lists = holders.flatMap((holder) => Object.values(listsOf(access, holder)));
    const grants = lists.flatMap((list) => list.grants ?? []);
    const read: readonly (RequestTime | undefined)[] = [
      ...lists,
      ...uidsOf(grants, 'roles').map((uid) => this.#roles.get(uid)),
      ...uidsOf(grants, 'filters').map((uid) => this.#filters.get(uid)),
      this.#users,
      this.#activity,
      this.#attemptOf('listTeams'),
      this.#attemptOf('searchClusters'),
    ];
    const current = read.filter((time) => (time?.requestNumber ?? 0) > since);
    const times = current.flatMap((time) => time?.readAt ?? []);
    return lists.length === 0 ? undefined : { first: Math.min(...times), last: Math.max(...times) };
  }

  /** The number of the last request for anything before a time, in milliseconds since 1970. */
  numberAt(time: number): number {
    const lists = [...this.#holders.values()].flatMap((holder) => Object.values(holder.lists));
    const before = [...lists, ...this.#attempts.values(), this.#attemptOf('listTeams')].filter(
      (one) => one !== undefined && one.readAt < time,
    );
    return before.reduce((latest, one) => Math.max(latest, one?.requestNumber ?? 0), everRead);
  }

  /** Why something could not be read, by operation. */
  #problemsSince(since: number): Access['problems'] {
    const failed = [...this.#attempts].flatMap(([key, { error, requestNumber }]) =>
      error === undefined || requestNumber <= since
        ? []
        : [[key.split(' ', 1).join() as Operation, error] as const],
    );
    return new Map(failed);
  }

  #attemptOf(operation: Operation, uid = ''): LastTry | undefined {
    const attempt = this.#attempts.get(`${operation} ${uid}`);
    if (operation !== 'listTeams') return attempt;
    // The view reads them, too.
    const { readAt = 0, requestNumber = 0 } = this.source.teams();
    return requestNumber > (attempt?.requestNumber ?? 0) ? { readAt, requestNumber } : attempt;
  }

  /** Whether reading it again is of no use: it was read, or refused. */
  isSettled(operation: Operation, uid: string, since: number): boolean {
    const { requestNumber = 0, error } = this.#attemptOf(operation, uid) ?? {};
    return requestNumber > since && (error === undefined || isRefusal(error));
  }

  /**
   * Reads the grants of a holder, with one request for each kind. Each is known even if another cannot be read in time. A kind that
   * cannot be read keeps its error.
   * @throws ServiceError if it is canceled
   */
  async readGrants(
    holder: Holder,
    kinds: readonly GrantKind[],
    options: CallOptions,
  ): Promise<HolderGrants['lists']> {
    const client = await this.source.client();
    const read = kinds.map(async (kind) => {
      const sent = timed(options);
      const list = await readGrants(client, holder, kind, sent.options).then(
        (grants): GrantList => ({ grants, ...sent.time }),
        (error: unknown): GrantList => {
          if (!isServiceError(error) || error.kind === 'cancelled') throw error;
          return { error, ...sent.time };
        },
      );
      this.#take(holder, kind, list);
      return [kind, list] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  }

  /** The resource roles of a team, which are then known. @throws ServiceError */
  async listTeamResourceRoles(uid: string, options: CallOptions = {}): Promise<readonly ResourceRole[]> {
    const { resource } = await this.readGrants({ kind: 'team', uid }, ['resource'], options);
    if (resource?.error !== undefined) throw resource.error;
    return (resource?.grants ?? []).flatMap(({ resourceRole }) => resourceRole ?? []);
  }

  /** Reads what a role allows. @returns why it failed @throws ServiceError if it is canceled */
  readRole(uid: string, since: number, options: CallOptions): Promise<ServiceError | undefined> {
    return this.#readOnce('readRole', uid, since, options, async (client, sent) => {
      this.#takeRole(uid, await client.readRole(uid, sent.options), sent.time);
      return sent.time;
    });
  }

  /** Reads what a filter matches. @returns why it failed @throws ServiceError if it is canceled */
  readFilter(uid: string, since: number, options: CallOptions): Promise<ServiceError | undefined> {
    return this.#readOnce('readTagFilter', uid, since, options, async (client, sent) => {
      const { spec } = await client.readTagFilter(uid, sent.options);
      this.#filters.set(uid, { value: spec?.filterGroup, ...timeOf(sent.time) });
      return sent.time;
    });
  }

  /** Reads a list to its end. @returns why it failed @throws ServiceError if it is canceled */
  readList(list: AccessList, since: number, options: CallOptions): Promise<ServiceError | undefined> {
    return this.#readOnce(list, '', since, options, (client, sent) => this.#reads[list](client, sent, since));
  }

  readonly #reads: Readonly<Record<AccessList, ReadList>> = {
    // The view waits for them, too, so that the reading itself does not end with the signal.
    listTeams: async (_client, sent, since) => {
      const { signal } = sent.options;
      await unlessAborted(this.source.listTeams(since, signal), signal);
      return sent.time;
    },
    listRoles: async (client, sent) => {
      for await (const { items } of new Pages((token) => client.listRoles(token, sent.options)))
        for (const role of items) this.#takeRole(role.metadata?.uid, role, sent.time);
      return sent.time;
    },
    listUserNames: async (client, sent) => {
      const { items, cut } = await client.listUserNames(sent.options);
      const users = items.flatMap(({ uid, name, emailId }) =>
        uid === undefined ? [] : [[uid, { uid, name, mailAddress: emailId }] as const],
      );
      const isComplete = cut === undefined && users.length === items.length;
      this.#users = { value: { named: new Map(users), isComplete }, ...timeOf(sent.time) };
      return sent.time;
    },
    listUserActivity: async (client, sent) => {
      const { items } = await client.listUserActivity(sent.options);
      const activity = items.flatMap(({ metadata, status }) =>
        metadata?.uid === undefined || status === undefined ? [] : [[metadata.uid, status] as const],
      );
      this.#activity = { value: new Map(activity), ...timeOf(sent.time) };
      return sent.time;
    },
    listProjectUids: async (client, sent) => {
      const uids = (await client.listProjectUids(sent.options)).map(({ uid }) => uid);
      this.#projectUids = { value: new Set(uids), ...timeOf(sent.time) };
      return sent.time;
    },
    searchClusters: async (_client, sent) => {
      const clusters = this.source.fleet()?.clusters;
      const missing = clusters === undefined ? [] : await clusters.readTags(sent.options);
      if (isServiceError(missing)) throw missing;
      if (missing === undefined) throw new ServiceError({ kind: 'cancelled', operation: 'searchClusters' });
      // Their tags are not known.
      const details = missing.find((one) => one.about === 'details');
      if (details?.error !== undefined) throw details.error;
      // It may have joined an earlier read.
      return clusters?.requested ?? sent.time;
    },
  };

  /** Whether the service is not known to refuse something. */
  isOffered(operation: Operation, variant?: Holder['kind']): boolean {
    return this.source.refusals.of(operation, variant) === undefined;
  }

  /** How many requests it takes to read a list. */
  requestsFor(list: AccessList): number {
    const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / pageSize));
    switch (list) {
      case 'listTeams':
        return pagesOf(this.source.teams().all.length);
      case 'listRoles':
        return pagesOf(this.#roles.size);
      case 'searchClusters': {
        const read = this.source.fleet()?.inventory.coverage().clusters.read ?? 0;
        return this.isOffered('searchClusterMetadata') ? 1 : pagesOf(read);
      }
      default:
        return 1;
    }
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  /**
   * Reads something unless it is known. A read in flight that is joined may have been requested before.
   * @param read returns when it was requested
   */
  async #readOnce(
    operation: Operation,
    uid: string,
    since: number,
    options: CallOptions,
    read: (client: ServiceClient, sent: SentOptions) => Promise<RequestTime>,
  ): Promise<ServiceError | undefined> {
    const key = `${operation} ${uid}`;
    for (;;) {
      const known = this.#attemptOf(operation, uid);
      if (known !== undefined && known.error === undefined && known.requestNumber > since) return undefined;
      const sent = timed(options);
      try {
        // Reads in flight are joined by the client.
        const time = await read(await this.source.client(), sent);
        this.#attempts.set(key, timeOf(time));
      } catch (error) {
        if (!isServiceError(error) || error.kind === 'cancelled') throw error;
        this.#attempts.set(key, { error, ...timeOf(sent.time) });
        return error;
      } finally {
        this.#onDidChange.fire();
      }
    }
  }

  /** Takes over a list, unless a later one is known. */
  #take(holder: Holder, kind: GrantKind, list: GrantList): void {
    const key = holderKey(holder);
    const { holder: known, lists = {} } = this.#holders.get(key) ?? {};
    if (list.requestNumber < (lists[kind]?.requestNumber ?? 0)) return;
    const named = { ...holder, name: holder.name ?? known?.name };
    this.#holders.set(key, { holder: named, lists: { ...lists, [kind]: list } });
    this.#onDidChange.fire();
  }

  #takeRole(uid: string | undefined, role: Role, time: RequestTime): void {
    if (uid === undefined) return;
    this.#roles.set(uid, { value: definitionOf(role), ...timeOf(time) });
    // The list has most of them.
    this.#attempts.set(`readRole ${uid}`, timeOf(time));
  }
}

/** What a role allows, of all that the service says of it. */
export function definitionOf({ metadata, spec, status }: Role): RoleDefinition {
  return { name: metadata?.name, permissions: spec?.permissions, isEnabled: status?.isEnabled };
}

/** What a reading says, if it was requested after `since`. */
function valueSince<Value>(reading: Reading<Value> | undefined, since: number): Value | undefined {
  return reading !== undefined && reading.requestNumber > since ? reading.value : undefined;
}

function valuesSince<Value>(
  readings: ReadonlyMap<string, Reading<Value>>,
  since: number,
): ReadonlyMap<string, Value> {
  const current = [...readings].filter(([, { requestNumber }]) => requestNumber > since);
  return new Map(current.map(([uid, { value }]) => [uid, value]));
}

/** The UIDs of the roles or filters of grants. */
export function uidsOf(grants: readonly Grant[], list: 'roles' | 'filters'): readonly string[] {
  return [...new Set(grants.flatMap((grant) => grant[list].flatMap(({ uid }) => uid ?? [])))];
}
