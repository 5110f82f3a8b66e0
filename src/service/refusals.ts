import type { Request } from './endpoint';
import { isServiceError, mayBeMissing, missingStatuses, succeeds, ServiceError } from './errors';
import type { Operation } from './operations';
import { amount, exactObject } from './readers';

type Asked = Pick<Request, 'operation' | 'variant' | 'resource' | 'projectUid' | 'changes'>;

type Send = <Result>(request: Request<Result>) => Promise<Result>;

/** How long later sessions know that the service lacks the current listing of projects. Then, it may have been updated. */
const lastingMs = 7 * 24 * 60 * 60 * 1000;

const storedRefusal = exactObject({ at: amount });

interface RefusalStore {
  read(): unknown;
  write(refusal: unknown): void;
}

/**
 * What a service refuses, so that it is not requested again before the user refreshes. A 405 or 501 means that the service lacks
 * the operation. A 404 for an item or a project is about this one if the operation has ever worked, or its probe does. Otherwise,
 * the operation is lacking if it is not found for several items of which one can be read by its own path. A 403 to a request for
 * everything that the key can access means that the key lacks the permission; to a request for a project, that it lacks it there;
 * one for an item may be about that alone.
 */
export class Refusals {
  readonly #worked = new Set<string>();
  /** What has worked, or rejected a request: only an operation that exists can do that. */
  readonly #exists = new Set<string>();
  /** The items for which an operation was not found that is not known to exist. */
  readonly #missing = new Map<string, Set<string>>();
  readonly #refused = new Map<string, { readonly error: ServiceError; readonly isOfChange: boolean }>();

  constructor(private readonly store?: RefusalStore) {}

  /**
   * Sends a request, unless it reads and the service is known to refuse it.
   * @param send sends it, and what tells more about a 404
   * @throws ServiceError the error of the request, or the one with which the service refused the operation
   */
  async ask<Result>(request: Request<Result>, send: Send): Promise<Result> {
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined && !request.changes) throw refusal;
    try {
      const result = await send(request);
      this.worked(request);
      return result;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const isMissing = error.kind === 'unsupported' && missingStatuses.has(error.failure.status);
      if (isMissing && !namesNothing(request)) throw await this.#whatIsMissing(error, request, send);
      this.#takeRefusal(error, request, isMissing);
      throw error;
    }
  }

  /** The error with which the service refuses an operation, or one variant of it; undefined if it is not known to. */
  of(operation: Operation, variant?: string): ServiceError | undefined {
    return this.#refusalOf({ operation, variant });
  }

  /** Remembers that a request has worked. It is not refused any more. */
  worked(request: Asked): void {
    const key = keyOf(request);
    if (this.#get(key) !== undefined) this.forget(request.operation);
    this.#worked.add(key);
    this.#exists.add(key);
  }

  hasWorked(operation: Operation): boolean {
    return this.#worked.has(keyOf({ operation }));
  }

  /** Remembers that a request is refused. @param projectUid of the only project in which it is */
  refuse(error: ServiceError, request: Asked = error, projectUid?: string): void {
    this.#refused.set(keyOf(request, projectUid), { error, isOfChange: request.changes === true });
    if (error.operation === 'listProjects' && error.kind === 'unsupported')
      this.store?.write({ at: Date.now() });
  }

  /**
   * Requests again what was refused, because services and permissions change.
   * @param operation all that is known about it is forgotten; without it, all refusals but the lasting one and those of changes
   */
  forget(operation?: Operation): void {
    const isOf = (key: string): boolean => key.startsWith(`${operation ?? ''} `);
    this.#missing.clear();
    for (const [key, { isOfChange }] of this.#refused) {
      if (operation === undefined ? !isOfChange : isOf(key)) this.#refused.delete(key);
    }
    for (const key of this.#worked) if (isOf(key)) this.#worked.delete(key);
    if (operation === 'listProjects' && this.#stored !== undefined) this.store?.write(undefined);
  }

  #refusalOf(request: Asked): ServiceError | undefined {
    const forAll = this.#get(keyOf(request));
    if (forAll !== undefined && (forAll.kind !== 'forbidden' || namesNothing(request))) return forAll;
    return request.resource === undefined ? this.#get(keyOf(request, request.projectUid)) : undefined;
  }

  #get(key: string): ServiceError | undefined {
    const isStored = key === keyOf({ operation: 'listProjects' });
    return this.#refused.get(key)?.error ?? (isStored ? this.#stored : undefined);
  }

  get #stored(): ServiceError | undefined {
    const { at = Infinity } = storedRefusal(this.store?.read()) ?? {};
    const age = Date.now() - at;
    if (age < 0 || age >= lastingMs) return undefined;
    return new ServiceError({ kind: 'unsupported', operation: 'listProjects' });
  }

  /** What a 404 means that is about an item or a project. */
  async #whatIsMissing(error: ServiceError, request: Request, send: Send): Promise<ServiceError> {
    const works = (other: Request) => succeeds(() => this.ask(other, send));
    const { resource, projectUid = '', probe } = request;
    const key = keyOf(request);
    if (!this.#exists.has(key) && probe !== undefined)
      await works({ ...probe(), operation: request.operation });
    if (this.#exists.has(key)) {
      const reason = resource === undefined ? 'noProject' : undefined;
      return new ServiceError({ ...error.failure, kind: 'notFound', reason });
    }
    this.#missing.set(key, (this.#missing.get(key) ?? new Set()).add(resource ?? projectUid));
    const own = request.own?.();
    // What is itself not found for several items would not tell.
    const canTell = own !== undefined && this.#isMissing(key) && !this.#isMissing(keyOf(own));
    if (canTell && (await works(own))) this.refuse(error, request);
    return this.#get(key) ?? new ServiceError({ ...error.failure, reason: mayBeMissing });
  }

  /** Whether an operation that is not known to exist was not found for several items. */
  #isMissing(key: string): boolean {
    return !this.#exists.has(key) && (this.#missing.get(key)?.size ?? 0) > 1;
  }

  /** Remembers what an error refuses: the operation for everything or for the project that the request names, or neither. */
  #takeRefusal(error: ServiceError, request: Request, isMissing: boolean): void {
    const { kind } = error;
    const key = keyOf(request);
    if (kind === 'forbidden' || kind === 'invalidRequest') this.#exists.add(key);
    // It concerns only what was to be changed.
    if (request.changes && this.#worked.has(key)) return;
    const isLacking = kind === 'unsupported' && !(isMissing && this.#exists.has(key));
    if (isLacking) this.refuse(error, request);
    else if (kind === 'forbidden' && request.resource === undefined)
      this.refuse(error, request, request.projectUid);
  }
}

/** Begins with the operation. @param projectUid of the only project that a refusal is about */
function keyOf({ operation, variant = '' }: Asked, projectUid = ''): string {
  return [operation, variant, projectUid].join(' ');
}

/** Whether a request is for everything that the key can access. */
function namesNothing({ resource, projectUid = '' }: Asked): boolean {
  return resource === undefined && projectUid === '';
}
