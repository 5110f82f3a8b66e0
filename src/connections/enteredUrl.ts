import { l10n } from 'vscode';
import { isLoopback, parseBaseUrl, type Parsed } from './connection';

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
  return base?.valid
    ? { valid: false, reason: l10n.t('This is the URL of a request. The base URL is {0}', base.value) }
    : parseBaseUrl(completed);
}
