import { window, type ExtensionContext, type LogOutputChannel } from 'vscode';
import { isObject } from '../service/readers';
import { connectedCommands } from '../ui/commands';
import { completeStep } from '../ui/contextKeys';
import type { FleetSources } from './fleetSource';
import type { FleetTab } from './tab';

/** Also in `package.json`, in `activationEvents` and in the menus of the page. */
const viewType = 'poolview.fleet';

/** Registers the fleet overview: an editor tab with a web page. Its code is loaded when it is first opened. */
export function registerFleet(
  sources: FleetSources,
  { extensionUri }: Pick<ExtensionContext, 'extensionUri'>,
  log: LogOutputChannel,
): readonly { dispose(): unknown }[] {
  let loading: Promise<FleetTab> | undefined;
  const tab = (): Promise<FleetTab> =>
    (loading ??= import('./tab').then(({ FleetTab }) => new FleetTab(viewType, sources, extensionUri, log)));
  const register = connectedCommands(() => sources.active);
  return [
    register('poolview.openFleetOverview', async () => {
      (await tab()).show();
      completeStep('attention');
    }),
    register('poolview.revealInProjects', (source, argument) =>
      isObject(argument) && typeof argument['id'] === 'string' ? source.reveal(argument['id']) : undefined,
    ),
    register('poolview.searchMachines', async (source, text) =>
      (await import('./searchMachines')).searchMachines(source, text),
    ),
    // VS Code opens the tab again when the window is reloaded.
    window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: async (panel) => {
        (await tab()).adopt(panel);
      },
    }),
    {
      dispose: () =>
        loading?.then((loaded) => {
          loaded.dispose();
        }),
    },
  ];
}
