import { Hover, type Position, Range, type TextDocument } from 'vscode';
import type { Inventory } from '../items/inventory';
import type { ResourceRow } from '../items/kinds';
import { knownCluster } from '../items/kinds/cluster';
import { machineSeverities } from '../items/known';
import { summaryMarkdown, summaryOf } from '../items/summary';
import { andMore } from '../presentation/hoverParts';
import { clusterHover, machineHover, poolHover, projectHover } from '../presentation/hovers';
import { hoverMarkdown } from '../tree/treeView';
import { hoverLinks } from './hoverLinks';
import { type MachineIndex, mentionAt } from './machineMentions';
import { linkedCommands } from './rows/rowKind';

/** What hovers need. */
export interface HoverContext {
  readonly inventory: Inventory;
  /** Where the web console of the connection is. */
  readonly consoleUrl: string | undefined;
}

/** A row's hover: first what users need most and what they can do, then a table of all fields. */
export function hoverOf(row: ResourceRow, { inventory, consoleUrl }: HoverContext, now: number): string {
  const summary = summaryMarkdown(summaryOf(row, inventory), now);
  return [summary, hoverLinks(row, consoleUrl), tableOf(row, inventory, now)].join('\n\n');
}

function tableOf(row: ResourceRow, inventory: Inventory, now: number): string {
  switch (row.kind) {
    case 'project':
      return projectHover(row.project, now);
    case 'cluster':
      return clusterHover(knownCluster(row, inventory.store), now);
    case 'pool':
      return poolHover(row.ref, row.pool, machineSeverities(row, inventory.store));
    case 'machine':
      return machineHover(row.machine, row.parent.ref.cloudType, now);
  }
}

export { indexMachines } from './machineMentions';

/** The most machines with the same name that a hover shows. */
const mostShown = 3;

/** The hover for the machines mentioned at a position. */
export function hoverAt(
  document: TextDocument,
  { line, character }: Position,
  index: MachineIndex,
  context: HoverContext,
): Hover | undefined {
  const mention = mentionAt(document.lineAt(line).text, character, index);
  if (mention === undefined) return undefined;
  const { machines, start, end } = mention;
  const more = machines.length - mostShown;
  const now = Date.now();
  const texts = [
    ...machines.slice(0, mostShown).map((machine) => hoverOf(machine, context, now)),
    ...(more > 0 ? [andMore(more)] : []),
  ];
  const contents = texts.map((text) => hoverMarkdown(text, linkedCommands));
  return new Hover(contents, new Range(line, start, line, end));
}
