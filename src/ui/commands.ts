import { commands, type Disposable } from 'vscode';
import { isServiceError } from '../service/errors';
import { list, object, text } from '../service/readers';
import { showServiceError } from './errorMessage';
import { clickCommand, runCommand } from './runCommand';

/**
 * What a command gets: the ID of a row, of which VS Code also passes the selected ones if it is one of them, the ID of the view from
 * a keybinding, or an object with `ids` from a page. Empty for the click on a row and the Command Palette. Another extension can pass
 * anything else, such as the ID of a row that is gone or of another connection: that is no row.
 */
export type CommandArguments = readonly [argument?: unknown, selected?: unknown];

type Command = (...given: CommandArguments) => unknown;

/** Commands, by the end of their names. */
export type Commands = Readonly<Record<string, Command>>;

/** A command that works on the active connection. */
export type ConnectedCommand<Active> = (active: Active, ...given: CommandArguments) => unknown;

export type ConnectedCommands<Active> = Readonly<Record<string, ConnectedCommand<Active>>>;

/** The commands of a view. Others can have commands with the same names, for their rows. */
interface ViewCommands {
  /** Keybindings pass it to commands, because VS Code passes them no row. */
  readonly viewId: string;
  /** Whether the view shows this row. */
  readonly hasRow: (row: unknown) => boolean;
  /** The command with this name, after its code was loaded; undefined if the view has none. */
  readonly find: (name: string) => Promise<Command | undefined>;
}

/** What a feature adds to VS Code. */
export interface Feature {
  readonly disposables: readonly { dispose(): unknown }[];
  /** Those that are not of a view. */
  readonly commands?: Commands;
  readonly viewCommands?: ViewCommands;
}

/** @param load the code of the commands; `active` returns what they work on, undefined if nothing is connected */
export function viewCommands<Active>(
  view: Omit<ViewCommands, 'find'>,
  load: () => Promise<{
    readonly table: ConnectedCommands<Active>;
    readonly active: () => Active | undefined;
  }>,
): ViewCommands {
  return {
    ...view,
    find: async (name) => {
      const { table, active } = await load();
      const command = table[name];
      return command && connected(active, command);
    },
  };
}

/** A command that runs *Connect to a Service…* if nothing is connected. @param active returns what it works on */
export function connected<Active>(
  active: () => Active | undefined,
  command: ConnectedCommand<Active>,
): Command {
  return (...given) => {
    const current = active();
    return current === undefined ? runCommand('connect') : command(current, ...given);
  };
}

/**
 * Registers the commands of `package.json`, and those that only features call.
 * @param features of the views that have a command, the one with the row is meant, or else the first
 */
export function registerCommands(packageJson: unknown, features: readonly Feature[]): readonly Disposable[] {
  const views = features.flatMap((feature) => feature.viewCommands ?? []);
  const own = new Map(features.flatMap(({ commands: some = {} }) => Object.entries(some)));
  const commandOf = async (name: string, argument: unknown): Promise<Command> => {
    const isMeant = ({ viewId, hasRow }: ViewCommands): boolean => viewId === argument || hasRow(argument);
    for (const view of [...views.filter(isMeant), ...views]) {
      const command = await view.find(name);
      if (command !== undefined) return command;
    }
    throw new Error(`No view has the command ${name}.`);
  };
  const names = new Set([...contributedCommands(packageJson), ...own.keys()]);
  return [
    ...[...names].map((name) =>
      registerCommand(`poolview.${name}`, async (...given) => {
        const command = own.get(name) ?? (await commandOf(name, given[0]));
        await command(...given);
      }),
    ),
    ...views.map(({ viewId, find }) =>
      registerCommand(clickCommand(viewId), async () => (await find('click'))?.()),
    ),
  ];
}

const readManifest = object({ contributes: object({ commands: list(object({ command: text })) }) });

/** The commands of `package.json`, by the end of their names. */
export function contributedCommands(packageJson: unknown): readonly string[] {
  const commands = readManifest(packageJson)?.contributes?.commands ?? [];
  return commands.flatMap(({ command }) => command?.replace('poolview.', '') ?? []);
}

/** Registers a command. If it throws a {@link ServiceError}, a message with *Retry* is shown. */
function registerCommand(name: string, run: Command): Disposable {
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
