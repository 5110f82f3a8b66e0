import { window, type ExtensionContext, type LogOutputChannel } from 'vscode';
import type { ChangeLogs } from '../items/changes/changeLogs';
import type { Inventories } from '../items/inventories';
import type { Inventory } from '../items/inventory';
import { connected, type Command, type Feature } from '../ui/commands';
import { lazy } from '../ui/lazy';
import type { FleetTab } from './panel';

/** Also in `package.json`, in `activationEvents` and in the menus of the page. */
const viewType = 'poolview.fleet';

/** The fleet overview, as other parts of Poolview see it. */
interface RegisteredFleet extends Feature {
  /** Whether all items and their changes are visible. */
  readonly isVisible: () => boolean;
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
  const active = (): Inventory | undefined => inventories.active;
  const open = (what: 'overview' | 'changes'): Command =>
    connected(active, async () => {
      (await tab()).show(what);
    });
  const commands = {
    openFleetOverview: open('overview'),
    showChanges: open('changes'),
    searchMachines: connected(active, async (inventory, text) =>
      (await import('./panel')).searchMachines(inventory, text),
    ),
    checkCertificates: connected(active, async (inventory) =>
      (await import('./panel')).checkCertificates(inventory),
    ),
  };
  const disposables = [
    // VS Code opens the tab again when the window is reloaded.
    window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        (await tab()).restore(panel, state);
      },
    }),
    tab,
  ];
  return { disposables, commands, isVisible: () => loaded?.isVisible === true, tab };
}
