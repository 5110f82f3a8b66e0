import type { FleetReader } from '../reads/fleetReader';
import { connected, type Feature } from '../ui/commands';
import { DetailsDocuments } from '../ui/detailsDocuments';
import { registerPage } from '../tabs/pageHost';
import { entryScheme } from './entryUri';
import type { FleetParts, FleetTab } from './fleetTab';

/** Registers the fleet overview: an editor tab with a web page. Its code is loaded when it is first opened. */
export function registerFleet(parts: FleetParts) {
  let loaded: FleetTab | undefined;
  const { page: tab, disposables } = registerPage('fleet', async () => {
    const { FleetTab } = await import('./fleetTab');
    return (loaded = new FleetTab(parts));
  });
  const active = (): FleetReader | undefined => parts.inventories.fleet;
  const documents = new DetailsDocuments(entryScheme, async (key) => loaded?.content?.timeline.textOf(key));
  const commands = {
    openFleetOverview: connected(active, async () => {
      (await tab()).open('overview');
    }),
    openTimeline: connected(active, async (_reader, asked) => {
      (await tab()).showTimeline(asked);
    }),
    checkCertificates: connected(active, async (reader) => {
      const [{ checkCertificates }, overview] = await Promise.all([import('./fleetTab'), tab()]);
      overview.open('overview', { type: 'showCertificates' });
      await checkCertificates(reader);
    }),
  };
  /** Whether the user can see all items that need attention. */
  const shows = (): boolean => loaded?.shows() === true;
  const feature: Feature = { disposables: [...disposables, documents], commands };
  return { ...feature, shows, tab };
}
