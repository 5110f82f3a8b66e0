import { isDeepStrictEqual } from 'node:util';
import type { ServiceClient } from '../service/client';
import type { RequestRecord } from '../service/http';
import { listingOf, listAllProjects } from '../service/projectListing';
import { isObject } from '../service/readers';
import { Refusals } from '../service/refusals';
import { ServiceClock, requestTime, type RequestTime } from '../service/requestTime';
import type { ProjectSearch, Project, ProjectQuery } from '../service/resources/project';
import type { Schedule } from '../service/schedule';
import type { ContainsApiKey } from '../ui/inputBox';
import type { Connection } from './connection';
import type { KeyIdentity } from './keys';
import { keyPart, type SessionState } from './storage';
import { readSetting } from './settings';
import type { PageAnswer } from '../service/pages';

/** A connection in use. */
export type Session = Readonly<ReturnType<typeof createSession>>;

export interface SessionOptions {
  readonly connection: Connection;
  /** The same for all sessions of this window with the same connection and API key. */
  readonly keyIdentity: KeyIdentity;
  /** What is stored about this connection. */
  readonly state: SessionState;
  /** Whether a text contains the API key of any connection. */
  readonly containsApiKey: ContainsApiKey;
  readonly apiKey: () => Promise<string | undefined>;
  readonly isReadOnly: () => boolean;
  /** The version of Poolview. */
  readonly version: string;
  readonly onRequest: (record: RequestRecord) => void;
  /** The schedule that all sessions with this service share. */
  readonly schedule: () => Promise<Schedule>;
  /** The response to the first request for projects, if it is already known. */
  readonly firstPage?: FirstPage | undefined;
  readonly onPage?: ((page: FirstPage) => void) | undefined;
}

export function createSession(options: SessionOptions) {
  const { connection, keyIdentity, state, containsApiKey, apiKey, isReadOnly, onRequest } = options;
  const refusals = storedRefusals(state, options.version);
  const clock = new ServiceClock();
  let { firstPage } = options;
  let client: Promise<ServiceClient> | undefined;

  const createClient = async (): Promise<ServiceClient> => {
    const { createServiceClient } = await import('../service/client');
    const timeoutMs = (): number => readSetting('requestTimeoutSeconds') * 1000;
    const { baseUrl } = connection;
    const http = { baseUrl, apiKey, isReadOnly, timeoutMs, onRequest, clock };
    return createServiceClient(http, await options.schedule(), refusals);
  };
  /** The client for the service. The first call loads the code for HTTP. */
  const clientOf = (): Promise<ServiceClient> => (client ??= createClient());
  return {
    connection,
    keyIdentity,
    state,
    containsApiKey,
    /** What the service refuses, as the client found. */
    refusals,
    /** The project listing to use: from the settings, or the one that the service is known to offer. */
    get listing() {
      return listingOf(refusals);
    },
    client: clientOf,
    /** The projects that match a search, page by page. */
    projects: async (search: ProjectSearch = {}) => {
      const service = startWithPage(await clientOf(), firstPage, options.onPage);
      firstPage = undefined;
      return listAllProjects(service, refusals, {
        ...search,
        limit: readSetting('pageSize'),
        periodMinutes: readSetting('metricsPeriodMinutes'),
      });
    },
  };
}

const refusalsName = `${keyPart}refusals`;

/** What the service is known to refuse to an API key. What another version of Poolview found may be outdated. */
export function storedRefusals(state: SessionState, version: string): Refusals {
  return new Refusals({
    read() {
      const stored = state.read(refusalsName);
      return isObject(stored) && stored['foundBy'] === version ? stored['refusals'] : undefined;
    },
    write: (refusals) => void state.write(refusalsName, { foundBy: version, refusals }),
  });
}

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
function startWithPage(
  client: ServiceClient,
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
