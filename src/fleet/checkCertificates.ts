import { l10n, window } from 'vscode';
import { clusterRef } from '../items/details/clusterReads';
import type { FleetReader } from '../items/fleet/fleetReader';
import { costOf, planOf } from '../items/fleet/plan';
import { problemOf } from '../items/fleet/problems';
import { concurrency } from '../service/rateLimits';
import type { JsonObject } from '../service/readers';
import { clusterCount } from '../text/format';

/** What the overview shows of certificates: the first to expire at the start. */
const view: JsonObject = {
  query: 'kind:cluster',
  table: { sort: { column: 'certificate', isDescending: false }, isGrouped: false },
};

/** Reads the certificates of all clusters if the user agrees. The overview shows them, and the progress. @param show shows the view in it */
export async function checkCertificates(
  reader: FleetReader,
  show: (view: JsonObject) => void,
): Promise<void> {
  const { inventory, clusters: clusterReader, reads } = reader;
  show(view);
  if (inventory.coverage().clusters.total === undefined) await clusterReader.read();
  // The user canceled, or the overview says why they could not be read.
  if (inventory.coverage().clusters.total === undefined) return;
  const clusters = inventory.rows.filter((row) => row.kind === 'cluster');
  const route = { targets: [], searches: 0, clusterReads: clusters.length, pools: new Map<string, number>() };
  const question = l10n.t('Read the certificates of {0}?', clusterCount(clusters.length));
  const action = l10n.t('Read');
  const detail = costOf(planOf(route, inventory.session.latency));
  if ((await window.showInformationMessage(question, { modal: true, detail }, action)) !== action) return;
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
