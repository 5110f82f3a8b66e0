import { isServiceError, missingStatuses, type ServiceError } from './errors';

/**
 * Remembers which optional operations a service does not support, so that they are not requested again. A 405 or 501 means
 * that the service lacks the operation. A 404 may also mean that only the resource is missing: the operation is then
 * unsupported if it has never succeeded and two resources were not found.
 */
export class OptionalOperations {
  readonly #supported = new Set<string>();
  readonly #notFound = new Map<string, Set<string>>();
  readonly #unsupported = new Map<string, ServiceError>();

  /**
   * Sends a request, unless the service is known to lack the operation.
   * @param resource what is requested; the empty text for a list of all resources
   * @throws ServiceError the error of the request, or the one that showed that the operation is unsupported
   */
  async request<Response>(
    operation: string,
    resource: string,
    send: () => Promise<Response>,
  ): Promise<Response> {
    const unsupported = this.#unsupported.get(operation);
    if (unsupported !== undefined) throw unsupported;
    try {
      const response = await send();
      this.#supported.add(operation);
      return response;
    } catch (error) {
      if (isServiceError(error, 'unsupported') && this.#isUnsupported(error, operation, resource)) {
        this.#unsupported.set(operation, error);
      }
      throw error;
    }
  }

  /** Requests unsupported operations again: services change. */
  reset(): void {
    this.#notFound.clear();
    this.#unsupported.clear();
  }

  #isUnsupported({ failure }: ServiceError, operation: string, resource: string): boolean {
    if (!missingStatuses.has(failure.status)) return true;
    if (this.#supported.has(operation)) return false;
    if (resource === '') return true;
    const resources = this.#notFound.get(operation) ?? new Set();
    this.#notFound.set(operation, resources.add(resource));
    return resources.size > 1;
  }
}
