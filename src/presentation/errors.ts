import { l10n } from 'vscode';
import {
  isServiceError,
  missingStatuses,
  type Operation,
  type ServiceError,
  type ServiceFailure,
} from '../service/errors';
import { formatClockTime } from './format';
import { sanitizeLine, present } from './text';

/** What helps most about an error. */
type FirstErrorAction = 'retry' | 'enterApiKey' | 'replaceApiKey';

/** What the user can do about an error. */
export type ErrorAction = FirstErrorAction | 'showLog';

/** An error in a person's words. */
export interface ErrorText {
  /** What failed, such as "Cannot list the machines". */
  readonly what: string;
  /** Why, and what to do if no action does it, as one sentence without a full stop. */
  readonly why: string;
  readonly actions: readonly [FirstErrorAction, ...ErrorAction[]];
}

/** The one place that turns an error of the service into words; rows and messages are made from them. */
export function describeError(error: ServiceError): ErrorText {
  return { what: whatFailed(error.operation), why: whyFailed(error), actions: actionsFor(error) };
}

/** An error as one text, for a message. */
export function errorSentence(error: ServiceError): string {
  const { what, why } = describeError(error);
  return l10n.t('{0}: {1}.', what, why);
}

/** Why `attempt` fails, as a text for whoever has to change an input; undefined where it succeeds. */
export async function refusalOf(attempt: Promise<unknown>): Promise<string | undefined> {
  try {
    await attempt;
    return undefined;
  } catch (error) {
    if (isServiceError(error)) return errorSentence(error);
    throw error;
  }
}

function whatFailed(operation: Operation): string {
  switch (operation) {
    case 'listProjects':
    case 'listProjectUids':
      return l10n.t('Cannot list the projects');
    case 'searchClusters':
      return l10n.t('Cannot list the clusters');
    case 'readCluster':
      return l10n.t('Cannot read the cluster');
    case 'readCloudConfig':
      return l10n.t('Cannot list the machine pools');
    case 'listMachines':
      return l10n.t('Cannot list the machines');
    case 'listTeams':
      return l10n.t('Cannot list the teams');
    case 'listTeamResourceRoles':
      return l10n.t('Cannot list the resource roles of the team');
    case 'addTeamResourceRole':
      return l10n.t('Cannot add the resource role');
    case 'removeTeamResourceRole':
      return l10n.t('Cannot remove the resource role');
  }
}

/** Why, with what the service or the platform said about it in brackets. */
function whyFailed({ failure, retryAt }: ServiceError): string {
  const cause = reasonFor(failure);
  const reason =
    retryAt === undefined ? cause : l10n.t('{0}; waiting until {1}', cause, formatClockTime(retryAt));
  const said = saidBy(failure);
  return said === '' ? reason : l10n.t('{0} ({1})', reason, said);
}

function reasonFor(failure: ServiceFailure): string {
  const { kind, operation, status, reason, redirectOrigin } = failure;
  switch (kind) {
    case 'unauthorized':
      return whyUnauthorized(reason);
    case 'forbidden':
      return l10n.t(
        'the API key is not permitted to do this; what it lacks is likely the permission {0}',
        permissionFor(operation),
      );
    case 'notFound':
      return l10n.t('the service does not know it, or not any more');
    case 'unsupported':
      return whyUnsupported(operation, status);
    case 'invalidRequest':
      return reason === 'impossibleName'
        ? l10n.t('its name or uid cannot be part of an address')
        : l10n.t('the service refuses the request');
    case 'rateLimited':
      return l10n.t('rate limit reached');
    case 'serviceFault':
      return l10n.t('the service has a problem of its own');
    case 'redirected':
      return redirectOrigin === undefined
        ? l10n.t('the service redirects, which Poolview does not follow; check the base URL')
        : l10n.t(
            'the service redirects to {0}, where Poolview does not send the API key; if that is the right address, connect to it',
            sanitizeLine(redirectOrigin),
          );
    case 'unreachable':
      return reason === 'proxyRefuses'
        ? l10n.t('the proxy does not connect to the service; check the proxy settings of VS Code')
        : l10n.t('the service cannot be reached');
    case 'untrustedCertificate':
      return l10n.t(
        'the certificate of the service is not trusted; if it is your own, add its authority to the certificates of this computer',
      );
    case 'timedOut':
      return l10n.t(
        'the service did not answer in time; the limit is the setting poolview.requestTimeoutSeconds',
      );
    case 'cancelled':
      return l10n.t('it was cancelled');
    case 'invalidResponse':
      return whyInvalid(reason);
  }
}

/**
 * The permission that an operation likely asks for, in the service's own words: resource key and what is done with it.
 * Source: the roles and permissions of the service's public documentation, which does not say which operation of the
 * API needs which.
 */
export function permissionFor(operation: Operation): string {
  switch (operation) {
    case 'listProjects':
    case 'listProjectUids':
      return 'project.list';
    case 'searchClusters':
      return 'cluster.list';
    case 'readCluster':
      return 'cluster.get';
    case 'readCloudConfig':
      return 'cloudconfig.get';
    case 'listMachines':
      return 'machine.list';
    case 'listTeams':
      return 'team.list';
    case 'listTeamResourceRoles':
      return 'team.get';
    case 'addTeamResourceRole':
    case 'removeTeamResourceRole':
      return 'team.update';
  }
}

function whyUnsupported(operation: Operation, status: number | undefined): string {
  if (operation === 'listProjects') {
    return l10n.t('there is no list of projects at this address; check the base URL');
  }
  return operation === 'listTeamResourceRoles' && missingStatuses.has(status)
    ? l10n.t('the service does not know the team, or does not offer this')
    : l10n.t('the service does not offer this');
}

function whyUnauthorized(reason: string | undefined): string {
  switch (reason) {
    case 'noKey':
      return l10n.t('no API key has been entered for this address');
    case 'keyUnreadable':
      return l10n.t('the API key cannot be read from the secret storage of VS Code');
    default:
      return l10n.t('the service does not accept the API key');
  }
}

function whyInvalid(reason: string | undefined): string {
  switch (reason) {
    case 'notJson':
      return l10n.t('the answer is not JSON; check that the base URL is that of the API');
    case 'notConfirmed':
      return l10n.t('the service did not confirm the change');
    case 'tooLarge':
      return l10n.t('the answer is too large');
    default:
      return l10n.t('the answer is not what this service should give; check the base URL');
  }
}

/** `409, Conflict: the role is in use, ref 1f3a`, as far as there is any of it. */
function saidBy({ kind, status, code, serviceMessage, ref, reason }: ServiceFailure): string {
  const words = present(code, serviceMessage).join(': ');
  return present(
    // The status of a success explains nothing, unless it is the reason why a change is not confirmed.
    kind === 'invalidResponse' && reason !== 'notConfirmed' ? undefined : status?.toString(),
    // Without its full stop: the sentence goes on.
    sanitizeLine(words).replace(/[.\s]+$/, ''),
    ref === undefined || ref === '' ? undefined : l10n.t('ref {0}', sanitizeLine(ref, 60)),
    // The other reasons are Poolview's own and already in words.
    (kind === 'unreachable' && reason !== 'proxyRefuses') || kind === 'untrustedCertificate'
      ? reason
      : undefined,
  ).join(', ');
}

function actionsFor({ kind, failure }: ServiceError): readonly [FirstErrorAction, ...ErrorAction[]] {
  if (kind !== 'unauthorized') return ['retry', 'showLog'];
  return [failure.reason === 'noKey' ? 'enterApiKey' : 'replaceApiKey', 'retry', 'showLog'];
}
