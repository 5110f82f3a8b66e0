import { commands } from 'vscode';
import { revealInProjects } from '../ui/commands';
import { showErrors } from '../ui/errorMessage';
import { chooseMachines } from './chooseMachines';
import type { RowReference, ToExtension } from './messages';
import type { ShownFleet } from './shownFleet';

/** The commands of the Projects view that copy rows. */
const copyCommands = {
  ticket: 'poolview.copyForTicket',
  csv: 'poolview.copyAsCsv',
  tabSeparated: 'poolview.copyAsTabSeparatedText',
} as const;

/**
 * Does what the page asks for. Errors are shown, as those of commands are.
 * @param shown returns the fleet that the page shows; undefined if nothing is connected
 */
export function runPageRequest(request: ToExtension, shown: () => ShownFleet | undefined): Promise<void> {
  return showErrors(async () => {
    const fleet = shown();
    if (request.type === 'connect') await commands.executeCommand('poolview.connect');
    else if (fleet !== undefined) await run(request, fleet);
  });
}

async function run(request: ToExtension, shown: ShownFleet): Promise<void> {
  const { reader, inventory, closed } = shown;
  const options = { signal: closed };
  switch (request.type) {
    case 'refresh':
      inventory.session.forgetRefusals();
      await reader.readClusters(options);
      break;
    case 'readMachines': {
      const scope = await chooseMachines(inventory, reader);
      if (scope !== undefined) await reader.readMachines(scope, options);
      break;
    }
    case 'readCapacity':
      await reader.readCapacity(options);
      break;
    case 'cancel':
      reader.cancel();
      break;
    case 'retry':
      await reader.retry(request.id, options);
      break;
    case 'showDetails':
      await runRowCommand('poolview.showDetails', shown, [request.id]);
      break;
    case 'reveal':
      await revealInProjects(request.id);
      break;
    case 'openChangesAsText':
      await commands.executeCommand('poolview.openChangesAsText');
      break;
    case 'copy':
      await runRowCommand(copyCommands[request.form], shown, request.ids, request.filter);
      break;
    default:
    // The others are about the page itself.
  }
}

/** Runs a command of the Projects view on rows, as a menu of the page does. */
async function runRowCommand(
  command: string,
  shown: ShownFleet,
  ids: readonly string[],
  filter?: string,
): Promise<void> {
  const selected: readonly RowReference[] = shown.itemsOf(ids).map(({ kind, id }) => ({ kind, id }));
  const [clicked] = selected;
  if (clicked !== undefined) await commands.executeCommand(command, { ...clicked, selected, filter });
}
