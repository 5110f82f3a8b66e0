import {
  type Disposable,
  type Hover,
  type HoverProvider,
  languages,
  type Position,
  type TextDocument,
} from 'vscode';
import { readSetting } from '../connections/settings';
import type { HoverContext } from './hover';
import type { MachineIndex } from './machineMentions';

/** Shows what is known about the machine whose name, UID or address is under the mouse. Sends no requests. */
export class EditorHover implements HoverProvider {
  #registration: Disposable | undefined;
  /** Built at the first hover. */
  #index: MachineIndex | undefined;

  constructor(private readonly active: () => HoverContext | undefined) {
    this.update();
  }

  /** Applies the setting. */
  update(): void {
    if (readSetting('editorHover')) this.#registration ??= languages.registerHoverProvider('*', this);
    else this.dispose();
  }

  /** Call this when machines were read, or are those of another connection. */
  forget(): void {
    this.#index = undefined;
  }

  async provideHover(document: TextDocument, position: Position): Promise<Hover | undefined> {
    const active = this.active();
    if (active === undefined) return undefined;
    const { indexMachines, hoverAt } = await import('./hover');
    this.#index ??= indexMachines(active.inventory.rows);
    return hoverAt(document, position, this.#index, active);
  }

  dispose(): void {
    this.#registration?.dispose();
    this.#registration = undefined;
    this.forget();
  }
}
