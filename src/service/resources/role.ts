import type { Endpoint } from '../endpoint';
import { pageOf, type PageAnswer } from '../pages';
import {
  exactList,
  flag,
  object,
  reference,
  text,
  type Read,
  both,
  exactObject,
  isObject,
  oneOf,
  type Reader,
} from '../readers';
import { listOf } from './resource';

const role = object({
  metadata: reference,
  spec: object({ permissions: exactList(text), scope: text, type: text }),
  status: object({ isEnabled: flag }),
});
/** What a role allows: `permissions` such as `cluster.update`. They are missing if one of them is invalid. */
export type Role = Read<typeof role>;

/** `GET /v1/roles`, a page of 50 at a time. */
export function listRoles(token: string | undefined): Endpoint<PageAnswer<Role>> {
  return { path: ['v1', 'roles'], query: pageOf(token), read: listOf(role) };
}

/** `GET /v1/roles/{uid}` */
export function readRole(uid: string): Endpoint<Role> {
  return { path: ['v1', 'roles', uid], resource: uid, read: role };
}

const condition = exactObject({ key: text, negation: flag, values: exactList(text) });

/** A missing `negation` is false. An unknown operator makes the whole filter invalid: it could match other clusters. */
const tagCondition: Reader<Read<typeof condition>> = (json) => {
  if (!isObject(json)) return undefined;
  const { operator = 'eq', negation } = json;
  return operator === 'eq' ? condition({ ...json, negation: negation ?? false }) : undefined;
};

const conditions = both(
  exactObject({ filters: exactList(tagCondition) }),
  object({ conjunction: oneOf('and', 'or') }),
);

/** A single condition needs no conjunction, which the description of the service does not require. */
const tagFilterGroup: typeof conditions = (json) => {
  const group = conditions(json);
  return group !== undefined && (group.filters.length < 2 || group.conjunction !== undefined)
    ? group
    : undefined;
};
/** Which tags a cluster must have: `key:value` for one of the values of each condition, or of one of them. */
export type TagFilterGroup = Read<typeof tagFilterGroup>;

const tagFilter = object({ metadata: reference, spec: object({ filterGroup: tagFilterGroup }) });
/** A filter of resource roles. Its group is missing if a part of it cannot be read. */
type TagFilter = Read<typeof tagFilter>;

/** `GET /v1/filters/tag/{uid}` */
export function readTagFilter(uid: string): Endpoint<TagFilter> {
  return { path: ['v1', 'filters', 'tag', uid], resource: uid, read: tagFilter };
}

/** `GET /v1/filters`: the names of filters, a page of 50 at a time. */
export function listFilters(token: string | undefined): Endpoint<PageAnswer<TagFilter>> {
  return { path: ['v1', 'filters'], query: pageOf(token), read: listOf(object({ metadata: reference })) };
}
