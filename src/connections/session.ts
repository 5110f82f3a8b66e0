import type { ServiceClient } from '../service/client';
import type { RequestRecord } from '../service/http';
import type { Pages } from '../service/pages';
import { listProjects } from '../service/projectListing';
import type { ListingMethod, Project, ProjectSearch } from '../service/resources/project';
import type { Schedule } from '../service/schedule';
import type { Connection } from './connection';
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
  /** Whether `text`, entered for something else, is the API key: that must not get anywhere. */
  isApiKey(text: string): Promise<boolean>;
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
}

export function createSession(options: SessionOptions): Session {
  const { connection, apiKey, state, version, onRequest } = options;
  const offered = keptListing(state, version);
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
    isApiKey: async (text) => text === (await apiKey()),
    async projects(search = {}) {
      const service = await session.client();
      return listProjects(service, settings.projectListing ?? offered, {
        ...search,
        limit: settings.pageSize,
        periodMinutes: settings.metricsPeriodMinutes,
      });
    },
  };
  return session;
}
