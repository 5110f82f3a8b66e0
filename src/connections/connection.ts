import { l10n } from 'vscode';

/** A connection to a service. Its API key is in SecretStorage. */
export interface Connection {
  readonly name: string;
  /** As {@link parseBaseUrl} returns it. */
  readonly baseUrl: string;
  /** The address of the service's web console, as {@link parseConsoleUrl} returns it. */
  readonly consoleUrl?: string;
  /** The demo service, which is never stored. */
  readonly isDemo?: true;
}

/** What identifies a connection: connections may share a base URL, and a connection may get another one. */
export type ConnectionIdentity = Pick<Connection, 'name' | 'baseUrl'>;

export function isSameConnection(one: ConnectionIdentity, other: ConnectionIdentity): boolean {
  return one.name === other.name && one.baseUrl === other.baseUrl;
}

/** The host (and port) of the base URL, by which users recognize a service. */
export function hostOf(connection: Pick<Connection, 'baseUrl'>): string {
  return new URL(connection.baseUrl).host;
}

/** The start of log lines about a service: it marks those about the demo service. */
export function logMark({ isDemo }: Pick<Connection, 'isDemo'>): string {
  return isDemo ? 'demo: ' : '';
}

/** The origin that the key may be sent to. */
export function originOf(connection: Pick<Connection, 'baseUrl'>): string {
  return new URL(connection.baseUrl).origin;
}

export type Parsed<Value> =
  { readonly valid: true; readonly value: Value } | { readonly valid: false; readonly reason: string };

/**
 * Normalizes a base URL to its origin and path, without a trailing slash. Refuses whatever could send the key
 * unencrypted or to no service.
 */
export function parseBaseUrl(input: string): Parsed<string> {
  const url = parseUrl(input);
  if (url === undefined) {
    return invalid(l10n.t('Enter the whole address, such as https://api.example.com'));
  }
  if (!isSafe(url)) {
    return invalid(
      l10n.t(
        'The address must begin with https://, so that the API key is encrypted on its way (http:// is possible on this computer only)',
      ),
    );
  }
  if (url.username !== '' || url.password !== '') {
    return invalid(l10n.t('Leave out the user name and password: Poolview asks for an API key'));
  }
  if (url.search !== '' || url.hash !== '') {
    return invalid(l10n.t('Leave out everything from the ? or # on'));
  }
  if (/\/v1\/*$/.test(url.pathname)) {
    return invalid(l10n.t('Leave out /v1 at the end: Poolview adds it'));
  }
  return { valid: true, value: withoutSlash(url) };
}

/** Normalizes the address of a web console likewise; undefined if it could open something else. */
export function parseConsoleUrl(input: string): string | undefined {
  const url = parseUrl(input);
  if (url === undefined || !isSafe(url)) return undefined;
  const { username, password, search, hash } = url;
  return username + password + search + hash === '' ? withoutSlash(url) : undefined;
}

function parseUrl(input: string): URL | undefined {
  const trimmed = input.trim();
  return URL.canParse(trimmed) ? new URL(trimmed) : undefined;
}

function withoutSlash({ origin, pathname }: URL): string {
  return origin + pathname.replace(/\/+$/, '');
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function invalid(reason: string): Parsed<never> {
  return { valid: false, reason };
}

/**
 * Whether a host is this computer, by a name that VS Code does not send to a proxy: with any other, such as 127.0.0.2,
 * the proxy would see the key. The URL parser has normalized the address.
 */
function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
