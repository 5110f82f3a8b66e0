import { commands, type Disposable } from 'vscode';
import { isServiceError } from '../service/errors';
import { showServiceError } from './errorMessage';

/** What VS Code or another extension passes to a command. Commands check it, because it can be anything. */
export type CommandArguments = readonly [argument?: unknown, selected?: unknown];

/** Registers a command. If it throws a {@link ServiceError}, a message with *Retry* is shown. */
export function registerCommand(name: string, run: (...given: CommandArguments) => unknown): Disposable {
  return commands.registerCommand(name, async (...given: CommandArguments) => {
    try {
      await run(...given);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      // The command is run from its start, because the key or the connection may have changed.
      await showServiceError(error, undefined, () => commands.executeCommand(name, ...given));
    }
  });
}

/** Registers a command that works on the active connection. */
type RegisterConnectedCommand<Active> = (
  name: string,
  run: (active: Active, ...given: CommandArguments) => unknown,
) => Disposable;

/** @param active returns what the commands work on; without a connection, they run *Connect to a Service…* */
export function connectedCommands<Active>(
  active: () => Active | undefined,
): RegisterConnectedCommand<Active> {
  return (name, run) =>
    registerCommand(name, (...given) => {
      const current = active();
      return current === undefined ? commands.executeCommand('poolview.connect') : run(current, ...given);
    });
}

/** Shows an item in the Projects view, with its ancestors expanded. */
export async function revealInProjects(id: string): Promise<void> {
  await commands.executeCommand('poolview.revealInProjects', { id });
}
