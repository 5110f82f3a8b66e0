import { Hover, MarkdownString, Range, type Position, type TextDocument } from 'vscode';
import { andMore } from '../../presentation/hoverParts';
import { escapeMarkdown } from '../../presentation/markdown';
import { hoverOf } from '../appearance';
import type { ProjectsModel } from '../model';
import { pathOf } from '../rows';
import { mentionAt, type MachineIndex } from './machineMentions';

/** Of several machines that are called the same. */
const mostShown = 3;

/** What is known about the machines of `model` that are named at a place in a document. */
export function machineHover(
  document: TextDocument,
  { line, character }: Position,
  index: MachineIndex,
  model: ProjectsModel,
): Hover | undefined {
  const mention = mentionAt(document.lineAt(line).text, character, index);
  if (mention === undefined) return undefined;
  const { machines, start, end } = mention;
  const more = machines.length - mostShown;
  const now = Date.now();
  const texts = [
    ...machines.slice(0, mostShown).map(
      (machine) => `${escapeMarkdown(pathOf(machine))}

${hoverOf(machine, model, now) ?? ''}`,
    ),
    ...(more > 0 ? [andMore(more)] : []),
  ];
  // Neither trusted nor with HTML or icons, as in the view.
  const contents = texts.map((text) => new MarkdownString(text));
  return new Hover(contents, new Range(line, start, line, end));
}
