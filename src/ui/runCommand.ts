import { commands } from 'vscode';

/** The items that a command is for. */
interface ItemsArgument {
  /** Of their rows. */
  readonly ids: readonly string[];
  /** What the page shows of the fleet, in words. */
  readonly filter?: string;
  readonly separator?: 'tab';
}

/**
 * The commands that features call of each other, which they do not import, and what each takes. By the end of their names.
 */
interface CalledCommands {
  connect: [request?: { readonly name: string }];
  replaceApiKey: [];
  disconnect: [];
  checkConnection: [];
  exploreDemo: [];
  showDemoMenu: [];
  agentTools: [];
  showLog: [];
  openFleetOverview: [];
  /** What the timeline shows. It checks that, because other extensions can call it, too. */
  openTimeline: [asked: object];
  showTimeline: [items: ItemsArgument];
  reviewAccess: [items: ItemsArgument];
  whoChangedThis: [items: ItemsArgument];
  markAsKnown: [items: ItemsArgument];
  revealInProjects: [items: ItemsArgument];
  showDetails: [items: ItemsArgument];
  copyIpAddress: [items: ItemsArgument];
  openInWebConsole: [items: ItemsArgument];
  copyForTicket: [items: ItemsArgument];
  copyAsCsv: [items: ItemsArgument];
  clearFilter: [];
  knownProblems: [];
  goTo: [text: string];
  goToAttention: [];
  'projects.focus': [];
}

export type CalledCommand = keyof CalledCommands;

/** The whole name of a command, for rows, links and the status bar. */
export function commandId(name: CalledCommand): string {
  return `poolview.${name}`;
}

/** The command that a click on a row of a view runs. The table of its commands has it as `click`. */
export function clickCommand(viewId: string): string {
  return `${viewId}.click`;
}

/** Runs a command of another feature. */
export async function runCommand<Name extends CalledCommand>(
  name: Name,
  ...given: CalledCommands[Name]
): Promise<void> {
  await commands.executeCommand(commandId(name), ...given);
}
