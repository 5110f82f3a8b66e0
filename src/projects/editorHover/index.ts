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

/** Shows in editors what is known about the machine whose name, UID or address is under the mouse. It sends no request. */
export class EditorHover implements HoverProvider {
  #registration: Disposable | undefined;
  /** Built at the first hover. */
  #index: MachineIndex | undefined;

  constructor(private readonly model: () => ProjectsModel | undefined) {
    this.update();
  }

  /** Applies the setting. */
  update(): void {
    if (settings.editorHover) this.#registration ??= languages.registerHoverProvider('*', this);
    else this.dispose();
  }

  /** To be called when the loaded machines may have changed. */
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
