import { l10n, ProgressLocation, window } from 'vscode';
import type { Connections } from '../connections/connections';
import type { Feature } from '../ui/commands';
import { lazy } from '../ui/timing';
import { runCommand } from '../ui/runCommand';

/** Registers the command that connects to a demo service on this computer. Its code is loaded when it is first used. */
export function registerDemo(connections: Connections): Feature {
  const session = lazy(async () => {
    const { DemoSession } = await import('./demoSession');
    return new DemoSession(connections);
  });
  const exploreDemo = async (): Promise<void> => {
    await window.withProgress(
      { location: ProgressLocation.Window, title: l10n.t('Poolview: starting the demo service…') },
      async () => {
        await (await session()).connect();
      },
    );
    await runCommand('projects.focus');
  };
  return {
    disposables: [session],
    commands: { exploreDemo, showDemoMenu: async () => (await session()).showMenu() },
  };
}
