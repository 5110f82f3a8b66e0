import { window, type ExtensionContext, type LogOutputChannel } from 'vscode';
import type { ChangeLogs } from '../items/changes/changeLogs';
import type { Inventories } from '../items/inventories';
import { connectedCommands } from '../ui/commands';
import { completeStep } from '../ui/contextKeys';
import { lazy } from '../ui/lazy';
import type { FleetTab } from './panel';

/** Also in `package.json`, in `activationEvents` and in the menus of the page. */
const viewType = 'poolview.fleet';

/** The fleet overview, as other parts of Poolview see it. */
interface RegisteredFleet {
  readonly disposables: readonly { dispose(): unknown }[];
  /** Whether the user can see the changes. */
  readonly isShowingChanges: () => boolean;
  readonly tab: () => Promise<FleetTab>;
}

/** Registers the fleet overview: an editor tab with a web page. Its code is loaded when it is first opened. */
export function registerFleet(
  inventories: Inventories,
  changes: ChangeLogs,
  { extensionUri }: Pick<ExtensionContext, 'extensionUri'>,
  log: LogOutputChannel,
): RegisteredFleet {
  let loaded: FleetTab | undefined;
  const tab = lazy(async () => {
    const { FleetTab } = await import('./panel');
    return (loaded = new FleetTab(viewType, inventories, changes, extensionUri, log));
  });
  const open = (what: 'overview' | 'changes') => async (): Promise<void> => {
    (await tab()).show(what);
    completeStep(what);
  };
  const register = connectedCommands(() => inventories.active);
  const disposables = [
    register('poolview.openFleetOverview', open('overview')),
    register('poolview.showChanges', open('changes')),
    register('poolview.searchMachines', async (inventory, text) =>
      (await import('./panel')).searchMachines(inventory, text),
    ),
    register('poolview.checkCertificates', async (inventory) =>
      (await import('./panel')).checkCertificates(inventory),
    ),
    // VS Code opens the tab again when the window is reloaded.
    window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        (await tab()).restore(panel, state);
      },
    }),
    tab,
  ];
  return { disposables, isShowingChanges: () => loaded?.isShowingChanges === true, tab };
}
