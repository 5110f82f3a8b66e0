import type { EventQuery } from '../../service/resources/event';
import type { SelectedItem } from '../selectedItem';

/** Which events belong to an item. */
export interface EventScope {
  /** Undefined if the service told no UID to ask for. */
  readonly query: Pick<EventQuery, 'projectUid' | 'clusterUid'> | undefined;
  /** The machine that the events must involve; undefined for all events of the list. */
  readonly machine: { readonly uid: string | undefined; readonly name: string } | undefined;
}

/**
 * The events of an item are those of its cluster or, without one, of its project. A machine has those that involve it.
 * @param projectUid of the project that it is or belongs to
 * @param clusterUid of the cluster that it is or belongs to
 */
export function eventScopeOf(
  { kind, name, uid }: Pick<SelectedItem, 'kind' | 'name' | 'uid'>,
  projectUid: string | undefined,
  clusterUid: string | undefined,
): EventScope {
  return {
    query: projectUid === undefined && clusterUid === undefined ? undefined : { projectUid, clusterUid },
    machine: kind === 'machine' ? { uid, name } : undefined,
  };
}
