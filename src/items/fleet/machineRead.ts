import { setMaxListeners } from 'node:events';
import PQueue from 'p-queue';
import { isServiceError, notSent, type ServiceError, type ServiceErrorKind } from '../../service/errors';
import type { Inventory } from '../inventory';
import { requestsOf, type MachineRoute, type Target } from './plan';
import { stoppedProblem, type Problems } from './problems';

export interface ReadMachinesOptions {
  /** Ends the read with `found`; called after each pool. */
  readonly until?: (() => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** `total` changes when clusters turn out to have more or fewer pools than expected. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** `failed`: something of the scope could not be read, see the problems. */
export type MachinesResult = 'complete' | 'cancelled' | 'found' | 'failed';

/** The kinds of errors that all further requests would have, too. */
const lastingErrors: readonly ServiceErrorKind[] = ['unauthorized', 'untrustedCertificate', 'redirected'];

/** As many failures in a row that could pass soon are those of the whole service. */
const maxFailuresInARow = 5;

/** A few more than the schedule sends at once, so that it always has the next one. */
const concurrency = 8;

/**
 * Reads the lists of clusters and pools, each pool right after its cluster. A failure of one does not end the others, and is
 * kept in `problems`.
 */
export class MachineRead {
  readonly #queue = new PQueue({ concurrency });
  readonly #controller = new AbortController();
  readonly #signal: AbortSignal;
  #done: number;
  #total: number;
  #hasFailed = false;
  #failuresInARow: string[] = [];
  #end: MachinesResult | undefined;
  #fault: { readonly error: unknown } | undefined;

  /** @param route whose searches have been sent */
  constructor(
    private readonly inventory: Inventory,
    private readonly problems: Problems,
    private readonly route: MachineRoute,
    private readonly options: ReadMachinesOptions & { readonly signal: AbortSignal },
  ) {
    this.#done = route.searches;
    this.#total = requestsOf(route);
    this.#signal = AbortSignal.any([options.signal, this.#controller.signal]);
    // Each request in flight has a listener.
    setMaxListeners(0, this.#signal);
  }

  async run(): Promise<MachinesResult> {
    this.#report();
    for (const target of this.route.targets) {
      // Not all at once: there may be 10,000.
      await this.#queue.onSizeLessThan(concurrency);
      if (this.#hasEnded()) break;
      this.#add(target, 0);
    }
    await this.#queue.onIdle();
    if (this.#fault !== undefined) throw this.#fault.error;
    if (this.#end !== undefined) return this.#end;
    if (this.#signal.aborted) return 'cancelled';
    return this.#hasFailed ? 'failed' : 'complete';
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
    if (this.#hasEnded()) return;
    const { id, kind } = target;
    const requests = kind === 'cluster' && !this.inventory.isCloudConfigKnown(id) ? 2 : 1;
    try {
      const below = await this.inventory.readBelow(id, { signal: this.#signal, priority: 'timer' });
      if (this.#hasEnded()) return;
      this.#failuresInARow = [];
      this.#count(target, requests);
      if (kind === 'cluster') this.#addPools(target, below);
      else if (this.options.until?.() === true) this.#finish('found');
    } catch (error) {
      if (this.#hasEnded()) return;
      if (!isServiceError(error)) throw error;
      this.#count(target, requests);
      this.#fail(target, error);
    }
  }

  /** The list of a target was read, or has failed. */
  #count({ id }: Target, requests: number): void {
    this.#done += requests;
    this.problems.failures.delete(id);
    this.problems.unlisted.delete(id);
    this.#report();
  }

  #addPools(cluster: Target, below: readonly string[]): void {
    const pools = below.filter((id) => !this.inventory.isRead(id));
    this.#expectPools(cluster, pools.length);
    if (this.inventory.isUnlisted(cluster.id)) {
      this.#hasFailed = true;
      this.problems.unlisted.add(cluster.id);
    }
    for (const id of pools) {
      // Before the next clusters, so that the machines of a cluster are known soon after its pools.
      this.#add({ ...cluster, kind: 'pool', id }, 1);
    }
  }

  #expectPools({ id }: Target, pools: number): void {
    this.#total += pools - (this.route.pools.get(id) ?? 0);
    this.#report();
  }

  #fail(target: Target, error: ServiceError): void {
    const { kind, failure } = error;
    if (target.kind === 'cluster') this.#expectPools(target, 0);
    this.#hasFailed = true;
    this.problems.failures.set(target.id, { target, error });
    const isServiceWide = error.canRetry || isServiceError(error, 'unreachable', 'rateLimited');
    this.#failuresInARow = isServiceWide ? [...this.#failuresInARow, target.id] : [];
    const isLasting = lastingErrors.includes(kind) || failure.reason === notSent;
    if (!isLasting && this.#failuresInARow.length < maxFailuresInARow) return;
    // One problem instead of one for each item.
    for (const id of [...this.#failuresInARow, target.id]) this.problems.failures.delete(id);
    this.problems.machines = stoppedProblem(error);
    this.#finish('failed');
  }

  #report(): void {
    this.options.onProgress?.(this.#done, Math.max(this.#done, Math.round(this.#total)));
  }

  #hasEnded(): boolean {
    return this.#signal.aborted;
  }

  #finish(end: MachinesResult): void {
    this.#end ??= end;
    this.#controller.abort();
  }
}
