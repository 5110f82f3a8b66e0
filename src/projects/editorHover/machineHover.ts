import { Hover, MarkdownString, Range, type Position, type TextDocument } from 'vscode';
import { andMore } from '../../presentation/hoverParts';
import { hoverOf } from '../rowHover';
import type { Inventory } from '../../items/inventory';
import { mentionAt, type MachineIndex } from './machineMentions';

export { indexMachines } from './machineMentions';

/** The most machines with the same name that a hover shows. */
const mostShown = 3;

/** The hover for the machines mentioned at a position. */
export function machineHover(
  document: TextDocument,
  { line, character }: Position,
  index: MachineIndex,
  inventory: Inventory,
): Hover | undefined {
  const mention = mentionAt(document.lineAt(line).text, character, index);
  if (mention === undefined) return undefined;
  const { machines, start, end } = mention;
  const more = machines.length - mostShown;
  const now = Date.now();
  const texts = [
    ...machines.slice(0, mostShown).map((machine) => hoverOf(machine, inventory, now)),
    ...(more > 0 ? [andMore(more)] : []),
  ];
  // As in the view: not trusted, no HTML, no icons.
  const contents = texts.map((text) => new MarkdownString(text));
  return new Hover(contents, new Range(line, start, line, end));
}
