import type { AuditQuery } from '../../service/resources/audit';
import type { EventQuery } from '../../service/resources/event';
import type { ClusterRef } from '../details/clusterReads';
import type { Inventory } from '../inventory';
import { parentIdOf } from '../store/ids';
import { timelineSources, type SelectedItem, type TimelineScope, type TimelineSource } from './entry';
import { isGroup, isLeaf } from '../kinds/levels';

/** What a scope is, for each source. */
interface Place {
  /** The sources that it has, of those that are asked for. */
  readonly sources: readonly TimelineSource[];
  /** The ID of the item that it is about: a pool has what its cluster has. Undefined for the fleet and for teams. */
  readonly topId?: string;
  /** The cluster that it is about, if it is about one. */
  readonly cluster?: ClusterRef | undefined;
  /** The item that it is about, if nothing is in it. */
  readonly leaf?: SelectedItem | undefined;
  /** What the logs are asked for; undefined if the service told no UID: without one, they would list everything. */
  readonly events?: Pick<EventQuery, 'projectUid' | 'clusterUid'> | undefined;
  readonly audits?: Pick<AuditQuery, 'projectUid' | 'resourceUid'> | undefined;
}

export function placeOf({ item, sources = timelineSources }: TimelineScope, inventory: Inventory): Place {
  if (item === undefined) return { sources, events: { projectUid: undefined }, audits: {} };
  const { kind, id, uid = '', projectUid, cluster } = item;
  if (kind === 'team') {
    const audits = uid === '' ? undefined : { resourceUid: uid };
    return { sources: sources.filter((source) => source === 'audit'), audits };
  }
  const clusterUid = cluster?.uid;
  const isNamed = (clusterUid ?? projectUid ?? '') !== '';
  // A pool that the user added may be in a project only.
  const hasClusters = kind === 'project' || cluster !== undefined;
  return {
    sources: sources.filter((source) => hasClusters || !(source === 'pack' || source === 'repave')),
    topId: cluster && isGroup({ kind }) ? (inventory.clusterOf(clusterUid)?.id ?? parentIdOf(id)) : id,
    cluster: isNamed && clusterUid !== undefined ? { uid: clusterUid, projectUid } : undefined,
    leaf: isLeaf({ kind }) ? item : undefined,
    events: isNamed ? { projectUid, clusterUid } : undefined,
    // The log of a cluster lacks what was done to its machines.
    audits: isNamed ? ((projectUid ?? '') === '' ? { resourceUid: clusterUid } : { projectUid }) : undefined,
  };
}
