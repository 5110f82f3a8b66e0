import type { Endpoint } from './endpoint';
import { isServiceError, missingStatuses, type Operation, type ServiceError } from './errors';

type Request = Pick<Endpoint, 'operation' | 'cloudType' | 'resource' | 'projectUid'>;

/**
 * The operations that a service refuses, so that they are not requested again. A 405 or 501 means that the service lacks the
 * operation. A 404 may also mean that only the resource is missing: the operation is then lacking if it has never worked and
 * two resources were not found. A 403 to a request for everything that the key can access means that the key lacks the
 * permission; one for a resource or a project may be about that alone.
 */
export class Refusals {
  readonly #worked = new Set<string>();
  readonly #notFound = new Map<string, Set<string>>();
  readonly #refused = new Map<string, ServiceError>();

  /**
   * Sends a request, unless the service is known to refuse it.
   * @throws ServiceError the error of the request, or the one with which the service refused the operation
   */
  async ask<Result>(request: Request, send: () => Promise<Result>): Promise<Result> {
    const key = keyOf(request);
    const refusal = this.#refused.get(key);
    if (refusal !== undefined && (refusal.kind !== 'forbidden' || isForAll(request))) throw refusal;
    try {
      const result = await send();
      this.#worked.add(key);
      return result;
    } catch (error) {
      if (isServiceError(error) && this.#isRefusal(error, key, request)) this.#refused.set(key, error);
      throw error;
    }
  }

  /** The error with which the service refuses an operation; undefined if it is not known to. */
  of(operation: Operation): ServiceError | undefined {
    return this.#refused.get(operation);
  }

  /** Requests refused operations again: services and permissions change. */
  forget(): void {
    this.#notFound.clear();
    this.#refused.clear();
  }

  #isRefusal({ kind, failure }: ServiceError, key: string, request: Request): boolean {
    // Only an operation that exists can reject a request.
    if (kind === 'forbidden' || kind === 'invalidRequest') this.#worked.add(key);
    if (kind === 'forbidden') return isForAll(request);
    if (kind !== 'unsupported') return false;
    if (!missingStatuses.has(failure.status)) return true;
    if (this.#worked.has(key)) return false;
    if (request.resource === undefined) return true;
    const resources = this.#notFound.get(key) ?? new Set();
    this.#notFound.set(key, resources.add(request.resource));
    return resources.size > 1;
  }
}

function keyOf({ operation, cloudType }: Request): string {
  return cloudType === undefined ? operation : `${operation} ${cloudType}`;
}

/** Whether a request is for everything that the key can access. */
function isForAll({ resource, projectUid }: Request): boolean {
  return resource === undefined && (projectUid ?? '') === '';
}
