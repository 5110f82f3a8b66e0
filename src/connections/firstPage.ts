import { isDeepStrictEqual } from 'node:util';
import type { ServiceClient } from '../service/client';
import type { PageAnswer } from '../service/pages';
import type { Project, ProjectQuery } from '../service/resources/project';

/** The page of projects that was read to check an API key. */
export interface FirstPage {
  readonly query: ProjectQuery;
  readonly answer: PageAnswer<Project>;
  /** When it was requested, in milliseconds since 1970. */
  readonly readAt: number;
}

const maxAgeMs = 60_000;

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
      const readAt = Date.now();
      if (page !== undefined && readAt - page.readAt < maxAgeMs && isDeepStrictEqual(page.query, query)) {
        return { ...page.answer, readAt: page.readAt };
      }
      const answer = await client.listProjects(query, options);
      onRead?.({ query, answer, readAt });
      return answer;
    },
  };
}
