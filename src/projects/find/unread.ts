import type { ActiveProjects } from '../activeProjects';

type Known = Pick<ActiveProjects, 'model' | 'fleet'>;

/** Whether all clusters, machine pools and machines of the service are known. */
export function areAllKnown({ model, fleet }: Known): boolean {
  return (
    fleet.coverage().clusters.total !== undefined &&
    model.loadedRows.every(({ kind, id }) =>
      kind === 'cluster' || kind === 'pool' ? fleet.isRead(id) && !fleet.isUnlisted(id) : true,
    )
  );
}

/** Whether there may be machines that have not been read and that the service lists. */
export function mayHaveOtherMachines({ model, fleet }: Known): boolean {
  const clusters = model.loadedRows.filter((row) => row.kind === 'cluster');
  const read = clusters.filter(({ id }) => fleet.isRead(id));
  if (read.length > 0 && read.every(({ id }) => fleet.isUnlisted(id))) return false;
  const isComplete = fleet.coverage().clusters.total !== undefined && read.length === clusters.length;
  return !isComplete || model.loadedRows.some(({ kind, id }) => kind === 'pool' && !fleet.isRead(id));
}
