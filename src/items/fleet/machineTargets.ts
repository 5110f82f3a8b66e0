import type { Item, ItemState } from '../item';
import { needsAttention } from '../../presentation/severity';
import type { FleetSource } from '../../fleet/fleetSource';

/** The clusters whose machines are read. */
export type MachineScope =
  | { readonly kind: 'attention' }
  | { readonly kind: 'project'; readonly id: string }
  | { readonly kind: 'all' };

/** A cluster or a pool whose list has not been read. */
export interface Target {
  readonly kind: 'cluster' | 'pool';
  readonly id: string;
  /** Of the cluster; that of the pool if no cluster is known. */
  readonly clusterId: string;
  readonly projectId: string;
}

interface KnownItem {
  readonly item: Item;
  readonly isInScope: boolean;
  readonly projectId: string;
}

/** The clusters of a scope that have not been read, and the pools of the others. */
export function targetsIn(source: FleetSource, scope: MachineScope): readonly Target[] {
  const targets: Target[] = [];
  const known = new Map<string, KnownItem>();
  for (const item of source.items()) {
    // An item comes after the item that contains it.
    const parent = item.parent === undefined ? undefined : known.get(item.parent);
    const isInScope = item.kind !== 'machine' && isIn(scope, item, parent);
    const projectId = parent?.projectId ?? item.id;
    if (item.kind !== 'machine') known.set(item.id, { item, isInScope, projectId });
    if (!isInScope || source.isRead(item.id)) continue;
    // Reading a cluster finds its pools.
    const isFoundLater = parent?.item.kind === 'cluster' && !source.isRead(parent.item.id);
    if (item.kind === 'cluster' || (item.kind === 'pool' && !isFoundLater)) {
      const clusterId = parent?.item.kind === 'cluster' ? parent.item.id : item.id;
      targets.push({ kind: item.kind, id: item.id, clusterId, projectId });
    }
  }
  return targets;
}

function isIn(scope: MachineScope, item: Item, parent: KnownItem | undefined): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'project':
      return item.id === scope.id || parent?.isInScope === true;
    case 'attention':
      if (item.kind !== 'cluster') return isConcern(item.state) || parent?.isInScope === true;
      // A project summary does not say which of its clusters are meant.
      return isConcern(item.state) || (parent?.isInScope === true && saysNothing(item.state));
  }
}

function isConcern(state: ItemState): boolean {
  return state !== 'notRead' && needsAttention(state);
}

function saysNothing(state: ItemState): boolean {
  return state === 'notRead' || state === 'unknown';
}
