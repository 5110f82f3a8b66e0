import { l10n } from 'vscode';
import { clusterRef } from '../items/details/clusterReads';
import type { FleetReader } from '../items/fleet/fleetReader';
import { problemOf } from '../items/fleet/problems';
import { concurrency } from '../service/rateLimits';
import { clusterCount } from '../text/format';

/** Reads the certificates of all clusters. The overview shows them, and the progress, which the user can cancel. */
export async function checkCertificates({
  inventory,
  clusters: clusterReader,
  reads,
}: FleetReader): Promise<void> {
  if (inventory.coverage().clusters.total === undefined) await clusterReader.read();
  // The user canceled, or the overview says why they could not be read.
  if (inventory.coverage().clusters.total === undefined) return;
  const clusters = inventory.rows.filter((row) => row.kind === 'cluster');
  inventory.session.refusals.forget();
  const refs = clusters.map(clusterRef);
  await reads.show('certificates', refs.length, undefined, async (signal, onProgress) => {
    const readOn = async (): Promise<void> => {
      while (refs.length > 0 && !signal.aborted) {
        const ref = refs.shift();
        if (ref !== undefined) await inventory.clusterReads.read('certificates', ref, { signal });
        onProgress(clusters.length - refs.length, clusters.length);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, readOn));
    const failed = clusters.flatMap(({ facts }) => facts?.certificates?.error ?? []);
    const text = l10n.t('The certificates of {0} were not read', clusterCount(failed.length));
    reads.problems.certificates = failed
      .slice(0, 1)
      .map((error) => ({ ...problemOf(error, text), canRetry: false }));
  });
}
