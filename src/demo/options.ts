import type { ServerResponse } from 'node:http';
import { send, type Answer } from './answers';
import type { Limits } from './limits';
import type { Profile } from './profiles';
import type { Operation } from './routes';

/** A number is the most there may be, with believable variety below it; `exactly` leaves no variety. */
export type Size = number | { readonly exactly: number };

/** How many of something there are, where `wanted` would look best. */
export function sized(size: Size, wanted: number): number {
  return typeof size === 'number' ? Math.min(size, wanted) : size.exactly;
}

/** The most there may be. */
export function largest(size: Size): number {
  return typeof size === 'number' ? size : size.exactly;
}

export interface FleetOptions {
  /** The same seed and sizes give the same fleet. */
  readonly seed: number;
  readonly projects: number;
  /** The first eight have names of their own, the others generated ones. */
  readonly teams: number;
  readonly clustersPerProject: Size;
  readonly poolsPerCluster: Size;
  readonly machinesPerPool: Size;
  /** What the service offers, and the clouds of its clusters with that. */
  readonly profile: Profile;
  /** Creation times are relative to its first answer; the heartbeats of living machines keep up with it. */
  readonly now: () => Date;
}

export interface DemoOptions extends FleetOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly apiKey: string;
  /** Operations of its profile that this service does not offer: they answer 404, as an unknown path does. */
  readonly without: readonly Operation[];
  /** How many requests it takes before it answers 429. */
  readonly limits: Limits;
  /** Milliseconds, for the limits: goes on where `now` stands still or is set back. */
  readonly clock: () => number;
  /** How many requests `requests` holds. */
  readonly keptRequests: number;
  /** Responds to each request. */
  readonly respond: (exchange: Exchange) => void;
}

/** A request, and what the service would do about it. */
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
  clustersPerProject: 14,
  poolsPerCluster: 4,
  machinesPerPool: 20,
  profile: 'full',
  now: () => new Date(),
  port: 0,
  without: [],
  limits: 'none',
  clock: () => performance.now(),
  keptRequests: 5_000,
  respond: ({ response, act }) => {
    send(response, act());
  },
};
