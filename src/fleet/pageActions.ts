import { showErrors } from '../ui/errorMessage';
import { runCommand } from '../ui/runCommand';
import { chooseMachines } from './chooseMachines';
import type { RowReference, ToExtension } from './messages';
import type { ShownFleet } from './shownFleet';

/**
 * Does what the page asks for. Errors are shown, as those of commands are.
 * @param shown returns the fleet that the page shows; undefined if nothing is connected
 */
export function runPageRequest(request: ToExtension, shown: () => ShownFleet | undefined): Promise<void> {
  return showErrors(async () => {
    const fleet = shown();
    if (request.type === 'connect') await runCommand('connect');
    else if (fleet !== undefined) await run(request, fleet);
  });
}

async function run(request: ToExtension, shown: ShownFleet): Promise<unknown> {
  const { reader, inventory, closed } = shown;
  const options = { signal: closed };
  switch (request.type) {
    case 'refresh':
      inventory.startRefresh();
      return reader.readClusters(options);
    case 'readMachines': {
      const scope = await chooseMachines(inventory, reader);
      return scope && reader.readMachines(scope, options);
    }
    case 'readCapacity':
      return reader.readCapacity(options);
    case 'cancel':
      reader.cancel();
      return undefined;
    case 'retry':
      return reader.retry(request.id, options);
    case 'showDetails':
      return runRowCommand('showDetails', shown, [request.id]);
    case 'reveal':
      return runCommand('revealInProjects', { id: request.id });
    case 'openChangesAsText':
      return runCommand('openChangesAsText');
    case 'copy':
      return runRowCommand(request.form === 'ticket' ? 'copyForTicket' : 'copyAsCsv', shown, request.ids, {
        filter: request.filter,
        ...(request.form === 'tabSeparated' && { separator: 'tab' }),
      });
    default:
      // The others are about the page itself.
      return undefined;
  }
}

/** Runs a command of the Projects view on rows, as a menu of the page does. */
async function runRowCommand(
  command: 'showDetails' | 'copyForTicket' | 'copyAsCsv',
  shown: ShownFleet,
  ids: readonly string[],
  more: { readonly filter?: string; readonly separator?: 'tab' } = {},
): Promise<void> {
  const selected: readonly RowReference[] = shown.itemsOf(ids).map(({ kind, id }) => ({ kind, id }));
  const [clicked] = selected;
  if (clicked !== undefined) await runCommand(command, { ...clicked, selected, ...more });
}
