// What all views show of the reads of a fleet. Used by the extension and by the fleet page.

/** Something that could not be read. */
export interface FleetProblem {
  /** One sentence, translated. */
  readonly text: string;
  /** What to do, or the details; may be empty. */
  readonly detail: string;
  /** The item that it is about; missing if it is about the whole fleet. */
  readonly id?: string | undefined;
  readonly canRetry: boolean;
}

/** How reading all clusters went, until that has succeeded once: then, what is missing is not there. */
export type FirstRead = 'pending' | 'failed' | 'succeeded';

/** How far a read is. */
export interface ReadProgress {
  readonly what: 'machines' | 'certificates' | 'clusters' | 'causes';
  /** Requests. */
  readonly done: number;
  readonly total?: number | undefined;
}

/** What has been read of a fleet, and what can be read. */
export interface FleetState {
  /** When the oldest of the clusters were requested, in milliseconds since 1970; missing before the first response. */
  readonly readAt?: number | undefined;
  readonly firstRead: FirstRead;
  /** The reads in progress. */
  readonly reading?: ReadProgress | undefined;
  readonly problems: readonly FleetProblem[];
  /** Whether there are clusters of which cluster search may tell more, such as cores, memory and versions. */
  readonly canReadSearch: boolean;
  /** Whether there are clusters or pools that have not been read. */
  readonly canReadMachines: boolean;
  /** How many requests the causes take that are not known. */
  readonly causeRequests: number;
}

const clustersPerSearch = 50;

/** How many requests it takes to read clusters with cluster search. */
export function searchRequests(clusters: number): number {
  return Math.ceil(clusters / clustersPerSearch);
}

/** The most requests that are sent for all clusters without being asked for: those of 500. */
export const fewRequests = 10;

/** Sets how many requests of a read have been sent, and how many there are. */
export type OnProgress = (done: number, total: number | undefined) => void;
