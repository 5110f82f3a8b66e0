import type { ServiceClient } from '../service/client';
import type { RequestRecord } from '../service/http';
import type { Pages } from '../service/pages';
import { listingOf, listProjects } from '../service/projectListing';
import { isObject } from '../service/readers';
import { Refusals } from '../service/refusals';
import { ServiceClock } from '../service/serviceClock';
import type { ListingMethod, Project, ProjectSearch } from '../service/resources/project';
import type { Schedule } from '../service/schedule';
import type { ContainsApiKey } from '../ui/inputBox';
import type { Connection } from './connection';
import { startWithPage, type FirstPage } from './firstPage';
import type { KeyIdentity } from './keyIdentity';
import { keyPart, type SessionState } from './sessionState';
import { readSetting } from './settings';

/** A connection in use. */
export interface Session {
  readonly connection: Connection;
  /** The same for all sessions of this window with the same connection and API key. */
  readonly keyIdentity: KeyIdentity;
  /** The client for the service. The first call loads the code for HTTP. */
  client(): Promise<ServiceClient>;
  /** What the service refuses, as the client found. */
  readonly refusals: Refusals;
  /** The projects that match a search, page by page. */
  projects(search?: ProjectSearch): Promise<Pages<Project>>;
  /** The project listing to use: from the settings, or the one that the service is known to offer. */
  readonly listing: ListingMethod;
  /** Whether a text contains the API key of any connection. */
  readonly containsApiKey: ContainsApiKey;
  /** What is stored about this connection. */
  readonly state: SessionState;
}

export interface SessionOptions extends Pick<
  Session,
  'connection' | 'keyIdentity' | 'state' | 'containsApiKey'
> {
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

export function createSession(options: SessionOptions): Session {
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
  const session: Session = {
    connection,
    keyIdentity,
    state,
    containsApiKey,
    refusals,
    get listing() {
      return listingOf(refusals);
    },
    client: () => (client ??= createClient()),
    async projects(search = {}) {
      const service = startWithPage(await session.client(), firstPage, options.onPage);
      firstPage = undefined;
      return listProjects(service, refusals, {
        ...search,
        limit: readSetting('pageSize'),
        periodMinutes: readSetting('metricsPeriodMinutes'),
      });
    },
  };
  return session;
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
