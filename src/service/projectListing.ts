import type { ServiceClient } from './client';
import { isServiceError, type ServiceError } from './errors';
import { Pages, type PageFetch } from './pages';
import type { ListingMethod, Project, ProjectQuery } from './resources/project';

/** Remembers which of the two project listings a service offers. */
export interface ListingMemory {
  /** undefined if it is not known. */
  read(): ListingMethod | undefined;
  write(method: ListingMethod | undefined): void;
}

/**
 * All projects, by the given listing or by the one that the service offers. If that is unknown or outdated, the first page
 * tries both: the current POST, and the GET that it replaces.
 */
export function listProjects(
  client: Pick<ServiceClient, 'listProjects'>,
  listing: ListingMethod | ListingMemory,
  query: Omit<ProjectQuery, 'method' | 'continue'>,
): Pages<Project> {
  const fetchBy =
    (method: ListingMethod): PageFetch<Project> =>
    (token, options) =>
      client.listProjects({ ...query, method, ...(token === undefined ? {} : { continue: token }) }, options);
  if (typeof listing === 'string') return new Pages(fetchBy(listing));

  const isSearch = (query.name ?? '') !== '' || query.sort !== undefined;
  // Constant after the first page, because a token is only valid for the listing that returned it.
  let offered: ListingMethod | undefined;
  return new Pages(async (token, options) => {
    if (offered !== undefined) return fetchBy(offered)(token, options);
    const remembered = listing.read();
    let method = remembered ?? 'post';
    let page;
    try {
      page = await fetchBy(method)(token, options);
    } catch (error) {
      // A listing that has worked before rejects the search, not the operation.
      const rejectsSearch = remembered === 'post' && isSearch && isServiceError(error, 'invalidRequest');
      if (rejectsSearch || !mayLackListing(error)) {
        // The service may have changed.
        if (isServiceError(error, ...unexpectedKinds)) listing.write(undefined);
        throw error;
      }
      method = method === 'post' ? 'get' : 'post';
      try {
        page = await fetchBy(method)(token, options);
      } catch (otherError) {
        // Of two failures, a rejected request says more than a missing listing.
        throw mayLackListing(otherError) && error.kind === 'invalidRequest' ? error : otherError;
      }
    }
    offered = method;
    if (remembered !== method) listing.write(method);
    return page;
  });
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
