import { EventEmitter } from 'vscode';
import type { Inventory } from '../items/inventory';
import type { ServiceClient } from '../service/client';
import { isServiceError, type ServiceError } from '../service/errors';
import type { Operation } from '../service/operations';
import { Pages } from '../service/pages';
import { requestTime, timed } from '../service/requestTime';
import type { Role } from '../service/resources/role';
import type { ResourceRole } from '../service/resources/team';
import type { TagFilterGroup } from '../service/resources/tagFilter';
import type { CallOptions } from '../service/schedule';
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
  inventory(): Inventory | undefined;
  /** The teams that were read, and whether these are all. */
  teams(): { readonly all: readonly Team[]; readonly isComplete: boolean };
}

/** Reads who has access through one connection, and keeps what was read. Requests are only sent when a method is called. */
export class AccessReader {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires when {@link access} has changed, except for clusters and teams. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #holders = new Map<string, HolderGrants>();
  readonly #roles = new Map<string, RoleDefinition>();
  readonly #filters = new Map<string, TagFilterGroup>();
  readonly #users = new Map<string, User>();
  readonly #problems = new Map<Operation, ServiceError>();
  /** What was read, by operation and UID: it is not read again. */
  readonly #done = new Set<string>();

  constructor(private readonly source: AccessSource) {}

  get access(): Access {
    const inventory = this.source.inventory();
    const teams = this.source.teams();
    const members = teams.all.flatMap(({ uid, resource }) => {
      const users = resource?.spec?.users;
      return users === undefined ? [] : [[uid, users] as const];
    });
    return {
      holders: this.#holders,
      roles: this.#roles,
      filters: this.#filters,
      clusters:
        inventory === undefined ? new Map() : clustersIn(inventory, grantsIn({ holders: this.#holders })),
      members: new Map(members),
      areTeamsComplete: teams.isComplete,
      users: this.#users,
    };
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

  /** Whether a list was read to its end, or the definition with this UID. */
  isRead(operation: Operation, uid = ''): boolean {
    return this.#done.has(`${operation} ${uid}`);
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
   * Reads what the roles of grants allow and the definitions of their filters, unless they were read. What cannot be read
   * stays unknown: see {@link problems}.
   * @throws ServiceError if it is canceled
   */
  async readDefinitions(
    grants: readonly Pick<Grant, 'roles' | 'filters'>[],
    options: CallOptions,
  ): Promise<void> {
    const uidsOf = (list: 'roles' | 'filters'): readonly string[] => [
      ...new Set(grants.flatMap((grant) => grant[list].flatMap(({ uid }) => uid ?? []))),
    ];
    const readFilters = uidsOf('filters').map((uid) =>
      this.#once('readTagFilter', uid, async (client) => {
        const { spec } = await client.readTagFilter(uid, options);
        if (spec?.filterGroup !== undefined) this.#filters.set(uid, spec.filterGroup);
      }),
    );
    await this.readRoles(options);
    const missing = uidsOf('roles').filter((uid) => !this.#roles.has(uid));
    const readMissing = missing.map((uid) =>
      this.#once('readRole', uid, async (client) => {
        this.#learnRole(uid, await client.readRole(uid, options));
      }),
    );
    await Promise.all([...readFilters, ...readMissing]);
  }

  /** Reads all roles of the service, once. @throws ServiceError if it is canceled */
  async readRoles(options: CallOptions): Promise<void> {
    await this.#once('listRoles', '', async (client) => {
      for await (const { items } of new Pages((token) => client.listRoles(token, options)))
        for (const role of items) this.#learnRole(role.metadata?.uid, role);
    });
  }

  /** Reads the names of all users, once. @throws ServiceError if it is canceled */
  async readUserNames(options: CallOptions): Promise<void> {
    await this.#once('listUserNames', '', async (client) => {
      const { items } = await client.listUserNames(options);
      for (const { uid, name, emailId } of items) this.#learnUser(uid, { name, mailAddress: emailId });
    });
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

  async #once(
    operation: Operation,
    uid: string,
    read: (client: ServiceClient) => Promise<void>,
  ): Promise<void> {
    const key = `${operation} ${uid}`;
    if (!this.#done.has(key) && (await this.#attempt(operation, read))) this.#done.add(key);
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

  #learnRole(uid: string | undefined, { metadata, spec, status }: Role): void {
    if (uid === undefined) return;
    const { permissions } = spec ?? {};
    this.#roles.set(uid, { name: metadata?.name, permissions, isEnabled: status?.isEnabled });
  }

  #learnUser(uid: string | undefined, user: Omit<User, 'uid'>): void {
    if (uid !== undefined) this.#users.set(uid, { ...this.#users.get(uid), ...user, uid });
  }
}

/** How long the user waits for what is only of help, in milliseconds. */
const maxReadMs = 5000;

/** Reads what can be read in a short time, or before `signal` is aborted. The rest stays unknown. */
export async function readInTime(
  read: (signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await read(AbortSignal.any([signal, AbortSignal.timeout(maxReadMs)]));
  } catch (error) {
    if (!isServiceError(error, 'cancelled')) throw error;
  }
}
