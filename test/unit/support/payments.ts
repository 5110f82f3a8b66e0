import { foundClusterRow } from '../../../src/items/kinds/cluster';
import { foundProjectRow } from '../../../src/items/kinds/project';

/** A project with a cluster, and where a pool of it is. */
export const project = foundProjectRow({ metadata: { uid: 'p1', name: 'payments' }, source: {} }, 'root');
export const cluster = foundClusterRow(project, {
  metadata: { uid: 'c1', name: 'payments-eu' },
  source: {},
});
export const ref = { cloudType: 'aws', configUid: 'config', poolName: 'workers' };
