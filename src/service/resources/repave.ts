import type { Endpoint } from '../endpoint';
import { pageOf, type PageAnswer } from '../pages';
import { list, object, reference, text, texts, timestamp, type Read } from '../readers';
import { ofCluster } from './cluster';
import { listOf } from './metadata';

const repavedCluster = object({ metadata: reference, specSummary: object({ projectMeta: reference }) });
/** A cluster whose machines wait for approval to be replaced. */
export type RepavedCluster = Read<typeof repavedCluster>;

/**
 * `GET /v1/dashboard/spectroclusters/repaveStatus?repaveState=Pending`: a page of the clusters that wait for approval, of
 * everything that the key can access.
 */
export function listPendingRepaves(token: string | undefined): Endpoint<PageAnswer<RepavedCluster>> {
  return {
    path: ['v1', 'dashboard', 'spectroclusters', 'repaveStatus'],
    query: { repaveState: 'Pending', ...pageOf(token) },
    read: listOf(repavedCluster),
  };
}

const packVersion = object({ name: text, version: text, tag: text });

const reason = object({
  code: text,
  message: text,
  pack: object({ current: packVersion, target: packVersion, diffConfigKeys: texts }),
});
/** Why machines have to be replaced. Of the values of a pack, which may be secret, only the keys of those that differ are read. */
export type RepaveReason = Read<typeof reason>;

const repave = object({
  spec: object({ source: text, reasons: list(reason) }),
  /** The states are `Pending`, `Approved` and `Reverted`. */
  status: object({ state: text, message: text, repaveTransitionTime: timestamp }),
});
/** Whether the machines of a cluster wait for approval to be replaced, and why. */
export type Repave = Read<typeof repave>;

/** `GET /v1/spectroclusters/{uid}/repave/status` */
export function readRepave(uid: string, projectUid: string | undefined): Endpoint<Repave> {
  // A cluster that waits for nothing may have none.
  return { ...ofCluster(uid, projectUid, 'repave', 'status'), own: undefined, read: repave };
}
