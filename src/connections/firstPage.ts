import { isDeepStrictEqual } from 'node:util';
import type { ServiceClient } from '../service/client';
import type { PageAnswer } from '../service/pages';
import { requestTime, type RequestTime } from '../service/requestTime';
import type { Project, ProjectQuery } from '../service/resources/project';

/** The page of projects that was read to check an API key. */
export interface FirstPage {
  readonly query: ProjectQuery;
  readonly answer: PageAnswer<Project>;
  readonly requestedAt: RequestTime;
  /** When it was requested, by a clock that is never set back. */
  readonly sentAt: number;
}

/** How long that page is the first one, too. */
const maxPageAgeMs = 60_000;

/**
 * A client that answers the query of `page` without a request, unless the page is older than a minute.
 * @param onRead is called with each page that is requested
 */
export function startWithPage(
  client: Pick<ServiceClient, 'listProjects'>,
  page: FirstPage | undefined,
  onRead?: (page: FirstPage) => void,
): Pick<ServiceClient, 'listProjects'> {
  return {
    listProjects: async (query, options) => {
      const sentAt = performance.now();
      if (page !== undefined && sentAt - page.sentAt < maxPageAgeMs && isDeepStrictEqual(page.query, query)) {
        return { ...page.answer, requestedAt: page.requestedAt };
      }
      const requestedAt = requestTime();
      const answer = await client.listProjects(query, options);
      onRead?.({ query, answer, requestedAt, sentAt });
      return answer;
    },
  };
}
