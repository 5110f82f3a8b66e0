import { isDeepStrictEqual } from 'node:util';
import type { ServiceClient } from '../service/client';
import type { PageAnswer } from '../service/pages';
import type { Project, ProjectQuery } from '../service/resources/project';

/** The page of projects that a trial of an API key read. */
export interface FirstPage {
  readonly query: ProjectQuery;
  readonly answer: PageAnswer<Project>;
  /** When it was requested, in milliseconds since 1970. */
  readonly readAt: number;
}

type ProjectsClient = Pick<ServiceClient, 'listProjects'>;

/** A page that the user did not look at for this long is read again. */
const goodForMs = 60_000;

/** A client that passes each page that it reads to `onRead`. */
export function recordPages(client: ProjectsClient, onRead: (page: FirstPage) => void): ProjectsClient {
  return {
    listProjects: async (query, options) => {
      const readAt = Date.now();
      const answer = await client.listProjects(query, options);
      onRead({ query, answer, readAt });
      return answer;
    },
  };
}

/** A client that answers the request that `page` answers without sending it. */
export function startWithPage(client: ProjectsClient, page: FirstPage): ProjectsClient {
  return {
    listProjects: (query, options) => {
      const isAnswer = isDeepStrictEqual(page.query, query) && Date.now() - page.readAt < goodForMs;
      return isAnswer
        ? Promise.resolve({ ...page.answer, readAt: page.readAt })
        : client.listProjects(query, options);
    },
  };
}
