import { l10n, type LogOutputChannel } from 'vscode';
import { sanitizeLine } from '../text/text';
import { allowedText, policy } from './policy';
import type { RequestRecord } from '../service/http';

/** What identifies a connection. Connections can share a base URL, and the base URL of a connection can change. */
export interface ConnectionIdentity {
  readonly name: string;
  /** As {@link parseBaseUrl} returns it. */
  readonly baseUrl: string;
}

/** A connection to a service. Its API key is in SecretStorage. */
export interface Connection extends ConnectionIdentity {
  /** The URL of the service's web console, as {@link parseConsoleUrl} returns it. */
  readonly consoleUrl?: string;
  /** Only read through it. Of a connection in use, see {@link Connections.all}. */
  readonly readOnly?: true | undefined;
  /** The demo service, which is never stored. */
  readonly isDemo?: true;
}

export function isSameConnection(one: ConnectionIdentity, other: ConnectionIdentity): boolean {
  return one.name === other.name && one.baseUrl === other.baseUrl;
}

/** The host (and port) of the base URL, for display. */
export function hostOf({ baseUrl }: { readonly baseUrl: string }): string {
  return new URL(baseUrl).host;
}

/** `Acme (api.acme.dev)` */
export function connectionTitle(connection: Connection): string {
  const host = hostOf(connection);
  return connection.name === host ? host : `${sanitizeLine(connection.name, 60)} (${host})`;
}

export function readOnlyText(connection: Connection | undefined): string | undefined {
  return connection?.readOnly && l10n.t('read-only');
}

/** The prefix of log lines, which marks those about the demo service. */
export function logMark({ isDemo }: Connection): string {
  return isDemo ? 'demo: ' : '';
}

/** The origin that the key may be sent to. */
export function originOf({ baseUrl }: { readonly baseUrl: string }): string {
  return new URL(baseUrl).origin;
}

/** The value of a text, or why it has none. */
export type Parsed<Value> =
  | { readonly value: Value; readonly reason?: undefined }
  | { readonly value?: undefined; readonly reason: string };

/**
 * Normalizes a base URL to its origin and path, without `/v1` and slashes at its end. Refuses a URL that could send the key
 * unencrypted or to something else, or to a service that the administrator has not allowed.
 */
export function parseBaseUrl(input: string): Parsed<string> {
  const parsed = parseUrl(input, 'https://api.example.com');
  if (parsed.value === undefined) return parsed;
  const value = withoutEnd(parsed.value, ['', 'v1']);
  return policy.baseUrls?.includes(value) === false ? { reason: allowedText(policy.baseUrls) } : { value };
}

/** Normalizes the URL of a web console to its origin and path. Refuses a URL that could open something else. */
export function parseConsoleUrl(input: string): Parsed<string> {
  const parsed = parseUrl(input, 'https://console.example.com');
  return parsed.value === undefined ? parsed : { value: withoutEnd(parsed.value, ['']) };
}

/** Origin and path, without such segments at the end. A regular expression would take quadratic time for many of them. */
function withoutEnd({ origin, pathname }: URL, dropped: readonly string[]): string {
  const segments = pathname.split('/');
  const last = segments.findLastIndex((segment) => !dropped.includes(segment));
  return origin + segments.slice(0, last + 1).join('/');
}

function parseUrl(input: string, example: string): Parsed<URL> {
  const trimmed = input.trim();
  if (!URL.canParse(trimmed)) return { reason: l10n.t('Enter a URL, such as {0}', example) };
  const url = new URL(trimmed);
  const { protocol, hostname, username, password, search, hash } = url;
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
    return {
      reason: l10n.t(
        'Use https://, which encrypts data in transit. http:// is allowed only for this computer',
      ),
    };
  }
  if (username + password !== '') return { reason: l10n.t('Remove the user name and password') };
  if (search + hash !== '') return { reason: l10n.t('Remove everything from the ? or # on') };
  return { value: url };
}

/**
 * Whether a host is this computer. Only names for which VS Code does not use a proxy: with others, such as 127.0.0.2, the
 * proxy would see the key. The URL parser has normalized the host.
 */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** A larger difference between the clocks of the service and of this computer is in the log. */
const maxAheadMs = 120_000;

/**
 * Logs a request: method, path, status and duration, and for a failure its kind and the service's code and ref. Never
 * headers, the query, a body or a message of the service.
 */
export function logRequest(log: LogOutputChannel, record: RequestRecord, connection: Connection): void {
  const { method, path, status, durationMs, aheadMs = 0, failure } = record;
  const request = `${logMark(connection)}${method} ${path} ${status?.toString() ?? '-'} ${durationMs.toFixed(0)} ms`;
  const isOff = Math.abs(aheadMs) > maxAheadMs;
  const line = isOff ? `${request}, clock of the service ${(aheadMs / 1000).toFixed(0)} s ahead` : request;
  if (failure === undefined || failure.kind === 'cancelled') {
    log.info(line + (failure === undefined ? '' : ' cancelled'));
  } else {
    const { kind, reason, code, ref } = failure;
    const why = { kind, reason, code, ref };
    // As JSON, so that a line break from the service does not start a new line.
    log.warn(`${line} ${JSON.stringify(why)}`);
  }
}
