import { commands, l10n, ProgressLocation, window } from 'vscode';
import type { Connections } from '../connections/connections';
import { registerCommand } from '../ui/commands';
import type { DemoSession } from './demoSession';

/** Registers the command that connects to a demo service on this computer. Its code is loaded when it is first used. */
export function registerDemo(connections: Connections): readonly { dispose(): unknown }[] {
  let session: Promise<DemoSession> | undefined;
  return [
    registerCommand('poolview.exploreDemo', async () => {
      await window.withProgress(
        { location: ProgressLocation.Window, title: l10n.t('Poolview: starting the demo service…') },
        async () => {
          session ??= import('./demoSession').then(({ DemoSession }) => new DemoSession(connections));
          await (await session).connect();
        },
      );
      await commands.executeCommand('poolview.projects.focus');
    }),
    {
      dispose: () =>
        session?.then((demo) => {
          demo.dispose();
        }),
    },
  ];
}
