import type { ServiceClient } from '../service/client';
import type { RequestRecord } from '../service/http';
import { listingOf, listProjects } from '../service/projectListing';
import { isObject } from '../service/readers';
import { Refusals } from '../service/refusals';
import { ServiceClock } from '../service/requestTime';
import type { ProjectSearch } from '../service/resources/project';
import type { Schedule } from '../service/schedule';
import type { ContainsApiKey } from '../ui/inputBox';
import type { Connection } from './connection';
import { startWithPage, type FirstPage } from './firstPage';
import type { KeyIdentity } from './keyIdentity';
import { keyPart, type SessionState } from './sessionState';
import { readSetting } from './settings';

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
      return listProjects(service, refusals, {
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
