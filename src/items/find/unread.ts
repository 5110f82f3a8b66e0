import type { Inventory } from '../inventory';

/** Whether all clusters, machine pools and machines of the service are known. */
export function areAllKnown(inventory: Inventory): boolean {
  return (
    inventory.coverage().clusters.total !== undefined &&
    inventory.rows.every(({ kind, id }) =>
      kind === 'cluster' || kind === 'pool' ? inventory.isRead(id) && !inventory.isUnlisted(id) : true,
    )
  );
}

/** Whether there may be machines that have not been read and that the service lists. */
export function mayHaveOtherMachines(inventory: Inventory): boolean {
  const clusters = inventory.rows.filter((row) => row.kind === 'cluster');
  const read = clusters.filter(({ id }) => inventory.isRead(id));
  if (read.length > 0 && read.every(({ id }) => inventory.isUnlisted(id))) return false;
  const isComplete = inventory.coverage().clusters.total !== undefined && read.length === clusters.length;
  return !isComplete || inventory.rows.some(({ kind, id }) => kind === 'pool' && !inventory.isRead(id));
}
