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

/** Shows what is known about the machine whose name, UID or address is under the mouse. Sends no requests. */
export class EditorHover implements HoverProvider {
  #registration: Disposable | undefined;

  constructor(private readonly active: () => HoverContext | undefined) {
    this.update();
  }

  /** Applies the setting. */
  update(): void {
    if (readSetting('editorHover')) this.#registration ??= languages.registerHoverProvider('*', this);
    else this.dispose();
  }

  async provideHover(document: TextDocument, position: Position): Promise<Hover | undefined> {
    const active = this.active();
    return active && (await import('./hover')).hoverAt(document, position, active);
  }

  dispose(): void {
    this.#registration?.dispose();
    this.#registration = undefined;
  }
}
