import { commands, l10n, ProgressLocation, window } from 'vscode';
import type { Connections } from '../connections/connections';
import { registerCommand } from '../ui/commands';
import { lazy } from '../ui/lazy';

/** Registers the command that connects to a demo service on this computer. Its code is loaded when it is first used. */
export function registerDemo(connections: Connections): readonly { dispose(): unknown }[] {
  const session = lazy(async () => {
    const { DemoSession } = await import('./demoSession');
    return new DemoSession(connections);
  });
  return [
    registerCommand('poolview.exploreDemo', async () => {
      await window.withProgress(
        { location: ProgressLocation.Window, title: l10n.t('Poolview: starting the demo service…') },
        async () => {
          await (await session()).connect();
        },
      );
      await commands.executeCommand('poolview.projects.focus');
    }),
    session,
  ];
}
