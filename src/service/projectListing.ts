import type { ServiceClient } from './client';
import { isServiceError, ServiceError, succeeds } from './errors';
import { Pages, type PageFetch } from './pages';
import type { Refusals } from './refusals';
import type { ListingMethod, Project, ProjectQuery } from './resources/project';

/**
 * All projects, by the listing that the service offers. The first page tries both: the current POST, unless it is refused, and
 * the GET that it replaces.
 */
export function listAllProjects(
  client: Pick<ServiceClient, 'listProjects'>,
  refusals: Refusals,
  query: Omit<ProjectQuery, 'method' | 'continue'>,
): Pages<Project> {
  const fetchBy =
    (method: ListingMethod): PageFetch<Project> =>
    (token, options) =>
      client.listProjects({ ...query, method, ...(token === undefined ? {} : { continue: token }) }, options);
  const isSearch = (query.name ?? '') !== '';
  // Constant after the first page, because a token is only valid for the listing that returned it.
  let offered: ListingMethod | undefined;
  return new Pages(async (token, options) => {
    if (offered !== undefined) return fetchBy(offered)(token, options);
    let method = listingOf(refusals);
    let page;
    try {
      page = await fetchBy(method)(token, options);
    } catch (error) {
      // A listing that works otherwise rejects the search, not the operation.
      const rejectsSearch =
        method === 'post' &&
        isSearch &&
        isServiceError(error, 'invalidRequest') &&
        (refusals.hasWorked('listProjects') ||
          (await succeeds(() => client.listProjects({ method: 'post', limit: 1 }, options))));
      if (rejectsSearch || !mayLackListing(error)) {
        // The service may have changed.
        if (isServiceError(error, ...unexpectedKinds)) refusals.forget('listProjects');
        throw error;
      }
      method = method === 'post' ? 'get' : 'post';
      try {
        page = await fetchBy(method)(token, options);
      } catch (otherError) {
        // Of two failures, a rejected request says more than a missing listing.
        throw mayLackListing(otherError) && error.kind === 'invalidRequest' ? error : otherError;
      }
      if (method === 'get') refusals.refuse(new ServiceError({ ...error.failure, kind: 'unsupported' }));
    }
    if (method === 'post') refusals.worked({ operation: 'listProjects' });
    offered = method;
    return page;
  });
}

/** The listing to use: the POST, unless the service refuses it. */
export function listingOf(refusals: Refusals): ListingMethod {
  return refusals.of('listProjects') === undefined ? 'post' : 'get';
}

/** Failures that a service does not return for a listing that it offers. */
const unexpectedKinds = ['forbidden', 'serviceFault', 'redirected', 'invalidResponse'] as const;

/** A service without a listing responds with 404, 405 or 501, or, if it only knows the GET, rejects the body of the POST. */
function mayLackListing(error: unknown): error is ServiceError {
  return (
    isServiceError(error, 'unsupported') ||
    (isServiceError(error, 'invalidRequest') && [400, 415].includes(error.failure.status ?? 0))
  );
}
