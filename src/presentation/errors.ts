import { l10n } from 'vscode';
import {
  isServiceError,
  missingStatuses,
  type Operation,
  type ServiceError,
  type ServiceFailure,
} from '../service/errors';
import { formatClockTime } from './format';
import { present, sanitizeLine } from './text';

type FirstErrorAction = 'retry' | 'enterApiKey' | 'replaceApiKey';

/** What the user can do about an error. */
export type ErrorAction = FirstErrorAction | 'showLog';

/** The text of an error. */
export interface ErrorText {
  /** What failed, such as "Cannot list the machines". */
  readonly what: string;
  /** Why, and what to do if no action helps, without a full stop. */
  readonly why: string;
  /** The most helpful action first. */
  readonly actions: readonly [FirstErrorAction, ...ErrorAction[]];
}

/** Converts an error to text. The only place that does: rows and messages use it. */
export function describeError(error: ServiceError): ErrorText {
  return { what: whatFailed(error.operation), why: whyFailed(error), actions: actionsFor(error) };
}

/** An error as a sentence, for a message. */
export function errorSentence(error: ServiceError): string {
  const { what, why } = describeError(error);
  return l10n.t('{0}: {1}.', what, why);
}

/** Why `attempt` fails, as a message for the input that it validates; undefined if it succeeds. */
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
  const texts: Readonly<Record<Operation, string>> = {
    listProjects: l10n.t('Cannot list the projects'),
    listProjectUids: l10n.t('Cannot list the projects'),
    searchClusters: l10n.t('Cannot list the clusters'),
    readCluster: l10n.t('Cannot read the cluster'),
    readCloudConfig: l10n.t('Cannot list the machine pools'),
    listMachines: l10n.t('Cannot list the machines'),
    listTeams: l10n.t('Cannot list the teams'),
    listTeamResourceRoles: l10n.t('Cannot list the resource roles of the team'),
    addTeamResourceRole: l10n.t('Cannot add the resource role'),
    removeTeamResourceRole: l10n.t('Cannot remove the resource role'),
  };
  return texts[operation];
}

/** The reason, followed by the details of the service or the platform in brackets. */
function whyFailed({ failure, retryAt }: ServiceError): string {
  const cause = reasonFor(failure);
  const reason =
    retryAt === undefined ? cause : l10n.t('{0}; waiting until {1}', cause, formatClockTime(retryAt));
  const details = detailsOf(failure);
  return details === '' ? reason : l10n.t('{0} ({1})', reason, details);
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
 * The permission that an operation probably needs, as `resource.action`. Source: the roles and permissions of the service's
 * public documentation, which does not assign them to operations of the API.
 */
const permissions: Readonly<Record<Operation, string>> = {
  listProjects: 'project.list',
  listProjectUids: 'project.list',
  searchClusters: 'cluster.list',
  readCluster: 'cluster.get',
  readCloudConfig: 'cloudconfig.get',
  listMachines: 'machine.list',
  listTeams: 'team.list',
  listTeamResourceRoles: 'team.get',
  addTeamResourceRole: 'team.update',
  removeTeamResourceRole: 'team.update',
};

export function permissionFor(operation: Operation): string {
  return permissions[operation];
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

/** The known details of a failure, such as `409, Conflict: the role is in use, ref 1f3a`. */
function detailsOf({ kind, status, code, serviceMessage, ref, reason }: ServiceFailure): string {
  // The status of a success explains nothing, unless it is the reason why a change is not confirmed.
  const hidesStatus = kind === 'invalidResponse' && reason !== 'notConfirmed';
  // The other reasons are Poolview's own, for which there are texts.
  const isPlatformReason =
    (kind === 'unreachable' && reason !== 'proxyRefuses') || kind === 'untrustedCertificate';
  return present(
    hidesStatus ? undefined : status?.toString(),
    // Without its full stop, because the sentence continues.
    sanitizeLine(present(code, serviceMessage).join(': ')).replace(/[.\s]+$/, ''),
    ref === undefined || ref === '' ? undefined : l10n.t('ref {0}', sanitizeLine(ref, 60)),
    isPlatformReason ? reason : undefined,
  ).join(', ');
}

function actionsFor({ kind, failure }: ServiceError): ErrorText['actions'] {
  if (kind !== 'unauthorized') return ['retry', 'showLog'];
  return [failure.reason === 'noKey' ? 'enterApiKey' : 'replaceApiKey', 'retry', 'showLog'];
}
