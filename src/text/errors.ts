import { l10n } from 'vscode';
import { isServiceError, mayBeMissing, type ServiceError, type ServiceFailure } from '../service/errors';
import type { Operation } from '../service/operations';
import { maxPages, type Cut } from '../service/pages';
import { maxItems } from '../service/responseLimits';
import { formatClockTime, formatNumber } from './format';
import { present, sanitizeLine } from './text';

type FirstErrorAction = 'retry' | 'enterApiKey' | 'replaceApiKey';

/** What the user can do about an error. */
export type ErrorAction = FirstErrorAction | 'checkConnection' | 'showLog';

/** The text of an error. */
interface ErrorText {
  /** What failed, such as "Couldn't load machines", without a period. */
  readonly what: string;
  /** Why, and what to do about it, in sentences. */
  readonly why: string;
  /** The most helpful action first. */
  readonly actions: readonly [FirstErrorAction, ...ErrorAction[]];
}

/** The only place that converts an error to text: rows and messages use it. */
export function describeError(error: ServiceError): ErrorText {
  return { what: whatFailed(error.operation), why: whyFailed(error), actions: actionsFor(error) };
}

/** What failed, why, and what to do, in sentences. */
export function errorSentence(error: ServiceError): string {
  const { what, why } = describeError(error);
  return l10n.t('{0}. {1}', what, why);
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
  const texts: Readonly<Partial<Record<Operation, string>>> = {
    listProjects: l10n.t("Couldn't load projects"),
    listProjectUids: l10n.t("Couldn't load projects"),
    searchClusters: l10n.t("Couldn't load clusters"),
    searchClusterMetadata: l10n.t("Couldn't load clusters"),
    readCluster: l10n.t("Couldn't load the cluster"),
    readClusterOverview: l10n.t("Couldn't load the packs of the cluster"),
    listPendingRepaves: l10n.t("Couldn't load which clusters wait for approval"),
    readRepave: l10n.t("Couldn't load the repave of the cluster"),
    readCertificates: l10n.t("Couldn't load certificates"),
    listMachineMetrics: l10n.t("Couldn't load usage"),
    readCloudConfig: l10n.t("Couldn't load machine pools"),
    listMachines: l10n.t("Couldn't load machines"),
    listEvents: l10n.t("Couldn't load events"),
    listAudits: l10n.t("Couldn't load the audit log"),
    listTeams: l10n.t("Couldn't load teams"),
    listTeamResourceRoles: l10n.t("Couldn't load the team's roles"),
    addTeamResourceRole: l10n.t("Couldn't add the role"),
    removeTeamResourceRole: l10n.t("Couldn't remove the role"),
  };
  return texts[operation] ?? l10n.t("Couldn't load access");
}

/** The cause with the details of the service or the platform in parentheses, then what to do. */
function whyFailed({ failure, retryAt }: ServiceError): string {
  const cause = causeOf(failure);
  const details = detailsOf(failure);
  return present(
    details === '' ? l10n.t('{0}.', cause) : l10n.t('{0} ({1}).', cause, details),
    retryAt === undefined ? adviceFor(failure) : l10n.t('Try again after {0}.', formatClockTime(retryAt)),
  ).join(' ');
}

/** What went wrong for a reason that Poolview itself gives. */
const reasonTexts: ReadonlyMap<string | undefined, () => string> = new Map([
  ['noKey', () => l10n.t('No API key is stored for this address')],
  ['keyUnreadable', () => l10n.t("The API key can't be read from the secret storage of VS Code")],
  ['noProject', () => l10n.t("The project doesn't exist, or the API key can't access it")],
  [mayBeMissing, () => l10n.t("It doesn't exist, or the service doesn't support this")],
  ['readOnly', () => l10n.t('The connection is read-only')],
  ['impossibleName', () => l10n.t('Its name or UID has invalid characters')],
  ['proxyRefuses', () => l10n.t('The proxy refused the connection')],
  ['notJson', () => l10n.t("The response isn't JSON")],
  ['notConfirmed', () => l10n.t("The service didn't confirm the change")],
  ['tooLarge', () => l10n.t('The response is too large')],
]);

/** What went wrong, without a period, because the details follow. Of the service's text, it has only the origin of a redirect. */
export function causeOf(failure: ServiceFailure): string {
  const { kind, operation, permission, reason, redirectOrigin } = failure;
  const why = reasonTexts.get(reason)?.();
  switch (kind) {
    case 'unauthorized':
      return why ?? l10n.t('The service rejected the API key');
    case 'forbidden':
      return l10n.t('The API key probably lacks the {0} permission', permission ?? '?');
    case 'notFound':
      return why ?? l10n.t('Not found');
    case 'unsupported':
      if (operation === 'listProjects') return l10n.t('No project list was found at this address');
      return why ?? l10n.t("The service doesn't support this");
    case 'invalidRequest':
      return why ?? l10n.t('The service rejected the request');
    case 'rateLimited':
      return l10n.t('Rate limit reached');
    case 'serviceFault':
      return l10n.t('The service reported an internal error');
    case 'redirected':
      return redirectOrigin === undefined
        ? l10n.t('The service redirected the request')
        : l10n.t('The service redirected the request to {0}', sanitizeLine(redirectOrigin));
    case 'unreachable':
      return why ?? l10n.t("The service can't be reached");
    case 'untrustedCertificate':
      return l10n.t("The service's certificate isn't trusted");
    case 'timedOut':
      return l10n.t("The service didn't respond in time");
    case 'cancelled':
      return l10n.t('Canceled');
    case 'invalidResponse':
      return why ?? l10n.t('Unexpected response');
  }
}

/** What to do, unless an action of the error does it; undefined if that is not known. */
function adviceFor({ kind, operation, reason, redirectOrigin }: ServiceFailure): string | undefined {
  switch (kind) {
    case 'notFound':
      return reason === 'noProject' ? undefined : l10n.t('It may have been deleted.');
    case 'unsupported':
      return operation === 'listProjects' ? l10n.t('Check the base URL.') : undefined;
    case 'redirected':
      return redirectOrigin === undefined
        ? l10n.t('Check the base URL.')
        : l10n.t("Poolview doesn't send the API key there. If that address is right, connect to it.");
    case 'unreachable':
      return reason === 'proxyRefuses'
        ? l10n.t('Check the proxy settings of VS Code.')
        : l10n.t('Check your network connection and the base URL.');
    case 'untrustedCertificate':
      return l10n.t("If it's your own, add its certificate authority to those that this computer trusts.");
    case 'timedOut':
      return l10n.t('To wait longer, change the setting poolview.requestTimeoutSeconds.');
    case 'invalidResponse':
      return reason === 'notConfirmed' || reason === 'tooLarge' ? undefined : l10n.t('Check the base URL.');
    default:
      return undefined;
  }
}

/** The known details of a failure, such as `409, Conflict: the role is in use, ref 1f3a`. */
function detailsOf({ kind, status, code, serviceMessage, ref, reason }: ServiceFailure): string {
  // A success status explains only why a change is not confirmed.
  const hidesStatus = kind === 'invalidResponse' && reason !== 'notConfirmed';
  // All other reasons are Poolview's own and have a text.
  const isPlatformReason =
    (kind === 'unreachable' && reason !== 'proxyRefuses') || kind === 'untrustedCertificate';
  return present(
    hidesStatus ? undefined : status?.toString(),
    // Without its period, because the sentence continues.
    sanitizeLine(present(code, serviceMessage).join(': ')).replace(/[.\s]+$/, ''),
    ref === undefined || ref === '' ? undefined : l10n.t('ref {0}', sanitizeLine(ref, 60)),
    isPlatformReason ? reason : undefined,
  ).join(', ');
}

function actionsFor({ kind, failure }: ServiceError): ErrorText['actions'] {
  if (kind !== 'unauthorized') return ['retry', 'checkConnection', 'showLog'];
  const aboutKey = failure.reason === 'noKey' ? 'enterApiKey' : 'replaceApiKey';
  return [aboutKey, 'retry', 'checkConnection', 'showLog'];
}

/** Why Poolview ended a list. */
export function cutReason(cut: Cut): string {
  return {
    repeatedToken: l10n.t('The service returned a repeated page token.'),
    tooManyPages: l10n.t('Poolview reads at most {0} pages of a list.', formatNumber(maxPages)),
    tooManyItems: l10n.t('Poolview reads at most {0} items of a list.', formatNumber(maxItems)),
  }[cut];
}
