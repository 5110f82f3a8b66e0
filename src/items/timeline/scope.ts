import type { AuditQuery } from '../../service/resources/audit';
import type { EventQuery } from '../../service/resources/event';
import type { ClusterRef } from '../details/clusterReads';
import type { Inventory } from '../inventory';
import { parentIdOf } from '../store/row';
import { timelineSources, type TimelineScope, type TimelineSource } from './entry';

// What a scope is, for each source.

/** The cluster that a timeline is about, if it is about one. */
export function clusterIn({ item }: TimelineScope): ClusterRef | undefined {
  const { cluster: { uid = '' } = {}, projectUid } = item ?? {};
  return uid === '' ? undefined : { uid, projectUid };
}

/** The sources that a scope has, of those that are asked for. */
export function sourcesOf({ item, sources = timelineSources }: TimelineScope): readonly TimelineSource[] {
  if (item?.kind === 'team') return sources.filter((source) => source === 'audit');
  // A pool that the user added may be in a project only.
  const isInCluster = item === undefined || item.kind === 'project' || item.cluster !== undefined;
  return sources.filter((source) => isInCluster || !(source === 'pack' || source === 'repave'));
}

/** The ID of the item that the scope is about: a pool has what its cluster has. Undefined for the fleet and for teams. */
export function topIdOf({ item }: TimelineScope, inventory: Inventory): string | undefined {
  if (item === undefined || item.kind === 'team') return undefined;
  if (item.kind !== 'pool' || item.cluster === undefined) return item.id;
  return inventory.clusterOf(item.cluster.uid)?.id ?? parentIdOf(item.id);
}

/** What events are asked for: those of the cluster or, without one, of the project. Undefined if the service told no UID. */
export function eventQueryOf({
  item,
}: TimelineScope): Pick<EventQuery, 'projectUid' | 'clusterUid'> | undefined {
  const { projectUid, cluster: { uid: clusterUid } = {} } = item ?? {};
  const isUnnamed = item !== undefined && projectUid === undefined && clusterUid === undefined;
  return isUnnamed || clusterUid === '' ? undefined : { projectUid, clusterUid };
}

/** What the audit log is asked for; undefined if the service told no UID. */
export function auditedBy({
  item,
}: TimelineScope): Pick<AuditQuery, 'projectUid' | 'resourceUid'> | undefined {
  if (item === undefined) return {};
  const { kind, uid, projectUid, cluster } = item;
  // The log of a cluster lacks what was done to its machines.
  if (kind !== 'team' && cluster?.uid !== '' && (projectUid ?? '') !== '') return { projectUid };
  const resourceUid = kind === 'team' ? uid : cluster?.uid;
  return resourceUid === undefined || resourceUid === '' ? undefined : { resourceUid };
}
