import { commands } from 'vscode';
import type { AskedTimeline } from '../items/timeline/entry';

/** An item, as commands take it. */
interface ItemArgument {
  readonly kind: string;
  readonly id: string;
}

/** The items that the user selected on a page, of which `item` was clicked. */
interface PageArgument extends ItemArgument {
  readonly selected: readonly ItemArgument[];
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
  showTimeline: [item: ItemArgument | PageArgument];
  reviewAccess: [row: ItemArgument];
  whoChangedThis: [item: ItemArgument];
  markAsKnown: [items: PageArgument];
  searchMachines: [text: string];
  revealInProjects: [item: Pick<ItemArgument, 'id'>];
  showDetails: [item: ItemArgument | PageArgument];
  copyIpAddress: [item: ItemArgument];
  openInWebConsole: [item: ItemArgument];
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
