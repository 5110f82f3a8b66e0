import { l10n } from 'vscode';
import {
  errorOf,
  mayBeMissing,
  type ServiceError,
  type ServiceErrorKind,
  type ServiceFailure,
} from '../service/errors';
import type { Operation } from '../service/operations';
import { maxPages, type Cut } from '../service/pages';
import { maxItems } from '../service/readers';
import { formatClockTime, formatNumber } from './format';
import { present, sanitizeLine } from './text';

/** What the user can do about an error. */
export type ErrorAction = ReturnType<typeof actionsFor>[number];

/**
 * The only place that converts an error to text: rows and messages use it. `what` failed, such as "Couldn't load machines", has no
 * period; `why`, and what to do about it, is in sentences; the most helpful action is first.
 */
export function describeError({ operation, failure, retryAt }: ServiceError) {
  const [cause, advice] = whyOf(failure);
  const details = detailsOf(failure);
  const why = present(
    details === '' ? l10n.t('{0}.', cause) : l10n.t('{0} ({1}).', cause, details),
    retryAt === undefined ? advice : l10n.t('Try again after {0}.', formatClockTime(retryAt)),
  );
  return { what: whatFailed(operation), why: why.join(' '), actions: actionsFor(failure) };
}

/** What failed, why, and what to do, in sentences. */
export function errorSentence(error: ServiceError): string {
  const { what, why } = describeError(error);
  return l10n.t('{0}. {1}', what, why);
}

/** Why `attempt` fails, as a message for the input that it validates; undefined if it succeeds. */
export async function failureMessage(attempt: Promise<unknown>): Promise<string | undefined> {
  const error = await errorOf(() => attempt);
  return error && errorSentence(error);
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

/** What went wrong, without a period, because the details follow, and what to do unless an action of the error does it. */
type Why = readonly [cause: string, advice?: string];

/** For the reasons that Poolview itself gives. */
const reasonTexts = new Map<string | undefined, () => Why>([
  ['noKey', () => [l10n.t('No API key is stored for this connection')]],
  ['keyUnreadable', () => [l10n.t("The API key can't be read from the secret storage of VS Code")]],
  ['noProject', () => [l10n.t("The project doesn't exist, or the API key can't access it")]],
  [mayBeMissing, () => [l10n.t("It doesn't exist, or the service doesn't support this")]],
  ['readOnly', () => [l10n.t('The connection is read-only')]],
  ['impossibleName', () => [l10n.t('Its name or UID has invalid characters')]],
  [
    'proxyRefuses',
    () => [l10n.t('The proxy refused the connection'), l10n.t('Check the proxy settings of VS Code.')],
  ],
  ['notJson', () => [l10n.t("The response isn't JSON"), l10n.t('Check the base URL.')]],
  ['notConfirmed', () => [l10n.t("The service didn't confirm the change")]],
  ['tooLarge', () => [l10n.t('The response is too large')]],
]);

/** For all others. Of the service's text, they have only the origin of a redirect. */
const errorTexts: Readonly<Record<ServiceErrorKind, (failure: ServiceFailure) => Why>> = {
  unauthorized: () => [l10n.t('The service rejected the API key')],
  forbidden: ({ permission = '?' }) => [l10n.t('The API key probably lacks the {0} permission', permission)],
  notFound: () => [l10n.t('Not found'), l10n.t('It may have been deleted.')],
  unsupported: ({ operation }) =>
    operation === 'listProjects'
      ? [l10n.t('No project list was found at this address'), l10n.t('Check the base URL.')]
      : [l10n.t("The service doesn't support this")],
  invalidRequest: () => [l10n.t('The service rejected the request')],
  rateLimited: () => [l10n.t('Rate limit reached')],
  serviceFault: () => [l10n.t('The service reported an internal error')],
  redirected: ({ redirectOrigin: origin }) =>
    origin === undefined
      ? [l10n.t('The service redirected the request'), l10n.t('Check the base URL.')]
      : [
          l10n.t('The service redirected the request to {0}', sanitizeLine(origin)),
          l10n.t("Poolview doesn't send the API key there. If that address is right, connect to it."),
        ],
  unreachable: () => [
    l10n.t("The service can't be reached"),
    l10n.t('Check your network connection and the base URL.'),
  ],
  untrustedCertificate: () => [
    l10n.t("The service's certificate isn't trusted"),
    l10n.t("If it's your own, add its certificate authority to those that this computer trusts."),
  ],
  timedOut: () => [
    l10n.t("The service didn't respond in time"),
    l10n.t('To wait longer, change the setting poolview.requestTimeoutSeconds.'),
  ],
  cancelled: () => [l10n.t('Canceled')],
  invalidResponse: () => [l10n.t('Unexpected response'), l10n.t('Check the base URL.')],
};

function whyOf(failure: ServiceFailure): Why {
  return (reasonTexts.get(failure.reason) ?? errorTexts[failure.kind])(failure);
}

/** What went wrong, without a period. */
export function causeOf(failure: ServiceFailure): string {
  return whyOf(failure)[0];
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

function actionsFor({ kind, reason }: ServiceFailure) {
  const others = ['retry', 'checkConnection', 'showLog'] as const;
  if (kind !== 'unauthorized') return others;
  return [reason === 'noKey' ? 'enterApiKey' : 'replaceApiKey', ...others] as const;
}

/** Why Poolview ended a list. */
export function cutReason(cut: Cut): string {
  return {
    repeatedToken: l10n.t('The service returned a repeated page token.'),
    tooManyPages: l10n.t('Poolview reads at most {0} pages of a list.', formatNumber(maxPages)),
    tooManyItems: l10n.t('Poolview reads at most {0} items of a list.', formatNumber(maxItems)),
  }[cut];
}
