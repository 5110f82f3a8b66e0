import type { Answer } from './answers';
import { clusterOperations } from './clusterOperations';
import type { Fleet } from './fleet/fleet';
import { Pager } from './paging';
import { projectOperations } from './projectOperations';
import type { Operation } from './routes';
import { teamOperations } from './teamOperations';

/** The parts of a request that an operation depends on. */
export interface Call {
  /** The segments of the path that differ from request to request. */
  readonly parameters: readonly string[];
  readonly query: URLSearchParams;
  /** From the header that scopes a request to one project. */
  readonly projectUid: string | undefined;
  readonly body: string;
}

export type Operations<Name extends Operation = Operation> = Readonly<Record<Name, (call: Call) => Answer>>;

export function operationsOn(fleet: Fleet): Operations {
  const pager = new Pager();
  return {
    ...projectOperations(fleet, pager),
    ...clusterOperations(fleet, pager),
    ...teamOperations(fleet, pager),
  };
}
