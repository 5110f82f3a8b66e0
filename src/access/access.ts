import { perObject } from '../service/remember';
import { isServiceError, type ServiceError } from '../service/errors';
import type { Operation } from '../service/operations';
import {
  both,
  exactList,
  exactObject,
  object,
  oneOf,
  reference,
  text,
  type Read,
  type Reference,
} from '../service/readers';
import type { RequestTime } from '../service/requestTime';
import type { GrantHolder } from '../service/resources/grants';
import type { TagFilterGroup } from '../service/resources/role';
import type { ResourceRole } from '../service/resources/team';
import type { UserActivity } from '../service/resources/user';

export type Holder = GrantHolder;

export function holderKey({ kind, uid }: Holder): string {
  return `${kind}/${uid}`;
}

/** The name of a holder, also if the grant was read when it was not known. */
export function holderName(holder: Holder, { teamNames, users }: Access): string | undefined {
  return holder.name ?? (holder.kind === 'team' ? teamNames.get(holder.uid) : users.get(holder.uid)?.name);
}

/** In the order in which they are shown: from what reaches most to what reaches least. */
export const grantKinds = ['tenant', 'project', 'workspace', 'resource'] as const;
export type GrantKind = (typeof grantKinds)[number];

/** What a finished review keeps of a grant. */
export const keptGrant = both(
  exactObject({
    /** Unique among all grants, and the same when it is read again. */
    id: text,
    holder: both(exactObject({ kind: oneOf('team', 'user'), uid: text }), object({ name: text })),
    kind: oneOf(...grantKinds),
    /** One, except for resource roles. */
    roles: exactList(reference),
    /** Those of a resource role, or the one of a project role or a workspace role. None for a tenant role. */
    projects: exactList(reference),
    /** Only resource roles have filters. */
    filters: exactList(reference),
  }),
  object({ workspace: reference }),
);

/** What gives a team or a user access. */
export interface Grant extends Read<typeof keptGrant> {
  /** The resource role as the service lists it. Without its `content`, a part of it is not known. */
  readonly resourceRole?: ResourceRole | undefined;
}

/** The grants of one kind of a holder, or why they could not be read. */
export type GrantList = RequestTime &
  (
    | { readonly grants: readonly Grant[]; readonly error?: undefined }
    | { readonly error: ServiceError; readonly grants?: undefined }
  );

/** The grants of a holder by kind. A kind that was not read is missing. */
export interface HolderGrants {
  readonly holder: Holder;
  readonly lists: Readonly<Partial<Record<GrantKind, GrantList>>>;
}

/** What a role allows. */
export interface RoleDefinition {
  readonly name?: string | undefined;
  /** Such as `cluster.update`; undefined if the service does not say. */
  readonly permissions?: readonly string[] | undefined;
  /** A disabled role allows nothing. Undefined if the service does not say: it may be disabled. */
  readonly isEnabled?: boolean | undefined;
}

export interface TaggedCluster {
  readonly uid: string;
  readonly name?: string | undefined;
  readonly projectUid: string;
  /** `key:value`, or the key alone; undefined if they were not read. */
  readonly tags: ReadonlySet<string> | undefined;
}

export interface User {
  readonly uid: string;
  readonly name?: string | undefined;
  /** For hovers and reports only. */
  readonly mailAddress?: string | undefined;
  /** Undefined before it was read. */
  readonly activity?: UserActivity['status'];
}

/** The clusters of a project. */
export interface ProjectClusters {
  /** Of the project. */
  readonly name?: string | undefined;
  readonly all: readonly TaggedCluster[];
  readonly isComplete: boolean;
  /** Whether the service does not list the project to this API key, so that its clusters cannot be known. */
  readonly isHidden?: boolean;
}

/** The grants that were read, by {@link holderKey}. */
interface GrantsByHolder {
  readonly holders: ReadonlyMap<string, HolderGrants>;
}

/** What is known about access: what was read, and what was not. */
export interface Access extends GrantsByHolder {
  /** By UID, those that were read. */
  readonly roles: ReadonlyMap<string, RoleDefinition>;
  /** By UID, those that were read; undefined if Poolview does not understand one, such as its operator. */
  readonly filters: ReadonlyMap<string, TagFilterGroup | undefined>;
  /** By UID of their project. A project that was not read is missing. */
  readonly clusters: ReadonlyMap<string, ProjectClusters>;
  /** The UIDs of the members of each team, by UID of the team. A team whose members are not known is missing. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** By UID, of all teams that were listed, at any time. */
  readonly teamNames: ReadonlyMap<string, string | undefined>;
  /** Whether `members` has all teams: a user may be in others otherwise. */
  readonly areTeamsComplete: boolean;
  /** By UID. */
  readonly users: ReadonlyMap<string, User>;
  /** Whether `users` has all users of the service. */
  readonly areUsersComplete: boolean;
  /** Whether it was read when users signed in. */
  readonly isActivityRead: boolean;
  /** Why definitions, users or projects could not be read, by operation. */
  readonly problems: ReadonlyMap<Operation, ServiceError>;
}

/** A user, or the members of a team; undefined if these were not read. */
export function usersOf({ kind, uid }: Holder, { members, users }: Access): readonly User[] | undefined {
  const uids = kind === 'user' ? [uid] : members.get(uid);
  return uids?.map((user) => users.get(user) ?? { uid: user });
}

/** The grants that were read. */
export function grantsIn({ holders }: GrantsByHolder): readonly Grant[] {
  return [...holders.values()].flatMap(({ lists }) => grantsOf(lists));
}

/** What was read of a holder, or could not be read. */
export function listsOf({ holders }: GrantsByHolder, holder: Holder): HolderGrants['lists'] {
  return holders.get(holderKey(holder))?.lists ?? {};
}

/** The grants of a holder that were read. */
export function grantsOf(lists: HolderGrants['lists']): readonly Grant[] {
  return grantKinds.flatMap((kind) => lists[kind]?.grants ?? []);
}

/** Whether an error says that the service does not tell, so that asking again is of no use. */
export function isRefusal(error: unknown): boolean {
  return isServiceError(error, 'unsupported', 'forbidden', 'notFound');
}

/** The kinds of grants of a holder that were not read. What is refused is not read again. */
export function kindsToRead(lists: HolderGrants['lists']): readonly GrantKind[] {
  return grantKinds.filter((kind) => {
    const list = lists[kind];
    return list === undefined || (list.grants === undefined && !isRefusal(list.error));
  });
}

/** The same for lists with the same references, in any order. These are compared by UID, or by name if they have none. */
export function keyOf(references: readonly Reference[] = []): string {
  return keyOfAll(references);
}

const keyOfAll = perObject((references: readonly Reference[]) => {
  const own = references.map(({ uid, name }) => JSON.stringify(uid ?? [name]));
  return [...new Set(own)].sort().join();
});
