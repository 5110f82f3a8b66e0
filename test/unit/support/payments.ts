import { foundClusterRow } from '../../../src/items/kinds/cluster';
import { foundProjectRow } from '../../../src/items/kinds/project';

/** A project with a cluster, and where a pool of it is. */
const time = { readAt: 0, requestNumber: 0 };
export const project = foundProjectRow(
  { metadata: { uid: 'p1', name: 'payments' }, source: {} },
  'root',
  time,
);
export const cluster = foundClusterRow(
  project,
  { metadata: { uid: 'c1', name: 'payments-eu' }, source: {} },
  time,
);
export const ref = { cloudType: 'aws', configUid: 'config', poolName: 'workers' };
