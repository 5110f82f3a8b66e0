import type { ToPage } from '../../src/fleet/messages';
import type { FleetPage } from '../../src/fleet/shownFleet';

/** A page of the fleet that is not refreshed automatically. @param post gets its messages */
export function pageWith(post: (message: ToPage) => void): FleetPage {
  const refreshed = { show: () => undefined };
  return { tab: 'overview', refreshed, refreshedTimeline: refreshed, post, selectTab: () => undefined };
}
