import { l10n } from 'vscode';
import { sanitizeLine } from '../text/text';
import { errorOf, type ServiceFailure } from '../service/errors';
import { hostOf, isLoopback, originOf, parseBaseUrl, type Parsed } from './connection';

/** Adds the scheme that users leave out. */
export function completeUrl(input: string): string {
  const trimmed = input.trim();
  if (trimmed === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed)) return trimmed;
  const secure = `https://${trimmed}`;
  return URL.canParse(secure) && isLoopback(new URL(secure).hostname) ? `http://${trimmed}` : secure;
}

/** The path of a request, as in an example of an API description or in the developer tools of a browser. */
const requestPath = /^(.*?)\/v1\/(?:cloudconfigs|dashboard|projects|spectroclusters|teams|users)\b/;

/** Reads a base URL as users enter it: without its scheme, or with `/v1` at its end. */
export function parseEnteredBaseUrl(input: string): Parsed<string> {
  const completed = completeUrl(input);
  const start = requestPath.exec(completed)?.[1];
  const base = start === undefined ? undefined : parseBaseUrl(start);
  return base?.value === undefined
    ? parseBaseUrl(completed)
    : { reason: l10n.t('This is the URL of a request. The base URL is {0}', base.value) };
}

/** Trims an API key, because copying it can add white space. */
export function parseApiKey(input: string): Parsed<string> {
  const key = input.trim();
  if (key === '') return { reason: l10n.t('Enter the API key') };
  // Headers allow visible ASCII only.
  if (/^[\x21-\x7e]+$/.test(key)) return { value: key };
  return { reason: l10n.t("An API key can't contain spaces or special characters. Copy it again") };
}

/**
 * What is wrong with the host of `baseUrl`, if `check` fails. Only a warning where the service may still accept a request with a
 * key: some services redirect requests without one to a sign-in page.
 */
export async function findHostProblem(check: Promise<void>, baseUrl: string) {
  const error = await errorOf(() => check);
  return error && checkProblem(error.failure, baseUrl);
}

function checkProblem({ kind, reason = '', redirectOrigin }: ServiceFailure, baseUrl: string) {
  const host = hostOf({ baseUrl });
  switch (kind) {
    case 'unreachable':
      return whyUnreachable(reason, host);
    case 'timedOut':
      return l10n.t("{0} didn't respond in time. Check the URL and your network", host);
    case 'untrustedCertificate':
      return l10n.t(
        "The certificate of {0} isn't trusted ({1}). If your organization issued it, install its certificate authority on this computer",
        host,
        reason,
      );
    default:
      return { warning: whyDoubtful(redirectOrigin, baseUrl, host) };
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
