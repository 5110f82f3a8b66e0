import { commands } from 'vscode';
import type { AskedTimeline } from '../items/timeline/entry';

/** The items that a command of a page is for. */
interface PageArgument {
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
  openTimeline: [asked: AskedTimeline];
  showTimeline: [items: PageArgument];
  reviewAccess: [id: string];
  whoChangedThis: [id: string];
  markAsKnown: [items: PageArgument];
  revealInProjects: [id: string];
  showDetails: [id: string];
  copyIpAddress: [id: string];
  openInWebConsole: [id: string];
  copyForTicket: [items: PageArgument];
  copyAsCsv: [items: PageArgument];
  clearFilter: [];
  showEverything: [];
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
