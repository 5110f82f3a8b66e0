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
  /** Whether all that it says is text that attacks whoever shows it, save what leads from one answer to another. */
  readonly hostile: boolean;
  /** How many requests it takes before it answers 429. */
  readonly limits: Limits;
  /** Milliseconds, for the limits: goes on where `now` stands still or is set back. */
  readonly clock: () => number;
  /** How many requests `requests` holds. */
  readonly keptRequests: number;
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
  hostile: false,
  limits: 'none',
  clock: () => performance.now(),
  keptRequests: 5_000,
};
