import { setMaxListeners } from 'node:events';
import PQueue from 'p-queue';
import { isServiceError, notSent, type ServiceError, type ServiceErrorKind } from '../../service/errors';
import type { FleetSource } from '../../fleet/fleetSource';
import type { Target } from './machineTargets';

/** Failures that every further request would have, too. */
const hopeless: readonly ServiceErrorKind[] = ['unauthorized', 'untrustedCertificate', 'redirected'];

/** As many failures in a row that could pass soon are those of the whole service. */
const maxFailuresInARow = 5;

/** A few more than the schedule sends at once, so that it always has the next one. */
const concurrency = 8;

/** What happens during a read of machines. */
export interface MachineReadEvents {
  /** The list of a target was read, or has failed, with this number of requests. */
  onRead(target: Target, requests: number): void;
  /** How many pools of a cluster will be read. */
  onPools(cluster: Target, pools: number): void;
  /** The service does not list the pools of a cluster. */
  onPoolsNotListed(cluster: Target): void;
  onFailure(target: Target, error: ServiceError): void;
  /** Whether to end the read; called after each pool. */
  isFound(): boolean;
}

/** How a read ended. If it was stopped by an error, `failed` are the IDs of the items that had it. */
type MachineReadEnd =
  'complete' | 'cancelled' | 'found' | { readonly error: ServiceError; readonly failed: readonly string[] };

/** Reads the lists of clusters and pools, each pool right after its cluster. A failure of one does not end the others. */
export class MachineRead {
  readonly #queue = new PQueue({ concurrency });
  readonly #controller = new AbortController();
  readonly #signal: AbortSignal;
  #failuresInARow: string[] = [];
  #end: MachineReadEnd | undefined;
  #fault: { readonly error: unknown } | undefined;

  constructor(
    private readonly source: FleetSource,
    private readonly events: MachineReadEvents,
    signal: AbortSignal,
  ) {
    this.#signal = AbortSignal.any([signal, this.#controller.signal]);
    // Each request in flight has a listener.
    setMaxListeners(0, this.#signal);
  }

  async run(targets: readonly Target[]): Promise<MachineReadEnd> {
    for (const target of targets) {
      // Not all at once: there may be 10,000.
      await this.#queue.onSizeLessThan(concurrency);
      if (this.#isEnded()) break;
      this.#add(target, 0);
    }
    await this.#queue.onIdle();
    if (this.#fault !== undefined) throw this.#fault.error;
    return this.#end ?? (this.#signal.aborted ? 'cancelled' : 'complete');
  }

  #add(target: Target, priority: number): void {
    this.#queue
      .add(() => this.#read(target), { priority })
      .catch((error: unknown) => {
        this.#fault ??= { error };
        this.#controller.abort();
      });
  }

  async #read(target: Target): Promise<void> {
    if (this.#isEnded()) return;
    const { id, kind } = target;
    const requests = kind === 'cluster' && !this.source.isCloudConfigKnown(id) ? 2 : 1;
    try {
      const below = await this.source.readBelow(id, { signal: this.#signal, priority: 'timer' });
      if (this.#isEnded()) return;
      this.#failuresInARow = [];
      this.events.onRead(target, requests);
      if (kind === 'cluster') this.#addPools(target, below);
      else if (this.events.isFound()) this.#finish('found');
    } catch (error) {
      if (this.#isEnded()) return;
      if (!isServiceError(error)) throw error;
      this.events.onRead(target, requests);
      this.#fail(target, error);
    }
  }

  #addPools(cluster: Target, below: readonly string[]): void {
    const pools = below.filter((id) => !this.source.isRead(id));
    this.events.onPools(cluster, pools.length);
    if (this.source.isUnlisted(cluster.id)) this.events.onPoolsNotListed(cluster);
    for (const id of pools) {
      // Before the next clusters, so that the machines of a cluster are known soon after its pools.
      this.#add({ ...cluster, kind: 'pool', id }, 1);
    }
  }

  #fail(target: Target, error: ServiceError): void {
    const { kind, failure } = error;
    if (target.kind === 'cluster') this.events.onPools(target, 0);
    this.events.onFailure(target, error);
    const isServiceWide = error.canRetry || isServiceError(error, 'unreachable', 'rateLimited');
    this.#failuresInARow = isServiceWide ? [...this.#failuresInARow, target.id] : [];
    const isHopeless = hopeless.includes(kind) || failure.reason === notSent;
    if (isHopeless || this.#failuresInARow.length >= maxFailuresInARow) {
      this.#finish({ error, failed: [...this.#failuresInARow, target.id] });
    }
  }

  #isEnded(): boolean {
    return this.#signal.aborted;
  }

  #finish(end: MachineReadEnd): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#controller.abort();
  }
}
