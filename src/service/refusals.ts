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

/** What a request is for: everything that the key can access, what is in a project, or an item. */
type Target = 'everything' | 'project' | 'item';

/** What is lacking. A 404 is unclear if that may be the operation, or only what the request names. */
type Conclusion = 'noOperation' | 'noPermission' | 'noProject' | 'noItem' | 'unclear' | 'nothing';

/** What a response means, by what the request is for. Others say nothing about the next request. */
const conclusions = {
  /** 405, 501. */
  notImplemented: { everything: 'noOperation', project: 'noOperation', item: 'noOperation' },
  /** 404, 410 of an operation that is not known to exist. */
  notFound: { everything: 'noOperation', project: 'unclear', item: 'unclear' },
  /** 404, 410 of an operation that exists. */
  notFoundHere: { everything: 'nothing', project: 'noProject', item: 'noItem' },
  /** 403. For a project, the key lacks the permission there; for an item, it may be about that alone. */
  forbidden: { everything: 'noPermission', project: 'noPermission', item: 'nothing' },
} satisfies Record<string, Record<Target, Conclusion>>;

/**
 * What a service refuses, so that it is not requested again before the user refreshes. If a 404 is unclear, the probe of the
 * request may tell that the operation exists. Otherwise, the operation is lacking if it is not found for several items of which
 * one can be read by its own path.
 */
export class Refusals {
  readonly #worked = new Set<string>();
  /** What has worked, or rejected a request: only an operation that exists can do that. */
  readonly #exists = new Set<string>();
  /** The items for which an operation was not found that is not known to exist. */
  readonly #notFound = new Map<string, Set<string>>();
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
      throw await this.#conclude(error, request, send);
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
    if (operation === undefined) this.#notFound.clear();
    for (const [key, { isOfChange }] of this.#refused) {
      if (operation === undefined ? !isOfChange : isOf(key)) this.#refused.delete(key);
    }
    for (const known of [this.#worked, this.#exists, this.#notFound]) {
      for (const key of known.keys()) if (isOf(key)) known.delete(key);
    }
    if (operation === 'listProjects' && this.#stored !== undefined) this.store?.write(undefined);
  }

  #refusalOf(request: Asked): ServiceError | undefined {
    const forAll = this.#get(keyOf(request));
    // The key may have the permission in a project, or for an item.
    if (forAll !== undefined && forAll.kind !== 'forbidden') return forAll;
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

  /** Remembers what a failure says of other requests. @returns the error that says what it means for this one */
  async #conclude(error: ServiceError, request: Request, send: Send): Promise<ServiceError> {
    const { operation, projectUid, probe } = request;
    if (error.kind === 'forbidden' || error.kind === 'invalidRequest') this.#exists.add(keyOf(request));
    let conclusion = this.#conclusionOf(error, request);
    if (conclusion === 'unclear' && probe !== undefined) {
      await succeeds(() => this.ask({ ...probe(), operation }, send));
      conclusion = this.#conclusionOf(error, request);
    }
    if (conclusion === 'unclear') return this.#compareItems(error, request, send);
    if (conclusion === 'noOperation') this.refuse(error, request);
    if (conclusion === 'noPermission') this.refuse(error, request, projectUid);
    if (conclusion === 'noItem' || conclusion === 'noProject') {
      const reason = conclusion === 'noProject' ? 'noProject' : undefined;
      return new ServiceError({ ...error.failure, kind: 'notFound', reason });
    }
    return error;
  }

  #conclusionOf({ kind, failure: { status } }: ServiceError, request: Request): Conclusion {
    const key = keyOf(request);
    const target = requestTarget(request);
    if (kind === 'unsupported' && missingStatuses.has(status))
      return conclusions[this.#exists.has(key) ? 'notFoundHere' : 'notFound'][target];
    // A change that has worked before is refused only for what it was to change.
    if (request.changes && this.#worked.has(key)) return 'nothing';
    if (kind === 'unsupported') return conclusions.notImplemented[target];
    return kind === 'forbidden' ? conclusions.forbidden[target] : 'nothing';
  }

  /** What an unclear 404 means: that the operation is lacking, if it is not found for several items. */
  async #compareItems(error: ServiceError, request: Request, send: Send): Promise<ServiceError> {
    const { resource, projectUid = '' } = request;
    const key = keyOf(request);
    this.#notFound.set(key, (this.#notFound.get(key) ?? new Set()).add(resource ?? projectUid));
    const own = request.own?.();
    // What is itself not found for several items would not tell.
    const canTell = own !== undefined && this.#isMissing(key) && !this.#isMissing(keyOf(own));
    if (canTell && (await succeeds(() => this.ask(own, send)))) this.refuse(error, request);
    return this.#get(key) ?? new ServiceError({ ...error.failure, reason: mayBeMissing });
  }

  /** Whether an operation that is not known to exist was not found for several items. */
  #isMissing(key: string): boolean {
    return !this.#exists.has(key) && (this.#notFound.get(key)?.size ?? 0) > 1;
  }
}

/** Begins with the operation. @param projectUid of the only project that a refusal is about */
function keyOf({ operation, variant = '' }: Asked, projectUid = ''): string {
  return [operation, variant, projectUid].join(' ');
}

function requestTarget({ resource, projectUid = '' }: Asked): Target {
  if (resource !== undefined) return 'item';
  return projectUid === '' ? 'everything' : 'project';
}
