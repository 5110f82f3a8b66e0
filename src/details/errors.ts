import { l10n } from 'vscode';
import type { Operation, ServiceError } from '../service/errors';
import { plain } from './text';

/** What a person can do about an error, most helpful first. */
export type Mend = 'retry' | 'replaceApiKey' | 'showLog';

/** An error in a person's words. */
export interface ErrorText {
  /** What failed, such as "Cannot list the machines". */
  readonly what: string;
  /** Why, and what to do where no mend does it, as one sentence without a full stop. */
  readonly why: string;
  readonly mends: readonly [Mend, ...Mend[]];
}

/** The one place that turns an error of the service into words; rows and messages are made from them. */
export function describeError(error: ServiceError): ErrorText {
  return { what: whatFailed(error.operation), why: whyFailed(error), mends: mendsOf(error) };
}

/** An error as one text, for a message. */
export function errorSentence(error: ServiceError): string {
  const { what, why } = describeError(error);
  return l10n.t('{0}: {1}.', what, why);
}

function whatFailed(operation: Operation): string {
  switch (operation) {
    case 'listProjects':
      return l10n.t('Cannot list the projects');
    case 'readCluster':
      return l10n.t('Cannot read the cluster');
    case 'readCloudConfig':
      return l10n.t('Cannot list the machine pools');
    case 'listMachines':
      return l10n.t('Cannot list the machines');
    case 'listTeamResourceRoles':
      return l10n.t('Cannot list the resource roles of the team');
    case 'removeTeamResourceRole':
      return l10n.t('Cannot remove the resource role');
  }
}

function whyFailed({ failure }: ServiceError): string {
  const said = saidBy(failure);
  switch (failure.kind) {
    case 'unauthorized':
      return failure.reason === 'noKey'
        ? l10n.t('no API key has been entered for this address')
        : l10n.t('the service does not accept the API key ({0})', said);
    case 'forbidden':
      return l10n.t('the API key is not permitted to do this ({0})', said);
    case 'notFound':
      return l10n.t('the service does not know it, or not any more ({0})', said);
    case 'unsupported':
      return l10n.t('the service does not offer this ({0})', said);
    case 'invalidRequest':
      return failure.reason === 'impossibleName'
        ? l10n.t('its name or uid cannot be part of an address')
        : l10n.t('the service refuses the request ({0})', said);
    case 'rateLimited':
      return l10n.t('the service has had too many requests; wait a little ({0})', said);
    case 'serviceFault':
      return l10n.t('the service has a problem of its own ({0})', said);
    case 'redirected':
      return failure.redirectOrigin === undefined
        ? l10n.t('the service redirects ({0}), which Poolview does not follow; check the base URL', said)
        : l10n.t(
            'the service redirects to {0}, where Poolview does not send the API key; if that is the right address, connect to it',
            failure.redirectOrigin,
          );
    case 'unreachable':
      return l10n.t('the service cannot be reached ({0})', failure.reason ?? l10n.t('no connection'));
    case 'untrustedCertificate':
      return l10n.t(
        'the certificate of the service is not trusted ({0}); if it is your own, add its authority to the certificates of this computer',
        failure.reason ?? '',
      );
    case 'timedOut':
      return l10n.t('the service did not answer in time; the limit is a setting, Request Timeout Seconds');
    case 'cancelled':
      return l10n.t('it was cancelled');
    case 'invalidResponse':
      return whyInvalid(failure.reason);
  }
}

function whyInvalid(reason: string | undefined): string {
  switch (reason) {
    case 'notJson':
      return l10n.t('the answer is not JSON; check that the base URL is that of the API');
    case 'tooLarge':
      return l10n.t('the answer is too large');
    default:
      return l10n.t('the answer is not what this service should give; check the base URL');
  }
}

/** The status and the service's own words, as far as there are any: `409, Conflict: the role is in use, ref 1f3a`. */
function saidBy({ status, code, serviceMessage, ref }: ServiceError['failure']): string {
  const words = [code, serviceMessage].filter((word) => word !== undefined && word !== '').join(': ');
  return [
    status?.toString(),
    plain(words),
    ref === undefined || ref === '' ? '' : l10n.t('ref {0}', plain(ref, 60)),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
}

function mendsOf({ kind }: ServiceError): readonly [Mend, ...Mend[]] {
  return kind === 'unauthorized' ? ['replaceApiKey', 'retry', 'showLog'] : ['retry', 'showLog'];
}
