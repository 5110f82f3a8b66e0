import { window } from 'vscode';
import type { FleetReader } from '../items/reads/fleetReader';
import { connected, type Feature } from '../ui/commands';
import { DetailsDocuments } from '../ui/detailsDocuments';
import { lazy } from '../ui/lazy';
import { entryScheme } from './entryUri';
import type { FleetParts, FleetTab } from './panel';

/** Also in `package.json`, in `activationEvents` and in the menus of the page. */
const viewType = 'poolview.fleet';

/** Registers the fleet overview: an editor tab with a web page. Its code is loaded when it is first opened. */
export function registerFleet(parts: FleetParts) {
  let loaded: FleetTab | undefined;
  const tab = lazy(async () => {
    const { FleetTab } = await import('./panel');
    return (loaded = new FleetTab(viewType, parts));
  });
  const active = (): FleetReader | undefined => parts.inventories.fleet;
  const documents = new DetailsDocuments(entryScheme, async (key) => loaded?.page?.textOf(key));
  const commands = {
    openFleetOverview: connected(active, async () => {
      (await tab()).open('overview');
    }),
    openTimeline: connected(active, async (_reader, asked) => {
      (await tab()).showTimeline(asked);
    }),
    searchMachines: connected(active, async (reader, text) =>
      (await import('./panel')).searchMachines(reader, text),
    ),
    checkCertificates: connected(active, async (reader) => {
      const [{ checkCertificates }, overview] = await Promise.all([import('./panel'), tab()]);
      overview.open('overview', { type: 'showCertificates' });
      await checkCertificates(reader);
    }),
  };
  const disposables = [
    // VS Code opens the tab again when the window is reloaded.
    window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        (await tab()).restore(panel, state);
      },
    }),
    tab,
    documents,
  ];
  /** Whether the user can see all items that need attention. */
  const shows = (): boolean => loaded?.page?.shows() === true;
  const feature: Feature = { disposables, commands };
  return { ...feature, shows, tab };
}
