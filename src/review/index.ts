import { window } from 'vscode';
import { connected, type Feature } from '../ui/commands';
import { lazy } from '../ui/lazy';
import type { ReviewParts } from './context';

/** Registers the access review: an editor tab with a web page. Its code is loaded when it is first opened. */
export function registerReview(
  given: Omit<ReviewParts, 'active'>,
  roles: () => Promise<ReviewParts['active']>,
): Feature {
  const tab = lazy(async () => {
    const { ReviewTab } = await import('./panel');
    return new ReviewTab({ ...given, active: await roles() });
  });
  const disposables = [
    // VS Code opens the tab again when the window is reloaded.
    window.registerWebviewPanelSerializer('poolview.review', {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        (await tab()).restore(panel, state);
      },
    }),
    tab,
  ];
  const session = () => given.connections.session;
  const reviewAccess = connected(session, async (_session, row) => {
    await (await tab()).open(row);
  });
  return { disposables, commands: { reviewAccess } };
}
