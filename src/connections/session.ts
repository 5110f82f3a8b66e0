import type { Memento } from 'vscode';
import type { ServiceClient } from '../service/client';
import type { RequestRecord } from '../service/http';
import type { Pages } from '../service/pages';
import { listProjects } from '../service/projectListing';
import type { ListingMethod, Project, ProjectSearch } from '../service/resources/project';
import type { Schedule } from '../service/schedule';
import type { Connection } from './connection';
import { keptListing } from './keptListing';
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
  /** What is kept about this connection between starts. */
  readonly state: SessionState;
}

/** A part of `globalState` that belongs to one connection. */
export interface SessionState {
  read(name: string): unknown;
  write(name: string, value: unknown): Thenable<void>;
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

/** The part of `memento` that belongs to the connection called `name`. */
export function sessionState(memento: Memento, name: string): SessionState {
  const prefix = statePrefix(name);
  return {
    read: (entry) => memento.get<unknown>(prefix + entry),
    write: (entry, value) => memento.update(prefix + entry, value),
  };
}

/** What is kept no longer than this object. */
export function memoryState(): SessionState {
  const kept = new Map<string, unknown>();
  return {
    read: (name) => kept.get(name),
    write: (name, value) => Promise.resolve(void kept.set(name, value)),
  };
}

/** Forgets what was kept about the connection called `name`. */
export async function forgetSessionState(memento: Memento, name: string): Promise<void> {
  const own = memento.keys().filter((key) => key.startsWith(statePrefix(name)));
  await Promise.all(own.map((key) => memento.update(key, undefined)));
}

function statePrefix(connectionName: string): string {
  // Encoded, so that no name is the beginning of another one's prefix.
  return `connection:${encodeURIComponent(connectionName.toWellFormed())}:`;
}
