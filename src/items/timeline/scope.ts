import type { Inventory } from '../inventory';
import { parentIdOf } from '../store/ids';
import { timelineSources, type TimelineScope } from './entry';
import { isGroup, isLeaf } from '../kinds/levels';

/** What a scope is, for each source. */
export function placeOf({ item, sources = timelineSources }: TimelineScope, inventory: Inventory) {
  if (item === undefined) return { sources, events: { projectUid: undefined }, audits: {} };
  const { kind, id, uid = '', projectUid, cluster } = item;
  if (kind === 'team') {
    const audits = uid === '' ? undefined : { resourceUid: uid };
    return { sources: sources.filter((source): boolean => source === 'audit'), audits };
  }
  const clusterUid = cluster?.uid;
  const isNamed = (clusterUid ?? projectUid ?? '') !== '';
  // A pool that the user added may be in a project only.
  const hasClusters = kind === 'project' || cluster !== undefined;
  return {
    /** The sources that it has, of those that are asked for. */
    sources: sources.filter((source) => hasClusters || !(source === 'pack' || source === 'repave')),
    /** The ID of the item that it is about: a pool has what its cluster has. Undefined for the fleet and for teams. */
    topId: cluster && isGroup({ kind }) ? (inventory.clusterOf(clusterUid)?.id ?? parentIdOf(id)) : id,
    /** The cluster that it is about, if it is about one. */
    cluster: isNamed && clusterUid !== undefined ? { uid: clusterUid, projectUid } : undefined,
    /** The item that it is about, if nothing is in it. */
    leaf: isLeaf({ kind }) ? item : undefined,
    /** What the logs are asked for; undefined if the service told no UID: without one, they would list everything. */
    events: isNamed ? { projectUid, clusterUid } : undefined,
    // The log of a cluster lacks what was done to its machines.
    audits: isNamed ? ((projectUid ?? '') === '' ? { resourceUid: clusterUid } : { projectUid }) : undefined,
  };
}
