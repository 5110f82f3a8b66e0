import { anySignal } from '../service/abort';
import {
  isServiceError,
  lastingErrors,
  notSent,
  type ServiceError,
  missingStatuses,
} from '../service/errors';
import type { CallOptions } from '../service/operations';
import { factOf } from '../items/cluster';
import { clusterRef, type FactName } from '../items/details/clusterReads';
import type { Inventory } from '../items/inventory';
import type { ClusterRow } from '../items/kinds';

/**
 * How reading many things ended. `failed`: some could not be read. `stopped`: the rest was not read, because the service
 * failed. `found`: because `until` said so.
 */
export type ReadEnd = 'complete' | 'failed' | 'stopped' | 'found' | 'cancelled';

export interface ReadEachOptions<Target> extends Pick<CallOptions, 'priority'> {
  /** Ends the read, with its requests. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the rest need not be read; asked after each that was read. */
  readonly until?: ((target: Target) => boolean) | undefined;
  /** Called with each that could not be read and, at the end, with those that were left because the service failed. */
  readonly onFailure?: (target: Target, error: ServiceError) => void;
  /** Whether others would fail alike: a few such failures in a row end the read. Without it, those that may pass soon. */
  readonly isShared?: (error: ServiceError) => boolean;
  /** Whether the first is read alone, because the service may refuse them all. */
  readonly isFirstAlone?: boolean;
  /** Called at first and after each, with how many were read, and how many there are as far as they were found. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A few more than the schedule sends at once, so that it always has the next one. */
const readsAtOnce = 8;

/** As many failures in a row that others share are those of the whole service. */
const maxFailuresInARow = 5;

/** Whether no other request would succeed. */
function isLasting({ kind, failure }: ServiceError): boolean {
  return lastingErrors.includes(kind) || failure.reason === notSent;
}

/** Whether it says more about the service than about what was requested. */
export function isOfService(error: ServiceError): boolean {
  return error.canRetry || isLasting(error) || isServiceError(error, 'unreachable');
}

/**
 * Reads one target.
 * @returns the targets that it finds. They are read next, before the others, so that what belongs together is known together
 * @throws ServiceError
 */
type ReadTarget<Target> = (target: Target, options: CallOptions) => Promise<readonly Target[] | undefined>;

/**
 * Reads many things, some at a time. That one could not be read does not end the others; a failure of the service ends all.
 * @throws what `read` throws, unless that is a ServiceError
 */
export async function readEach<Target extends object | string>(
  targets: Iterable<Target>,
  read: ReadTarget<Target>,
  options: ReadEachOptions<Target> = {},
): Promise<ReadEnd> {
  const { priority, until, isFirstAlone = false, isShared = isOfService, onFailure, onProgress } = options;
  const controller = new AbortController();
  const signal = anySignal(controller.signal, options.signal);
  const waiting = [...targets];
  const canceled: Target[] = [];
  const running = new Set<Promise<void>>();
  let [done, failuresInARow] = [0, 0];
  let end = 'complete' as ReadEnd;
  let stoppedBy: ServiceError | undefined;
  /** An error of Poolview. */
  let fault: { readonly error: unknown } | undefined;
  const report = (): void => onProgress?.(done, done + running.size + waiting.length);
  const fail = (target: Target, error: ServiceError): void => {
    end = 'failed';
    onFailure?.(target, error);
    failuresInARow = isShared(error) ? failuresInARow + 1 : 0;
    if (isLasting(error) || failuresInARow >= maxFailuresInARow) stoppedBy = error;
  };
  const readOne = async (target: Target): Promise<void> => {
    try {
      const found = (await read(target, { signal, priority })) ?? [];
      signal.throwIfAborted();
      waiting.unshift(...found);
      failuresInARow = 0;
      if (until?.(target) === true) end = 'found';
    } catch (error) {
      if (signal.aborted) return void canceled.push(target);
      if (isServiceError(error)) fail(target, error);
      else fault = { error };
    }
    done++;
    if (end === 'found' || stoppedBy !== undefined || fault !== undefined) controller.abort();
  };
  report();
  for (;;) {
    const limit = isFirstAlone && done === 0 ? 1 : readsAtOnce;
    const target = running.size < limit && !signal.aborted ? waiting.shift() : undefined;
    if (target !== undefined) {
      const reading = readOne(target).finally(() => {
        running.delete(reading);
        if (!signal.aborted) report();
      });
      running.add(reading);
    } else if (running.size > 0) await Promise.race(running);
    else break;
  }
  if (fault !== undefined) throw fault.error;
  if (stoppedBy === undefined) return signal.aborted && end !== 'found' ? 'cancelled' : end;
  for (const target of [...canceled, ...waiting]) onFailure?.(target, stoppedBy);
  return 'stopped';
}

/** Whether a fact of a cluster was read since the cluster and its pools were. */
export function isCurrent(name: FactName, row: ClusterRow, { store }: Inventory): boolean {
  const { requested } = factOf(row, name) ?? {};
  const latest = Math.max(row.requestNumber ?? 0, store.listOf(row)?.requestNumber ?? 0);
  return requested !== undefined && requested.requestNumber > latest;
}

/** Reads a fact of each cluster, with a request for each. Those without a UID are left out. */
export function readFacts(
  name: FactName,
  clusters: readonly ClusterRow[],
  { clusterReads, session }: Inventory,
  options: ReadEachOptions<ClusterRow>,
): Promise<ReadEnd> {
  return readEach(
    clusters,
    async (cluster, sent) => {
      await clusterReads.read(name, clusterRef(cluster), sent);
      const { error } = factOf(cluster, name) ?? {};
      if (error !== undefined) throw error;
    },
    {
      ...options,
      // What is not found is about this cluster.
      isShared: ({ operation, failure }) =>
        session.refusals.of(operation) !== undefined || !missingStatuses.has(failure.status),
    },
  );
}
