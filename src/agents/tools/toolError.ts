import type { ServiceError } from '../../service/errors';

/** An error that tells the model what to do next. It contains no text of the service. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** What failed and what to do next. */
export function toolErrorOf({ kind, operation, failure }: ServiceError): ToolError {
  const status = failure.status === undefined ? '' : ` (status ${failure.status})`;
  return new ToolError(
    `The service could not be read: ${operation} failed with ${kind}${status}. ${advice[kind]}`,
  );
}

const retryLater = 'Try again later, and tell the user if it fails again.';

const advice: Readonly<Record<ServiceError['kind'], string>> = {
  unauthorized: 'Ask the user to run the command "Poolview: Replace API Key…".',
  forbidden: 'The API key lacks a permission. Tell the user; do not try again.',
  notFound: 'It may have been deleted. Look for it with poolview_find.',
  unsupported: 'The service does not offer this. Do not try again.',
  invalidRequest: 'Check the arguments.',
  rateLimited: retryLater,
  serviceFault: retryLater,
  redirected: 'The base URL of the connection may be wrong. Tell the user.',
  unreachable: retryLater,
  untrustedCertificate: 'The certificate of the service is not trusted. Tell the user.',
  timedOut: retryLater,
  cancelled: 'The call was canceled.',
  invalidResponse: 'The response was not what the service should send. Tell the user.',
};
