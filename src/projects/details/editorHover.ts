import {
  Hover,
  languages,
  MarkdownString,
  Range,
  type Disposable,
  type HoverProvider,
  type Position,
  type TextDocument,
} from 'vscode';
import { settings } from '../../connections/settings';
import { andMore, withAge } from '../../details/hoverParts';
import { escapeMarkdown } from '../../details/markdown';
import { pathOf } from '../identity';
import type { ProjectsModel } from '../model';
import type { MachineNode } from '../nodes';
import { hoverOf } from '../view';
import { indexMachines, mentionAt, type MachineIndex } from './machineMentions';

/** Of several machines that are called the same. */
const mostShown = 3;

/** Shows in editors what is known about the machine whose name, uid or address is under the mouse. It asks nobody. */
export class EditorHover implements HoverProvider {
  #registration: Disposable | undefined;
  /** Made when somebody hovers: what nobody hovers over costs nothing. */
  #index: MachineIndex | undefined;

  constructor(private readonly model: () => ProjectsModel | undefined) {
    this.update();
  }

  /** Does what the setting says now. */
  update(): void {
    if (settings.editorHover) this.#registration ??= languages.registerHoverProvider('*', this);
    else this.dispose();
  }

  /** There are other machines than before. */
  forget(): void {
    this.#index = undefined;
  }

  provideHover(document: TextDocument, { line, character }: Position): Hover | undefined {
    const model = this.model();
    if (model === undefined) return undefined;
    this.#index ??= indexMachines(model.loadedRows);
    const mention = mentionAt(document.lineAt(line).text, character, this.#index);
    if (mention === undefined) return undefined;
    const { machines, start, end } = mention;
    const more = machines.length - mostShown;
    const now = Date.now();
    const hover = (machine: MachineNode): string =>
      withAge(hoverOf(machine, model, now) ?? '', model.updatedAt(machine), model.isStale(machine), now);
    const texts = [
      ...machines.slice(0, mostShown).map(
        (machine) => `${escapeMarkdown(pathOf(machine))}

${hover(machine)}`,
      ),
      ...(more > 0 ? [andMore(more)] : []),
    ];
    // Neither trusted nor with HTML or icons, as in the view.
    const contents = texts.map((text) => new MarkdownString(text));
    return new Hover(contents, new Range(line, start, line, end));
  }

  dispose(): void {
    this.#registration?.dispose();
    this.#registration = undefined;
    this.forget();
  }
}
