import { l10n } from 'vscode';
import type { FleetReader } from '../reads/fleetReader';
import { problemOf } from '../reads/fleetProblems';
import { readFacts } from '../reads/readFacts';
import { hasAllClusters } from '../items/unread';
import type { ServiceError } from '../service/errors';
import { clusterCount } from '../text/format';

/** Reads the certificates of all clusters. The overview shows them, and the progress, which the user can cancel. */
export async function checkCertificates({ inventory, clusters, reads }: FleetReader): Promise<void> {
  if (!hasAllClusters(inventory)) await clusters.read();
  // The user canceled, or the overview says why they could not be read.
  if (!hasAllClusters(inventory)) return;
  inventory.session.refusals.forget();
  const all = inventory.clusters;
  const errors: ServiceError[] = [];
  await reads.show('certificates', undefined, async (signal, onProgress) => {
    const onFailure = (_cluster: unknown, error: ServiceError): void => void errors.push(error);
    await readFacts('certificates', all, inventory, { signal, onProgress, onFailure });
    const text = l10n.t('The certificates of {0} were not read', clusterCount(errors.length));
    reads.problems.certificates = errors
      .slice(0, 1)
      .map((error) => ({ ...problemOf(error, text), canRetry: false }));
  });
}
