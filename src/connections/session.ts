import type { ServiceClient } from '../service/client';
import type { RequestRecord } from '../service/http';
import type { Pages } from '../service/pages';
import { listProjects } from '../service/projectListing';
import type { ListingMethod, Project, ProjectSearch } from '../service/resources/project';
import type { Schedule } from '../service/schedule';
import type { ApiKeyCheck } from './apiKeyCheck';
import type { Connection } from './connection';
import { recordPages, startWithPage, type FirstPage } from './firstPage';
import { keptListing } from './keptListing';
import type { SessionState } from './sessionState';
import { settings } from './settings';

/** A connection in use: what the views need in order to show what its service says. */
export interface Session {
  readonly connection: Connection;
  /** The client; the code that speaks HTTP is loaded when it is first asked for. */
  client(): Promise<ServiceClient>;
  /** All projects that are searched for, page by page, by the listing that the service offers. */
  projects(search?: ProjectSearch): Promise<Pages<Project>>;
  /** The project listing that is used: the one that the service was found to offer, unless the settings name one. */
  readonly listing: ListingMethod | undefined;
  /** The project listing that the service was found to offer; undefined where nobody found out. */
  readonly offered: ListingMethod | undefined;
  /** For inputs that ask for something else: no API key of any connection may be saved, logged or sent there. */
  readonly containsApiKey: ApiKeyCheck;
  /** What is kept about this connection between starts. */
  readonly state: SessionState;
}

export interface SessionOptions {
  readonly connection: Connection;
  readonly apiKey: () => Promise<string | undefined>;
  readonly state: SessionState;
  /** Of Poolview. */
  readonly version: string;
  readonly onRequest: (record: RequestRecord) => void;
  /** The one schedule for all sessions with this service. */
  readonly schedule: () => Promise<Schedule>;
  readonly containsApiKey: ApiKeyCheck;
  /** The answer to the first request for projects, from the trial of the key. */
  readonly firstPage?: FirstPage | undefined;
  /** Is called with each page of projects that was read. */
  readonly onPage?: (page: FirstPage) => void;
}

export function createSession(options: SessionOptions): Session {
  const { connection, apiKey, state, version, onRequest, containsApiKey } = options;
  const offered = keptListing(state, version);
  let { firstPage } = options;
  let client: Promise<ServiceClient> | undefined;
  const session: Session = {
    connection,
    state,
    get listing() {
      return settings.projectListing ?? offered.read();
    },
    get offered() {
      return offered.read();
    },
    client: () =>
      (client ??= Promise.all([import('../service/client'), options.schedule()]).then(
        ([{ createServiceClient }, schedule]) =>
          createServiceClient(
            {
              baseUrl: connection.baseUrl,
              apiKey,
              timeoutMs: () => settings.requestTimeoutMs,
              onRequest,
            },
            schedule,
          ),
      )),
    containsApiKey,
    async projects(search = {}) {
      let service: Pick<ServiceClient, 'listProjects'> = await session.client();
      if (options.onPage !== undefined) service = recordPages(service, options.onPage);
      if (firstPage !== undefined) service = startWithPage(service, firstPage);
      firstPage = undefined;
      return listProjects(service, settings.projectListing ?? offered, {
        ...search,
        limit: settings.pageSize,
        periodMinutes: settings.metricsPeriodMinutes,
      });
    },
  };
  return session;
}
