import type { ToPage } from '../../src/fleet/messages';
import type { FleetPage } from '../../src/fleet/shownFleet';

/** A page of the fleet that is not refreshed automatically. @param post gets its messages */
export function pageWith(post: (message: ToPage) => void): FleetPage {
  const refreshed = { show: () => undefined };
  const shown = { last: { tab: 'overview' }, isOpening: false } as const;
  return { ...shown, refreshed: { fleet: refreshed, timeline: refreshed }, post, selectTab: () => undefined };
}
