import type { Request } from './endpoint';
import { isServiceError, type ServiceErrorKind, type ServiceFailure } from './errors';
import { createHttp, type HttpOptions } from './http';
import { listProjects } from './resources/project';

/** Every service refuses this request without a key, and so shows that it is there. */
const probe: Request<true> = {
  operation: 'listProjects',
  ...listProjects({ method: 'get', limit: 1 }),
  read: () => true,
};

/**
 * Checks whether a service answers at the base URL, before its key is asked for. Sends one request, without a key.
 * @throws ServiceError if nothing answers, or something else than an API
 */
export async function checkHost(options: Omit<HttpOptions, 'apiKey'>, signal?: AbortSignal): Promise<void> {
  const http = createHttp({
    ...options,
    apiKey: undefined,
    // The expected refusal is not a failure to log.
    onRequest: ({ failure, ...record }) =>
      options.onRequest?.(failure && isFromApi(failure) ? record : { ...record, failure }),
  });
  try {
    await http(probe, signal);
  } catch (error) {
    if (!isServiceError(error) || !isFromApi(error.failure)) throw error;
  }
}

/** Whether an API sent the error: any of them can reject or limit a request, and others describe the error in JSON. */
function isFromApi({ kind, code, serviceMessage }: ServiceFailure): boolean {
  const isDescribed = code !== undefined || serviceMessage !== undefined;
  return refusals.has(kind) || (describable.has(kind) && isDescribed);
}

const refusals = new Set<ServiceErrorKind>(['unauthorized', 'forbidden', 'rateLimited', 'serviceFault']);
const describable = new Set<ServiceErrorKind>(['notFound', 'unsupported', 'invalidRequest']);
