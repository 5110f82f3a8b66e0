import { createHash } from 'node:crypto';
import type { Random } from '../random';

/** A name and UID, as resources refer to each other. */
export interface Named {
  readonly name: string;
  readonly uid: string;
}

/** The reference to a resource. */
export const refer = ({ name, uid }: Named): Named => ({ name, uid });

const halfUid = 12;

/** 24 hex characters that depend on `key` only. */
export function uidOf(key: string): string {
  return createHash('sha256')
    .update(key)
    .digest('hex')
    .slice(0, 2 * halfUid);
}

/** The same as a UUID, for resources that a cloud identifies by one. */
export const uuidOf = (key: string) =>
  createHash('sha256')
    .update(key)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');

/** The half of a UID that all resources of a project share, so that a UID leads to its project. */
export const projectHalf = (uid: string) => uid.slice(0, halfUid);

/** A UID for a resource of the project with the UID `projectUid`. */
export const uidWithin = (projectUid: string, key: string) =>
  projectHalf(projectUid) + uidOf(key).slice(halfUid);

const day = 86_400_000;

/** Between a month and three years before `started`. */
export const creationTime = (random: Random, started: number) =>
  Math.round(started - (30 + random.next() * 1_000) * day);

export function metadata(
  { name, uid, created }: Named & { created: number },
  labels: Readonly<Record<string, string>> = {},
  description?: string,
) {
  const creationTimestamp = new Date(created).toISOString();
  return {
    name,
    uid,
    creationTimestamp,
    lastModifiedTimestamp: creationTimestamp,
    annotations: description === undefined ? {} : { description },
    labels,
  };
}
