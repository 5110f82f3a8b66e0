import { l10n } from 'vscode';
import type { FleetReader } from '../reads/fleetReader';
import { fleetProblem } from '../reads/fleetProblems';
import { readFacts } from '../reads/readEach';
import { hasAllClusters } from '../items/unread';
import type { ServiceError } from '../service/errors';
import { clusterCount, formatMoment, requestCount } from '../text/format';
import type { Inventory } from '../items/inventory';
import { projectRequests, requestsFor, readIn, type MachineScope } from '../reads/machinePlan';
import { displayName, escapeIconsAndLinks } from '../text/text';
import type { PickItem } from '../ui/searchList';
import { pickOne } from '../ui/quickPick';

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
      .map((error) => ({ ...fleetProblem(error, text), canRetry: false }));
  });
}

export function scopeOfClusters(ids: readonly string[]): MachineScope {
  return { kind: 'clusters', ids: new Set(ids) };
}

/** Lets the user choose which machines to read, and says what that takes. */
export async function chooseMachines(inventory: Inventory): Promise<MachineScope | undefined> {
  const itemOf = (label: string, scope: MachineScope): PickItem<MachineScope> => {
    const requests = requestsFor(inventory, scope);
    if (requests > 0) return { label, description: requestCount(requests), value: scope };
    const { clusters, readAt } = readIn(inventory, scope);
    if (readAt === undefined) return { label, description: clusterCount(clusters) };
    const again = { ...scope, isReread: true };
    const [time, count] = [formatMoment(readAt, Date.now()), requestCount(requestsFor(inventory, again))];
    const description = l10n.t('{0}, read at {1}: {2}', clusterCount(clusters), time, count);
    return { label, description, value: again };
  };
  const all = itemOf(l10n.t('All Clusters'), { kind: 'all' });
  const oneProject = 'project';
  const perProject = projectRequests(inventory);
  const title = l10n.t('Read Machines');
  const scope = await pickOne<MachineScope | typeof oneProject>({
    title,
    placeholder: l10n.t('Select the clusters whose machines to read'),
    items: [
      itemOf(l10n.t('Clusters Needing Attention'), { kind: 'attention' }),
      ...(perProject.size === 0 ? [] : [{ label: l10n.t('One Project…'), value: oneProject } as const]),
      all,
    ],
  });
  if (typeof scope === 'object') return scope;
  if (scope !== oneProject) return undefined;
  const projects = inventory.items().flatMap(({ id, name, uid }) => {
    const count = perProject.get(id);
    const label = escapeIconsAndLinks(displayName(name, uid, '?'));
    return count === undefined
      ? []
      : [{ label, description: requestCount(count), value: scopeOfClusters([id]) }];
  });
  const chosen = await pickOne({ title, placeholder: l10n.t('Select a project'), items: projects });
  return typeof chosen === 'object' ? chosen : undefined;
}
