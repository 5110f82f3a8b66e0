import type { Memento } from 'vscode';
import { settings, writeAgentTools } from '../connections/settings';

const stateName = 'agentToolsListedForDemo';

/**
 * Lets VS Code list the tools while they are on for the demo service. That is a setting of all windows, which is restored
 * afterwards: if the window was closed before, when Poolview is next activated.
 */
export class DemoListing {
  /** The writes are done one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly state: Memento) {}

  /** Throws if VS Code cannot write the setting. */
  start(): Promise<void> {
    return this.#next(async () => {
      if (settings.agentTools) return;
      await this.state.update(stateName, true);
      await writeAgentTools(true);
    });
  }

  end(): Promise<void> {
    return this.#next(async () => {
      if (this.state.get(stateName) !== true) return;
      await writeAgentTools(false);
      await this.state.update(stateName, undefined);
    });
  }

  /** The tools stay listed when the demo ends, because a connection was turned on. */
  keep(): Promise<void> {
    return this.#next(async () => {
      await this.state.update(stateName, undefined);
    });
  }

  #next(write: () => Promise<void>): Promise<void> {
    return (this.#last = this.#last.catch(() => undefined).then(write));
  }
}
