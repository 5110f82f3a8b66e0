import { involves } from '../../presentation/event';
import type { ServiceEvent } from '../../service/resources/event';
import type { Inventory } from '../inventory';
import { clusterOf } from './rowEvents';
import { shownName, type ResourceRow } from '../kinds';

/** The events of a cluster, or those that involve a machine, newest first, if they were read. Sends no request. */
export function eventsOf(row: ResourceRow, { events }: Pick<Inventory, 'events'>): readonly ServiceEvent[] {
  const known = events?.known(clusterOf(row)?.usage.uid ?? '') ?? [];
  if (row.kind !== 'machine') return known;
  const machine = { name: shownName(row), uid: row.machine.metadata?.uid };
  return known.filter((event) => involves(event, machine));
}
