import { l10n } from 'vscode';
import { isServiceError, type ServiceFailure } from '../service/errors';
import { sanitizeLine } from '../presentation/text';
import { hostOf, originOf } from './connection';

/** Why a host does not seem to be that of the service. */
export interface HostProblem {
  readonly reason: string;
  /** Whether the service may still accept a request with a key. */
  readonly mayBeFalseAlarm: boolean;
}

/** What is wrong with the host of `baseUrl`, if `check` fails. */
export async function findHostProblem(
  check: Promise<void>,
  baseUrl: string,
): Promise<HostProblem | undefined> {
  try {
    await check;
    return undefined;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return problemOf(error.failure, baseUrl);
  }
}

function problemOf({ kind, reason = '', redirectOrigin }: ServiceFailure, baseUrl: string): HostProblem {
  const host = hostOf({ baseUrl });
  switch (kind) {
    case 'unreachable':
      return { reason: whyUnreachable(reason, host), mayBeFalseAlarm: false };
    case 'timedOut':
      return {
        reason: l10n.t("{0} didn't respond in time. Check the URL and your network", host),
        mayBeFalseAlarm: false,
      };
    case 'untrustedCertificate':
      return {
        reason: l10n.t(
          "The certificate of {0} isn't trusted ({1}). If your organization issued it, install its certificate authority on this computer",
          host,
          reason,
        ),
        mayBeFalseAlarm: false,
      };
    default:
      return { reason: whyDoubtful(redirectOrigin, baseUrl, host), mayBeFalseAlarm: true };
  }
}

function whyUnreachable(reason: string, host: string): string {
  switch (reason) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return l10n.t('{0} was not found. Check the URL and your network', host);
    case 'ECONNREFUSED':
      return l10n.t('{0} refused the connection. Check the host and the port', host);
    case 'proxyRefuses':
      return l10n.t("The proxy can't connect to {0}. Check the URL and VS Code's proxy settings", host);
    default:
      return l10n.t("Can't connect to {0} ({1}). Check the URL and your network", host, reason);
  }
}

/** A warning, because some services redirect requests without a key to a sign-in page. */
function whyDoubtful(redirectOrigin: string | undefined, baseUrl: string, host: string): string {
  return redirectOrigin === undefined || redirectOrigin === originOf({ baseUrl })
    ? l10n.t(
        "{0} doesn't respond like the API of a service. Check the URL, or press Enter to use it anyway",
        host,
      )
    : l10n.t(
        '{0} redirects to {1}. Enter the URL of the API, or press Enter to continue anyway',
        host,
        sanitizeLine(redirectOrigin),
      );
}
