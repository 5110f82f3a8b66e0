import { commands, l10n, ProgressLocation, window } from 'vscode';
import type { Connections } from '../connections/connections';
import type { DemoService } from './server';

/** From a bundle of its own, which nobody loads who does not ask for it. */
async function start(): Promise<DemoService> {
  const { startDemoService } = await import('./server');
  return startDemoService();
}

/** The command that starts a demo service on this computer and connects to it until it is disconnected. */
export function registerDemo(connections: Connections): readonly { dispose(): unknown }[] {
  let starting: Promise<DemoService> | undefined;
  let isConnected = false;
  const stop = (): void => {
    void starting?.then((service) => service.close());
    starting = undefined;
    isConnected = false;
  };
  return [
    commands.registerCommand('poolview.exploreDemo', async () => {
      await window.withProgress(
        { location: ProgressLocation.Window, title: l10n.t('Starting the demo service') },
        async () => {
          starting ??= start().catch((error: unknown) => {
            starting = undefined;
            throw error;
          });
          const { baseUrl, apiKey } = await starting;
          await connections.add({ name: l10n.t('Demo service'), baseUrl, isDemo: true }, apiKey);
          isConnected = true;
        },
      );
      await commands.executeCommand('poolview.projects.focus');
    }),
    connections.onDidChange(() => {
      if (isConnected && !connections.all.some(({ isDemo }) => isDemo)) stop();
    }),
    { dispose: stop },
  ];
}
