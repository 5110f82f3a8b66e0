import {
  languages,
  type Disposable,
  type Hover,
  type HoverProvider,
  type Position,
  type TextDocument,
} from 'vscode';
import { settings } from '../../connections/settings';
import type { ProjectsModel } from '../model';
import { machineHover } from './machineHover';
import { indexMachines, type MachineIndex } from './machineMentions';

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

  provideHover(document: TextDocument, position: Position): Hover | undefined {
    const model = this.model();
    if (model === undefined) return undefined;
    this.#index ??= indexMachines(model.loadedRows);
    return machineHover(document, position, this.#index, model);
  }

  dispose(): void {
    this.#registration?.dispose();
    this.#registration = undefined;
    this.forget();
  }
}
