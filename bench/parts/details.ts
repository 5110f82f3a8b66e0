import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import { FleetReader } from '../../src/reads/fleetReader';
import { clusterRef } from '../../src/items/details/clusterReads';
import { withoutLimits } from '../../test/support/withoutLimits';
import { collectGarbage, cpuOf, measurement, type Measurement, type Part } from '../measure';
import { withService } from '../service';
import { View } from '../view';

const day = 24 * 60 * 60 * 1000;

/** What it costs to take over the certificates of 2,000 clusters, without sending requests. One in ten needs attention. */
const details: Part = async () => {
  const measurements: Measurement[] = [];
  for (const projects of [125, 1]) {
    const clustersPerProject = { exactly: 2000 / projects };
    await withService({ projects, clustersPerProject, poolsPerCluster: { exactly: 1 } }, async (service) => {
      let count = 0;
      const readCertificates = async () => {
        // Each response arrives in a turn of its own.
        await setImmediate();
        const expiry = Date.now() + (count++ % 10 === 0 ? 1 : 300) * day;
        const certificateAuthorities = [{ name: 'etcd', expiry }];
        return { machineCertificates: [{ certificateAuthorities }] };
      };
      const view = new View({ ...service.client(withoutLimits), readCertificates });
      const { inventory } = view.model;
      await view.rows();
      await new FleetReader(inventory).clusters.read();
      const clusters = inventory.rows.filter((row) => row.kind === 'cluster');
      const values: number[] = [];
      for (let run = 0; run < 3; run++) {
        collectGarbage();
        const queue = new PQueue({ concurrency: 8 });
        const read = async (): Promise<void> => {
          for (const cluster of clusters) {
            const ref = clusterRef(cluster);
            if (ref !== undefined) void queue.add(() => inventory.clusterReads.read('certificates', ref));
          }
          await queue.onIdle();
        };
        values.push(await cpuOf(read));
      }
      if (count < 3 * 2000) throw new Error(`${count} were read.`);
      const where = projects === 1 ? 'a project' : `${projects} projects`;
      measurements.push(
        measurement(`certificates of ${clusters.length} clusters in ${where}: CPU`, 'ms', values, 2000),
      );
      view.dispose();
    });
  }
  return measurements;
};

export default details;
