import { l10n } from 'vscode';
import type { FleetReader } from '../items/reads/fleetReader';
import type { Inventory } from '../items/inventory';
import { projectRequests, requestsFor, readIn, type MachineScope } from '../items/reads/machinePlan';
import { clusterCount, formatMoment, requestCount } from '../text/format';
import { displayName, escapeIconsAndLinks } from '../text/text';
import { pickOne, type PickItem } from '../ui/quickPick';
import { runCommand } from '../ui/runCommand';
import { checkCertificates } from './checkCertificates';
import type { ToExtension, ToPage } from './messages';

/** Does what the page asks for. @param signal aborted when the page is closed or shows another connection */
export async function runPageRequest(
  request: ToExtension,
  reader: FleetReader,
  post: (message: ToPage) => void,
  signal: AbortSignal,
): Promise<unknown> {
  switch (request.type) {
    case 'refresh':
      return reader.refresh(request.isNeeded === true, signal);
    case 'readMachines': {
      const scope = request.ids ? clustersIn(request.ids) : await chooseMachines(reader.inventory);
      return scope && reader.machines.read(scope, { signal });
    }
    case 'planMachines':
      post({
        type: 'machineRequests',
        ids: request.ids,
        count: requestsFor(reader.inventory, clustersIn(request.ids)),
      });
      return undefined;
    case 'readSearch':
      return reader.clusters.readSearch(signal);
    case 'readCauses':
      return reader.causes.read(signal, true);
    case 'checkCertificates':
      return checkCertificates(reader);
    case 'cancel':
      reader.reads.cancel();
      return undefined;
    case 'retry':
      return reader.retry(request.id, signal);
    case 'showDetails':
      return runCommand('showDetails', request.id);
    case 'markAsKnown':
    case 'showTimeline':
      return runCommand(request.type, { ids: request.ids });
    case 'reveal':
      return runCommand('revealInProjects', request.id);
    case 'copy':
      return runCommand(request.form === 'ticket' ? 'copyForTicket' : 'copyAsCsv', {
        ids: request.ids,
        filter: request.filter,
        ...(request.form === 'tabSeparated' && { separator: 'tab' }),
      });
    default:
      // The others are about the page itself, or the timeline.
      return undefined;
  }
}

function clustersIn(ids: readonly string[]): MachineScope {
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
    return count === undefined ? [] : [{ label, description: requestCount(count), value: clustersIn([id]) }];
  });
  const chosen = await pickOne({ title, placeholder: l10n.t('Select a project'), items: projects });
  return typeof chosen === 'object' ? chosen : undefined;
}
