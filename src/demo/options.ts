import type { ServerResponse } from 'node:http';
import { send, type Answer } from './answers';
import type { Profile } from './profiles';
import type { Operation } from './routes';

/** A number is the maximum, with realistic variation below it; `exactly` has no variation. */
export type Size = number | { readonly exactly: number };

/** The number of items for a size, `wanted` if possible. */
export function sized(size: Size, wanted: number): number {
  return typeof size === 'number' ? Math.min(size, wanted) : size.exactly;
}

/** The largest number of items for a size. */
export function largest(size: Size): number {
  return typeof size === 'number' ? size : size.exactly;
}

export interface FleetOptions {
  /** The same seed and sizes give the same fleet. */
  readonly seed: number;
  readonly projects: number;
  /** The first eight have handwritten names, the others generated ones. */
  readonly teams: number;
  /** The first twelve have handwritten names. */
  readonly users: number;
  readonly clustersPerProject: Size;
  readonly poolsPerCluster: Size;
  readonly machinesPerPool: Size;
  /** The operations of the service and the clouds of its clusters. */
  readonly profile: Profile;
  /** Creation times are relative to its first value, heartbeats of running machines to the current one. */
  readonly now: () => Date;
  /** Whether a machine fails and recovers while the service runs. */
  readonly isUnsteady: boolean;
}

export interface DemoOptions extends FleetOptions {
  /** 0 uses a free port. */
  readonly port: number;
  readonly apiKey: string;
  /** Operations of its profile that this service does not offer: they answer 404, as an unknown path does. */
  readonly without: readonly Operation[];
  /** The maximum length of `requests`. */
  readonly keptRequests: number;
  /** Responds to each request. */
  readonly respond: (exchange: Exchange) => void;
}

/** A request, its response, and the action of the service. */
export interface Exchange {
  /** Undefined where the service offers nothing at that path. */
  readonly operation: Operation | undefined;
  /** With its query, as received. */
  readonly path: string;
  /** The variable segments of the path, percent-encoded. */
  readonly parameters: readonly string[];
  readonly query: URLSearchParams;
  readonly response: ServerResponse;
  /** Does what the request asks for, or what it would ask for with `changes`. An error is an answer, too. */
  readonly act: (changes?: Partial<Pick<Exchange, 'parameters' | 'query'>>) => Answer;
}

export const defaultOptions: Omit<DemoOptions, 'apiKey'> = {
  seed: 2026,
  projects: 128,
  teams: 8,
  users: 12,
  clustersPerProject: 14,
  poolsPerCluster: 4,
  machinesPerPool: 20,
  profile: 'full',
  now: () => new Date(),
  isUnsteady: false,
  port: 0,
  without: [],
  keptRequests: 5_000,
  respond: ({ response, act }) => {
    send(response, act());
  },
};

/** The sizes of the profile `large`. */
export const largeTenant = { teams: 40, users: 300 };
