import type { Endpoint } from '../endpoint';
import { healthCondition, ofCluster } from './cluster';
import { list, object, text, texts, timestamp, type Read } from '../readers';

const condition = object({
  type: text,
  status: text,
  reason: text,
  message: text,
  lastTransitionTime: timestamp,
});
/** A condition of a cluster or of one of its packs. */
export type ClusterCondition = Read<typeof condition>;

const pack = object({
  name: text,
  version: text,
  type: text,
  profileUid: text,
  startTime: timestamp,
  endTime: timestamp,
  /** Its type is `Error` if the pack has failed; others are `ReadyForInstall`, `Installed` and `Ready`. */
  condition,
});
/** A part of a cluster that its profile installs, such as a network plugin. Its values, which may be secret, are never read. */
export type Pack = Read<typeof pack>;

/** An upgrade that has not been done, and why. */
const upgrade = object({ reason: texts, timestamp });

const clusterOverview = object({
  status: object({
    packs: list(pack),
    conditions: list(condition),
    health: object({ conditions: list(healthCondition) }),
    kubeMeta: object({ kubernetesVersion: text }),
    upgrades: list(upgrade),
  }),
});
export type ClusterOverview = Read<typeof clusterOverview>;

/** `GET /v1/dashboard/spectroclusters/{uid}/overview`: the packs and conditions of a cluster. */
export function readClusterOverview(uid: string, projectUid: string | undefined): Endpoint<ClusterOverview> {
  return {
    ...ofCluster(uid, projectUid),
    path: ['v1', 'dashboard', 'spectroclusters', uid, 'overview'],
    read: clusterOverview,
  };
}
