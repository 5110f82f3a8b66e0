import { EventEmitter, type Disposable } from 'vscode';
import type { Connection } from '../connections/connection';
import { onDidChangeSettings, settings } from '../connections/settings';

/** Which connections agents may read. */
export class AgentAccess implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #subscription = onDidChangeSettings(() => {
    this.#onDidChange.fire();
  });

  isOn({ name }: Connection): boolean {
    return settings.agents.includes(name);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#onDidChange.dispose();
  }
}
