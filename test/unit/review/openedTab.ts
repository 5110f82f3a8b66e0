import { onTestFinished, vi } from 'vitest';
import { EventEmitter, type LogOutputChannel } from 'vscode';
import type { ToReviewPage } from '../../../src/review/messages';
import { ReviewTab } from '../../../src/review/reviewTab';
import type { ScriptedOptions } from '../../support/demo/service';
import { extensionUri } from '../../support/fakePanel';
import { createdPanels } from '../support/createdPanels';
import { reviewOf } from './support';

/** The tab of the review of a demo service, and what its page receives. */
export async function tabOf(options: Partial<ScriptedOptions> = {}) {
  const opened = await reviewOf(options);
  const { active, fleet, inventory } = opened;
  const panels = createdPanels();
  const changed = new EventEmitter<void>();
  const log = { debug: vi.fn() };
  let isConnected = true;
  const { session } = inventory;
  Object.assign(session.connection, { isDemo: true });
  const given = {
    active: () => (isConnected ? active : undefined),
    log: log as unknown as LogOutputChannel,
    connections: { onDidChange: changed.event, consoleUrl: undefined },
    inventories: {
      get active() {
        return isConnected ? inventory : undefined;
      },
      get fleet() {
        return isConnected ? fleet : undefined;
      },
    },
    context: { extensionUri, globalStorageUri: extensionUri },
  };
  const tab = new ReviewTab(given as unknown as ConstructorParameters<typeof ReviewTab>[0]);
  onTestFinished(() => {
    tab.dispose();
  });
  const received = (panel = panels.at(-1)): readonly ToReviewPage[] =>
    (panel?.received ?? []) as unknown as readonly ToReviewPage[];
  const disconnect = (): void => {
    isConnected = false;
    changed.fire();
  };
  const switchTo = (name: string): void => {
    Object.assign(session.connection, { name });
    changed.fire();
  };
  return { ...opened, tab, panels, received, log, disconnect, switchTo };
}
