import { connected, type Feature } from '../ui/commands';
import { registerPage } from '../tabs/pageHost';
import type { ReviewParts } from './context';

/** Registers the access review: an editor tab with a web page. Its code is loaded when it is first opened. */
export function registerReview(
  given: Omit<ReviewParts, 'active'>,
  roles: () => Promise<ReviewParts['active']>,
): Feature {
  const { page: tab, disposables } = registerPage('review', async () => {
    const { ReviewTab } = await import('./reviewTab');
    return new ReviewTab({ ...given, active: await roles() });
  });
  const session = () => given.connections.session;
  const reviewAccess = connected(session, async (_session, row) => {
    await (await tab()).open(row);
  });
  return { disposables, commands: { reviewAccess } };
}
