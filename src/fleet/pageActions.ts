import { l10n } from 'vscode';
import type { FleetReader } from '../items/fleet/fleetReader';
import type { MachineScope } from '../items/fleet/plan';
import { requestCount } from '../text/format';
import { displayName, escapeIconsAndLinks } from '../text/text';
import { pickOne, type PickItem } from '../ui/quickPick';
import { runCommand } from '../ui/runCommand';
import { checkCertificates } from './checkCertificates';
import type { RowReference, ToExtension, ToPage } from './messages';

/** Does what the page asks for. @param signal aborted when the page is closed or shows another connection */
export async function runPageRequest(
  request: ToExtension,
  reader: FleetReader,
  post: (message: ToPage) => void,
  signal: AbortSignal,
): Promise<unknown> {
  switch (request.type) {
    case 'refresh':
      reader.inventory.startRefresh();
      reader.causes.outdate();
      return reader.clusters.read({ signal });
    case 'readMachines': {
      const scope = request.ids ? clustersIn(request.ids) : await chooseMachines(reader);
      return scope && reader.machines.read(scope, { signal });
    }
    case 'planMachines':
      post({ type: 'machineRequests', count: reader.machines.requestsFor(clustersIn(request.ids)) });
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
      return runRowCommand('showDetails', reader, [request.id]);
    case 'markAsKnown':
    case 'showTimeline':
      return runRowCommand(request.type, reader, request.ids);
    case 'reveal':
      return runCommand('revealInProjects', { id: request.id });
    case 'copy':
      return runRowCommand(request.form === 'ticket' ? 'copyForTicket' : 'copyAsCsv', reader, request.ids, {
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

/** Runs a command of the Projects view on rows, as a menu of the page does. */
async function runRowCommand(
  command: 'showDetails' | 'markAsKnown' | 'showTimeline' | 'copyForTicket' | 'copyAsCsv',
  { inventory }: FleetReader,
  ids: readonly string[],
  more: { readonly filter?: string; readonly separator?: 'tab' } = {},
): Promise<void> {
  const kinds = new Map(inventory.items().map(({ id, kind }) => [id, kind]));
  const selected = ids.flatMap((id): RowReference | readonly [] => {
    const kind = kinds.get(id);
    return kind === undefined ? [] : { kind, id };
  });
  const [clicked] = selected;
  if (clicked !== undefined) await runCommand(command, { ...clicked, selected, ...more });
}

/** Lets the user choose which machines to read, and says what that takes. */
export async function chooseMachines({
  inventory,
  machines,
}: FleetReader): Promise<MachineScope | undefined> {
  const itemOf = (label: string, scope: MachineScope): PickItem<MachineScope> => {
    const requests = machines.requestsFor(scope);
    return requests === 0
      ? { label, description: l10n.t('Nothing left to read') }
      : { label, description: requestCount(requests), value: scope };
  };
  const all = itemOf(l10n.t('All Clusters'), { kind: 'all' });
  const oneProject = 'project';
  const title = l10n.t('Read Machines');
  const scope = await pickOne<MachineScope | typeof oneProject>({
    title,
    placeholder: l10n.t('Select the clusters whose machines to read'),
    items: [
      itemOf(l10n.t('Clusters Needing Attention'), { kind: 'attention' }),
      ...(all.value === undefined ? [] : [{ label: l10n.t('One Project…'), value: oneProject } as const]),
      all,
    ],
  });
  if (typeof scope === 'object') return scope;
  if (scope !== oneProject) return undefined;
  const requests = machines.requestsForProjects();
  const projects = inventory.items().flatMap(({ id, name, uid }) => {
    const count = requests.get(id);
    const label = escapeIconsAndLinks(displayName(name, uid, '?'));
    return count === undefined
      ? []
      : [{ label, description: requestCount(count), value: { kind: 'project', id } as const }];
  });
  const chosen = await pickOne({ title, placeholder: l10n.t('Select a project'), items: projects });
  return typeof chosen === 'object' ? chosen : undefined;
}
