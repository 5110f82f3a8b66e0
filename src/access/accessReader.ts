import { EventEmitter } from 'vscode';
import type { FleetReader } from '../items/reads/fleetReader';
import { unlessAborted } from '../service/abort';
import type { ServiceClient } from '../service/client';
import { isServiceError, ServiceError } from '../service/errors';
import type { Operation } from '../service/operations';
import { Pages } from '../service/pages';
import { oldestTime, requestTime, timed, type RequestTime } from '../service/requestTime';
import type { Role } from '../service/resources/role';
import type { ResourceRole } from '../service/resources/team';
import type { TagFilterGroup } from '../service/resources/tagFilter';
import type { CallOptions } from '../service/callOptions';
import type { Team } from './teams';
import {
  grantsIn,
  holderKey,
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
import { clustersIn } from './clusters';
import { readGrants } from './readGrants';

/** Where access is read from. */
interface AccessSource {
  client(): Promise<ServiceClient>;
  /** Undefined once another connection is active. */
  fleet(): FleetReader | undefined;
  /** The teams that were read, whether these are all, and when they were requested. */
  teams(): { readonly all: readonly Team[]; readonly isComplete: boolean } & {
    readonly [Part in 'readAt' | 'requestNumber']?: RequestTime[Part] | undefined;
  };
  /** Reads the teams that were read again, unless that was requested after `since`. @throws ServiceError */
  listTeams(since: number, signal: AbortSignal): Promise<void>;
}

/** Reads who has access through one connection, and keeps what was read. Requests are only sent when a method is called. */
export class AccessReader {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires when {@link access} has changed, except for clusters and teams. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #holders = new Map<string, HolderGrants>();
  readonly #roles = new Map<string, RoleDefinition>();
  readonly #filters = new Map<string, TagFilterGroup | undefined>();
  #projectUids: ReadonlySet<string> | undefined;
  #areUsersComplete = false;
  readonly #users = new Map<string, User>();
  readonly #problems = new Map<Operation, ServiceError>();
  /** When what was read was requested, by operation and UID. */
  readonly #done = new Map<string, RequestTime>();

  constructor(private readonly source: AccessSource) {}

  get access(): Access {
    return this.accessSince(0);
  }

  /**
   * What is known, where roles, filters, teams and clusters count only if they were requested after `since`: what is older does not
   * decide. A number of a request.
   */
  accessSince(since: number): Access {
    const inventory = this.source.fleet()?.inventory;
    const { all: teams, isComplete } = this.source.teams();
    const areTeamsCurrent = since === 0 || this.isRead('listTeams', '', since);
    const members = (areTeamsCurrent ? teams : []).flatMap(({ uid, resource }) => {
      const users = resource?.spec?.users;
      return users === undefined ? [] : [[uid, users] as const];
    });
    const areClustersCurrent = since === 0 || this.isRead('searchClusters', '', since);
    const clusters =
      inventory === undefined || !areClustersCurrent
        ? new Map<string, never>()
        : clustersIn(inventory, grantsIn({ holders: this.#holders }), this.#projectUids);
    const roles = [...this.#roles].filter(([uid]) => this.isRead('readRole', uid, since));
    const filters = [...this.#filters].filter(([uid]) => this.isRead('readTagFilter', uid, since));
    return {
      holders: this.#holders,
      roles: new Map(roles),
      filters: new Map(filters),
      clusters,
      members: new Map(members),
      areTeamsComplete: isComplete && areTeamsCurrent,
      users: this.#users,
      areUsersComplete: this.#areUsersComplete,
      problems: this.problems,
    };
  }

  /** When the oldest of what decides about grants beside them was requested, in milliseconds since 1970. */
  oldestOf(grants: readonly Grant[]): number | undefined {
    const requested = [
      ...uidsOf(grants, 'roles').map((uid) => this.#done.get(`readRole ${uid}`)),
      ...uidsOf(grants, 'filters').map((uid) => this.#done.get(`readTagFilter ${uid}`)),
      this.source.teams(),
      this.#done.get('searchClusters '),
    ];
    return oldestTime(requested.map((time) => time?.readAt));
  }

  /** The grants that were read, by {@link holderKey}. */
  get holders(): Access['holders'] {
    return this.#holders;
  }

  /** What the roles allow that were read, by UID. */
  get roles(): Access['roles'] {
    return this.#roles;
  }

  /** Why definitions or users could not be read, by operation. */
  get problems(): ReadonlyMap<Operation, ServiceError> {
    return this.#problems;
  }

  /** Whether a list was read to its end, or the definition with this UID, and requested after `since`. */
  isRead(operation: Operation, uid = '', since = 0): boolean {
    const time = operation === 'listTeams' ? this.source.teams() : this.#done.get(`${operation} ${uid}`);
    return (time?.requestNumber ?? 0) > since;
  }

  /** Says no more why something could not be read: it may be read again. */
  forgetProblems(): void {
    this.#problems.clear();
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
      this.#learn(holder, kind, list);
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

  /** Forgets grants before they are read again, so that old ones do not pass for what is there now. */
  forgetGrants(holder: Holder, kinds: readonly GrantKind[]): void {
    const kept = Object.entries(listsOf(this, holder)).filter(
      ([known]) => !kinds.some((kind) => kind === known),
    );
    this.#holders.set(holderKey(holder), { holder, lists: Object.fromEntries(kept) });
  }

  /** Forgets a resource role of a team that was removed. What was requested before does not bring it back. */
  roleRemoved(teamUid: string, roleUid: string): void {
    const team: Holder = { kind: 'team', uid: teamUid };
    const before = listsOf(this, team).resource?.grants;
    const grants = before?.filter(({ resourceRole }) => resourceRole?.uid !== roleUid);
    if (grants !== undefined) this.#learn(team, 'resource', { grants, ...requestTime() });
  }

  /**
   * Reads what the roles of grants allow and the definitions of their filters, unless they were requested after `since`. What
   * cannot be read stays unknown: see {@link problems}.
   * @throws ServiceError if it is canceled
   */
  async readDefinitions(
    grants: readonly Pick<Grant, 'roles' | 'filters'>[],
    options: CallOptions,
    since = 0,
  ): Promise<void> {
    const readFilters = uidsOf(grants, 'filters').map((uid) =>
      this.#readOnce('readTagFilter', uid, options, since, async (client, sent) => {
        const { spec } = await client.readTagFilter(uid, sent.options);
        this.#filters.set(uid, spec?.filterGroup);
      }),
    );
    const readMissing = async (): Promise<void> => {
      await this.readRoles(options, since);
      const missing = uidsOf(grants, 'roles').map((uid) =>
        this.#readOnce('readRole', uid, options, since, async (client, sent) => {
          this.#learnRole(uid, await client.readRole(uid, sent.options), sent.time);
        }),
      );
      await Promise.all(missing);
    };
    await Promise.all([...readFilters, readMissing()]);
  }

  /** Reads all roles of the service, unless they were requested after `since`. @throws ServiceError if it is canceled */
  async readRoles(options: CallOptions, since = 0): Promise<void> {
    await this.#readOnce('listRoles', '', options, since, async (client, sent) => {
      for await (const { items } of new Pages((token) => client.listRoles(token, sent.options)))
        for (const role of items) this.#learnRole(role.metadata?.uid, role, sent.time);
    });
  }

  /** Reads the names of all users, unless they were requested after `since`. @throws ServiceError if it is canceled */
  async readUserNames(options: CallOptions, since = 0): Promise<void> {
    await this.#readOnce('listUserNames', '', options, since, async (client, sent) => {
      const { items, cut } = await client.listUserNames(sent.options);
      const listed = new Set(items.map(({ uid }) => uid));
      for (const uid of this.#users.keys()) if (!listed.has(uid)) this.#users.delete(uid);
      for (const { uid, name, emailId } of items) this.#learnUser(uid, { name, mailAddress: emailId });
      this.#areUsersComplete = cut === undefined && !listed.has(undefined);
    });
  }

  /**
   * Reads all clusters with their tags, and which projects the API key can access, unless they were requested after `since`.
   * @throws ServiceError if it is canceled
   */
  async readClusters(options: CallOptions, since: number): Promise<void> {
    const fleet = this.source.fleet();
    const readProjects = this.#readOnce('listProjectUids', '', options, since, async (client, sent) => {
      this.#projectUids = new Set((await client.listProjectUids(sent.options)).map(({ uid }) => uid));
    });
    const readClusters = this.#readOnce('searchClusters', '', options, since, async () => {
      const result = fleet === undefined ? [] : await fleet.clusters.read(options);
      if (isServiceError(result)) throw result;
      if (result === undefined) throw new ServiceError({ kind: 'cancelled', operation: 'searchClusters' });
    });
    await Promise.all([readProjects, readClusters]);
  }

  /** Reads the teams that were read again, unless they were requested after `since`. @throws ServiceError if it is canceled */
  async readTeams({ signal }: CallOptions & { readonly signal: AbortSignal }, since: number): Promise<void> {
    // The view waits for them, too, so that the reading itself does not end with `signal`.
    await this.#attempt('listTeams', () => unlessAborted(this.source.listTeams(since, signal), signal));
  }

  /** Reads whether users are active and when they last signed in, each time it is called. @throws ServiceError if it is canceled */
  async readUserActivity(options: CallOptions): Promise<void> {
    await this.#attempt('listUserActivity', async (client) => {
      const { items } = await client.listUserActivity(options);
      for (const { metadata, status } of items)
        if (status !== undefined) this.#learnUser(metadata?.uid, { activity: status });
    });
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  /** Reads something unless it was requested after `since`. A read in flight that is joined may have been requested before. */
  async #readOnce(
    operation: Operation,
    uid: string,
    options: CallOptions,
    since: number,
    read: (client: ServiceClient, sent: ReturnType<typeof timed<CallOptions>>) => Promise<void>,
  ): Promise<void> {
    let isDone = this.isRead(operation, uid, since);
    while (!isDone) {
      const sent = timed(options);
      if (!(await this.#attempt(operation, (client) => read(client, sent)))) return;
      this.#done.set(`${operation} ${uid}`, sent.time);
      isDone = this.isRead(operation, uid, since);
    }
  }

  /** @returns whether it succeeded. @throws ServiceError if it was canceled */
  async #attempt(operation: Operation, read: (client: ServiceClient) => Promise<void>): Promise<boolean> {
    try {
      // Reads in flight are joined by the client.
      await read(await this.source.client());
      this.#problems.delete(operation);
      return true;
    } catch (error) {
      if (!isServiceError(error) || error.kind === 'cancelled') throw error;
      this.#problems.set(operation, error);
      return false;
    } finally {
      this.#onDidChange.fire();
    }
  }

  /** Takes over a list, unless a later one is known. */
  #learn(holder: Holder, kind: GrantKind, list: GrantList): void {
    const key = holderKey(holder);
    const { holder: known, lists = {} } = this.#holders.get(key) ?? {};
    if (list.requestNumber < (lists[kind]?.requestNumber ?? 0)) return;
    const named = { ...holder, name: holder.name ?? known?.name };
    this.#holders.set(key, { holder: named, lists: { ...lists, [kind]: list } });
    this.#onDidChange.fire();
  }

  #learnRole(uid: string | undefined, { metadata, spec, status }: Role, time: RequestTime): void {
    if (uid === undefined) return;
    const { permissions } = spec ?? {};
    this.#roles.set(uid, { name: metadata?.name, permissions, isEnabled: status?.isEnabled });
    // The list has most of them.
    this.#done.set(`readRole ${uid}`, time);
  }

  #learnUser(uid: string | undefined, user: Omit<User, 'uid'>): void {
    if (uid !== undefined) this.#users.set(uid, { ...this.#users.get(uid), ...user, uid });
  }
}

/** The UIDs of the roles or filters of grants. */
export function uidsOf(
  grants: readonly Pick<Grant, 'roles' | 'filters'>[],
  list: 'roles' | 'filters',
): readonly string[] {
  return [...new Set(grants.flatMap((grant) => grant[list].flatMap(({ uid }) => uid ?? [])))];
}

/** How long the user waits for what is only of help, in milliseconds. */
const maxReadMs = 5000;

/** Reads what can be read in a short time, or before `signal` is aborted. The rest stays unknown. */
export async function readInTime(
  read: (signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(maxReadMs)]);
  try {
    await read(until);
  } catch (error) {
    if (!until.aborted && !isServiceError(error, 'cancelled')) throw error;
  }
}
