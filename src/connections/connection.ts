import { l10n } from 'vscode';

/** A service that a person connected to. Its name tells it apart; its key is in SecretStorage. */
export interface Connection {
  readonly name: string;
  /** As {@link parseBaseUrl} gives it. */
  readonly baseUrl: string;
  /** Where the service's web console is, as {@link parseConsoleUrl} gives it. */
  readonly consoleUrl?: string;
  /** The demo service's: kept in memory only, and gone when VS Code closes. */
  readonly isDemo?: true;
}

/** The host (and port) that a person recognises a service by. */
export function hostOf(connection: Pick<Connection, 'baseUrl'>): string {
  return new URL(connection.baseUrl).host;
}

/** What log lines about a service begin with: those about the demo service are not to be mistaken for a real one's. */
export function logMark({ isDemo }: Pick<Connection, 'isDemo'>): string {
  return isDemo ? 'demo: ' : '';
}

/** Where a key may be sent to. */
export function originOf(connection: Pick<Connection, 'baseUrl'>): string {
  return new URL(connection.baseUrl).origin;
}

export type Parsed<Value> =
  { readonly valid: true; readonly value: Value } | { readonly valid: false; readonly reason: string };

/**
 * A base URL in the one form that is kept: origin and path prefix, without a trailing slash. Refused is whatever could
 * send the key in the clear or to nowhere.
 */
export function parseBaseUrl(input: string): Parsed<string> {
  const trimmed = input.trim();
  if (!URL.canParse(trimmed)) {
    return no(l10n.t('Enter the whole address, such as https://api.example.com'));
  }
  const url = new URL(trimmed);
  if (!isSafe(url)) {
    return no(
      l10n.t(
        'The address must begin with https://, so that the API key is encrypted on its way (http:// is possible on this computer only)',
      ),
    );
  }
  if (url.username !== '' || url.password !== '') {
    return no(l10n.t('Leave out the user name and password: Poolview asks for an API key'));
  }
  if (url.search !== '' || url.hash !== '') {
    return no(l10n.t('Leave out everything from the ? or # on'));
  }
  if (/\/v1\/*$/.test(url.pathname)) {
    return no(l10n.t('Leave out /v1 at the end: Poolview adds it'));
  }
  return { valid: true, value: withoutSlash(url) };
}

/** The address of a web console in the same form. Refused is what could open something else. */
export function parseConsoleUrl(input: string): Parsed<string> {
  const url = URL.canParse(input.trim()) ? new URL(input.trim()) : undefined;
  return url === undefined || !isSafe(url) || url.username + url.password + url.search + url.hash !== ''
    ? no(
        l10n.t(
          'Enter the whole address, such as https://console.example.com (http:// is possible on this computer only), without user name, password, ? and #',
        ),
      )
    : { valid: true, value: withoutSlash(url) };
}

function withoutSlash({ origin, pathname }: URL): string {
  return origin + pathname.replace(/\/+$/, '');
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function no(reason: string): Parsed<never> {
  return { valid: false, reason };
}

/**
 * This computer by the names that VS Code sends to no proxy: with any other, such as 127.0.0.2, the proxy would see the
 * key. The URL parser has already brought every way to write an address into its usual form.
 */
function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** An API key as it is sent: without the white space that copying brings along. */
export function parseApiKey(input: string): Parsed<string> {
  const key = input.trim();
  if (key === '') return no(l10n.t('Enter the API key'));
  // What is not visible ASCII cannot be part of a header.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    return no(
      l10n.t('An API key has no spaces or special characters: this one looks incomplete or mistyped'),
    );
  }
  return { valid: true, value: key };
}
