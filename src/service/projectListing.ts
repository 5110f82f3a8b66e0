import { isServiceError } from './errors';
import type { ServiceClient } from './client';
import { Pages, type PageFetch } from './pages';
import type { ListingMethod, Project, ProjectQuery } from './resources/project';

/** Where it is kept which of the two listings a service offers. */
export interface ListingMemory {
  /** undefined: to be found out. */
  read(): ListingMethod | undefined;
  write(method: ListingMethod | undefined): void;
}

/**
 * All projects, page by page, by the listing named or by the one that the service has: where `listing` remembers
 * nothing yet, or what it remembers is not offered any more, the first page tries the POST that is current, else the
 * GET that it replaces.
 */
export function listProjects(
  client: Pick<ServiceClient, 'listProjects'>,
  listing: ListingMethod | ListingMemory,
  query: Omit<ProjectQuery, 'method' | 'continue'>,
): Pages<Project> {
  const by =
    (method: ListingMethod): PageFetch<Project> =>
    (token, options) =>
      client.listProjects({ ...query, method, ...(token === undefined ? {} : { continue: token }) }, options);
  if (typeof listing === 'string') return new Pages(by(listing));

  const isSearch = (query.name ?? '') !== '' || query.sort !== undefined;
  // Fixed once a page has come: a token is only good for the listing that gave it.
  let offered: ListingMethod | undefined;
  return new Pages(async (token, options) => {
    if (offered !== undefined) return by(offered)(token, options);
    const remembered = listing.read();
    const first = remembered ?? 'post';
    const other = first === 'post' ? 'get' : 'post';
    const [page, method] = await by(first)(token, options).then(
      (answer) => [answer, first] as const,
      async (error: unknown) => {
        // A listing that has worked before minds what is searched for, and not that it is asked at all.
        const mindsSearch = remembered === 'post' && isSearch && isServiceError(error, 'invalidRequest');
        if (mindsSearch || !saysNotOffered(error)) {
          // A service that does not answer as before may be another one: the next listing finds out anew.
          if (isServiceError(error, ...oddAnswers)) listing.write(undefined);
          throw error;
        }
        const answer = await by(other)(token, options).catch((otherError: unknown) => {
          // Neither will do: a service that minded the request itself said more than one that has no such listing.
          throw saysNotOffered(otherError) && isServiceError(error, 'invalidRequest') ? error : otherError;
        });
        return [answer, other] as const;
      },
    );
    offered = method;
    if (listing.read() !== method) listing.write(method);
    return page;
  });
}

/** Failures that say that there is a service, but not the one that was there before. */
const oddAnswers = ['forbidden', 'serviceFault', 'redirected', 'invalidResponse'] as const;

/** Services say it with a 404, 405 or 501, and those that only know the GET may take the POST's body for a mistake. */
function saysNotOffered(error: unknown): boolean {
  return (
    isServiceError(error, 'unsupported') ||
    (isServiceError(error, 'invalidRequest') && [400, 415].includes(error.failure.status ?? 0))
  );
}
