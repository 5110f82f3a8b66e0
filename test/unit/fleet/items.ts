import type { FleetItem } from '../../../src/presentation/fleetItem';

/** An item of which little is known. */
export function fleetItem(kind: FleetItem['kind'], id: string, more: Partial<FleetItem> = {}): FleetItem {
  return { kind, id, name: id, state: 'healthy', cause: '', addresses: [], isStale: false, ...more };
}
