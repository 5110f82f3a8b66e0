import type { Item } from '../../../../src/items/item';
import type { ItemKind } from '../../../../src/items/kinds/levels';
import { fleetAfter, type PageFleet, type FleetRow } from '../../../../src/fleet/page/fleet';
import type { FleetHeader } from '../../../../src/fleet/messages';

export const header: FleetHeader = {
  connection: { name: 'production', host: 'api.example.com', isDemo: false },
  coverage: { projects: { read: 1 }, clusters: { read: 1 }, machines: { read: 0 } },
  newChanges: 0,
  areApprovalsKnown: true,
  oldAfterMs: 600_000,
  firstRead: 'succeeded',
  problems: [],
  canReadSearch: false,
  canReadMachines: true,
  causeRequests: 0,
  favorites: [],
};

/** An item whose name is its ID. */
export function item(kind: ItemKind, id: string, parent?: string, rest: Partial<Item> = {}): Item {
  return { kind, id, parent, name: id, state: 'healthy', cause: '', addresses: [], isStale: false, ...rest };
}

/** What the page shows after a message with these items. */
export function fleetOf(...items: readonly Item[]): PageFleet {
  return fleetWith({}, ...items);
}

export function fleetWith(part: Partial<FleetHeader>, ...items: readonly Item[]): PageFleet {
  return fleetAfter(undefined, {
    type: 'fleet',
    header: { ...header, ...part },
    isWhole: true,
    changed: items,
    removed: [],
  });
}

export function allRows({ clusters }: PageFleet): readonly FleetRow[] {
  return clusters.flatMap(({ rows }) => rows);
}
